/** A coordinator and two workers of Citus on this machine, by the programs in CITUS_BIN: the bin folder of a PostgreSQL that has the
 * extension. They find each other by their sockets. */
import path from 'node:path'
import { initialiseOther, type OtherPostgres, pathsOf, startOther } from '#tests/other-postgres.ts'

const BIN = process.env['CITUS_BIN']
export const hasCitus = BIN !== undefined
export const CITUS_MISSING =
  'SKIP Citus: set CITUS_BIN to the bin folder of a PostgreSQL 15 or 16 with the extension citus 12.1 (docs/operating.md)'

const SETTINGS = [
  'shared_preload_libraries=citus',
  'dynamic_shared_memory_type=mmap',
  'wal_level=logical',
  'max_connections=400',
  'max_prepared_transactions=400',
  'max_worker_processes=200',
  'max_wal_senders=20',
  'max_replication_slots=20',
  'shared_buffers=64MB',
  'jit=off',
  'citus.max_cached_conns_per_worker=1',
]
const NAMES = ['coordinator', 'worker1', 'worker2'] as const

export type Citus = {
  coordinator: OtherPostgres
  workers: OtherPostgres[]
  /** kill -9 of all its processes. */
  killWorker(index: number): Promise<void>
  startWorker(index: number): Promise<void>
}

export async function startCitus(
  stack: AsyncDisposableStack,
  folder: string,
  settings: readonly string[] = [],
): Promise<Citus> {
  const start = async (name: string) =>
    startOther(pathsOf(path.join(folder, name), path.dirname(BIN!)), [...SETTINGS, ...settings])
  const servers: OtherPostgres[] = []
  stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  for (const name of NAMES) {
    initialiseOther(pathsOf(path.join(folder, name), path.dirname(BIN!)))
    servers.push(await start(name))
  }
  const [coordinator, ...workers] = servers as [OtherPostgres, ...OtherPostgres[]]
  return {
    coordinator,
    workers,
    async killWorker(index) {
      await workers[index]!.kill()
    },
    async startWorker(index) {
      servers[index + 1] = workers[index] = await start(NAMES[index + 1]!)
    },
  }
}
