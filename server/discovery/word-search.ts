/** The search of this server, in PostgreSQL only. Each typed word is mapped to the known words it may mean, each with a
 * confidence; entries with all or most of these words are then ranked. The index is maintained in search-index.ts. */
import { type SearchType, searchTypes } from '#contract/listening/search.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { fold, romanised, type FoldedWord } from './fold.ts'
import type { Found, SearchPort } from './search-port.ts'
import { distance, shapesOf, SHORT, typosOf } from './typos.ts'
import {
  type Candidate,
  selectKnownWords,
  selectNamedLike,
  selectTopPosted,
  selectWithAll,
  selectWithAny,
  selectWords,
  type Word,
} from './word-queries.ts'

const TYPED_WORDS_MAX = 10
/** The shortest part of a word that may be two words without the space. */
const PART_MIN = 3
const ALL_MAX = 200
const ANY_MAX = 600
/** For a search of a single word: the limits for each meaning and kind. */
const EACH = { most: 60, least: 12, meanings: 5 }
const POSTED_MAX = 300
/** With this many candidates, entries that lack a word are not searched. */
const ENOUGH = 12
/** A word that more entries have is too common to be searched alone. */
const COMMON_ENTRIES = 2_000
/** The minimum share of the typed words that an entry must match. */
const LEAST = 0.45
/** Below this the other readings of the term are tried too. */
const SURE = 0.7

/** The weight of a typed word that no entry has, nor anything similar: that of a word that a thousand entries have. */
const UNKNOWN_IMPORTANCE = 0.25

/** Confidence by edit distance from the typed word. */
const SURETY = [1, 0.75, 0.55]
const BEGUN_SURETY = 0.92
const OF_ANOTHER = 0.8
const BONUS = { whole: 0.5, begins: 0.15, covered: 0.25, perDoubling: 0.01 }
const OF_TYPE: Record<SearchType, number> = {
  artist: 0.08,
  album: 0.04,
  podcast: 0.04,
  track: 0.03,
  episode: 0.01,
  playlist: 0,
  profile: -0.04,
}

/** A typed word: its possible meanings, and its weight. */
type Unit = { meanings: Map<string, number>; entries: number; importance: number; isUnknown: boolean }
type Scored = Found & { match: number; score: number }

export function createWordSearch(database: Pick<Database, 'read'>): SearchPort {
  return {
    async find(term, { type, limit }) {
      const folded = fold(term)
      const best = new Map<string, Scored>()
      const keep = (scored: Scored) => {
        if ((best.get(scored.id)?.score ?? 0) < scored.score) best.set(scored.id, scored)
      }
      const isSure = () => [...best.values()].some(({ match }) => match >= SURE)
      for (const [name, words] of readings(term, folded)) {
        for (const scored of await findWords(database, name, words, type)) keep(scored)
        if (isSure()) break
      }
      const parted = isSure() ? null : await partJoined(database.read, folded.words)
      if (parted !== null) {
        const name = parted.map(({ text }) => text).join(' ')
        for (const scored of await findWords(database, name, parted, type)) keep(scored)
      }
      return [...best.values()]
        .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
        .slice(0, limit)
        .map(({ id, type: kind }) => ({ id, type: kind }))
    },
  }
}

/** As typed; as one word; with kana transliterated. */
function readings(term: string, folded: ReturnType<typeof fold>): [string, FoldedWord[]][] {
  const { name, words } = folded
  if (words.length === 0) return []
  const plain = (text: string): FoldedWord => ({ text, isPair: false })
  const all: [string, FoldedWord[]][] = [[name, words]]
  if (words.length > 1 && words.every(({ isPair }) => !isPair)) {
    const joined = words.map(({ text }) => text).join('')
    all.push([joined, [plain(joined)]])
  }
  const sounds = romanised(term)
  if (sounds.length > 0) all.push([sounds.join(' '), sounds.map(plain)])
  return all
}

/** "nightbus41" → night, bus, 41: each word that no entry has, parted before and after digits, and what is left into two, if
 * entries have all parts. Null if there is none. */
async function partJoined(tx: Tx, typed: readonly FoldedWord[]): Promise<FoldedWord[] | null> {
  const words = typed.slice(0, TYPED_WORDS_MAX)
  const pieces = words.map(({ text, isPair }) => (isPair ? [text] : (text.match(/\d+|\D+/g) ?? [text])))
  const parts = new Map(
    words.flatMap(({ isPair }, index) => (isPair ? [] : pieces[index]!.map((one) => [one, partsOf(one)] as const))),
  )
  const known = await selectKnownWords(tx, [
    ...words.map(({ text }) => text),
    ...pieces.flat(),
    ...[...parts.values()].flat(2),
  ])
  const partsKnown = (piece: string) =>
    known.has(piece) ? [piece] : parts.get(piece)?.find((pair) => pair.every((part) => known.has(part)))
  const parted = words.flatMap((word, index) => {
    const found = known.has(word.text) ? [] : pieces[index]!.map(partsKnown)
    const isWhole = found.length === 0 || found.includes(undefined)
    return isWhole ? [word] : found.flatMap((texts) => texts ?? []).map((text) => ({ text, isPair: false }))
  })
  return parted.length > words.length ? parted : null
}

/** All ways to part a word in two, those into the most even halves first; none for a number. */
function partsOf(text: string): [string, string][] {
  if (/^\d/.test(text)) return []
  const unevenness = (pair: [string, string]) => Math.abs(pair[0].length - pair[1].length)
  return Array.from({ length: Math.max(0, text.length - 2 * PART_MIN + 1) }, (_, index): [string, string] => [
    text.slice(0, index + PART_MIN),
    text.slice(index + PART_MIN),
  ]).sort((one, other) => unevenness(one) - unevenness(other))
}

async function findWords(
  { read }: Pick<Database, 'read'>,
  name: string,
  typed: readonly FoldedWord[],
  type: SearchType | undefined,
): Promise<Scored[]> {
  const words = typed.slice(0, TYPED_WORDS_MAX)
  const last = words.at(-1)
  const begun = last !== undefined && (!last.isPair || words.length === 1) ? last.text : null
  const [there, named] = await Promise.all([
    selectWords(read, {
      words: words.map(({ text }) => text),
      shapes: words.flatMap(({ text, isPair }) =>
        isPair ? [] : [...shapesOf(text), ...(isShort(text) ? [text] : [])],
      ),
      begun,
    }),
    selectNamedLike(read, name, type),
  ])
  const units = words.map((word, index) => toUnit(word, there, begun !== null && index === words.length - 1))
  // A misspelled word beside good ones lowers the rank, but does not empty the result.
  const known = units.filter(({ isUnknown }) => !isUnknown)
  const sets = known.map(({ meanings }) => [...meanings.keys()])
  const candidates = new Map(named.map((candidate) => [candidate.id, candidate]))
  const add = (found: Candidate[]) => found.forEach((candidate) => candidates.set(candidate.id, candidate))
  if (sets.length === 1) add(await selectPosted(read, known[0]!, type))
  else if (sets.length > 1 && sets.every((set) => set.length > 0)) add(await selectWithAll(read, sets, type, ALL_MAX))
  if (candidates.size < ENOUGH && known.length > 1) {
    const rare = tellingText(known)
    if (rare.length > 0) add(await selectWithAny(read, rare, type, ANY_MAX))
  }
  return [...candidates.values()].map((candidate) => rate(candidate, name, units)).filter(({ match }) => match >= LEAST)
}

/** A single word may be in very many entries: the most confident meanings first, and of each
 * the entries that received most. */
function selectPosted(read: Tx, { meanings }: Unit, type: SearchType | undefined): Promise<Candidate[]> {
  const words = [...meanings].sort(([, one], [, other]) => other - one).map(([word]) => word)
  const types = type === undefined ? searchTypes : [type]
  const each = words.length > EACH.meanings ? EACH.least : EACH.most
  return selectTopPosted(read, words, types, { each, limit: POSTED_MAX })
}

function toUnit({ text, isPair }: FoldedWord, there: readonly Word[], isBegun: boolean): Unit {
  const meanings = new Map<string, number>()
  let entries = 0
  const isExact = there.some(({ word }) => word === text)
  const most = isPair ? 0 : typosOf(text)
  for (const { word, entries: count } of there) {
    const surety = suretyOf(text, word, most, isBegun) || (isPair || isExact ? 0 : suretyOfShort(text, word))
    if (surety === 0) continue
    meanings.set(word, surety)
    entries += count
  }
  const isUnknown = meanings.size === 0 && !isPair
  return {
    meanings,
    entries,
    importance: isUnknown ? UNKNOWN_IMPORTANCE : 1 / (1 + Math.log10(1 + entries)),
    isUnknown,
  }
}

const isShort = (text: string) => text.length === SHORT

/** A word of three letters that no entry has may be one of four with a letter missing. */
function suretyOfShort(typed: string, word: string): number {
  return isShort(typed) && word.length === SHORT + 1 && distance(typed, word, 1) === 1 ? SURETY[1]! : 0
}

function suretyOf(typed: string, word: string, most: number, isBegun: boolean): number {
  if (typed === word) return 1
  if (isBegun && word.startsWith(typed)) return BEGUN_SURETY
  const whole = distance(typed, word, most)
  if (whole <= most) return SURETY[whole] ?? 0
  if (!isBegun || typed.length < 5) return 0
  const begun = distance(typed, word, most, true)
  return begun <= most ? (SURETY[begun] ?? 0) * BEGUN_SURETY : 0
}

/** The rarest words, as many as can be searched. */
function tellingText(units: readonly Unit[]): string[] {
  const rare = units.filter(({ entries }) => entries > 0).sort((one, other) => one.entries - other.entries)
  let sum = 0
  return rare
    .filter(({ entries }, index) => {
      sum += entries
      return index === 0 || sum <= COMMON_ENTRIES
    })
    .flatMap(({ meanings }) => [...meanings.keys()])
}

function rate(candidate: Candidate, name: string, units: readonly Unit[]): Scored {
  const { id, type, words, own_words: ownWords, weight } = candidate
  let reached = 0
  let whole = 0
  let own = 0
  for (const { meanings, importance } of units) {
    let best = 0
    let isOwn = false
    words.forEach((word, index) => {
      const surety = (meanings.get(word) ?? 0) * (index < ownWords ? 1 : OF_ANOTHER)
      if (surety <= best) return
      best = surety
      isOwn = index < ownWords
    })
    whole += importance
    reached += importance * best
    if (isOwn) own++
  }
  const isWhole = candidate.name === name
  const match = isWhole ? 1 : reached / Math.max(whole, Number.EPSILON)
  const bonus =
    (isWhole ? BONUS.whole : candidate.name.startsWith(name) ? BONUS.begins : 0) +
    BONUS.covered * Math.min(1, own / ownWords) +
    BONUS.perDoubling * weight
  return { id, type, match, score: match + bonus + OF_TYPE[type] }
}
