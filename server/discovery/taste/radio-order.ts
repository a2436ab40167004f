/** The order of a radio: a pure function of its candidates and a seed. What goes best comes first, loosened by chance;
 * every fourth track is by an artist who is little heard. The candidates come from radio-queries.ts. */
import { RADIO_ARTIST_SPACING, RADIO_NO_REPEAT } from '#contract/listening/taste.ts'

export type Candidate = {
  id: string
  artistId: string
  /** How well it goes with the start, from 0 to 1. */
  fit: number
  /** Its artist is heard and paid by few. */
  isLittleHeard: boolean
  /** LUFS; null when not measured. */
  loudness: number | null
}

const LITTLE_HEARD_EVERY = 4
/** How much chance moves a track. */
const CHANCE = 0.6
/** A difference in loudness of this many LUFS to the track before counts as much as a fit of 0.1. */
const LOUDNESS_STEP = 6

/** The first `count` tracks, or fewer when no other may follow. */
export function orderRadio(candidates: readonly Candidate[], seed: number, count: number): string[] {
  const random = createRandom(seed)
  const scores = new Map(candidates.map(({ id, fit }) => [id, fit + random() * CHANCE]))
  const played: Candidate[] = []
  while (played.length < count) {
    const next = chooseNext(candidates, played, scores)
    if (next === undefined) break
    played.push(next)
  }
  return played.map(({ id }) => id)
}

function chooseNext(
  candidates: readonly Candidate[],
  played: readonly Candidate[],
  scores: ReadonlyMap<string, number>,
): Candidate | undefined {
  const recent = new Set(played.slice(-(RADIO_NO_REPEAT - 1)).map(({ id }) => id))
  const artists = new Set(played.slice(-(RADIO_ARTIST_SPACING - 1)).map(({ artistId }) => artistId))
  const wantsLittleHeard = played.length % LITTLE_HEARD_EVERY === LITTLE_HEARD_EVERY - 1
  const before = played.at(-1)
  let best: { candidate: Candidate; score: number } | undefined
  for (const candidate of candidates) {
    if (recent.has(candidate.id) || artists.has(candidate.artistId)) continue
    const turn = wantsLittleHeard === candidate.isLittleHeard ? 1 : 0
    const score = (scores.get(candidate.id) ?? 0) + turn - jumpOf(before, candidate)
    if (best === undefined || score > best.score) best = { candidate, score }
  }
  return best?.candidate
}

function jumpOf(before: Candidate | undefined, { loudness }: Candidate): number {
  if (before === undefined || before.loudness === null || loudness === null) return 0
  return (Math.abs(before.loudness - loudness) / LOUDNESS_STEP) * 0.1
}

/** Numbers in [0, 1) that follow from the seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
