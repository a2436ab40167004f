/** Reorders the songs of the user's own playlist by dragging or by keyboard, and removes them. Each change is saved
 * immediately; changes made on another device are shown instead of overwritten. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { getPlaylist, listOwnPlaylists, removePlaylistTrack, reorderPlaylist } from '#contract/listening/playlists.ts'
import { listLibraryIds, listLibraryTracks } from '#contract/listening/library.ts'
import { ApiError } from '#web/data/api.ts'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { classNames } from '#web/ui/class-names.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { SortableList, type SortableTexts } from '#web/ui/controls/sortable.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { SongNames } from './song-rows.tsx'

type PlaylistWire = Wire<typeof getPlaylist>
type Track = PlaylistWire['tracks'][number]

const sortWords: SortableTexts = {
  help: t('playlists.sortHelp'),
  grip: (name) => t('playlists.sortGrip', { name }),
  lifted: (name, place, count) => t('playlists.sortLifted', { name, place, count }),
  moved: (name, place, count) => t('playlists.sortMoved', { name, place, count }),
  dropped: (name, place, count) => t('playlists.sortDropped', { name, place, count }),
  cancelled: (name, place, count) => t('playlists.sortCancelled', { name, place, count }),
}

export function PlaylistEditor({ playlist, onDone }: { playlist: PlaylistWire; onDone: () => void }) {
  const { show, remove, sort } = useChanges(playlist)
  const lead = useIntoView()
  const activeId = usePlayer((state) => state.activeTrackId)
  const entries = playlist.tracks.map((track) => ({ key: track.entryId, name: track.title, track }))
  if (entries.length === 0) {
    return (
      <EmptyState sentence={t('playlists.emptyOwn')} action={<Button onClick={onDone}>{t('playlists.done')}</Button>} />
    )
  }
  return (
    <>
      <div ref={lead} className="mb-3 flex scroll-mt-24 items-center justify-between gap-4">
        <p className="text-ink-2">{t('playlists.editLead')}</p>
        <Button size="small" onClick={onDone}>
          {t('playlists.done')}
        </Button>
      </div>
      <SortableList
        entries={entries}
        label={t('catalog.trackList')}
        words={sortWords}
        onSort={(ordered) => {
          const tracks = ordered.map(({ track }) => track)
          show(tracks)
          sort.mutate(tracks)
        }}
        className="-mx-2"
        rowClassName={({ track }) =>
          classNames('flex items-center gap-2.5 px-2 py-1.5 md:gap-3.5', track.id === activeId && 'inverse')
        }
      >
        {({ track }, _index, grip) => (
          <EditRow
            track={track}
            grip={grip}
            onRemove={() => {
              show(playlist.tracks.filter(({ entryId }) => entryId !== track.entryId))
              remove.mutate(track)
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

function EditRow({ track, grip, onRemove }: { track: Track; grip: ReactNode; onRemove: () => void }) {
  const [playable] = playablesOfTracks([track])
  return (
    <>
      {grip}
      <Cover src={track.artworkUrl} alt="" seed={track.id} sizes="48px" className="w-12 shrink-0" />
      {playable && <SongNames playable={playable} isExplicit={track.isExplicit} />}
      <WordButton
        label={t('playlists.remove', { title: track.title })}
        onClick={onRemove}
        className="shrink-0 px-1 text-sm"
      >
        {t('row.remove')}
      </WordButton>
    </>
  )
}

/** Shown immediately, then saved one after the other, so that each change uses the revision of the one before. */
function useChanges(playlist: PlaylistWire) {
  const { call } = useSite()
  const queries = useQueryClient()
  const playlistId = playlist.id ?? ''
  const key = queryKeyOf(getPlaylist, { params: { playlistId }, query: {} })
  const show = (tracks: Track[]) => {
    void queries.cancelQueries({ queryKey: key })
    queries.setQueryData<PlaylistWire>(key, (known) => known && { ...known, tracks })
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
    mutationFn: (tracks: Track[]) => {
      const trackList = tracks.map(({ id }) => id)
      const entryList = tracks.map(({ entryId }) => entryId)
      return call(reorderPlaylist, { body: { playlistId, trackList, entryList, ifRevision: revisionNow() } })
    },
    onSuccess,
    onError,
  })
  const remove = useMutation({
    scope,
    mutationFn: ({ id, entryId }: Track) => call(removePlaylistTrack, { body: { playlistId, trackId: id, entryId } }),
    onSuccess,
    onError,
  })
  return { show, sort, remove }
}
