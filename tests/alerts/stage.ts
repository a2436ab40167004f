/** A server with all its dependencies, each of which can fail: database, node, bucket, mail server, disk; and Prometheus. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { completeUpload } from '#contract/catalog/uploads.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { makeTone } from '#tests/audio-samples.ts'
import { type FaultProxy, startFaultProxy } from '#tests/faults/fault-proxy.ts'
import { type LabDatabase, startLabDatabase } from '#tests/faults/lab-database.ts'
import { type NodeProcess, startNodeProcess } from '#tests/faults/node-control.ts'
import { makeQuickUser } from '#tests/faults/quick-user.ts'
import { findFreePort, type ServerProcess, startServer } from '#tests/faults/server-process.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { runStore, STORE_KEY } from '#tests/object-store.ts'
import { until } from '#tests/users.ts'
import { transportTo } from '#tests/world.ts'
import { createCall } from '#web/data/api.ts'
import { type Prometheus, startPrometheus } from './prometheus.ts'

export type Line = 'database' | 'node' | 'bucket' | 'mail'
export type Stage = AsyncDisposable & {
  origin: string
  database: Database
  labDatabase: LabDatabase
  node: NodeProcess
  lines: Record<Line, FaultProxy>
  prometheus: Prometheus
  dataDir: string
  backups: string
  /** Null where disks cannot be mounted. */
  disk: string | null
  people: { userId: string; token: string }[]
  server(): ServerProcess
  start(): Promise<void>
}

const PEOPLE = 8
const BALANCE_MSAT = 50_000_000n
/** The size of DATA_DIR: a little above the threshold of PealDiskLow. */
const DISK_MIB = 2_500
const SECONDS = 60

export async function setStage(): Promise<Stage> {
  const stack = new AsyncDisposableStack()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-alerts-'))
  // PostgreSQL does not run as root.
  fs.chmodSync(folder, 0o755)
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  const [dataDir, backups] = [path.join(folder, 'server'), path.join(folder, 'backups')]
  fs.mkdirSync(dataDir)
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'peal', dataDir]).status === 0
  if (isMounted) stack.defer(() => void spawnSync('umount', ['--lazy', dataDir]))
  const labDatabase = await startLabDatabase(path.join(folder, 'postgres'))
  stack.defer(() => labDatabase.stop())
  const node = await startNodeProcess(1)
  stack.defer(() => node.stop())
  const mail = await startMailServer()
  stack.defer(() => mail.close())
  const store = await runStore(path.join(folder, 'store'))
  stack.defer(() => store.close())
  const upstreams: Record<Line, Parameters<typeof startFaultProxy>[0]> = {
    database: () => ({ path: labDatabase.socketPath }),
    node: () => ({ host: '127.0.0.1', port: node.port }),
    bucket: () => ({ host: '127.0.0.1', port: store.port }),
    mail: () => ({ host: '127.0.0.1', port: Number(new URL(mail.url).port) }),
  }
  const lines = {} as Record<Line, FaultProxy>
  for (const name of Object.keys(upstreams) as Line[]) {
    const line = await startFaultProxy(upstreams[name])
    stack.defer(() => line.close())
    lines[name] = line
  }
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  let server: ServerProcess | null = null
  const start = async () => {
    server = await startServer({ settings: settingsOf({ port, metricsPort, dataDir, backups, lines }) })
  }
  await start()
  stack.defer(async () => void (await server?.stop('SIGKILL')))
  const database = connectDatabase({ url: labDatabase.url, maxConnections: 3 })
  stack.defer(() => database.close())
  const origin = `http://127.0.0.1:${port}`
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => makeQuickUser(database, `person${index}`, BALANCE_MSAT)),
  )
  await publishAlbum(origin, people[0]!.token)
  const prometheus = await startPrometheus(folder, metricsPort)
  stack.use(prometheus)
  const disk = isMounted ? dataDir : null
  const rest = { origin, database, labDatabase, node, lines, prometheus, dataDir, backups, disk, people }
  return { ...rest, start, server: () => server!, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

type Places = { port: number; metricsPort: number; dataDir: string; backups: string; lines: Record<Line, FaultProxy> }

function settingsOf({ port, metricsPort, dataDir, backups, lines }: Places): Record<string, string> {
  const at = (line: Line) => `127.0.0.1:${lines[line].port}`
  return {
    PORT: String(port),
    METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
    LAB_PAGES: 'on',
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://peal@${at('database')}/peal`,
    LAB_NODE: `http://${at('node')}`,
    SMTP_URL: `smtp://${at('mail')}`,
    S3_BUCKET: 'peal',
    S3_ENDPOINT: `http://${at('bucket')}`,
    S3_ACCESS_KEY_ID: STORE_KEY,
    S3_SECRET_ACCESS_KEY: STORE_KEY,
    S3_PATH_STYLE: '1',
    BACKUP_TO: backups,
    // Only the first backup is made, so that the fault of an old backup persists.
    BACKUP_EVERY_HOURS: '1000',
    PASSPHRASE: 'correct horse battery staple',
  }
}

/** In a bucket. */
export async function publishAlbum(origin: string, token: string) {
  const call = createCall(transportTo(origin), () => token)
  const { id: artistId } = await call(createArtist, { body: { name: 'During faults' } })
  const { id: albumId } = await call(createAlbum, { body: { artistId, title: 'Alerts' } })
  const track = await call(createTrack, { body: { albumId, title: 'One', order: 1, extension: 'wav' } })
  const body = new Uint8Array(makeTone(SECONDS, 330))
  const put = await fetch(new URL(track.presignedUrl, origin), { method: 'PUT', body })
  if (!put.ok) throw new Error(`The upload failed: ${put.status} ${await put.text()}`)
  const { uploadId } = await call(getTrack, { params: { trackId: track.id } })
  await call(completeUpload, { params: { uploadId } })
  await until(async () => (await call(getTrack, { params: { trackId: track.id } })).liveUrl !== null)
  await call(publish, { params: { contentId: albumId }, body: { contentType: 'album' } })
  return { artistId, albumId, trackId: track.id }
}
