/** Reorders the songs of the user's own playlist by dragging or by keyboard, and removes them. Each change is saved
 * immediately; changes made on another device are shown instead of overwritten. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import {
  addPlaylistTrack,
  getPlaylist,
  listOwnPlaylists,
  removePlaylistTrack,
  reorderPlaylist,
} from '#contract/listening/playlists.ts'
import { listLibraryIds, listLibraryTracks } from '#contract/listening/library.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { classNames } from '#web/ui/class-names.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { SortableList, type SortableTexts } from '#web/ui/controls/sortable.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { coverSeedOf } from '#web/player/state/queue.ts'
import { t } from '#web/words/words.ts'
import { type EntryRow, rowsOfPlaylist } from './playlist-entries.ts'
import { SongNames } from './song-rows.tsx'

type PlaylistWire = Wire<typeof getPlaylist>

const sortWords: SortableTexts = {
  help: t('playlists.sortHelp'),
  grip: (name) => t('playlists.sortGrip', { name }),
  lifted: (name, place, count) => t('playlists.sortLifted', { name, place, count }),
  moved: (name, place, count) => t('playlists.sortMoved', { name, place, count }),
  dropped: (name, place, count) => t('playlists.sortDropped', { name, place, count }),
  cancelled: (name, place, count) => t('playlists.sortCancelled', { name, place, count }),
}

export function PlaylistEditor({ playlist, onDone }: { playlist: PlaylistWire; onDone: () => void }) {
  const { show, remove, putBack, sort } = useChanges(playlist)
  const lead = useIntoView()
  const activeId = usePlayer((state) => state.activeTrackId)
  const entries = rowsOfPlaylist(playlist).map((row) => ({ ...row, name: row.title }))
  if (entries.length === 0) {
    return (
      <EmptyState sentence={t('playlists.emptyOwn')} action={<Button onClick={onDone}>{t('playlists.done')}</Button>} />
    )
  }
  return (
    <>
      <div ref={lead} className="mb-3 flex scroll-mt-24 items-center justify-between gap-4">
        <p className="text-ink-2">
          {t('playlists.editLead')} <span className="pointer-coarse:hidden">{t('playlists.editKeys')}</span>
        </p>
        <Button size="small" onClick={onDone}>
          {t('playlists.done')}
        </Button>
      </div>
      <SortableList
        entries={entries}
        label={t('catalog.trackList')}
        words={sortWords}
        onSort={(ordered) => {
          show(ordered)
          sort.mutate(ordered)
        }}
        className="-mx-2"
        rowClassName={({ contentId }) =>
          classNames('flex items-center gap-2.5 px-2 py-1.5 md:gap-3.5', contentId === activeId && 'inverse')
        }
      >
        {(entry, _index, grip) => (
          <EditRow
            entry={entry}
            grip={grip}
            onRemove={() => {
              show(entries.filter(({ key }) => key !== entry.key))
              remove.mutate(entry, {
                onSuccess: () =>
                  showToast(t('playlists.removed', { title: entry.title }), {
                    label: t('common.undo'),
                    onClick: () => putBack.mutate(entry),
                  }),
              })
            }}
          />
        )}
      </SortableList>
    </>
  )
}

/** On a phone the opened editor may be below the visible part. */
function useIntoView() {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if ((part.current?.getBoundingClientRect().top ?? 0) > innerHeight * 0.6) part.current?.scrollIntoView()
  }, [])
  return part
}

function EditRow({ entry, grip, onRemove }: { entry: EntryRow; grip: ReactNode; onRemove: () => void }) {
  const { playable, contentId, title, isExplicit } = entry
  return (
    <>
      {grip}
      <Cover
        src={playable?.artworkUrl ?? null}
        alt=""
        seed={playable ? coverSeedOf(playable) : contentId}
        sizes="48px"
        className="w-12 shrink-0"
      />
      {playable && <SongNames playable={playable} isExplicit={isExplicit === true} />}
      <WordButton label={t('playlists.remove', { title })} onClick={onRemove} className="shrink-0 px-1 text-sm">
        {t('row.remove')}
      </WordButton>
    </>
  )
}

/** The keys of the entries of each playlist, also of those that were removed, which may be put back in any order. */
const orders = new Map<string, string[]>()

/** What was removed stays behind what it was behind. */
function keepOrder(playlistId: string, rows: readonly EntryRow[]): string[] {
  const order = rows.map(({ key }) => key)
  const before = orders.get(playlistId) ?? []
  for (const [index, key] of before.entries()) {
    if (!order.includes(key)) order.splice(order.indexOf(before[index - 1] ?? '') + 1, 0, key)
  }
  orders.set(playlistId, order)
  return order
}

/** Shown immediately, then saved one after the other, so that each change uses the revision of the one before. */
function useChanges(playlist: PlaylistWire) {
  const { call } = useSite()
  const queries = useQueryClient()
  const playlistId = playlist.id ?? ''
  const key = queryKeyOf(getPlaylist, { params: { playlistId }, query: {} })
  useEffect(() => void keepOrder(playlistId, rowsOfPlaylist(playlist)), [playlistId, playlist])
  const show = (rows: readonly EntryRow[]) => {
    void queries.cancelQueries({ queryKey: key })
    const orders = new Map(rows.map((row, index) => [row.key, index + 1]))
    const ordered = <Entry extends { entryId: string }>(entries: readonly Entry[]) =>
      entries.flatMap((entry) => {
        const order = orders.get(entry.entryId)
        return order === undefined ? [] : { ...entry, order }
      })
    queries.setQueryData<PlaylistWire>(
      key,
      (known) => known && { ...known, tracks: ordered(known.tracks), itemsElsewhere: ordered(known.itemsElsewhere) },
    )
  }
  const revisionNow = () => queries.getQueryData<PlaylistWire>(key)?.revision ?? playlist.revision
  const scope = { id: `playlist:${playlistId}` }
  const onError = async (error: unknown) => {
    showErrorToast(
      error instanceof ApiError && error.code === 'playlist-changed' ? t('playlists.changed') : describeFailure(error),
    )
    await queries.invalidateQueries({ queryKey: key })
  }
  const onSuccess = () => {
    queries.setQueryData<PlaylistWire>(key, (known) => known && { ...known, revision: known.revision + 1 })
    for (const list of [listOwnPlaylists, ...(playlist.isFavorites ? [listLibraryIds, listLibraryTracks] : [])]) {
      void queries.invalidateQueries({ queryKey: queryKeyOf(list) })
    }
  }
  const sort = useMutation({
    scope,
    mutationFn: (rows: readonly EntryRow[]) => {
      const trackList = rows.map(({ contentId }) => contentId)
      const entryList = rows.map(({ key: entryId }) => entryId)
      return call(reorderPlaylist, { body: { playlistId, trackList, entryList, ifRevision: revisionNow() } })
    },
    onSuccess,
    onError,
  })
  const remove = useMutation({
    scope,
    mutationFn: ({ contentId: trackId, key: entryId }: EntryRow) =>
      call(removePlaylistTrack, { body: { playlistId, trackId, entryId } }),
    onSuccess,
    onError,
  })
  const putBack = useMutation({
    scope,
    mutationFn: (removed: EntryRow) => addWhereItWas(call, playlistId, removed),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
    onError,
  })
  return { show, sort, remove, putBack }
}

/** Adding puts it at the end, with a new key; from there it goes to where it was. */
async function addWhereItWas(call: Call, playlistId: string, { contentId, key: keyBefore }: EntryRow): Promise<void> {
  await call(addPlaylistTrack, { body: { playlistId, trackId: contentId } })
  const rows = rowsOfPlaylist(await call(getPlaylist, { params: { playlistId }, query: {} }))
  const added = rows.findLast((row) => row.contentId === contentId)
  if (!added) return
  const others = rows.filter((row) => row !== added)
  const order = keepOrder(playlistId, others).map((key) => (key === keyBefore ? added.key : key))
  orders.set(playlistId, order)
  const ordered = rows.toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key))
  const trackList = ordered.map((row) => row.contentId)
  await call(reorderPlaylist, { body: { playlistId, trackList, entryList: ordered.map(({ key }) => key) } })
}
