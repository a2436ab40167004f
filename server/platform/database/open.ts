/** Opens the configured database, the operator's or the embedded one, and migrates it. */
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/platform/config/config.ts'
import { requireFolder, requireNoRestore } from '#server/platform/files/data-folder.ts'
import { connectDatabase } from './connect.ts'
import type { Database } from './database.ts'
import { asDatabaseLost } from './watch.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/database.ts'
import type { Log } from '#server/platform/log.ts'
import { connectOne } from './hosts.ts'
import { DatabaseUnusable, migrate } from './migrate.ts'

type OpenOptions = {
  /** The embedded database died and could not be started again. */
  onLost?: ((error: Error) => void) | undefined
  onError?: (error: unknown, url: string) => void
  /** Called before the first migration of a newer version, with the last one applied. */
  beforeUpgrade?: (lastMigration: string) => Promise<void>
  signal?: AbortSignal | undefined
}

/** Also for scripts that run beside a server: attaches to the server's embedded database, or starts it. `isOurs`: the
 * embedded database currently runs in this process. */
export async function openDatabase(
  config: Config,
  log: Log,
  stops: { push(stop: () => Promise<void>): unknown },
  { onLost, onError, beforeUpgrade, signal }: OpenOptions = {},
): Promise<{ database: Database; ownerUrl: string; isOurs: () => boolean }> {
  requireNoRestore(config.dataDir)
  const { url, ownerUrl, isOurs } = await locateDatabase(config, log, stops, { onLost, signal })
  const servingUser = config.databaseOwnerUrl === '' ? undefined : await findServingUser(url, ownerUrl)
  const { servingRole, reason } = await migrate(ownerUrl, {
    log,
    beforeUpgrade,
    ...(servingUser === undefined ? {} : { servingUser }),
  }).catch((error: unknown) => {
    throw asDatabaseLost(error)
  })
  if (config.isDatabasePooled && reason !== undefined) throw new DatabaseUnusable(reason)
  if (servingRole === null && reason !== undefined) log.warn('no-serving-role', { reason })
  const database = connectDatabase({
    url,
    isPooled: config.isDatabasePooled,
    maxConnections: config.databaseConnections,
    replicas: replicasOf(config, log),
    ...(onError === undefined ? {} : { onError }),
    ...(servingRole === null ? {} : { role: servingRole }),
  })
  stops.push(() => database.close())
  await requireRole(database, servingRole ?? servingUser)
  return { database, ownerUrl, isOurs }
}

function replicasOf({ databaseReadUrl: url, databaseReadLagMs: maxLagMs }: Config, log: Log) {
  return url === '' ? undefined : { url, maxLagMs, log }
}

/** The user of DATABASE_URL, unless it is the owner. The name in the address may be one that only a pooler knows. */
async function findServingUser(url: string, ownerUrl: string): Promise<string | undefined> {
  const [user, owner] = await Promise.all([readUser(url), readUser(ownerUrl)])
  return user === owner ? undefined : user
}

async function readUser(url: string): Promise<string> {
  const client = await connectOne(url).catch((error: unknown) => {
    throw asDatabaseLost(error)
  })
  try {
    return (await client.query<{ name: string }>('SELECT session_user::text AS name')).rows[0]!.name
  } finally {
    await client.end()
  }
}

/** A pooler may have dropped the role, or use a user of its own: the server would work with the rights of that one. */
async function requireRole(database: Database, wanted: string | undefined): Promise<void> {
  if (wanted === undefined) return
  const advice =
    'If DATABASE_URL is a connection pooler, set DATABASE_POOLED=1, and DATABASE_OWNER_URL to PostgreSQL itself'
  const { rows } = await sql<{ role: string }>`SELECT current_user::text AS role`
    .execute(database.read)
    .catch((error: unknown) => {
      if (/startup parameter/.test(String(error))) throw new DatabaseUnusable(`${(error as Error).message}. ${advice}.`)
      throw asDatabaseLost(error)
    })
  const { role } = rows[0]!
  if (role !== wanted) throw new DatabaseUnusable(`The database serves as ${role}, not as ${wanted}. ${advice}.`)
}

type Located = { url: string; ownerUrl: string; isOurs: () => boolean }

/** The addresses of the configured database, without changing it. The embedded one is started, or attached to. */
export async function locateDatabase(
  config: Config,
  log: Log,
  stops: { push(stop: () => Promise<void>): unknown },
  { onLost, signal }: OpenOptions = {},
): Promise<Located> {
  const { databaseUrl: url } = config
  if (url !== '') return { url, ownerUrl: config.databaseOwnerUrl || url, isOurs: () => false }
  requireFolder(config.dataDir)
  const embedded = await startEmbeddedDatabase({
    dataDir: join(config.dataDir, 'postgres'),
    log,
    ...(onLost === undefined ? {} : { onLost }),
    ...(signal === undefined ? {} : { signal }),
  })
  stops.push(() => embedded.stop())
  return { url: embedded.url, ownerUrl: config.databaseOwnerUrl || embedded.url, isOurs: () => !embedded.attached }
}
