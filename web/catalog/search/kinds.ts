/** The kinds of search results: their pages and labels. */
import type { Wire } from '#contract/endpoint.ts'
import type { search, SearchType } from '#contract/listening/search.ts'
import type { TranslationKey } from '#web/words/words.ts'
import { artistHref, podcastHref } from '#web/player/state/playables.ts'

export type Hit = Wire<typeof search>[number]

/** The seed of its drawing, as on its page. */
export const coverSeedOfHit = ({ id, track, episode }: Hit): string => track?.albumId ?? episode?.podcastId ?? id

const HREFS: Record<SearchType, (url: string) => string> = {
  artist: artistHref,
  album: (url) => `/album/${url}`,
  track: (url) => `/track/${url}`,
  podcast: podcastHref,
  episode: (url) => `/episode/${url}`,
  playlist: (url) => `/playlist/${url}`,
  profile: (url) => `/profile/${url}`,
}
export const kindLabels: Record<SearchType, TranslationKey> = {
  artist: 'catalog.artist',
  album: 'search.release',
  track: 'search.track',
  podcast: 'catalog.show',
  episode: 'search.episode',
  playlist: 'search.playlist',
  profile: 'search.person',
}

/** Kinds with round images. */
export const roundKinds: ReadonlySet<SearchType> = new Set(['artist', 'profile'])

export const hrefOfHit = ({ type, url }: Pick<Hit, 'type' | 'url'>) => HREFS[type](url)
