/** The tables of releases and podcasts and the row of artists, as overview and lists show them. */
import { Link } from 'react-router'
import { formatSats } from '#contract/money.ts'
import { Cover } from '../ui/cover.tsx'
import { PlusIcon } from '../ui/icon.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { t } from '../words/words.ts'
import type { Own, OwnAlbum, OwnArtist, OwnPodcast } from './own.ts'
import { StatusBadge } from './status-badge.tsx'

function Named({ href, title, note, cover }: { href: string; title: string; note?: string; cover: string | null }) {
  return (
    <Link to={href} className="group flex min-w-0 items-center gap-3.5 rounded-small">
      <Cover src={cover} alt="" seed={href} shape="small" sizes="48px" className="size-12 shrink-0" />
      <span className="min-w-0">
        <span className="line-clamp-2 font-semi group-hover:underline">{title}</span>
        {note !== undefined && <span className="line-clamp-1 text-sm text-ink-2">{note}</span>}
      </span>
    </Link>
  )
}

const albumNote = (album: OwnAlbum) =>
  album.isSingle ? `${album.artist.name} · ${t('studio.single')}` : album.artist.name

const albumColumns: Column<OwnAlbum>[] = [
  {
    key: 'title',
    head: t('studio.release'),
    cell: (album) => (
      <Named href={`/studio/albums/${album.id}`} title={album.title} note={albumNote(album)} cover={album.artworkUrl} />
    ),
  },
  { key: 'tracks', head: t('studio.tracks'), isFigure: true, isWideOnly: true, cell: (album) => album.trackCount },
  { key: 'status', head: t('studio.status'), cell: (album) => <StatusBadge status={album.status} /> },
  { key: 'sats', head: t('studio.sats'), isFigure: true, cell: (album) => formatSats(album.msatTotal) },
]

export function AlbumTable({ albums }: { albums: OwnAlbum[] }) {
  return <Table caption={t('studio.releases')} columns={albumColumns} rows={albums} rowKey={({ id }) => id} />
}

const podcastColumns: Column<OwnPodcast>[] = [
  {
    key: 'name',
    head: t('studio.podcast'),
    cell: (podcast) => (
      <Named href={`/studio/podcasts/${podcast.id}`} title={podcast.name} cover={podcast.artworkUrl} />
    ),
  },
  { key: 'episodes', head: t('studio.episodes'), isFigure: true, isWideOnly: true, cell: (one) => one.episodeCount },
  { key: 'status', head: t('studio.status'), cell: (podcast) => <StatusBadge status={podcast.status} /> },
  { key: 'sats', head: t('studio.sats'), isFigure: true, cell: (podcast) => formatSats(podcast.msatTotal) },
]

export function PodcastTable({ podcasts }: { podcasts: OwnPodcast[] }) {
  return <Table caption={t('studio.podcasts')} columns={podcastColumns} rows={podcasts} rowKey={({ id }) => id} />
}

export function ArtistGrid({ own }: { own: Own }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {own.artists.map((artist) => (
        <li key={artist.id}>
          <ArtistCard artist={artist} count={own.albums.filter(({ artistId }) => artistId === artist.id).length} />
        </li>
      ))}
    </ul>
  )
}

function ArtistCard({ artist, count }: { artist: OwnArtist; count: number }) {
  const releases =
    count === 0 ? t('studio.noRelease') : count === 1 ? t('studio.oneRelease') : t('studio.manyReleases', { count })
  return (
    <div className="flex items-center gap-3.5 rounded-cover border border-line bg-highlight p-3">
      <Cover src={artist.artworkUrl} alt="" seed={artist.id} shape="round" sizes="56px" className="size-14 shrink-0" />
      <div className="min-w-0 flex-1">
        <Link to={`/artist/${artist.artistUrl}`} className="block truncate font-semi hover:underline">
          {artist.name}
        </Link>
        <p className="text-sm text-ink-2">
          {releases} · {formatSats(artist.msatTotal)} {t('common.sats')}
        </p>
      </div>
      <Link
        to={`/studio/create/album?artistId=${artist.id}`}
        aria-label={t('studio.releaseOf', { name: artist.name })}
        title={t('studio.releaseOf', { name: artist.name })}
        className="grid size-11 shrink-0 place-items-center rounded-pill text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <PlusIcon size={20} aria-hidden="true" />
      </Link>
    </div>
  )
}
