/** Replaces the secret of the installation: one transaction encrypts everything in the database with a new one and ends what was
 * derived from the old one. The new secret is in a file before, so an interrupted rotation is completed by the next. */
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { resealSecondFactors } from './auth/factors/second-factor.ts'
import { resealRequestedMails } from './auth/passwords/passwords.ts'
import { endJournal } from './backup/journal/start.ts'
import { deleteTrees } from './liabilities/queries.ts'
import { resealPlatformKey } from './nostr/platform-key.ts'
import { resealPushKey } from './notifications/push-key.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { connectOne } from './platform/database/hosts.ts'
import { asTx } from './platform/database/one-connection.ts'
import { locateDatabase } from './platform/database/open.ts'
import { createFailpoints } from './platform/failpoints.ts'
import { silentLog } from './platform/log.ts'
import { resealMails } from './platform/mail.ts'
import { createReseal } from './platform/secrets/seal.ts'
import { hasFingerprintOf, OtherServers, replaceFingerprint } from './platform/secrets/installation-secret.ts'
import { readSecret, secretFile, writeOnce } from './platform/secrets/secret.ts'
import { createStops } from './platform/stops.ts'
import { deleteAllConnections } from './wallets/connection-queries.ts'

/** `file`: where the new secret is. `isInSettings`: the operator has to set SECRET to it. */
export type Rotation = { file: string; isInSettings: boolean; connections: number; hadJournal: boolean }

export async function rotateSecret(config: Config, clock: Clock): Promise<Rotation> {
  const failpoint = createFailpoints(config.crashAt, silentLog)
  const isInSettings = config.secret !== ''
  const from = readSecret(config)
  const next = join(config.dataDir, 'secret.next')
  writeOnce(next, randomBytes(32).toString('hex'))
  const to = readFileSync(next, 'utf8')
  const ended = await replaceSecret(config, clock, { from, to, failpoint })
  failpoint('rotate:committed')
  // SECRET is the new one already: the rotation was complete.
  if (from === to) rmSync(next)
  else if (!isInSettings) renameSync(next, secretFile(config.dataDir))
  return { file: isInSettings ? next : secretFile(config.dataDir), isInSettings: isInSettings && from !== to, ...ended }
}

type Ended = Pick<Rotation, 'connections' | 'hadJournal'>
type Secrets = { from: string; to: string; failpoint: (name: string) => void }

async function replaceSecret(config: Config, clock: Clock, { from, to, failpoint }: Secrets): Promise<Ended> {
  const stops = createStops(silentLog)
  try {
    const { ownerUrl } = await locateDatabase(config, silentLog, stops)
    const client = await connectOne(ownerUrl)
    stops.push(() => client.end())
    await client.query('BEGIN')
    const tx = asTx(client)
    // An earlier rotation was interrupted after its transaction.
    if (await hasFingerprintOf(tx, to)) return { connections: 0, hadJournal: false }
    await replaceFingerprint(tx, from, to)
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    if (rows[0]!.count > 0) throw new OtherServers(rows[0]!.count)
    const resealOf = createReseal(from, to)
    await resealPlatformKey(tx, resealOf)
    await resealPushKey(tx, resealOf)
    await resealSecondFactors(tx, resealOf)
    await resealMails(tx, resealOf)
    await resealRequestedMails(tx, resealOf)
    const connections = await deleteAllConnections(tx, clock.now())
    // Their leaves are keyed with the old secret.
    await deleteTrees(tx, 'infinity')
    const hadJournal = await endJournal(client)
    failpoint('rotate:sealed')
    await client.query('COMMIT')
    return { connections, hadJournal }
  } finally {
    await stops.run()
  }
}
