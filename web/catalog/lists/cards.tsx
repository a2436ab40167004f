/** Cards of releases, artists and shows: an image with a name, for grids. */
import type * as z from 'zod/mini'
import type { Artist } from '#contract/catalog/artists.ts'
import type { Podcast } from '#contract/catalog/podcasts.ts'
import { Link } from '#web/navigation/link.tsx'
import { useViewTransitionState } from '#web/navigation/navigation.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CardCover, Cover } from '#web/ui/images/cover.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { t } from '#web/words/words.ts'
import { artistHref, podcastHref } from '#web/player/state/playables.ts'
import { formatSats } from '#web/words/sats.ts'

export type Release = {
  id: string
  title: string
  artworkUrl: string | null
  isDraft?: boolean
  /** Below the title: the artist, or the year when the artist is obvious. */
  note: string | null
}

export function ReleaseGrid({ releases, isOneRow = false }: { releases: readonly Release[]; isOneRow?: boolean }) {
  return (
    <ul
      className={classNames(
        'card-grid gap-x-4 gap-y-6 md:gap-x-5.5',
        // One row on the widest screens, complete rows on narrower ones.
        isOneRow && 'xl:[&>:nth-child(n+7)]:hidden',
      )}
    >
      {releases.map((release) => (
        <li key={release.id} className="min-w-0">
          <ReleaseCard release={release} />
        </li>
      ))}
    </ul>
  )
}

function ReleaseCard({ release }: { release: Release }) {
  const href = `/album/${release.id}`
  const isLeaving = useViewTransitionState(href)
  return (
    <Link to={href} viewTransition className="group block">
      <CardCover src={release.artworkUrl} seed={release.id} {...(isLeaving && { transitionName: 'cover' })} />
      <span className="mt-2.5 line-clamp-2 font-semi group-hover:underline">{release.title}</span>
      {release.note !== null && <span className="block truncate text-sm text-ink-2">{release.note}</span>}
      {release.isDraft === true && <Badge tone="purple">{t('catalog.draft')}</Badge>}
    </Link>
  )
}

export function ArtistGrid({ artists }: { artists: readonly z.input<typeof Artist>[] }) {
  return (
    <ul className="card-grid gap-x-4 gap-y-8 md:gap-x-7">
      {artists.map((artist) => (
        <li key={artist.id} className="min-w-0 text-center">
          <Link to={artistHref(artist.artistUrl)} className="group block">
            <CardCover src={artist.artworkUrl} seed={artist.id} shape="round" />
            <span className="mt-3 line-clamp-2 text-lg font-semi group-hover:underline">{artist.name}</span>
          </Link>
          {artist.msatTotal > 0 && (
            <p className="text-sm text-ink-2">{t('catalog.sats', { sats: formatSats(artist.msatTotal) })}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Shows are bands in their colours, from edge to edge: two side by side, the first alone when their number is odd. */
export function ShowGrid({ shows }: { shows: readonly z.input<typeof Podcast>[] }) {
  return (
    <ul className="bleed show-bands">
      {shows.map((show) => (
        <li key={show.id} style={floodStyle(show.colorInfo)} className="flood @container min-w-0">
          <Link to={podcastHref(show.podcastUrl)} className="group show-band">
            <Cover src={show.artworkUrl} alt="" seed={show.id} sizes="(min-width: 761px) 33vw, 40vw" />
            <span className="min-w-0 py-5 pr-(--gut)">
              <span className="line-clamp-4 show-title group-hover:underline">{show.name}</span>
              {show.description !== null && (
                <span className="mt-3 line-clamp-3 max-w-[52ch] @min-[60rem]:text-lg">{show.description}</span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
