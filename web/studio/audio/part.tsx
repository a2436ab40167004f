/** The tracks or episodes on the page of an album or podcast: drop files, edit titles, upload, follow the processing,
 * reorder, and act on many at once. */
import { useEffect, useState } from 'react'
import { orderTracks } from '#contract/catalog/albums.ts'
import { PODCAST_EPISODES_MAX } from '#contract/catalog/episodes.ts'
import { orderEpisodes } from '#contract/catalog/podcasts.ts'
import { ALBUM_TRACKS_MAX } from '#contract/catalog/tracks.ts'
import { Link } from '#web/navigation/link.tsx'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { PreparedList } from '#web/studio/uploads/prepared-list.tsx'
import { showOnly, useShow } from '#web/studio/publishing/show.ts'
import type { Status } from '#web/studio/publishing/status.ts'
import { ShowLinks } from '#web/studio/publishing/show-links.tsx'
import { AudioDrop } from '#web/studio/uploads/audio-drop.tsx'
import { toLines, type Line } from './lines.ts'
import { AudioList } from './list.tsx'
import { countAudioItems, isSameFile, useAudioItems, type AudioItem } from '#web/studio/uploads/audio-items.ts'
import { uploadActions, useUploadsOf } from '#web/studio/uploads/window.ts'
import type { AudioParent, Upload } from '#web/studio/uploads/upload.ts'
import { listKeyOf } from '#web/studio/uploads/uploads.ts'
import { EditorWait } from '#web/studio/editors/wait.tsx'

/** `status`: of the album or podcast. */
export function AudioPart({ parent, status }: { parent: AudioParent; status: Status }) {
  const site = useSite()
  const query = useAudioItems(parent)
  const { data: audioItems } = query
  const uploads = useUploadsOf(parent.id)
  useResume(uploads)
  const isAlbum = parent.kind === 'album'
  const title = t(isAlbum ? 'studio.tracks' : 'studio.episodes')
  if (!audioItems) return <EditorWait query={query} />
  const prepared = uploads.filter(({ state }) => state === 'prepared')
  const lines = toLines(parent.kind, audioItems, uploads)
  const max = isAlbum ? ALBUM_TRACKS_MAX : PODCAST_EPISODES_MAX
  const lastOrder = Math.max(0, ...lines.map(({ order }) => order))
  return (
    <section aria-label={title} className="min-w-0">
      <AudioDrop
        room={max - lines.length - prepared.length}
        roomMax={max}
        isLarge={lines.length + prepared.length === 0}
        onFiles={(files) => takeFiles(site, parent, lines, files)}
      />
      {prepared.length > 0 && (
        <PreparedList prepared={prepared} onSend={() => uploadActions.send(site, parent.id, lastOrder + 1)} />
      )}
      {lines.length > 0 && (
        <Lines key={parent.id} parent={parent} lines={lines} audioItems={audioItems} status={status} />
      )}
      <Announcement audioItems={audioItems} uploads={uploads} />
    </section>
  )
}

/** Files of interrupted uploads resume; all others are new. */
function takeFiles(site: ReturnType<typeof useSite>, parent: AudioParent, lines: readonly Line[], files: File[]): void {
  const cutOff = lines.flatMap(({ audioItem, upload }) =>
    audioItem?.arrival?.state === 'awaiting-upload' && upload === null
      ? [{ ...audioItem, arrival: audioItem.arrival }]
      : [],
  )
  const added: File[] = []
  for (const file of files) {
    const place = cutOff.findIndex(({ arrival }) => isSameFile(arrival, file))
    const [audioItem] = place === -1 ? [] : cutOff.splice(place, 1)
    if (audioItem === undefined) added.push(file)
    else uploadActions.continueWith(site, parent, audioItem, file)
  }
  if (added.length > 0) uploadActions.prepare(parent, added, site)
}

/** The choice between published and unpublished ones appears once the release or podcast is public: before, none of them is. */
function Lines({
  parent,
  lines,
  audioItems,
  status,
}: {
  parent: AudioParent
  lines: Line[]
  audioItems: AudioItem[]
  status: Status
}) {
  const [isPublic, isParentOut] = [status === 'published', status !== 'draft']
  const chosen = useShow()
  const show = isPublic ? chosen : 'all'
  const order = useOrder(parent)
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const title = t(parent.kind === 'album' ? 'studio.tracks' : 'studio.episodes')
  const selected = audioItems.filter(({ id }) => wanted.has(id))
  const toggle = (id: string) =>
    setWanted((all) => (all.has(id) ? new Set([...all].filter((one) => one !== id)) : new Set([...all, id])))
  const shown = lines.filter(({ audioItem }) =>
    audioItem ? showOnly([audioItem], show).length > 0 : show !== 'published',
  )
  const areAll = selected.length === audioItems.length && audioItems.length > 0
  return (
    <div className="mt-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl">{title}</h2>
        {parent.kind === 'podcast' && (
          <Link
            to={`/studio/table/${parent.id}`}
            className="inline-flex min-h-11 items-center text-sm font-semi underline underline-offset-4"
          >
            {t('table.open')}
          </Link>
        )}
        <label className="inline-flex min-h-11 items-center gap-2.5 text-sm font-medium text-ink-2">
          <input
            type="checkbox"
            checked={areAll}
            onChange={() => setWanted(areAll ? new Set() : new Set(audioItems.map(({ id }) => id)))}
            className="size-4.5 accent-purple"
          />
          {t('studio.chooseAll')}
        </label>
      </div>
      {isPublic && (
        <div className="mb-3">
          <ShowLinks contents={audioItems} show={show} />
        </div>
      )}
      {selected.length > 0 && (
        <BulkBar parent={parent} selected={selected} isParentOut={isParentOut} onDone={() => setWanted(new Set())} />
      )}
      {shown.length === 0 ? (
        <EmptyState sentence={t('studio.showNone')} />
      ) : (
        <AudioList
          parent={parent}
          label={title}
          lines={shown}
          isParentOut={isParentOut}
          choice={{ selected: wanted, toggle }}
          canOrder={show === 'all' && lines.length > 1 && lines.every(({ audioItem, upload }) => audioItem && !upload)}
          onOrder={order}
        />
      )}
    </div>
  )
}

function useOrder(parent: AudioParent) {
  const { call, queries } = useSite()
  return async (shown: string[], movedId: string) => {
    const all = queries.getQueryData<AudioItem[]>(listKeyOf(parent)) ?? []
    // Items hidden by the filter have a position too.
    const ids = [...shown, ...all.flatMap(({ id }) => (shown.includes(id) ? [] : [id]))]
    await (parent.kind === 'album'
      ? call(orderTracks, { params: { albumId: parent.id }, body: { trackIds: ids, movedId } })
      : // The list begins with the newest, which has the highest number.
        call(orderEpisodes, { params: { podcastId: parent.id }, body: { episodeIds: ids.toReversed() } }))
    await queries.invalidateQueries({ queryKey: listKeyOf(parent) })
  }
}

/** Uploads that stopped because the session ended resume automatically after a log-in. */
function useResume(uploads: Upload[]): void {
  const site = useSite()
  const token = useSession(({ session }) => session?.token)
  useEffect(() => {
    if (token === undefined) return
    for (const { key, trouble } of uploads) if (trouble?.kind === 'login') uploadActions.retry(site, key)
    // Only a new log-in is a reason to retry.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [token])
}

/** The overall progress, in a polite live region; counts files instead of percent, to keep announcements rare. */
function Announcement({ audioItems, uploads }: { audioItems: AudioItem[]; uploads: Upload[] }) {
  const { ready, preparing, awaiting, failed } = countAudioItems(audioItems)
  const of = (...states: Upload['state'][]) => uploads.filter(({ state }) => states.includes(state)).length
  const [uploading, waiting] = [of('starting', 'uploading'), of('waiting')]
  const text = [
    uploading > 0 && t('studio.announceUploading', { count: uploading }),
    waiting > 0 && t('studio.announceWaiting', { count: waiting }),
    preparing > 0 && t('studio.announcePreparing', { count: preparing }),
    awaiting - uploading - waiting > 0 && t('studio.announceAwaiting', { count: awaiting - uploading - waiting }),
    ready > 0 && t('studio.announceReady', { count: ready }),
    failed + of('failed') > 0 && t('studio.announceFailed', { count: failed + of('failed') }),
  ]
  return (
    <p role="status" className="sr-only">
      {text.filter(Boolean).join(' ')}
    </p>
  )
}
