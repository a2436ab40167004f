/** Updates the search index: processes changed entries in the order of their changes. Database triggers record the
 * changes, so no other module has to. */
import type { SearchType } from '#contract/listening/search.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { fold, romanised } from './fold.ts'
import * as queries from './index-queries.ts'
import type { Due, Entry, Named } from './index-queries.ts'
import { indexSpeech } from './speech.ts'
import { shapesOf } from './typos.ts'

const BATCH = 1_000
const ENTRY_WORDS_MAX = 60
/** Kinds whose names people also type as one word. */
const JOINED: ReadonlySet<SearchType> = new Set(['artist', 'podcast', 'profile'])
const JOINED_WORDS_MAX = 4

/** Updates up to BATCH entries. Returns false when there was nothing to do. */
export async function indexDue(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await queries.lockIndex(tx))) return false
    const due = await queries.claimDue(tx, BATCH)
    if (due.length === 0) return false
    const ids = [...new Set(due.map(({ id }) => id))]
    const known = new Map((await queries.selectKnown(tx, ids)).map((entry) => [entry.id, entry]))
    const entries = await readEntries(tx, due)
    const found = new Set(entries.map(({ id }) => id))
    await queries.deleteEntries(
      tx,
      ids.filter((id) => known.has(id) && !found.has(id)),
    )
    await queries.upsertEntries(tx, entries)
    const episodeIds = due.filter(({ type }) => type === 'episode').map(({ id }) => id)
    await indexSpeech(tx, [...new Set(episodeIds)], found)
    await queries.replacePostings(tx, [...known.values()], entries)
    await countChanges(tx, [...known.values()], entries)
    return true
  })
}

async function readEntries(tx: Tx, due: readonly Due[]): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const [type, ofType] of Map.groupBy(due, ({ type }) => type)) {
    const ids = [...new Set(ofType.map(({ id }) => id))]
    entries.push(...(await queries.selectNamed(tx, type, ids)).map((named) => toEntry(type, named)))
  }
  return entries
}

/** Own words come first: an entry found by its own name ranks above one found by its artist's name. */
function toEntry(type: SearchType, named: Named): Entry {
  const folded = fold(named.name)
  const own = new Set([...folded.words.map(({ text }) => text), ...romanised(named.name)])
  const plain = folded.words.filter(({ isPair }) => !isPair)
  if (JOINED.has(type) && plain.length > 1 && plain.length <= JOINED_WORDS_MAX) {
    own.add(plain.map(({ text }) => text).join(''))
  }
  const besides =
    named.besides === null ? [] : [...fold(named.besides).words.map(({ text }) => text), ...romanised(named.besides)]
  const words = [...new Set([...own, ...besides])].slice(0, ENTRY_WORDS_MAX)
  return { ...named, type, folded: folded.name, words, ownWords: Math.max(1, own.size) }
}

async function countChanges(tx: Tx, before: readonly { words: string[] }[], after: readonly Entry[]): Promise<void> {
  const changes = new Map<string, number>()
  const add = (words: readonly string[], by: number) => {
    for (const word of words) changes.set(word, (changes.get(word) ?? 0) + by)
  }
  for (const { words } of before) add(words, -1)
  for (const { words } of after) add(words, 1)
  const made = await queries.countWords(tx, changes)
  await queries.insertShapes(
    tx,
    made.flatMap((word) => shapesOf(word).map((shape) => ({ shape, word }))),
  )
}

/** Marks entries whose rank has changed, and removes words that no entry uses. */
export async function tidyIndex(tx: Tx): Promise<boolean> {
  if (!(await queries.lockIndex(tx))) return false
  await queries.markHeavierDue(tx)
  await queries.deleteUnusedWords(tx)
  return true
}
