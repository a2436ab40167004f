/** Playlists as cards, and the button that creates a new one. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import { createPlaylist, listOwnPlaylists, type PlaylistSummary } from '#contract/listening/playlists.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { countSongs } from '#web/content/number-formats.ts'
import { Link } from '#web/navigation/link.tsx'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { VisibilityChoice } from './details-dialog.tsx'
import { Mosaic } from './mosaic.tsx'
import { type Visibility, VISIBILITY_TEXTS } from './visibility.tsx'

export type SummaryWire = z.input<typeof PlaylistSummary>

export function PlaylistGrid({
  playlists,
  isOwn = false,
}: {
  playlists: readonly SummaryWire[]
  /** Shows the visibility of each playlist instead of its owner. */
  isOwn?: boolean
}) {
  return (
    <ul className="card-grid gap-x-4 gap-y-7 md:gap-x-5.5">
      {playlists.map((playlist) => (
        <li key={playlist.id} className="min-w-0">
          <Link to={`/playlist/${playlist.id}`} className="group block">
            <Mosaic
              tracks={playlist.tracks}
              seed={playlist.id}
              sizes="220px"
              className="transition-transform duration-200 group-hover:-translate-y-1"
            />
            <span className="mt-2.5 line-clamp-2 font-semi group-hover:underline">
              {playlist.isFavorites && isOwn ? t('playlists.favorites') : titleOfSummary(playlist)}
            </span>
          </Link>
          <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
            {countSongs(playlist.trackCount)}
            <span aria-hidden="true">·</span>
            {isOwn ? <SeenBy visibility={playlist.visibility} /> : <span className="truncate">{playlist.name}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}

function titleOfSummary({ isFavorites, title, name }: SummaryWire): string {
  return isFavorites ? t('playlists.favoritesOf', { name }) : title
}

function SeenBy({ visibility }: { visibility: Visibility }) {
  return <span>{t(VISIBILITY_TEXTS[visibility].name)}</span>
}

/** Leads to the page where the rules of a smart playlist are made. */
export function NewSmartButton() {
  return (
    <ButtonLink kind="quiet" to="/playlists/smart">
      {t('smart.new')}
    </ButtonLink>
  )
}

export function NewPlaylistButton() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button kind="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('playlists.new')}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t('playlists.new')} closeLabel={t('common.close')}>
        <NewForm />
      </Dialog>
    </>
  )
}

function NewForm() {
  const { call } = useSite()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const callOnce = useCallOnce()
  const [title, setTitle] = useState('')
  const [visibility, setVisibility] = useState<Visibility>('unlisted')
  const [showsErrors, setShowsErrors] = useState(false)
  const making = useMutation({
    mutationFn: () => {
      const body = { title: title.trim(), visibility }
      return callOnce(body, (options) => call(createPlaylist, { body }, options))
    },
    onSuccess: async ({ id }) => {
      void refresh(listOwnPlaylists)
      await navigate(`/playlist/${id}`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (title.trim() !== '') making.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={t('playlists.name')}
        value={title}
        maxLength={255}
        autoComplete="off"
        autoFocus
        error={showsErrors && title.trim() === '' ? t('playlists.nameMissing') : undefined}
        onChange={(event) => setTitle(event.target.value)}
      />
      <VisibilityChoice selected={visibility} onChoose={setVisibility} />
      {making.isError && <Problem words={describeFailure(making.error)} />}
      <Button type="submit" size="large" isWaiting={making.isPending}>
        {t('playlists.make')}
      </Button>
    </form>
  )
}
