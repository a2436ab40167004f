/** How fast our handler serves ranges of 256 KiB, compared with nginx (or raw node:http without nginx) in the same run.
 * Not a load test of the product: one file, loopback, a few connections. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { fastify } from 'fastify'
import { fileRoutes } from '#server/platform/files/routes.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import { compareInTurns, type BenchResult } from './measure.ts'

const FILE_BYTES = 8 * 1024 * 1024
const RANGE_BYTES = 256 * 1024
const ROUND_SECONDS = 2
const CONNECTIONS = 16
const GOAL = 0.3

type Server = { url: string; stop(): Promise<void> }

export async function run(): Promise<BenchResult[]> {
  const root = await mkdtemp(join(tmpdir(), 'peal-bench-ranges-'))
  const servers: Server[] = []
  try {
    const files = await openDiskFiles({ root, publicUrl: '', secret: 'bench', clock: { now: () => new Date() } })
    await files.write('media/bench.mp3', Buffer.alloc(FILE_BYTES, 7))
    const ours = await startNode('ours', root)
    servers.push(ours)
    const nginx = await startNginx(root)
    const limit = nginx ?? (await startNode('raw', root))
    servers.push(limit)
    const rates = await compareInTurns(
      () => measure(ours.url),
      () => measure(limit.url),
    )
    return [
      {
        name: 'range streaming, 256 KiB ranges',
        unit: 'MiB/s',
        ...rates,
        limitName: nginx === null ? 'raw node:http (nginx is not installed)' : 'nginx',
        goal: GOAL,
      },
    ]
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await rm(root, { recursive: true, force: true })
  }
}

async function measure(url: string): Promise<number> {
  const requests = Array.from({ length: FILE_BYTES / RANGE_BYTES }, (_, index) => ({
    method: 'GET' as const,
    headers: { range: `bytes=${index * RANGE_BYTES}-${(index + 1) * RANGE_BYTES - 1}` },
  }))
  const result = await autocannon({ url, connections: CONNECTIONS, duration: ROUND_SECONDS, requests })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} failed responses`)
  return (result['2xx'] * RANGE_BYTES) / result.duration / 2 ** 20
}

/** A separate process, so that the load generator does not slow the server down. */
async function startNode(kind: 'ours' | 'raw', root: string): Promise<Server> {
  const child = spawn(process.execPath, [import.meta.filename, kind, root], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), stop: () => stopChild(child) }
}

async function startNginx(root: string): Promise<Server | null> {
  const socket = createSocketServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  const settings = join(root, 'nginx.conf')
  await writeFile(
    settings,
    `daemon off; worker_processes 1; pid ${root}/nginx.pid; error_log /dev/null; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 128; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000;
  client_body_temp_path ${root}/b; proxy_temp_path ${root}/p; fastcgi_temp_path ${root}/f;
  uwsgi_temp_path ${root}/u; scgi_temp_path ${root}/s;
  server { listen 127.0.0.1:${port}; location /files/ { alias ${root}/; } } }`,
  )
  const child = spawn('nginx', ['-c', settings, '-p', root], { stdio: 'ignore' })
  const isMissing = await Promise.race([
    once(child, 'error').then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(child.exitCode !== null), 500)),
  ])
  if (isMissing) return null
  return { url: `http://127.0.0.1:${port}/files/media/bench.mp3`, stop: () => stopChild(child) }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill()
  await once(child, 'exit')
}

async function serveOurs(root: string): Promise<string> {
  const app = fastify()
  fileRoutes(app, {
    files: await openDiskFiles({ root, publicUrl: '', secret: 'bench', clock: { now: () => new Date() } }),
  })
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/files/media/bench.mp3`
}

/** A minimal node:http server that responds to range requests from disk. */
async function serveRaw(root: string): Promise<string> {
  const path = join(root, 'media/bench.mp3')
  const server = createServer((request, response) => {
    const [start, end] = (request.headers.range ?? '').slice('bytes='.length).split('-').map(Number) as [number, number]
    response.writeHead(206, {
      'Content-Length': end - start + 1,
      'Content-Range': `bytes ${start}-${end}/${FILE_BYTES}`,
      'Content-Type': 'audio/mpeg',
    })
    createReadStream(path, { start, end, highWaterMark: RANGE_BYTES }).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

if (import.meta.main) {
  const [kind, root] = process.argv.slice(2)
  if (kind === undefined || root === undefined) {
    for (const result of await run()) console.log(JSON.stringify(result))
  } else {
    console.log(kind === 'ours' ? await serveOurs(root) : await serveRaw(root))
  }
}
