/** Free disk space for files, checked before and during each write.
 * The database is on a disk too. The space reserved here keeps payments working when files would fill it. */
import { statfs } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { storageFull } from './disk.ts'

const RECHECK_BYTES = 64 * 2 ** 20

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
