/** Chooses the playlists of a track: each is a switch that adds or removes it, and a new playlist can be created.
 * Opened through picker.ts. */
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import {
  addPlaylistTrack,
  createPlaylist,
  getPlaylist,
  listOwnPlaylists,
  removePlaylistTrack,
} from '#contract/listening/playlists.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { countSongs } from '#web/content/number-formats.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { CheckIcon, PlusIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { Mosaic } from './mosaic.tsx'
import { type PickedTrack, usePicker } from './picker.ts'

type Summary = Wire<typeof listOwnPlaylists>[number]

export function AddDialog({ track, isOpen }: { track: PickedTrack; isOpen: boolean }) {
  const { call } = useSite()
  const close = usePicker((state) => state.closePicker)
  const input = { query: { trackId: track.id } }
  // Always refetched, because another device or page may have changed it.
  const playlists = useQuery({ ...callQuery(call, listOwnPlaylists, input), staleTime: 0, enabled: isOpen })
  const listed = playlists.data?.filter(({ isFavorites, isSmart }) => !isFavorites && !isSmart)
  const own = useFirstOrder(listed, isOpen && playlists.isFetchedAfterMount)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('playlists.chooseTitle', { title: track.title })}
      closeLabel={t('common.close')}
    >
      {track.isElsewhere && <p className="mb-4 text-ink-2">{t('foreign.listing')}</p>}
      <NewPlaylist track={track} isFirst={own?.length === 0} />
      {playlists.isError && <LoadFailure level="part" error={playlists.error} retry={playlists.refetch} />}
      {playlists.isPending && <RowsComing />}
      {own !== undefined && own.length > 0 && (
        <ul className="mt-4 -mx-2 flex flex-col" aria-label={t('playlists.yours')}>
          {own.map((playlist) => (
            <li key={playlist.id}>
              <PlaylistSwitch playlist={playlist} track={track} />
            </li>
          ))}
        </ul>
      )}
      <Button size="large" className="mt-4 w-full" onClick={close}>
        {t('playlists.done')}
      </Button>
    </Dialog>
  )
}

/** The server has what was changed last first; here rows stay where they are until the dialog is opened again. New ones come
 * first. */
function useFirstOrder(own: Summary[] | undefined, isCurrent: boolean): Summary[] | undefined {
  const first = useRef<string[]>([])
  if (!isCurrent) first.current = []
  else if (own && first.current.length === 0) first.current = own.map(({ id }) => id)
  return own?.sort((one, other) => first.current.indexOf(one.id) - first.current.indexOf(other.id))
}

function useRefetchPlaylists() {
  const refresh = useRefresh()
  return (playlistId: string) =>
    Promise.all([refresh(listOwnPlaylists), refresh(getPlaylist, { params: { playlistId }, query: {} })])
}

function PlaylistSwitch({ playlist, track }: { playlist: Summary; track: PickedTrack }) {
  const { call } = useSite()
  const refetch = useRefetchPlaylists()
  const changing = useMutationOnce({
    mutationFn: async (isIn: boolean) => {
      const body = { playlistId: playlist.id, trackId: track.id }
      if (isIn) await call(removePlaylistTrack, { body })
      else await call(addPlaylistTrack, { body })
      // The rows show the server's state before the press counts as done.
      await refetch(playlist.id)
    },
  })
  const isIn = playlist.hasTrack === true
  return (
    <>
      <button
        type="button"
        aria-pressed={isIn}
        aria-busy={changing.isPending || undefined}
        disabled={changing.isPending}
        onClick={() => changing.mutate(isIn)}
        className="flex w-full items-center gap-3.5 rounded-item px-2 py-2 text-left hover:bg-sunken"
      >
        <Mosaic tracks={playlist.tracks} seed={playlist.id} sizes="48px" className="w-12 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semi">{playlist.title}</span>
          <span className="block text-sm text-ink-2">{countSongs(playlist.trackCount)}</span>
        </span>
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-7 shrink-0 place-items-center rounded-pill border-[1.5px]',
            isIn ? 'border-transparent bg-ink text-beige' : 'border-line-2 text-ink-2',
            changing.isPending && 'animate-breathe',
          )}
        >
          {isIn ? <CheckIcon size={16} /> : <PlusIcon size={16} />}
        </span>
      </button>
      {changing.isError && <Problem words={describeFailure(changing.error)} />}
    </>
  )
}

function NewPlaylist({ track, isFirst }: { track: PickedTrack; isFirst: boolean }) {
  const { call } = useSite()
  const callOnce = useCallOnce()
  const refetch = useRefetchPlaylists()
  const [title, setTitle] = useState('')
  const making = useMutationOnce({
    mutationFn: async (wanted: string) => {
      const body = { title: wanted }
      const made = await callOnce(body, (options) => call(createPlaylist, { body }, options))
      await call(addPlaylistTrack, { body: { playlistId: made.id, trackId: track.id } })
      return made
    },
    onSuccess: (made) => {
      setTitle('')
      showToast(t('playlists.added', { playlist: made.title }))
    },
    onSettled: (made) => refetch(made?.id ?? ''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '') making.mutate(title.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {isFirst && <p className="text-ink-2">{t('playlists.firstLead')}</p>}
      <div className="flex flex-wrap items-end gap-2.5">
        <Field
          label={t('playlists.newName')}
          className="flex-[1_1_10rem]"
          value={title}
          maxLength={255}
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
        <Button
          type="submit"
          kind="quiet"
          size="large"
          isWaiting={making.isPending}
          disabled={title.trim() === ''}
          icon={<PlusIcon size={18} aria-hidden="true" />}
        >
          {t('playlists.create')}
        </Button>
      </div>
      {making.isError && <Problem words={describeFailure(making.error)} />}
    </form>
  )
}

function RowsComing() {
  return (
    <div role="status" aria-label={t('common.loading')} className="mt-5 flex flex-col gap-4">
      {[1, 2, 3].map((row) => (
        <span key={row} className="flex items-center gap-3.5">
          <Skeleton className="size-12 shrink-0" />
          <Skeleton className="h-4 w-1/2" />
        </span>
      ))}
    </div>
  )
}
