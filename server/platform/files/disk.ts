/** Free space on the disk of DATA_DIR. Below KEEP_FREE_MIB uploads are refused (createFreeSpace), below WRITE_FREE_BYTES
 * every write is. PostgreSQL must never find the disk full: it could not even restart. */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { errorCodes } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'

/** The message is for the operator, in one line. */
export class DiskFull extends Error {
  override name = 'DiskFull'
}

export type Disk = {
  freeBytes(): Promise<number>
  /** True when less than KEEP_FREE_MIB is free. */
  isLow(): Promise<boolean>
  /** Throws 503 when too little space is free for any write. */
  requireWritable(): Promise<void>
  /** Throws DiskFull when too little space is free to start a server. */
  requireForStart(): Promise<void>
}

export type DiskOptions = {
  folder: string
  keepFreeBytes: number
  /** Replaced by tests. */
  readFreeBytes?: ReadFreeBytes
}

export type ReadFreeBytes = (folder: string) => Promise<number>

/** Two segments of the write-ahead log and a checkpoint. Incoming money is still recorded while writes are refused. */
const WRITE_FREE_BYTES = 64 * 2 ** 20
/** Every write checks the disk, so the result is cached. */
const FRESH_MS = 500
const RETRY_AFTER_SECONDS = 30
const RECHECK_BYTES = 64 * 2 ** 20

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
    freeBytes: freeNow,
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

/** Matches the messages of the system, initdb and PostgreSQL when there is no space. */
export function isDiskFullMessage(text: string): boolean {
  return /No space left on device|Disk quota exceeded/i.test(text)
}

/** PostgreSQL's disk_full, or the same error from the file system. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes((error as { code?: string }).code ?? '')
}

/** Free bytes at the folder, or at its nearest existing parent. */
export async function readFree(folder: string): Promise<number> {
  let there = folder
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
  const { blocks, bavail, bsize } = await statfs(there)
  // Not a disk (/proc), or one without a limit (tmpfs). data-folder.ts checks whether it is writable.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
}

/** Checked before and during each write of a file. The database is on a disk too: the space that is kept free makes payments
 * work when files would fill it. */
export type FreeSpace = {
  /** Throws 503 when less than the reserved space is free. */
  requireFreeSpace(): Promise<void>
  /** Passes bytes through and checks the free space regularly. */
  watch(): Transform
}

export function createFreeSpace(folder: string, keepFreeBytes: number): FreeSpace {
  const requireFreeSpace = async () => {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < keepFreeBytes) throw storageFull()
  }
  return {
    requireFreeSpace,
    watch() {
      let unchecked = 0
      return new Transform({
        transform(chunk: Buffer, _encoding, done) {
          unchecked += chunk.length
          if (unchecked < RECHECK_BYTES) return done(null, chunk)
          unchecked = 0
          requireFreeSpace().then(() => done(null, chunk), done)
        },
      })
    },
  }
}
