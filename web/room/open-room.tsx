/** Opens the live chat of the user's artist: an event that creates a channel is signed with the user's key and
 * published to the relays, and the server stores which channel it is. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { openChatRoom } from '#contract/community/rooms.ts'
import { draftChannel } from '#protocols/nostr/channel.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { readStoredKey } from '#web/nostr/stored-key.ts'
import { shortenNpub } from '#web/nostr/authors.ts'
import { describePublishing, publishAs, signerOf } from '#web/nostr/own-signer.ts'
import { relaysOf } from '#web/nostr/relay-addresses.ts'
import { useRelayPool } from '#web/nostr/relay-hooks.ts'
import type { Account } from '#web/session/account.ts'
import { useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { nowInSeconds } from './chat-signer.ts'
import { metadataOf, refreshArtist, type ChatArtist } from './room-artist.ts'

export function OpenChat({ artist, account }: { artist: ChatArtist; account: Account }) {
  const keys = account.nostrProfileData.map(({ publicHex }) => publicHex)
  return (
    <section
      aria-labelledby="open-room"
      className="flex flex-col items-start gap-4 rounded-bar border border-line bg-highlight p-5 md:p-7"
    >
      <h2 id="open-room" className="text-xl">
        {t('room.openTitle')}
      </h2>
      <p className="max-w-[62ch] text-ink-2">{t('room.openLead')}</p>
      {keys.length > 0 ? (
        <Opening artist={artist} keys={keys} />
      ) : (
        <>
          <p className="max-w-[62ch]">{t('room.openNoKey')}</p>
          <ButtonLink to="/settings/log-in">{t('messages.linkKey')}</ButtonLink>
        </>
      )}
    </section>
  )
}

function Opening({ artist, keys }: { artist: ChatArtist; keys: readonly string[] }) {
  const [selected, setSelected] = useState(() => readStoredKey()?.pubkey ?? '')
  const pubkey = keys.find((key) => key === selected) ?? keys[0] ?? ''
  const opening = useOpening(artist, pubkey)
  return (
    <>
      {keys.length > 1 && (
        <SelectField
          label={t('nostr.workKey')}
          value={pubkey}
          className="w-full max-w-md"
          onChange={(event) => setSelected(event.target.value)}
        >
          {keys.map((key) => (
            <option key={key} value={key}>
              {shortenNpub(key)}
            </option>
          ))}
        </SelectField>
      )}
      {opening.isError && <Problem words={describePublishing(opening.error)} />}
      <Button isWaiting={opening.isPending} onClick={() => opening.mutate()}>
        {t('room.open')}
      </Button>
    </>
  )
}

function useOpening(artist: ChatArtist, pubkey: string) {
  const { call, queries, settings } = useSite()
  const relays = relaysOf(settings)
  const { pool } = useRelayPool(relays)
  // If only the request to the server failed, the same channel is reported again.
  const made = useRef<NostrEvent | null>(null)
  return useMutation({
    mutationFn: async () => {
      if (made.current?.pubkey !== pubkey) {
        const draft = draftChannel(metadataOf(artist, relays, settings.publicUrl), nowInSeconds())
        made.current = await publishAs(await signerOf(pubkey), pool, draft)
      }
      const event = { ...made.current, kind: 40 as const }
      await call(openChatRoom, { params: { artistId: artist.id }, body: { event } })
      await refreshArtist(queries)
    },
    onSuccess: () => showToast(t('room.opened')),
  })
}
