/** Connects an operator's command to the database of this installation, with its secret. Neither is made here, as they would be
 * in a DATA_DIR that is not the server's. */
import { existsSync } from 'node:fs'
import type pg from 'pg'
import type { Config } from '#server/platform/config/config.ts'
import { asTx } from '#server/platform/database/one-connection.ts'
import { locateDatabase } from '#server/platform/database/open.ts'
import { requireNoRestore } from '#server/platform/files/data-folder.ts'
import { silentLog } from '#server/platform/log.ts'
import { isSecretOf } from '#server/platform/secrets/installation-secret.ts'
import { readSecret, secretFile } from '#server/platform/secrets/secret.ts'
import type { Stops } from '#server/platform/stops.ts'
import { BackupUnusable } from './unusable.ts'

export async function connectInstallation(
  config: Config,
  stops: Stops,
  connect: (ownerUrl: string) => Promise<pg.Client>,
): Promise<{ client: pg.Client; secret: string }> {
  requireNoRestore(config.dataDir)
  if (config.secret === '' && !existsSync(secretFile(config.dataDir))) throw wrongSecret(config)
  const { ownerUrl } = await locateDatabase(config, silentLog, stops)
  const client = await connect(ownerUrl)
  stops.push(() => client.end())
  const secret = readSecret(config)
  if (!(await isSecretOf(asTx(client), secret))) throw wrongSecret(config)
  return { client, secret }
}

const wrongSecret = ({ dataDir }: Config) =>
  new BackupUnusable(
    `The secret of this database is neither in SECRET nor in ${secretFile(dataDir)}. Set DATA_DIR and SECRET as for the server.`,
  )
