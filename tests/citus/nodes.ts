/** A coordinator and two workers of Citus on this machine, by the programs in CITUS_BIN: the bin folder of a PostgreSQL that has
 * the extension. They find each other by their sockets. */
import fs from 'node:fs'
import path from 'node:path'
import { initialiseOther, type OtherPostgres, pathsOf, query, startOther } from '#tests/other-postgres.ts'
import { connectNodes, databaseUrl } from './databases.ts'

const BIN = process.env['CITUS_BIN'] ?? ''
export const hasCitus = BIN !== ''
export const CITUS_MISSING =
  'SKIP Citus: set CITUS_BIN to the bin folder of a PostgreSQL that has the extension citus 12.1 (docs/operating.md)'

const SETTINGS = [
  'shared_preload_libraries=citus',
  'dynamic_shared_memory_type=mmap',
  'wal_level=logical',
  'max_connections=400',
  'max_prepared_transactions=400',
  'max_worker_processes=200',
  'shared_buffers=64MB',
  'jit=off',
]
const NAMES = ['coordinator', 'worker1', 'worker2']

export type Citus = {
  coordinator: OtherPostgres
  workers: OtherPostgres[]
  /** By kill -9 of all its processes. */
  killWorker(index: number): Promise<void>
  startWorker(index: number): Promise<void>
}

export async function startCitus(
  stack: AsyncDisposableStack,
  folder: string,
  settings: readonly string[] = [],
): Promise<Citus> {
  const all = NAMES.map((name) => pathsOf(path.join(folder, name), path.dirname(BIN)))
  all.forEach(initialiseOther)
  const start = (index: number) => {
    const own = [`citus.local_hostname=${all[index]!.socketDir}`]
    return startOther(all[index]!, [...SETTINGS, ...own, ...settings])
  }
  const running = await Promise.all(all.map((_, index) => start(index)))
  stack.defer(async () => void (await Promise.all(running.map((server) => server.stop()))))
  return {
    coordinator: running[0]!,
    workers: running.slice(1),
    async killWorker(index) {
      const server = running[index + 1]!
      const file = path.join(server.paths.cluster, 'postmaster.pid')
      const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0])
      const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
      const ended = server.stop('SIGKILL')
      for (const child of children) killNow(Number(child))
      await ended
    },
    async startWorker(index) {
      running[index + 1] = await start(index + 1)
    },
  }
}

/** A new database `peal`, without tables. Resolves with its address at the coordinator. */
export async function createOnNodes({ coordinator, workers }: Citus): Promise<string> {
  const servers = [coordinator, ...workers].map(({ url }) => url)
  for (const one of servers) await query(one, 'CREATE DATABASE peal')
  await connectNodes(servers, 'peal')
  return databaseUrl(coordinator.url, 'peal')
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
