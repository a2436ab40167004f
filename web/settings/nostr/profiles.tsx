/** The current nostr profiles of the user's own keys on the relays, and publishing one for a key that has none.
 * An existing profile is never overwritten from here, because data of other apps would be lost. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { parseProfile } from '#protocols/nostr/profile.ts'
import { CopiedNpub } from '#web/nostr/copied-npub.tsx'
import { draftProfile } from '#web/nostr/own-profile.ts'
import { describePublishing, signerOf } from '#web/nostr/own-signer.ts'
import { chooseOwnKey } from '#web/nostr/own-key.ts'
import { useOwnRelays } from '#web/nostr/own-relays.ts'
import { visibleImageUrl } from '#web/nostr/profile-image.ts'
import { useRelayEvents, useRelayPool } from '#web/nostr/relay-hooks.ts'
import type { Published, RelayPool } from '#web/nostr/relay-pool.ts'
import { signWith } from '#web/nostr/signer.ts'
import type { Account } from '#web/session/account.ts'
import { useSettings } from '#web/data/site.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { Line, Lines } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'

const ABOUT_MAX_CHARACTERS = 160

export function NostrProfiles({ account }: PartProps) {
  const addresses = useOwnRelays(chooseOwnKey(account), 'write')
  const pubkeys = account.nostrProfileData.map(({ publicHex }) => publicHex)
  const { pool, connected, unreachable, isLoading } = useRelayPool(addresses)
  const found = useRelayEvents(pool, { addresses, filter: { kinds: [0], authors: pubkeys } })
  const publishing = usePublishing(pool, account)
  const waiting = t(unreachable.length < addresses.length ? 'nostr.connecting' : 'nostr.noRelay')
  return (
    <>
      <Lines label={t('nostr.profile')}>
        {account.nostrProfileData.map((known) => (
          <KeyLine
            key={known.publicHex}
            pool={pool}
            known={known}
            event={found.events.find(({ pubkey }) => pubkey === known.publicHex)}
            isSearching={found.isLoading}
            isConnected={connected.length > 0}
            publishing={publishing}
          />
        ))}
      </Lines>
      {publishing.isError && <Problem words={describePublishing(publishing.error)} />}
      {publishing.data?.refused.map(({ address, words }) => (
        <p key={address} className="text-sm text-ink-2">
          {`${new URL(address).host}: ${words}`}
        </p>
      ))}
      <p role="status" className="text-sm text-ink-2">
        {isLoading ? waiting : t('nostr.connected', { connected: connected.length, all: addresses.length })}
      </p>
    </>
  )
}

type KeyLineProps = {
  pool: RelayPool
  known: Account['nostrProfileData'][number]
  event: NostrEvent | undefined
  isSearching: boolean
  isConnected: boolean
  publishing: ReturnType<typeof usePublishing>
}

function KeyLine({ pool, known, event, isSearching, isConnected, publishing }: KeyLineProps) {
  const settings = useSettings()
  const pubkey = known.publicHex
  const npub = <CopiedNpub pubkey={pubkey} />
  const { data: followers } = useQuery({
    queryKey: ['nostr-followers', pubkey],
    queryFn: () => pool.count({ kinds: [3], '#p': [pubkey] }),
    enabled: isConnected,
    retry: false,
  })
  const profile = (event && parseProfile(event)) ?? known.metadata
  if (profile === null && isSearching) {
    return (
      <li className="py-3.5">
        <Skeleton className="h-11" />
      </li>
    )
  }
  if (profile === null) {
    return (
      <Line
        title={npub}
        detail={`${t('nostr.none')} ${t('nostr.publishNote')}`}
        action={
          <Button
            kind="quiet"
            size="small"
            isWaiting={publishing.isPending && publishing.variables === pubkey}
            disabled={publishing.isPending}
            onClick={() => publishing.mutate(pubkey)}
          >
            {t('nostr.publish')}
          </Button>
        }
      />
    )
  }
  const { displayName, name, about, picture } = profile
  const title = displayName ?? name
  const lines = [
    about === null ? null : shorten(about),
    followers ? t('nostr.followers', { count: followers }) : null,
  ].filter((line) => line !== null)
  return (
    <Line
      icon={<Avatar src={visibleImageUrl(picture, settings)} seed={pubkey} />}
      title={title ?? npub}
      detail={
        <>
          {lines.join(' · ')}
          {title !== null && <span className="block">{npub}</span>}
        </>
      }
    />
  )
}

function shorten(about: string): string {
  const letters = [...about]
  return letters.length > ABOUT_MAX_CHARACTERS ? `${letters.slice(0, ABOUT_MAX_CHARACTERS - 1).join('')}…` : about
}

function usePublishing(pool: RelayPool, account: Account) {
  const { publicUrl } = useSettings()
  return useMutation({
    mutationFn: async (pubkey: string): Promise<Published> => {
      const signer = await signerOf(pubkey)
      const event = await signWith(signer, draftProfile(account, publicUrl, Date.now()))
      return pool.publish(event, (proof) => signWith(signer, proof))
    },
    onSuccess: ({ taken }) => showToast(t('nostr.published', { count: taken.length })),
  })
}
