/** Recognises recordings: the same file by its hash, a copy that was encoded or cut differently by its acoustic fingerprint
 * (Chromaprint). An upload of a recording that was taken down is held until an operator releases or refuses it. */
import { topics } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { refusals } from '#contract/audio-refusals.ts'
import * as queries from './queries.ts'
import { incomingKey, originalKey, publishRefusal } from '#server/media/uploads.ts'

/** The hash in hexadecimal. A fingerprint has a number for each eighth of a second; null if none could be made. */
export type Recording = { sha256: string; print: number[] | null }

/** Two minutes. */
const PRINT_MAX = 970
/** Copies differ in less than a tenth of the bits, other recordings in about half. */
const DIFFERENT_MAX = 0.2
/** Eight seconds: less is not enough to recognize it. */
const OVERLAP_MIN = 64
/** Silence and steady tones are the same number again and again. */
const DISTINCT_MIN = 24
const ALIGNED_BY_BITS = 16
const CANDIDATES_MAX = 200

/** The numbers of a fingerprint as Chromaprint writes them. */
export function readPrint(raw: Buffer): number[] {
  const count = Math.min(PRINT_MAX, Math.floor(raw.length / 4))
  return Array.from({ length: count }, (_, index) => raw.readInt32LE(index * 4))
}

/** One in eight, selected by value, so that two copies have the same ones wherever they begin. */
export function keysOf(print: readonly number[]): number[] {
  return [...new Set(print)].filter((value) => Math.imul(value, 0x9e3779b1) >>> 29 === 0)
}

/** Whether both are of the same recording. */
export function isAlike(one: readonly number[], other: readonly number[]): boolean {
  if (new Set(one).size < DISTINCT_MIN || new Set(other).size < DISTINCT_MIN) return false
  const offset = bestOffset(one, other)
  if (offset === null) return false
  let bits = 0
  let overlap = 0
  for (let index = Math.max(0, offset); index < Math.min(one.length, other.length + offset); index++, overlap++) {
    bits += countBits(one[index]! ^ other[index - offset]!)
  }
  return overlap >= OVERLAP_MIN && bits / (overlap * 32) <= DIFFERENT_MAX
}

/** The difference of positions at which most numbers begin with the same bits. */
function bestOffset(one: readonly number[], other: readonly number[]): number | null {
  const positions = Map.groupBy(one.keys(), (index) => one[index]! >>> (32 - ALIGNED_BY_BITS))
  const votes = new Map<number, number>()
  for (const [index, value] of other.entries()) {
    for (const position of positions.get(value >>> (32 - ALIGNED_BY_BITS)) ?? []) {
      votes.set(position - index, (votes.get(position - index) ?? 0) + 1)
    }
  }
  let best: number | null = null
  for (const [offset, count] of votes) if (best === null || count > votes.get(best)!) best = offset
  return best
}

function countBits(value: number): number {
  let count = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Whether this recording was taken down. */
export async function isBlocked(tx: Tx, { sha256, print }: Recording): Promise<boolean> {
  const candidates = await queries.selectBlocked(tx, sha256, print === null ? [] : keysOf(print), CANDIDATES_MAX)
  return candidates.some((blocked) => isSame({ sha256, print }, blocked))
}

function isSame(one: Recording, other: { sha256: string | null; print: number[] | null }): boolean {
  if (other.sha256 === one.sha256) return true
  return one.print !== null && other.print !== null && isAlike(one.print, other.print)
}

/** These uploads, and all others of the same recordings. */
export async function findAlike(tx: Tx, assetIds: readonly string[]): Promise<string[]> {
  const found = new Set(assetIds)
  for (const sound of await queries.selectRecordings(tx, assetIds)) {
    const keys = sound.print === null ? [] : keysOf(sound.print)
    for (const other of await queries.selectCandidates(tx, sound.sha256, keys, CANDIDATES_MAX)) {
      if (isSame(sound, other)) found.add(other.id)
    }
  }
  return [...found]
}

/** Later uploads of these recordings are held as long as the takedown lasts. */
export async function blockRecordings(tx: Tx, takedownId: string, assetIds: readonly string[]): Promise<void> {
  if (assetIds.length > 0) await queries.insertBlocked(tx, takedownId, assetIds)
}

export async function unblockRecordings(tx: Tx, takedownId: string, now: Date): Promise<void> {
  await queries.liftBlocked(tx, takedownId, now)
}

/** An operator's decision about an upload that is held. False when it is not. */
export async function decideHeld(tx: Tx, assetId: string, isReleased: boolean, now: Date): Promise<boolean> {
  if (isReleased) return (await queries.setReleased(tx, assetId, now)) !== null
  const code = 'taken-down-before'
  const refused = await queries.setRefused(tx, assetId, refusals[code])
  if (refused === null) return false
  await publishRefusal(tx, assetId, code)
  const keys = [incomingKey(assetId, refused.extension), originalKey(assetId, refused.extension)]
  await publish(tx, topics.filesDropped, newId(), { keys })
  return true
}
