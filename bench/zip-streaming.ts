/** How fast an archive of twelve tracks leaves our handler, beside one file of the same size from raw node:http in the same run.
 * One listener at a time, on loopback: what counts is the time per byte. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { fastify } from 'fastify'
import { layoutZip } from '#server/downloads/zip/zip.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import type { DiskFiles } from '#server/platform/files/files.ts'
import { type Joined, sendJoined } from '#server/platform/files/joined.ts'
import { compareInTurns, type BenchResult } from './measure.ts'

const TRACKS = 12
const TRACK_BYTES = 24 * 1024 * 1024
const ROUNDS = 4
const MEBIBYTE = 1024 * 1024
const GOAL = 0.8

export async function run(): Promise<BenchResult[]> {
  const root = await mkdtemp(join(tmpdir(), 'peal-bench-zip-'))
  const stops: (() => Promise<unknown>)[] = []
  try {
    const files = await openDiskFiles({ root, publicUrl: '', secret: 'bench', clock: { now: () => new Date() } })
    const track = Buffer.alloc(TRACK_BYTES, 7)
    for (let index = 0; index < TRACKS; index++) await files.write(`downloads/${index}.flac`, track)
    await files.write('downloads/whole.flac', Buffer.alloc(TRACKS * TRACK_BYTES, 7))
    const ours = await serveArchive(files, archiveOf(crc32(track)))
    const raw = await serveRaw(files.pathOf('downloads/whole.flac'))
    stops.push(ours.stop, raw.stop)
    const rates = await compareInTurns(
      () => measure(ours.url),
      () => measure(raw.url),
    )
    return [{ name: 'zip streaming', unit: 'MiB/s', ...rates, limitName: 'raw node:http, one file', goal: GOAL }]
  } finally {
    await Promise.all(stops.map((stop) => stop()))
    await rm(root, { recursive: true, force: true })
  }
}

function archiveOf(checksum: number): Joined {
  const modifiedAt = new Date()
  const entries = Array.from({ length: TRACKS }, (_, index) => {
    return { name: `Artist - Album/${index}.flac`, bytes: TRACK_BYTES, crc32: checksum, modifiedAt }
  })
  const layout = layoutZip(entries)
  return {
    size: layout.bytes,
    etag: '"bench"',
    modifiedMs: modifiedAt.getTime(),
    partsOf: (start, end) =>
      layout
        .piecesOf(start, end)
        .map((piece) =>
          piece.kind === 'bytes'
            ? piece
            : { kind: 'file', key: `downloads/${piece.index}.flac`, start: piece.start, end: piece.end },
        ),
  }
}

async function serveArchive(files: DiskFiles, archive: Joined) {
  const app = fastify()
  app.get('/', (request, reply) => sendJoined(files, archive, { request, reply }, {}))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, stop: () => app.close() }
}

async function serveRaw(path: string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': TRACKS * TRACK_BYTES })
    createReadStream(path).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/** In mebibytes a second. */
async function measure(url: string): Promise<number> {
  const startedAt = performance.now()
  let bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { body } = await fetch(url)
    for await (const chunk of body!) bytes += chunk.length
  }
  return bytes / MEBIBYTE / ((performance.now() - startedAt) / 1_000)
}
