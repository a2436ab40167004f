/** Resumable uploads: stores the bytes received so far, so that an interrupted upload continues from
 * there. Authorization is in files/routes.ts. Each chunk is written at its own offset, so that two
 * senders of one file write the same. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Chunk } from './files.ts'
import { isDiskFull, storageFull, type FreeSpace } from './disk.ts'

/** Longer than an upload URL is valid, renewed or not. */
const STALE_MS = 48 * 3_600_000

export type PartialFiles = {
  /** The number of bytes received. Stops a request that is still sending: the caller continues instead. */
  offsetOf(key: string): Promise<number>
  /** Writes a chunk; returns true once the file is complete. Throws 416 for a gap, 400 when it was cut off or too
   * long. */
  append(key: string, body: Readable, chunk: Chunk): Promise<boolean>
  pathOf(key: string): string
  remove(key: string): Promise<void>
}

export async function openPartialFiles(folder: string, freeSpace: FreeSpace, clock: Clock): Promise<PartialFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => join(folder, key.replaceAll('/', '~'))
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (clock.now().getTime() - mtimeMs > STALE_MS) await rm(join(folder, name), { force: true })
  }
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
      await pipeline(limited(body.iterator({ destroyOnReturn: false }), total - start), freeSpace.watch(), file)
    } catch (error) {
      if (!file.closed) await once(file, 'close').catch(() => undefined)
      if (error instanceof AppError) throw error
      if (isDiskFull(error)) throw storageFull()
      throw new AppError(400, 'upload-incomplete', 'The upload stopped before the whole file had arrived')
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
      if (chunk.start > here) {
        throw new AppError(416, 'upload-offset-wrong', `The next byte is ${here}`)
      }
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
  }
}

function raise(error: Error): never {
  throw error
}

async function* limited(body: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let left = length
  for await (const chunk of body) {
    left -= chunk.length
    if (left < 0) throw new AppError(400, 'upload-too-long', 'The upload is longer than announced')
    yield chunk
  }
}
