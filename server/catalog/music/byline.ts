/** Who performs an album or a track, in a line: 'Ada & Cleo feat. Björn'. The same in every language. */
import type { output } from 'zod/mini'
import type { BylinePart } from '#contract/catalog/performers.ts'
import type { PerformerRole } from '#contract/performer-roles.ts'
import type { PerformerRow } from './performer-queries.ts'

type Part = output<typeof BylinePart>
type Artist = { artist_id: string; artist_name: string; artist_url: string }
type Performed = Artist & { performers: readonly PerformerRow[] | null }

/** Rows show one line of it; the page of the content lists all performers. */
const CHARACTERS_MAX = 200
const WORDS = { featured: ' feat. ', with: ' with ' } as const

/** The main performers, otherwise those of the album, otherwise the artist. */
export function mainPerformers({ performers, artist_id, artist_name, artist_url }: Performed): PerformerRow[] {
  const artist = { name: artist_name, artistId: artist_id, artistUrl: artist_url, unconfirmedId: null }
  const main = (performers ?? [])
    .filter(({ role }) => role === 'main')
    .map((one) => (one.name === artist_name && one.unconfirmedId === null ? { ...one, ...artist } : one))
  const own = main.filter(({ isInherited }) => !isInherited)
  if (main.length > 0) return own.length > 0 ? own : main
  return [{ ...artist, role: 'main', isInherited: true }]
}

export function bylineParts(performed: Performed): Part[] {
  const others = (wanted: PerformerRole) => (performed.performers ?? []).filter(({ role }) => role === wanted)
  return shortened([
    ...joined(mainPerformers(performed)),
    ...(['featured', 'with'] as const).flatMap((role) => {
      const names = joined(others(role))
      return names.length === 0 ? [] : [word(WORDS[role]), ...names]
    }),
  ])
}

export const bylineOf = (performed: Performed): string =>
  bylineParts(performed)
    .map(({ text }) => text)
    .join('')

export type Credited = { byline: string; performers: PerformerRow[] }

/** With the main performers of the album, or the artist, if there are none of its own: for files that leave this server. */
export function creditedOf(performed: Performed): Credited {
  const others = (performed.performers ?? []).filter(({ role }) => role !== 'main')
  return { byline: bylineOf(performed), performers: [...mainPerformers(performed), ...others] }
}

const word = (text: string): Part => ({ text, role: null, artistUrl: null })

/** 'Ada, Björn & Cleo' */
function joined(performers: readonly PerformerRow[]): Part[] {
  return performers.flatMap(({ name, role, artistUrl }, index) => {
    const before = index === performers.length - 1 ? ' & ' : ', '
    return [...(index === 0 ? [] : [word(before)]), { text: name, role, artistUrl }]
  })
}

/** Ends after a whole name; the first is always there. */
function shortened(parts: Part[]): Part[] {
  let length = 0
  const end = parts.findIndex(({ text, role }, index) => {
    length += text.length
    return index > 0 && role !== null && length > CHARACTERS_MAX
  })
  return end === -1 ? parts : [...parts.slice(0, end - 1), word(' …')]
}
