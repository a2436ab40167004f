/** Copies stored files from one place to another, beside a running server and as often as wanted: what is there already is not
 * copied again. How both places are read meanwhile is platform/files/also.ts. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Files, ListedFile } from '#server/platform/files/files.ts'
import { type KnownFiles, publicKey } from './known-files.ts'

type Source = Pick<Files, 'list' | 'read' | 'stat'>
type Target = Pick<Files, 'list' | 'read' | 'remove' | 'requireSpace' | 'write'>

export type CopyOrder = {
  from: Source
  to: Target
  /** Which files the database knows. The others are not copied. */
  readKnown: () => Promise<KnownFiles>
  /** Reads also what is there already, and copies what differs. */
  isComparing: boolean
}

export type CopiedFiles = {
  total: number
  copied: number
  copiedBytes: number
  /** Were there already. */
  present: number
  unknown: number
  /** Were deleted meanwhile, and then also in the other place. */
  deleted: number
  /** Keys that the database knows and that are in neither place. */
  missing: string[]
  failed: string[]
}

const AT_ONCE = 8
/** An unreachable place need not be queried for each file. */
const FAILURES_MAX = 100

/** Returns the counts immediately; they grow while `done` is awaited. */
export function copyFiles(order: CopyOrder): { counts: CopiedFiles; done: Promise<void> } {
  const counts: CopiedFiles = {
    total: 0,
    copied: 0,
    copiedBytes: 0,
    present: 0,
    unknown: 0,
    deleted: 0,
    missing: [],
    failed: [],
  }
  return { counts, done: copyAll(order, counts) }
}

async function copyAll(order: CopyOrder, counts: CopiedFiles): Promise<void> {
  const before = await order.readKnown()
  const there = new Map<string, ListedFile>()
  for await (const file of order.to.list('')) there.set(file.key, file)
  const listed: ListedFile[] = []
  for await (const file of order.from.list('')) listed.push(file)
  // Again after the list: a file is stored before the row that names it. Only what was known all the time can be missing.
  const { has, required } = await order.readKnown()
  const stored = new Set([...there.keys(), ...listed.map(({ key }) => key)].map(publicKey))
  counts.missing = [...before.required].filter((key) => required.has(key) && !stored.has(key))
  const known = listed.filter(({ key }) => has(key))
  counts.total = known.length
  counts.unknown = listed.length - known.length
  const waiting = known.values()
  const work = async () => {
    for (const file of waiting) {
      if (counts.failed.length >= FAILURES_MAX) return
      await copyOne(order, file, there.get(file.key), counts).catch((error: Error) => {
        counts.failed.push(`${file.key}: ${error.message}`)
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function copyOne(order: CopyOrder, file: ListedFile, copy: ListedFile | undefined, counts: CopiedFiles) {
  const { from, to, isComparing } = order
  const { key, size } = file
  const isThere = copy?.size === size && copy.modifiedAt >= file.modifiedAt
  try {
    if (isThere && (!isComparing || (await hashOf(from.read(key))) === (await hashOf(to.read(key))))) {
      counts.present += 1
      return
    }
    await to.requireSpace()
    const hash = createHash('sha256')
    await to.write(key, Readable.from(hashing(from.read(key), hash), { objectMode: false }))
    if ((await hashOf(to.read(key))) !== hash.digest('hex')) {
      await to.remove(key)
      throw new Error('the copy differed from the original')
    }
  } catch (error) {
    if ((await from.stat(key)) !== null) throw error
  }
  if ((await from.stat(key)) === null) {
    await to.remove(key)
    counts.deleted += 1
    return
  }
  counts.copied += 1
  counts.copiedBytes += size
}

async function* hashing(source: Readable, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
}

async function hashOf(source: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}
