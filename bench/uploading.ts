/** How fast a file arrives through a presigned address, forced to disk, beside a plain copy of it in the same rounds.
 * One sender at a time, in a separate process, over the loopback interface. */
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { fastify } from 'fastify'
import { fileRoutes } from '#server/platform/files/routes.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import { compareInTurns, type BenchResult } from './measure.ts'

const FILE_BYTES = 256 * 2 ** 20
const CHUNK_BYTES = 256 * 1024
const ROUNDS = 3

export async function run(): Promise<BenchResult[]> {
  const root = await mkdtemp(join(tmpdir(), 'peal-bench-upload-'))
  const files = await openDiskFiles({ root, publicUrl: '', secret: 'bench', clock: { now: () => new Date() } })
  const app = fastify()
  fileRoutes(app, { files })
  try {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const source = join(root, 'source')
    await fill(source)
    let count = 0
    const upload = async (how: 'whole' | 'resumable') => {
      const key = `incoming/${++count}.wav`
      const url = await files.signPut({ key, maxBytes: FILE_BYTES, expiresSeconds: 600 })
      const args = [import.meta.filename, how, origin + url, source]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      await files.remove(key)
      return rate(Number(stdout))
    }
    const copy = async () => {
      const path = join(root, 'copy')
      const startedAt = performance.now()
      const handle = await open(path, 'w')
      await pipeline(
        createReadStream(source, { highWaterMark: CHUNK_BYTES }),
        handle.createWriteStream({ flush: true }),
      )
      const tookMs = performance.now() - startedAt
      await rm(path)
      return rate(tookMs)
    }
    const about = { unit: 'MiB/s', limitName: 'a plain copy, forced to disk', goal: null }
    return [
      { name: 'upload of 256 MiB', ...(await compareInTurns(() => upload('whole'), copy, ROUNDS)), ...about },
      {
        name: 'upload of 256 MiB that can be resumed',
        ...(await compareInTurns(() => upload('resumable'), copy, ROUNDS)),
        ...about,
      },
    ]
  } finally {
    await app.close()
    await rm(root, { recursive: true })
  }
}

const rate = (tookMs: number) => FILE_BYTES / 2 ** 20 / (tookMs / 1_000)

async function fill(path: string): Promise<void> {
  const handle = await open(path, 'wx')
  const block = Buffer.alloc(2 ** 20, 0x5a)
  for (let at = 0; at < FILE_BYTES; at += block.length) await handle.write(block)
  await handle.close()
}

/** The sender. Prints the milliseconds until the response. */
async function send(how: string, url: string, path: string): Promise<void> {
  const { size } = await stat(path)
  const range = how === 'whole' ? {} : { 'content-range': `bytes 0-${size - 1}/${size}` }
  const startedAt = performance.now()
  const sending = request(url, { method: 'PUT', headers: { 'content-length': size, ...range } })
  const answered = new Promise<number>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)))
  })
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), sending)
  const status = await answered
  if (status !== 200) throw new Error(`upload: ${status}`)
  process.stdout.write(String(performance.now() - startedAt))
}

if (import.meta.main) {
  const [how, url, path] = process.argv.slice(2)
  if (how !== undefined && url !== undefined && path !== undefined) await send(how, url, path)
  else for (const result of await run()) console.log(JSON.stringify(result))
}
