/** Resumable uploads: stores the bytes received so far, so that an interrupted upload continues from
 * there. Authorization is in files/routes.ts. Each chunk is written at its own offset, so that two
 * senders of one file write the same. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#server/platform/errors.ts'
import type { Chunk } from './files.ts'
import { isDiskFull, storageFull, type FreeSpace } from './disk.ts'
import { cutOff, limited, tooLong, wrongOffset } from './upload-errors.ts'

export type PartialFiles = {
  /** The number of bytes received. Stops a request that is still sending: the caller continues instead. */
  offsetOf(key: string): Promise<number>
  /** Writes a chunk; returns true once the file is complete. Throws 416 for a gap, 400 when it was cut off or too
   * long. */
  append(key: string, body: Readable, chunk: Chunk): Promise<boolean>
  pathOf(key: string): string
  remove(key: string): Promise<void>
  removeOlder(prefix: string, before: Date): Promise<void>
}

export async function openPartialFiles(folder: string, freeSpace: FreeSpace): Promise<PartialFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const nameOf = (key: string) => key.replaceAll('/', '~')
  const pathOf = (key: string) => join(folder, nameOf(key))
  const senders = new Map<string, { body: Readable; ended: Promise<unknown> }>()

  const sizeOf = async (key: string) =>
    (await stat(pathOf(key)).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : raise(error))))
      ?.size ?? 0

  const stopSender = async (key: string) => {
    const sender = senders.get(key)
    // A connection that is dead at the other end does not report it.
    sender?.body.destroy()
    await sender?.ended
  }

  const write = async (key: string, body: Readable, { start, total }: Chunk) => {
    const path = pathOf(key)
    await freeSpace.requireFreeSpace()
    await (await open(path, 'a', 0o600)).close()
    const file = createWriteStream(path, { flags: 'r+', start, flush: true, highWaterMark: 256 * 1024 })
    try {
      // The response goes over the same connection, so a refusal must not destroy the body's stream.
      await pipeline(
        limited(body.iterator({ destroyOnReturn: false }), total - start, tooLong()),
        freeSpace.watch(),
        file,
      )
    } catch (error) {
      if (!file.closed) await once(file, 'close').catch(() => undefined)
      if (error instanceof AppError) throw error
      if (isDiskFull(error)) throw storageFull()
      throw cutOff()
    }
  }

  return {
    pathOf,
    async offsetOf(key) {
      await stopSender(key)
      return sizeOf(key)
    },
    async append(key, body, chunk) {
      await stopSender(key)
      const here = await sizeOf(key)
      if (chunk.start > here) throw wrongOffset(here)
      const work = write(key, body, chunk)
      const sender = { body, ended: work.catch(() => undefined) }
      senders.set(key, sender)
      try {
        await work
      } finally {
        if (senders.get(key) === sender) senders.delete(key)
      }
      return (await sizeOf(key)) === chunk.total
    },
    async remove(key) {
      await stopSender(key)
      await rm(pathOf(key), { force: true })
    },
    async removeOlder(prefix, before) {
      for (const name of await readdir(folder)) {
        if (!name.startsWith(nameOf(prefix))) continue
        const found = await stat(join(folder, name)).catch(() => null)
        if (found !== null && found.mtime < before) await rm(join(folder, name), { force: true })
      }
    },
  }
}

function raise(error: Error): never {
  throw error
}
