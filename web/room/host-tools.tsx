/** The artist's tools for their live chat: publishing a changed name to other apps, and closing the chat. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { closeRoom } from '#contract/community/rooms.ts'
import { type Channel, draftChannelMetadata, isDescribedSo, parseChannelMetadata } from '#protocols/nostr/channel.ts'
import { describePublishing, publishAs, signerOf } from '#web/nostr/own-signer.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { nowInSeconds } from './chat-signer.ts'
import { metadataOf, refreshArtist, type ChatArtist } from './room-artist.ts'
import type { ChatEvents } from './room-events.ts'

type HostProps = { artist: ChatArtist; chat: Channel; heard: ChatEvents }

export function CloseChat({ artistId }: { artistId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setIsAsking(true)}
        className="mt-4 min-h-9 rounded-small text-sm font-semi text-ink-2 hover:text-ink hover:underline"
      >
        {t('room.close')}
      </button>
      {isAsking && <CloseDialog artistId={artistId} onClose={() => setIsAsking(false)} />}
    </>
  )
}

/** Nothing while the chat's metadata on the relays matches the artist page, or is not known yet. */
export function NewName({ artist, chat, heard: { pool, addresses, events, isLoading, onPublished } }: HostProps) {
  const { settings } = useSite()
  const wanted = metadataOf(artist, addresses, settings.publicUrl)
  const [newest] = events
    .filter((event) => parseChannelMetadata(event, chat) !== null)
    .toSorted((one, other) => other.created_at - one.created_at)
  const said = newest && parseChannelMetadata(newest, chat)
  const telling = useMutation({
    mutationFn: async () => {
      const seconds = Math.max(nowInSeconds(), (newest?.created_at ?? 0) + 1)
      const draft = draftChannelMetadata(chat.id, wanted, seconds)
      onPublished(await publishAs(await signerOf(chat.pubkey), pool, draft))
    },
    onSuccess: () => showToast(t('room.told')),
  })
  if (isLoading || !said || isDescribedSo(said, wanted)) return null
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-bar border border-line bg-highlight p-4">
      <p className="min-w-0 flex-[1_1_16rem] wrap-anywhere">{t('room.renamed', { name: said.name })}</p>
      <Button kind="quiet" isWaiting={telling.isPending} onClick={() => telling.mutate()}>
        {t('room.tell')}
      </Button>
      {telling.isError && <Problem words={describePublishing(telling.error)} />}
    </div>
  )
}

function CloseDialog({ artistId, onClose }: { artistId: string; onClose: () => void }) {
  const { call, queries } = useSite()
  const closing = useMutation({
    mutationFn: async () => {
      await call(closeRoom, { params: { artistId } })
      await refreshArtist(queries)
    },
    onSuccess: () => showToast(t('room.closed')),
  })
  return (
    <Dialog isOpen onClose={onClose} title={t('room.closeAsk')} closeLabel={t('common.close')}>
      <p className="text-ink-2">{t('room.closeNote')}</p>
      {closing.isError && <Problem words={describeFailure(closing.error)} />}
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button kind="danger" isWaiting={closing.isPending} onClick={() => closing.mutate()}>
          {t('room.close')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('comments.cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
