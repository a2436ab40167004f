/** The search in transcripts: what is said in public episodes, with the second in which it is said. The words of each minute are
 * stored when an episode is indexed (search-index.ts). */
import type { Data, Input } from '#contract/endpoint.ts'
import type { searchSpeech } from '#contract/listening/search.ts'
import { selectCues } from '#server/catalog/podcasts/transcript-queries.ts'
import { limitOf } from '#server/catalog/forms/values.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Discovery } from './discovery.ts'
import { fold } from './fold.ts'
import * as queries from './speech-queries.ts'
import { readEpisodes } from './tracks-by-id.ts'

const MINUTE_MS = 60_000
const HITS_MAX = 12
const HITS_DEFAULT = 6

/** Replaces what is stored of these episodes; nothing for those that are not found any more. */
export async function indexSpeech(tx: Tx, episodeIds: readonly string[], found: ReadonlySet<string>): Promise<void> {
  if (episodeIds.length === 0) return
  await queries.deleteSpeech(tx, episodeIds)
  // One after the other: a transcript may have hundreds of thousands of characters.
  for (const id of await queries.selectWithTranscript(tx, episodeIds)) {
    if (found.has(id)) await queries.insertSpeech(tx, id, minutesOf(await selectCues(tx, id)))
  }
}

/** Each minute with the first line of the next one, because sentences cross the minute. */
export function minutesOf(cues: readonly queries.Line[]): queries.Spoken[] {
  const minutes = [...Map.groupBy(cues.entries(), ([, { startMs }]) => Math.floor(startMs / MINUTE_MS)).values()]
  return minutes.map((minute) => {
    const place = minute[0]![0]
    const lines = cues.slice(place, place + minute.length + 1)
    return { place, lineCount: lines.length, words: [...wordsOf(lines)] }
  })
}

const wordsOf = (lines: readonly Pick<queries.Line, 'text'>[]): Set<string> =>
  new Set(lines.flatMap(({ text }) => text.split(/\s+/u)).flatMap((text) => fold(text).words.map((word) => word.text)))

/** Anybody. All words must be said within a minute. */
export async function findSpeech(
  discovery: Discovery,
  { term, limit }: Input<typeof searchSpeech>['query'],
): Promise<Data<typeof searchSpeech>> {
  const { database, clock } = discovery
  const words = [...new Set(fold(term.replaceAll('\0', '')).words.map(({ text }) => text))]
  if (words.length === 0) return []
  const wanted = Math.min(HITS_MAX, limitOf(limit, HITS_DEFAULT))
  const found = await queries.selectSpeech(database.read, words, wanted, clock.now())
  const ids = found.map(({ episode_id: id }) => id)
  const [episodes, passages] = await Promise.all([
    readEpisodes(discovery, ids),
    Promise.all(found.map((one) => queries.selectLines(database.read, one))),
  ])
  return episodes.flatMap((episode) => {
    const line = lineWith(passages[ids.indexOf(episode.id)] ?? [], words)
    return line === null ? [] : [{ episode, startTime: line.startMs / 1_000, text: line.text }]
  })
}

/** The line with most of the words, and the next one if that has others of them. */
function lineWith(lines: readonly queries.Line[], words: readonly string[]): queries.Line | null {
  const said = lines.map((line) => {
    const spoken = wordsOf([line])
    return new Set(words.filter((word) => spoken.has(word)))
  })
  const most = Math.max(0, ...said.map(({ size }) => size))
  const index = said.findIndex(({ size }) => size === most && most > 0)
  const line = lines[index]
  if (line === undefined) return null
  const next = lines[index + 1]
  const goesOn = next !== undefined && words.some((word) => !said[index]!.has(word) && said[index + 1]!.has(word))
  return { startMs: line.startMs, text: goesOn ? `${line.text} ${next.text}` : line.text }
}
