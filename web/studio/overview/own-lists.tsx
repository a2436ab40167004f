/** The tables of releases and podcasts and the row of artists, used by the overview and the list pages. */
import { useQuery } from '@tanstack/react-query'
import { may } from '#contract/team-roles.ts'
import { listReleaseTotals } from '#contract/listening/stats.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Table, type Column } from '#web/ui/layout/table.tsx'
import { nameRole } from '#web/studio/content/role-words.ts'
import { t } from '#web/words/words.ts'
import { formatDay } from '#web/studio/forms/local-time.ts'
import {
  bylineOf,
  type Own,
  type OwnAlbum,
  type OwnArtist,
  type OwnPodcast,
  roleFor,
  useOwn,
} from '#web/studio/content/own.ts'
import { StatusBadge } from '#web/studio/publishing/status-badge.tsx'
import type { Status } from '#web/studio/publishing/status.ts'
import { formatSats } from '#web/words/sats.ts'

export function Named({
  href,
  title,
  note,
  cover,
}: {
  href: string
  title: string
  note?: string
  cover: string | null
}) {
  return (
    <Link to={href} className="group flex min-w-0 items-center gap-3.5 rounded-small">
      {/* Seeded by id as everywhere; otherwise a release without artwork would have two different drawings. */}
      <Cover
        src={cover}
        alt=""
        seed={href.slice(href.lastIndexOf('/') + 1)}
        sizes="48px"
        className="size-12 shrink-0"
      />
      <span className="min-w-0">
        <span className="line-clamp-2 font-semi group-hover:underline">{title}</span>
        {note !== undefined && <span className="line-clamp-1 text-sm text-ink-2">{note}</span>}
      </span>
    </Link>
  )
}

type Dated = { status: Status; publishedAt: string | null }

/** The status, with its date if there is one. */
function StatusCell({ content: { status, publishedAt } }: { content: Dated }) {
  return (
    <span className="flex flex-col items-start gap-0.5 xl:flex-row xl:items-center xl:gap-2.5">
      <StatusBadge status={status} />
      {status !== 'draft' && publishedAt !== null && (
        <span className="text-xs whitespace-nowrap text-ink-2 max-md:hidden">{formatDay(publishedAt)}</span>
      )}
    </span>
  )
}

/** What the user earned from a release of this maker in the last 30 days. A dash while it is loading, and for members of a team
 * who have no share. */
function useMonthSats(): (id: string, makerId: string) => string {
  const { call } = useSite()
  const { own } = useOwn()
  const { data } = useQuery(callQuery(call, listReleaseTotals, { query: {} }))
  if (!data) return () => '–'
  const amounts = new Map(data.map(({ releaseId, msatTotal }) => [releaseId, msatTotal]))
  return (id, makerId) => {
    const isOwner = own !== null && roleFor(own, makerId) === 'owner'
    const amountMsat = amounts.get(id) ?? (isOwner ? 0 : undefined)
    return amountMsat === undefined ? '–' : formatSats(amountMsat)
  }
}

export function AlbumTable({ albums }: { albums: readonly OwnAlbum[] }) {
  const monthSats = useMonthSats()
  const columns: Column<OwnAlbum>[] = [
    {
      key: 'title',
      head: t('studio.release'),
      cell: (album) => (
        <Named
          href={`/studio/albums/${album.id}`}
          title={album.title}
          note={bylineOf(album)}
          cover={album.artworkUrl}
        />
      ),
    },
    { key: 'tracks', head: t('studio.tracks'), isFigure: true, isWideOnly: true, cell: (album) => album.trackCount },
    { key: 'status', head: t('studio.status'), cell: (album) => <StatusCell content={album} /> },
    {
      key: 'all',
      head: t('studio.listenersAll'),
      isFigure: true,
      isWideOnly: true,
      cell: (album) => formatSats(album.msatTotal),
    },
    { key: 'sats', head: t('studio.shareMonth'), isFigure: true, cell: ({ id, artistId }) => monthSats(id, artistId) },
  ]
  return <Table caption={t('studio.releases')} columns={columns} rows={[...albums]} rowKey={({ id }) => id} />
}

export function PodcastTable({ podcasts }: { podcasts: readonly OwnPodcast[] }) {
  const monthSats = useMonthSats()
  const columns: Column<OwnPodcast>[] = [
    {
      key: 'name',
      head: t('studio.podcast'),
      cell: (podcast) => (
        <Named href={`/studio/podcasts/${podcast.id}`} title={podcast.name} cover={podcast.artworkUrl} />
      ),
    },
    { key: 'episodes', head: t('studio.episodes'), isFigure: true, isWideOnly: true, cell: (one) => one.episodeCount },
    { key: 'status', head: t('studio.status'), cell: (podcast) => <StatusCell content={podcast} /> },
    {
      key: 'all',
      head: t('studio.listenersAll'),
      isFigure: true,
      isWideOnly: true,
      cell: (podcast) => formatSats(podcast.msatTotal),
    },
    { key: 'sats', head: t('studio.shareMonth'), isFigure: true, cell: ({ id }) => monthSats(id, id) },
  ]
  return <Table caption={t('studio.podcasts')} columns={columns} rows={[...podcasts]} rowKey={({ id }) => id} />
}

export function ArtistGrid({ own }: { own: Own }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
      {own.artists.map((artist) => (
        <li key={artist.id}>
          <ArtistCard artist={artist} count={own.albums.filter(({ artistId }) => artistId === artist.id).length} />
        </li>
      ))}
    </ul>
  )
}

export const formatReleaseCount = (count: number): string =>
  count === 0 ? t('studio.noRelease') : t('studio.manyReleases', { count })

function ArtistCard({ artist, count }: { artist: OwnArtist; count: number }) {
  return (
    <div className="flex flex-wrap items-center gap-3.5 rounded-cover border border-line bg-highlight p-3">
      <Cover src={artist.artworkUrl} alt="" seed={artist.id} shape="round" sizes="56px" className="size-14 shrink-0" />
      <div className="min-w-0 flex-1 basis-32">
        <Link
          to={`/studio/artists/${artist.id}`}
          className="block truncate font-semi hover:underline max-md:-my-1 max-md:py-2.5"
        >
          {artist.name}
        </Link>
        <p className="text-sm text-ink-2">
          {formatReleaseCount(count)} · {t('studio.fromListeners', { sats: formatSats(artist.msatTotal) })}
        </p>
      </div>
      {artist.role !== 'owner' && <Badge>{nameRole(artist.role)}</Badge>}
      {may(artist.role, 'edit') && (
        <Link
          to={`/studio/create/album?artistId=${artist.id}`}
          aria-label={t('studio.releaseOf', { name: artist.name })}
          title={t('studio.releaseOf', { name: artist.name })}
          className="grid size-11 shrink-0 place-items-center rounded-pill text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <PlusIcon size={20} aria-hidden="true" />
        </Link>
      )}
    </div>
  )
}
