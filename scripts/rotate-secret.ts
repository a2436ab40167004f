/** Replaces the secret of this installation: `npm run rotate-secret`, while no server runs. One transaction encrypts
 * everything in the database with a new one and ends what was derived from the old one. The new secret is in a file before,
 * so an interrupted rotation is completed by the next. */
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { resealSecondFactors } from '#server/auth/factors/second-factor.ts'
import { resealRequestedMails } from '#server/auth/passwords/passwords.ts'
import { endJournal } from '#server/backup/journal/start.ts'
import { deleteTrees } from '#server/liabilities/queries.ts'
import { resealPlatformKey } from '#server/nostr/platform-key.ts'
import { resealPushKey } from '#server/notifications/push-key.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { connectOne } from '#server/platform/database/hosts.ts'
import { asTx } from '#server/platform/database/one-connection.ts'
import { locateDatabase } from '#server/platform/database/open.ts'
import { createFailpoints } from '#server/platform/failpoints.ts'
import { silentLog } from '#server/platform/log.ts'
import { resealMails } from '#server/platform/mail.ts'
import { createReseal } from '#server/platform/secrets/seal.ts'
import { hasFingerprintOf, OtherServers, replaceFingerprint } from '#server/platform/secrets/installation-secret.ts'
import { readSecret, secretFile, writeOnce } from '#server/platform/secrets/secret.ts'
import { createStops } from '#server/platform/stops.ts'
import { deleteAllConnections } from '#server/wallets/connection-queries.ts'
import { readArguments, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run rotate-secret
Encrypts everything in the database with a new secret. Stop all servers first. What ends with the old secret is in
docs/operating.md.`

readArguments(USAGE, {})
await runCommand(async () => {
  const { file, isInSettings, connections, hadJournal } = await rotateSecret(readConfig(), systemClock)
  const lines = [
    'The secret is replaced. Servers with the old one do not start any more.',
    isInSettings
      ? `Set SECRET of every process to the content of ${file}, then delete that file.`
      : `It is in ${file}.`,
    `${connections} wallet connections and all backup codes have ended: users make new ones.`,
    ...(hadJournal ? ['The journal has ended: set JOURNAL to an empty place.'] : []),
    'Make a backup now: older ones have the old secret.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
})

/** `file`: where the new secret is. `isInSettings`: the operator has to set SECRET to it. */
type Rotation = { file: string; isInSettings: boolean; connections: number; hadJournal: boolean }

async function rotateSecret(config: Config, clock: Clock): Promise<Rotation> {
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
