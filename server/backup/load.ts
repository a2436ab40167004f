/** Fills an empty database from a backup, in one transaction: a restore that is interrupted leaves it empty. The schema is
 * made by the migrations that the backup had; later ones are applied to its rows. */
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Client, escapeIdentifier as quoted } from 'pg'
import { restartRollUps } from '#server/ledger/rollup.ts'
import { writeRecovering } from '#server/payments/audit/recovering.ts'
import type { Clock } from '#server/platform/clock.ts'
import { copyIn } from '#server/platform/database/copy.ts'
import { migrateWithin } from '#server/platform/database/migrate.ts'
import { connectOne } from '#server/platform/database/hosts.ts'
import { asTx } from '#server/platform/database/one-connection.ts'
import { clearFileStore } from '#server/platform/secrets/shared-settings.ts'
import { type Backup, type Contents, objectKey } from './manifest.ts'
import type { ReadablePlace } from './place.ts'
import { BackupUnusable } from './unusable.ts'

/** What a restored server holds of `backup`: 'nothing', 'this' backup, or something 'else'. */
export type Held = 'nothing' | 'this' | 'else'

/** Users see this when they withdraw, and it says which backup a database was made from. */
const reasonOf = ({ name }: Pick<Backup, 'name'>) => `The server was restored from the backup ${name}.`

export async function readHeld(ownerUrl: string, backup: Pick<Backup, 'name'>): Promise<Held> {
  return withClient(ownerUrl, (client) => heldBy(client, backup))
}

async function heldBy(client: Client, backup: Pick<Backup, 'name'>): Promise<Held> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  )
  if (rows.length === 0) return 'nothing'
  // Another program's database has no such table.
  if (!rows.some(({ name }) => name === 'outgoing_stop')) return 'else'
  const { rows: stops } = await client.query<{ reason: string | null }>('SELECT reason FROM outgoing_stop')
  return stops[0]?.reason === reasonOf(backup) ? 'this' : 'else'
}

export async function loadDatabase(
  ownerUrl: string,
  backup: Backup,
  place: ReadablePlace,
  clock: Clock,
): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query('BEGIN')
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL client_encoding = 'UTF8'`)
    if ((await heldBy(client, backup)) !== 'nothing') throw new BackupUnusable('The database is not empty.')
    await migrateWithin(client, backup.contents.migrations.at(-1)!.number)
    await loadTables(client, backup.contents, place)
    await migrateWithin(client)
    const tx = asTx(client)
    await restartRollUps(tx)
    await clearFileStore(tx)
    // The node may have made payments that are not in this backup: nothing leaves until an operator has checked.
    const recovery = { reason: reasonOf(backup), loss: 'changes-lost', source: `backup ${backup.name}` } as const
    await writeRecovering(tx, recovery, clock.now())
    await client.query('COMMIT')
    await client.query('ANALYZE')
  })
}

async function loadTables(client: Client, { tables, sequences }: Contents, place: ReadablePlace): Promise<void> {
  const names = tables.map(({ name }) => quoted(name))
  const switchTriggers = (state: string) =>
    client.query(names.map((name) => `ALTER TABLE ${name} ${state} TRIGGER USER`).join(';'))
  await switchTriggers('DISABLE')
  // Migrations insert rows, which are also in the backup.
  await client.query(`TRUNCATE ${names.join(', ')}`)
  for (const { name, columns, rows, sha256 } of tables) {
    const text = `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`
    let loaded = 0
    await pipeline(place.read(objectKey(sha256)), createGunzip(), async (source: AsyncIterable<Buffer>) => {
      loaded = await copyIn(client, text, source)
    })
    if (loaded !== rows) throw new BackupUnusable(`The table ${name} has ${loaded} rows instead of ${rows}.`)
  }
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('SELECT setval(quote_ident($1)::regclass, $2, $3)', [name, lastValue, isCalled])
  }
  await switchTriggers('ENABLE')
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await connectOne(url)
  try {
    return await work(client)
  } finally {
    // Without COMMIT, PostgreSQL discards everything.
    await client.end()
  }
}
