/** The episodes of a show by season, the newest season first. Trailers come first, in the show and in each season. */
import type { EpisodeWire } from '#web/player/state/playables.ts'

export type Season = { season: number | null; episodes: EpisodeWire[] }

/** A single group when there are not several seasons. Otherwise trailers of the whole show are the first group, and other
 * episodes without a season the last. */
export function groupBySeason(episodes: readonly EpisodeWire[]): Season[] {
  const ordered = [...episodes.filter(isTrailer), ...episodes.filter((episode) => !isTrailer(episode))]
  const seasons = [...new Set(ordered.flatMap(({ season }) => season ?? []))].toSorted((one, other) => other - one)
  if (seasons.length < 2) return [{ season: null, episodes: ordered }]
  const without = ordered.filter(({ season }) => season === null)
  return [
    { season: null, episodes: without.filter(isTrailer) },
    ...seasons.map((season) => ({ season, episodes: ordered.filter((episode) => episode.season === season) })),
    { season: null, episodes: without.filter((episode) => !isTrailer(episode)) },
  ].filter((group) => group.episodes.length > 0)
}

const isTrailer = ({ kind }: EpisodeWire) => kind === 'trailer'
