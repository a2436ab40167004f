/** How much of the disk that holds DATA_DIR is free, and what follows: below KEEP_FREE_MIB no files are taken (files-room.ts),
 * below WRITE_FREE_BYTES nothing is. PostgreSQL must never find the disk full: it could not even start again then. */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCodes } from '#contract/errors.ts'
import { AppError } from './errors.ts'

/** For the operator, in one line. */
export class DiskFull extends Error {
  override name = 'DiskFull'
}

export type Disk = {
  /** Less is free than KEEP_FREE_MIB. */
  isLow(): Promise<boolean>
  /** Throws 503 when too little is free to write anything. */
  requireWritable(): Promise<void>
  /** Throws DiskFull when a server should not start. */
  requireForStart(): Promise<void>
}

export type DiskOptions = {
  folder: string
  keepFreeBytes: number
  /** Replaced by tests. */
  readFreeBytes?: ReadFreeBytes
}

export type ReadFreeBytes = (folder: string) => Promise<number>

/** Two segments of the write-ahead log and a checkpoint. Money that arrives while writes are refused is still recorded. */
const WRITE_FREE_BYTES = 64 * 2 ** 20
/** Every write asks. */
const FRESH_MS = 500
const RETRY_AFTER_SECONDS = 30

export function createDisk({ folder, keepFreeBytes, readFreeBytes = readFree }: DiskOptions): Disk {
  const neededBytes = Math.min(WRITE_FREE_BYTES, keepFreeBytes)
  let known: { freeBytes: number; at: number } | undefined
  const freeNow = async () => {
    if (known === undefined || performance.now() - known.at > FRESH_MS) {
      known = { freeBytes: await readFreeBytes(folder), at: performance.now() }
    }
    return known.freeBytes
  }
  return {
    isLow: async () => (await freeNow()) < keepFreeBytes,
    async requireWritable() {
      if ((await freeNow()) < neededBytes) throw storageFull()
    },
    async requireForStart() {
      const freeBytes = await freeNow()
      if (freeBytes < neededBytes) throw diskFull(folder, freeBytes)
    },
  }
}

export function diskFull(folder: string, freeBytes?: number): DiskFull {
  const left = freeBytes === undefined ? '' : ` (${Math.floor(freeBytes / 2 ** 20)} MiB free)`
  return new DiskFull(`The disk of ${folder} is full${left}. Free some space and start again; nothing was lost.`)
}

export function storageFull(): AppError {
  return new AppError(503, 'storage-full', errorCodes['storage-full'], RETRY_AFTER_SECONDS)
}

/** What the system, initdb or PostgreSQL say when there is no space. */
export function saysDiskFull(text: string): boolean {
  return /No space left on device|Disk quota exceeded/i.test(text)
}

/** PostgreSQL's disk_full, or the same of a file. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes((error as { code?: string }).code ?? '')
}

/** Of the folder, or of the nearest one above it when it does not exist yet. */
async function readFree(folder: string): Promise<number> {
  let there = folder
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
  const { blocks, bavail, bsize } = await statfs(there)
  // Not a disk (/proc), or one without a limit (tmpfs): whether it can be written to is found out by data-folder.ts.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
}
