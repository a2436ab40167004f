/** How much room the disk has left: what writes files asks before and while it does.
 * The database lives on a disk too; what is kept free here is what keeps money moving when files would fill it. */
import { statfs } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { storageFull } from './disk.ts'

const RECHECK_BYTES = 64 * 2 ** 20

export type Room = {
  /** Throws 503 when less than what is to stay free is left. */
  mustBeLeft(): Promise<void>
  /** Passes bytes on and asks again from time to time. */
  watch(): Transform
}

export function createRoom(folder: string, keepFreeBytes: number): Room {
  const mustBeLeft = async () => {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < keepFreeBytes) throw storageFull()
  }
  return {
    mustBeLeft,
    watch() {
      let unchecked = 0
      return new Transform({
        transform(chunk: Buffer, _encoding, done) {
          unchecked += chunk.length
          if (unchecked < RECHECK_BYTES) return done(null, chunk)
          unchecked = 0
          mustBeLeft().then(() => done(null, chunk), done)
        },
      })
    },
  }
}
