/** A playlist in the colours of its first cover: its title across the window, its covers, and its songs as rows. Its
 * owner edits it here. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { getPlaylist, PLAYLIST_TRACKS_MAX } from '#contract/listening/playlists.ts'
import type { Wire } from '#contract/endpoint.ts'
import { isoDuration, JsonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { preload, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { PlayDisc } from '#web/content/play-button.tsx'
import { artistHref } from '#web/player/state/playables.ts'
import { ShareButton } from '#web/content/share-button.tsx'
import { countSongs, formatLength, sumOf } from '#web/content/number-formats.ts'
import { FeedLink, Head } from '#web/frame/head.tsx'
import { cardPathOf } from '#web/frame/share-target.ts'
import { LikeButton } from '#web/likes/like-button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { SaveButton } from '#web/offline/save-button.tsx'
import type { Visit } from '#web/frame/page.ts'
import { useAccount } from '#web/session/account.ts'
import { useSettings } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Poster } from '#web/ui/images/poster.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { Mosaic } from './mosaic.tsx'
import { OwnActions } from './own-actions.tsx'
import { type EntryRow, rowsOfPlaylist } from './playlist-entries.ts'
import { SongRows } from './song-rows.tsx'
import { VisibilityBadge } from './visibility.tsx'

type PlaylistWire = Wire<typeof getPlaylist>
type OfPlaylist = { playlist: PlaylistWire; rows: EntryRow[] }

const Editor = lazy(async () => ({ default: (await import('./playlist-editor.tsx')).PlaylistEditor }))

const inputOf = (playlistId: string) => ({ params: { playlistId }, query: {} })

export const coloursOf = (visit: Visit) =>
  readLoaded(visit, getPlaylist, inputOf(visit.params['playlistId'] ?? ''))?.tracks.find(({ colorInfo }) => colorInfo)
    ?.colorInfo

export const load = (visit: Visit) => preload(visit, getPlaylist, inputOf(visit.params['playlistId'] ?? ''))

export function Page() {
  const { playlistId = '' } = useParams()
  const playlist = usePageData(getPlaylist, inputOf(playlistId))
  const { data: account } = useAccount()
  const [isEditing, setIsEditing] = useState(false)
  if (!playlist) return <PageSkeleton label={t('common.loading')} />
  const isOwn = account !== undefined && account.id === playlist.userId
  const rows = rowsOfPlaylist(playlist)
  return (
    <>
      <PlaylistHead playlist={playlist} rows={rows} />
      <PlaylistFeature playlist={playlist} rows={rows} isOwn={isOwn} isEditing={isEditing} onEdit={setIsEditing}>
        {isOwn && isEditing ? (
          <Suspense fallback={<PageSkeleton label={t('common.loading')} />}>
            <Editor playlist={playlist} onDone={() => setIsEditing(false)} />
          </Suspense>
        ) : (
          <Songs playlist={playlist} rows={rows} isOwn={isOwn} />
        )}
      </PlaylistFeature>
    </>
  )
}

/** The title of the page. Favourites have a localized title with their owner's name. */
export function titleOf({ isFavorites, title, name }: Pick<PlaylistWire, 'isFavorites' | 'title' | 'name'>): string {
  return isFavorites && name !== null ? t('playlists.favoritesOf', { name }) : title
}

function PlaylistFeature({
  playlist,
  rows,
  isOwn,
  isEditing,
  onEdit,
  children,
}: OfPlaylist & {
  isOwn: boolean
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  children: ReactNode
}) {
  const { tracks, id } = playlist
  const list = rows.flatMap(({ playable }) => playable ?? [])
  const title = titleOf(playlist)
  const seconds = sumOf(list.map(({ durationSeconds }) => durationSeconds))
  const msat = sumOf(tracks.map(({ msatTotal }) => msatTotal))
  const seed = id ?? 'shuffle'
  return (
    <Poster
      title={title}
      fit={playlist.isFavorites ? null : playlist.titleFit}
      byline={<Kicker playlist={playlist} isOwn={isOwn} />}
      coverUrl={null}
      picture={<Mosaic tracks={tracks} seed={seed} isEager className="w-full" />}
      seed={seed}
      actions={
        <>
          <PlayDisc list={list} title={title} />
          {!isOwn && id !== null && <LikeButton contentId={id} title={title} />}
          {id !== null && tracks.length > 0 && (
            <SaveButton
              path={`/playlist/${id}`}
              title={title}
              pendingSave={async () =>
                (await import('#web/offline/pending-saves.ts')).pendingSaveOfPlaylist(playlist, id, title)
              }
            />
          )}
          {playlist.visibility !== 'private' && id !== null && (
            <ShareButton target={{ path: `/playlist/${id}`, title, byline: playlist.name }} />
          )}
          {isOwn && <OwnActions playlist={playlist} hasSongs={rows.length > 0} isEditing={isEditing} onEdit={onEdit} />}
        </>
      }
    >
      {playlist.description !== null && <p className="whitespace-pre-line">{playlist.description}</p>}
      <p className="dotted mt-4">
        {[
          countSongs(rows.length),
          ...(seconds > 0 ? [formatLength(seconds)] : []),
          ...(msat > 0 ? [t('catalog.sats', { sats: formatSats(msat) })] : []),
        ].map((note) => (
          <span key={note}>{note}</span>
        ))}
      </p>
      {playlist.hiddenCount > 0 && (
        <p className="mt-1 text-sm">
          {playlist.hiddenCount === 1
            ? t('playlists.hiddenOne')
            : t('playlists.hidden', { count: playlist.hiddenCount })}
        </p>
      )}
      <div className="mt-5">{children}</div>
    </Poster>
  )
}

function Kicker({ playlist, isOwn }: { playlist: PlaylistWire; isOwn: boolean }) {
  const { name, profileUrl, visibility } = playlist
  return (
    // The actions of its owner need a line of their own on phones.
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5 signed-in:max-md:w-[calc(100vw-2*var(--gut))]">
      <span>
        {t(playlist.isSmart ? 'smart.title' : 'playlists.playlist')}
        {name !== null && profileUrl !== null && (
          <>
            {' · '}
            <Link to={`/profile/${profileUrl}`} className="hover:underline">
              {name}
            </Link>
          </>
        )}
      </span>
      {isOwn && <VisibilityBadge visibility={visibility} />}
    </span>
  )
}

function emptyTextOf({ isFavorites, isSmart }: PlaylistWire, isOwn: boolean): TranslationKey {
  if (!isOwn) return 'playlists.empty'
  return isFavorites ? 'library.noTracks' : isSmart ? 'smart.empty' : 'playlists.emptyOwn'
}

function Songs({ playlist, rows, isOwn }: OfPlaylist & { isOwn: boolean }) {
  if (rows.length === 0) {
    return (
      <EmptyState
        sentence={t(emptyTextOf(playlist, isOwn))}
        action={
          <ButtonLink to={isOwn ? '/new' : '/'} kind="quiet">
            {t(isOwn ? 'playlists.findSongs' : 'failure.home')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <>
      <h2 className="sr-only">{t('catalog.trackList')}</h2>
      <SongRows rows={rows} label={t('catalog.trackList')} />
      {isOwn && !playlist.isFavorites && !playlist.isSmart && rows.length >= PLAYLIST_TRACKS_MAX && (
        <p className="mt-5 text-sm text-ink-2">{t('playlists.full', { count: PLAYLIST_TRACKS_MAX })}</p>
      )}
    </>
  )
}

/** Structured data lists the first songs only, to limit its size. */
const LISTED_MAX = 50

function PlaylistHead({ playlist, rows }: OfPlaylist) {
  const absolute = useAbsolute()
  const { brandName: brand } = useSettings()
  const { id, tracks, name, visibility } = playlist
  const title = titleOf(playlist)
  const path = `/playlist/${id ?? 'shuffle'}`
  const [first] = tracks
  const artist = first?.byline ?? rows[0]?.playable?.artist
  const description =
    playlist.description ??
    (artist === undefined
      ? t('playlists.aboutEmpty', { title, name: name ?? brand })
      : t('playlists.about', { title, name: name ?? brand, songs: countSongs(rows.length), artist }))
  return (
    <>
      <Head
        title={title}
        description={description}
        path={path}
        isHidden={visibility !== 'public' || id === null}
        shared={{ type: 'music.playlist' }}
      />
      {import.meta.env.SSR && id !== null && visibility !== 'private' && (
        <FeedLink kind="playlist" id={id} title={title} />
      )}
      <JsonLd
        thing={
          import.meta.env.SSR && {
            '@type': 'MusicPlaylist',
            name: title,
            url: absolute(path),
            image: [absolute(first?.artworkUrl ?? null), absolute(cardPathOf(path))],
            description,
            ...(name !== null && { creator: { '@type': 'Person', name } }),
            numTracks: rows.length,
            track: tracks.slice(0, LISTED_MAX).map((track) => ({
              '@type': 'MusicRecording',
              name: track.title,
              url: absolute(`/track/${track.id}`),
              duration: isoDuration(track.duration),
              byArtist: {
                '@type': 'MusicGroup',
                name: track.byline,
                url: absolute(track.bylineUrl && artistHref(track.bylineUrl)),
              },
            })),
          }
        }
      />
    </>
  )
}
