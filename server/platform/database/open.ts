/** Opens the configured database, the operator's or the embedded one, and migrates it. */
import { join } from 'node:path'
import type { Config } from '#server/platform/config/config.ts'
import { requireFolder } from '#server/platform/files/data-folder.ts'
import { connectDatabase, type Database } from './database.ts'
import { asDatabaseLost } from './watch.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/database.ts'
import type { Log } from '#server/platform/log.ts'
import { migrate } from './migrate.ts'

type OpenOptions = {
  /** The embedded database died and could not be started again. */
  onLost?: ((error: Error) => void) | undefined
  onError?: (error: unknown, url: string) => void
  signal?: AbortSignal | undefined
}

/** Also for scripts that run beside a server: attaches to the server's embedded database, or starts it. `isOurs`: the
 * embedded database currently runs in this process. */
export async function openDatabase(
  config: Config,
  log: Log,
  stops: { push(stop: () => Promise<void>): unknown },
  { onLost, onError, signal }: OpenOptions = {},
): Promise<{ database: Database; ownerUrl: string; isOurs: () => boolean }> {
  let url = config.databaseUrl
  let isOurs = () => false
  if (url === '') {
    requireFolder(config.dataDir)
    const embedded = await startEmbeddedDatabase({
      dataDir: join(config.dataDir, 'postgres'),
      log,
      ...(onLost === undefined ? {} : { onLost }),
      ...(signal === undefined ? {} : { signal }),
    })
    stops.push(() => embedded.stop())
    url = embedded.url
    isOurs = () => !embedded.attached
  }
  const ownerUrl = config.databaseOwnerUrl || url
  const servingUser = config.databaseOwnerUrl === '' ? {} : { servingUser: new URL(url).username }
  const { servingRole, reason } = await migrate(ownerUrl, { log, ...servingUser }).catch((error: unknown) => {
    throw asDatabaseLost(error)
  })
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
