/** Opens the configured database, the operator's or the embedded one, and migrates it. */
import { join } from 'node:path'
import type { Config } from '#server/platform/config/config.ts'
import { requireFolder, requireNoRestore } from '#server/platform/files/data-folder.ts'
import { connectDatabase, type Database } from './database.ts'
import { asDatabaseLost } from './watch.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/database.ts'
import type { Log } from '#server/platform/log.ts'
import { migrate } from './migrate.ts'

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
  const servingUser = config.databaseOwnerUrl === '' ? {} : { servingUser: new URL(url).username }
  const { servingRole, reason } = await migrate(ownerUrl, { log, beforeUpgrade, ...servingUser }).catch(
    (error: unknown) => {
      throw asDatabaseLost(error)
    },
  )
  if (servingRole === null && reason !== undefined) log.warn('no-serving-role', { reason })
  const database = connectDatabase({
    url,
    maxConnections: config.databaseConnections,
    ...(onError === undefined ? {} : { onError }),
    ...(servingRole === null ? {} : { role: servingRole }),
  })
  stops.push(() => database.close())
  return { database, ownerUrl, isOurs }
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
