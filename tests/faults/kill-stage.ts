/** What is killed: servers on an embedded PostgreSQL or on a separate one; and how each is restarted. The order of the
 * kills is kill-lab.ts. */
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { readMigrations } from '#server/platform/database/migrate.ts'
import { startLabDatabase } from './lab-database.ts'
import { backendsOf, endsWithin, isServing, type MainProcess, postmasterOf, startMain } from './main-process.ts'
import type { Random } from './random.ts'
import { findFreePort } from './server-process.ts'

/** `owner`: the server that runs PostgreSQL for a second one. */
export type KillTarget = 'server' | 'postmaster' | 'backend' | 'owner'

export type Stage = {
  readonly kind: 'embedded' | 'beside'
  readonly dataDir: string
  readonly databaseUrl: string
  /** The data of PostgreSQL. */
  readonly cluster: string
  server(): MainProcess
  /** Starts a server, as an init system would, even if others are still running. */
  start(): MainProcess
  /** A second server on the same database; it attaches to an embedded PostgreSQL. */
  startSecond(): Promise<MainProcess>
  /** Makes the second server the main one. */
  promote(server: MainProcess): void
  /** A server on an empty database. */
  startEmpty(name: string): Promise<Empty>
  kill(target: KillTarget, server: MainProcess, cluster?: string): Promise<boolean>
  stop(): Promise<void>
}

export type Empty = {
  server: MainProcess
  cluster: string
  /** Restarts it after it has ended. */
  again(): MainProcess
  /** How many migrations are applied, and how many there are. */
  migrations(): Promise<[number, number]>
  remove(): Promise<void>
}

export type StageOptions = { kind: Stage['kind']; folder: string; program: string; random: Random }

const END_LIMIT_MS = 15_000

export async function setStage({ kind, folder, program, random }: StageOptions): Promise<Stage> {
  const dataDir = path.join(folder, kind)
  fs.mkdirSync(dataDir, { recursive: true })
  const beside = kind === 'beside' ? await startLabDatabase(path.join(folder, 'beside-postgres')) : null
  const embeddedAt = (dir: string) => path.join(dir, 'postgres', 'cluster')
  const port = String(await findFreePort())
  const secondPort = String(await findFreePort())
  const settingsOf = (dir: string, database: string, ownPort: string) => ({
    PORT: ownPort,
    DATA_DIR: dir,
    YOUNG_WITHDRAWAL_MSAT: '1000000000',
    DAILY_WITHDRAWAL_MSAT: '1000000000',
    FAILED_WITHDRAWALS_PER_HOUR: '1000',
    ...(beside === null ? {} : { DATABASE_URL: withDatabase(beside.url, database) }),
  })
  const running: MainProcess[] = []
  const startAt = (ownPort: string, dir = dataDir, database = 'peal') => {
    const server = startMain(settingsOf(dir, database, ownPort), program)
    running.push(server)
    return server
  }
  let server: MainProcess | undefined
  const socketUrl = (dir: string) =>
    `postgres://peal@localhost:5432/peal?host=${encodeURIComponent(path.join(dir, 'postgres', 'socket'))}`

  return {
    kind,
    dataDir,
    databaseUrl: beside?.url ?? socketUrl(dataDir),
    cluster: beside?.cluster ?? embeddedAt(dataDir),
    server: () => server!,
    start: () => (server = startAt(port)),
    async startSecond() {
      const second = startAt(secondPort)
      while (!second.hasEnded() && !(await isServing(second))) await sleep(50)
      return second
    },
    promote: (next) => (server = next),
    async startEmpty(name) {
      const dir = path.join(folder, name)
      fs.mkdirSync(dir)
      if (beside !== null) await query(beside.url, `CREATE DATABASE ${name}`)
      const url = beside === null ? socketUrl(dir) : withDatabase(beside.url, name)
      const start = () => startAt(port, dir, name)
      let current = start()
      return {
        server: current,
        cluster: beside?.cluster ?? embeddedAt(dir),
        again: () => (current = start()),
        async migrations() {
          const rows = await query(url, 'SELECT count(*)::int AS count FROM migration')
          return [Number(rows[0]?.['count']), readMigrations().length]
        },
        async remove() {
          current.kill('SIGTERM')
          await endsWithin(current, END_LIMIT_MS)
          fs.rmSync(dir, { recursive: true, force: true, maxRetries: 10 })
        },
      }
    },
    async kill(target, killed, cluster = beside?.cluster ?? embeddedAt(dataDir)) {
      if (target === 'server' || target === 'owner') {
        killed.kill('SIGKILL')
        return true
      }
      if (target === 'backend') {
        const backends = backendsOf(cluster)
        return backends.length > 0 && killNow(random.pick(backends))
      }
      if (beside !== null) {
        await beside.crash('SIGKILL')
        return true
      }
      const pid = postmasterOf(cluster)
      return pid !== null && killNow(pid)
    },
    async stop() {
      for (const one of running) one.kill('SIGKILL')
      await Promise.all(running.map(({ ended }) => ended))
      await beside?.stop()
    },
  }
}

function killNow(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
