/** Structured data about a page: schema.org as JSON-LD. It is data, so the policy against inline scripts allows it. */
import type { getAlbum } from '#contract/catalog/albums.ts'
import type { getArtist } from '#contract/catalog/artists.ts'
import { formatIswc } from '#contract/catalog/release-codes.ts'
import { type ReleaseKind, urlOfLicence } from '#contract/catalog/releases.ts'
import type { Wire } from '#contract/endpoint.ts'
import { artistHref } from '#web/player/state/playables.ts'
import { useSettings } from '#web/data/site.ts'

export type Thing = { '@type': string; [name: string]: unknown }

/** `thing` is false in the browser: crawlers read the server's
 * HTML, so the code that builds it is left out of bundles. */
export function JsonLd({ thing }: { thing: Thing | false }) {
  const text = thing && JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text || '' }} />
}

/** URLs are absolute if the public URL of this server is configured, and omitted otherwise. */
export function useAbsolute(): (href: string | null) => string | undefined {
  const { publicUrl } = useSettings()
  return (href) => (href === null || publicUrl === '' ? undefined : new URL(href, publicUrl).href)
}

/** 102.4 seconds → 'PT102S'. */
export const isoDuration = (seconds: number | null): string | undefined =>
  seconds === null ? undefined : `PT${Math.round(seconds)}S`

type ArtistFacts = Pick<Wire<typeof getArtist>, 'location' | 'genres' | 'members'>

/** Used in the server only. */
export function factsLd({ location, genres, members }: ArtistFacts): Record<string, unknown> {
  return {
    foundingLocation: location === null ? undefined : { '@type': 'Place', name: location },
    genre: genres.length === 0 ? undefined : genres.map(({ name }) => name),
    member: members.length === 0 ? undefined : members.map(memberLd),
  }
}

const memberLd = ({ name, from, until }: ArtistFacts['members'][number]): Thing => ({
  '@type': 'OrganizationRole',
  member: { '@type': 'Person', name },
  startDate: from === null ? undefined : String(from),
  endDate: until === null ? undefined : String(until),
})

/** The work that a recording is of. Used in the server only. */
export const workLd = (name: string, iswc: string): Thing => ({
  '@type': 'MusicComposition',
  name,
  iswcCode: formatIswc(iswc),
})

type Performed = {
  bylineParts: readonly { text: string; role: string | null; artistUrl: string | null }[]
  performers: readonly { name: string; role: string; artistUrl: string | null }[]
}

/** Who performs it, and who else contributed. Used in the server only. */
export function performersLd(
  { bylineParts, performers }: Performed,
  absolute: ReturnType<typeof useAbsolute>,
): Record<string, unknown> {
  const group = (name: string, artistUrl: string | null): Thing => ({
    '@type': 'MusicGroup',
    name,
    url: artistUrl === null ? undefined : absolute(artistHref(artistUrl)),
  })
  const listed = (things: Thing[]) => (things.length > 1 ? things : things[0])
  const withRoles = (...roles: string[]) =>
    listed(performers.filter(({ role }) => roles.includes(role)).map(({ name, artistUrl }) => group(name, artistUrl)))
  return {
    byArtist: listed(
      bylineParts.filter(({ role }) => role === 'main').map(({ text, artistUrl }) => group(text, artistUrl)),
    ),
    contributor: withRoles('featured', 'with', 'remixer'),
    producer: withRoles('producer'),
  }
}

/** Used in the server only. */
export function releaseLd(album: Wire<typeof getAlbum>): Record<string, unknown> {
  const types = RELEASE_TYPES[album.kind]
  return {
    datePublished: album.originalDate ?? album.publishedAt?.slice(0, 10),
    albumReleaseType: `https://schema.org/${types.release}`,
    albumProductionType: `https://schema.org/${types.production}`,
    albumRelease: album.label === null ? undefined : labelLd(album.label),
    copyrightNotice: album.copyrightLine === null ? undefined : `© ${album.copyrightLine}`,
    license: (album.licence && urlOfLicence(album.licence)) ?? undefined,
    inLanguage: album.language ?? undefined,
  }
}

const labelLd = (name: string): Thing => ({ '@type': 'MusicRelease', recordLabel: { '@type': 'Organization', name } })

const RELEASE_TYPES: Record<ReleaseKind, { release: string; production: string }> = {
  album: { release: 'AlbumRelease', production: 'StudioAlbum' },
  ep: { release: 'EPRelease', production: 'StudioAlbum' },
  single: { release: 'SingleRelease', production: 'StudioAlbum' },
  live: { release: 'AlbumRelease', production: 'LiveAlbum' },
  compilation: { release: 'AlbumRelease', production: 'CompilationAlbum' },
  mixtape: { release: 'AlbumRelease', production: 'MixtapeAlbum' },
}

/** Used in the server only. */
export const seasonLd = (season: number | null): Thing | undefined =>
  season === null ? undefined : { '@type': 'PodcastSeason', seasonNumber: season }

export function placeLd({ location, geo }: { location: string | null; geo: string | null }): Thing | undefined {
  const [latitude, longitude] = geo?.split(',').map(Number) ?? []
  if (location === null && geo === null) return undefined
  return {
    '@type': 'Place',
    name: location ?? undefined,
    geo: geo === null ? undefined : { '@type': 'GeoCoordinates', latitude, longitude },
  }
}

const FORMATS: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg' }

/** The audio file. The format is derived from the path without the query. */
export function audioLd(
  { liveUrl, duration }: { liveUrl: string | null; duration: number | null },
  absolute: ReturnType<typeof useAbsolute>,
): Thing | undefined {
  const contentUrl = absolute(liveUrl)
  if (contentUrl === undefined) return undefined
  const encodingFormat = FORMATS[/\.(\w+)(?:\?.*)?$/.exec(contentUrl)?.[1] ?? '']
  return { '@type': 'AudioObject', contentUrl, encodingFormat, duration: isoDuration(duration) }
}

/** The items of a list, in order. */
export function ItemListLd({ name, items }: { name: string; items: readonly { name: string; href: string }[] }) {
  const absolute = useAbsolute()
  if (items.length === 0) return null
  return (
    <JsonLd
      thing={
        import.meta.env.SSR && {
          '@type': 'ItemList',
          name,
          itemListElement: items.map((item, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: item.name,
            url: absolute(item.href),
          })),
        }
      }
    />
  )
}
