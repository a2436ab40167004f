/** Size and checksums of a stream, computed while it is read: nothing is held in memory. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type Chunks = AsyncIterable<string | Buffer> | Iterable<string | Buffer>
export type Sums = { bytes: number; crc32: number; sha256: string }

/** `onChunk` is called after each chunk; if it throws, the work stops. */
export function createSums(onChunk: (bytes: number) => void = () => undefined) {
  const hash = createHash('sha256')
  let bytes = 0
  let sum = 0
  const add = (chunk: Buffer): void => {
    hash.update(chunk)
    sum = crc32(chunk, sum)
    bytes += chunk.length
    onChunk(chunk.length)
  }
  return {
    /** Yields the same chunks. */
    async *pass(source: Chunks): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        const passed = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        add(passed)
        yield passed
      }
    },
    async consume(source: AsyncIterable<unknown>): Promise<void> {
      for await (const chunk of source) add(chunk as Buffer)
    },
    result: (): Sums => ({ bytes, crc32: sum, sha256: hash.digest('hex') }),
  }
}
