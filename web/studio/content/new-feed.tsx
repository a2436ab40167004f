/** The new address of a feed whose owner moves to another host: what is there, and since when apps are sent there. */
import { useRef } from 'react'
import { listOwnAlbums, updateAlbum } from '#contract/catalog/albums.ts'
import { listOwnArtists, updateArtist } from '#contract/catalog/artists.ts'
import { previewImport } from '#contract/catalog/moving/imports.ts'
import { listOwnPodcasts, updatePodcast } from '#contract/catalog/podcasts.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { FieldProblem } from './elsewhere.ts'
import { useSend } from './form.tsx'
import { useMay } from './role.ts'

const CALLS = {
  artist: { update: updateArtist, list: listOwnArtists },
  album: { update: updateAlbum, list: listOwnAlbums },
  podcast: { update: updatePodcast, list: listOwnPodcasts },
}
type Kind = keyof typeof CALLS

/** Throws once for an address without this feed; saved again, it is accepted, and this returns true. */
export function useNewFeedCheck(ids: Readonly<Record<string, string>>) {
  const { call } = useSite()
  const doubted = useRef('')
  return async (filled: object) => {
    const url = 'newFeedUrl' in filled ? String(filled.newFeedUrl) : ''
    if (url === '') return false
    if (url === doubted.current) return true
    const kind = (Object.keys(CALLS) as Kind[]).find((one) => ids[`${one}Id`])!
    const moves = { kind, id: ids[`${kind}Id`]! }
    const doubt = await call(previewImport, { body: { url, moves } }).then(
      ({ isSameFeed }) => (isSameFeed === true ? '' : t('studio.newFeedOther')),
      describeFailure,
    )
    if (doubt === '') return false
    doubted.current = url
    throw new FieldProblem('newFeedUrl', `${doubt} ${t('studio.newFeedAnyway')}`)
  }
}

type Moved = { id: string; newFeedUrl: string | null; newFeedSince: string | null }

export function NewFeedNote({ kind, of }: { kind: Kind; of: Moved | undefined }) {
  const isOwner = useMay('money')
  const send = useSend(CALLS[kind].update, [CALLS[kind].list])
  const undoing = useMutationOnce({
    mutationFn: () => send({ [`${kind}Id`]: of!.id, newFeedUrl: '' }),
    onError: (error) => showErrorToast(describeFailure(error)),
  })
  if (!of?.newFeedUrl || !of.newFeedSince) return null
  return (
    <div className="mb-7 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 wrap-anywhere">
        {t('studio.newFeedNote', { url: of.newFeedUrl, date: formatDate(of.newFeedSince) })}
      </p>
      {isOwner && (
        <Button kind="quiet" size="small" isWaiting={undoing.isPending} onClick={() => undoing.mutate()}>
          {t('studio.newFeedUndo')}
        </Button>
      )}
    </div>
  )
}
