/** The database: is it reachable, is it safe for the ledger, and does it belong to this installation. */
import type pg from 'pg'
import type { Config } from '#server/platform/config/config.ts'
import { readMigrations } from '#server/platform/database/migrate.ts'
import { isSecretOf } from '#server/platform/secrets/installation-secret.ts'
import { describeChange, listChanges } from '#server/platform/secrets/shared-settings.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { addressesOf } from '#server/platform/config/database.ts'
import { connectOne } from '#server/platform/database/hosts.ts'
import { checked, failed, type Line, ok, warning } from './check.ts'

const SUBJECT = 'database'
const OLDEST_VERSION = 150_000
const CLOCK_TOLERANCE_MS = 2_000
const LIMITS = { connectionTimeoutMillis: 5_000 }

type Facts = {
  version: string
  number: number
  user_name: string
  isolation: string
  is_standby: boolean
  standbys: string
  commit_mode: string
  now: Date
  backend: number
  encrypted: boolean
}

/** `secret`: empty where none is known yet. */
export function checkDatabase(url: string, config: Config, secret: string): Promise<Line[]> {
  const advice = 'Check DATABASE_URL, and that PostgreSQL runs and accepts this user'
  return checked(SUBJECT, advice, async () => {
    const client = await connectOne(url, LIMITS)
    try {
      const sentAt = Date.now()
      const { rows } = await client.query<Facts>(FACTS)
      const facts = rows[0]!
      const clockMs = facts.now.getTime() - (sentAt + Date.now()) / 2
      const lines = [...describe(facts, clockMs), ...risksOf(facts, config, url)]
      lines.push(...(await checkPooler(client, facts, config)), ...(await checkStandbys(url)))
      return [...lines, ...(await checkContents(client, config, secret, url))]
    } finally {
      await client.end()
    }
  })
}

const FACTS = `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
  current_user AS user_name, current_setting('default_transaction_isolation') AS isolation,
  pg_is_in_recovery() AS is_standby, current_setting('synchronous_standby_names') AS standbys,
  current_setting('synchronous_commit') AS commit_mode, clock_timestamp() AS now, pg_backend_pid() AS backend,
  coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted`

function describe(facts: Facts, clockMs: number): Line[] {
  const { version, number, user_name: user, isolation, encrypted } = facts
  const connection = encrypted ? 'encrypted' : 'not encrypted'
  const lines = [ok(SUBJECT, `PostgreSQL ${version}, user ${user}, ${isolation}, ${connection}`)]
  if (number < OLDEST_VERSION) lines.push(failed(SUBJECT, `PostgreSQL ${version} is too old. Use 15 or newer`))
  if (Math.abs(clockMs) > CLOCK_TOLERANCE_MS) {
    const seconds = (clockMs / 1_000).toFixed(1)
    lines.push(
      warning(
        SUBJECT,
        `Its clock differs from the one here by ${seconds} s. Synchronize both, for example with chrony`,
      ),
    )
  }
  return lines
}

function risksOf(facts: Facts, { lightning }: Config, url: string): Line[] {
  const { is_standby: isStandby, commit_mode: commitMode, standbys } = facts
  if (isStandby)
    return [failed(SUBJECT, 'This is a standby, which cannot be written to. Set DATABASE_URL to the primary')]
  if (commitMode === 'off') {
    return [failed(SUBJECT, 'synchronous_commit is off: a crash can lose payments. Set it to on')]
  }
  if (lightning === 'sandbox' || (standbys !== '' && commitMode !== 'local')) return []
  if (addressesOf(url).length > 1) {
    const risk = 'There is no synchronous standby, so a standby that takes over can lack payments that were made'
    return [failed(SUBJECT, `${risk}. Set synchronous_standby_names, and synchronous_commit to on`)]
  }
  const risk = 'There is no synchronous standby, so payments since the last backup are lost with this machine'
  return [warning(SUBJECT, `${risk}. Set synchronous_standby_names, or accept it and make backups often`)]
}

/** Checks each of several hosts: the one that takes over must accept this server. */
async function checkStandbys(url: string): Promise<Line[]> {
  const addresses = addressesOf(url)
  if (addresses.length === 1) return []
  const found = await Promise.all(
    addresses.map(async (address, index) => {
      try {
        await (await connectOne(address, LIMITS)).end()
        return []
      } catch (error) {
        return [
          warning(SUBJECT, `Host ${index + 1} of ${addresses.length} cannot take over: ${(error as Error).message}`),
        ]
      }
    }),
  )
  return found.flat()
}

async function checkPooler(client: pg.Client, { backend }: Facts, config: Config): Promise<Line[]> {
  if (!isPooler(client, backend)) return []
  const what = 'There is a connection pooler between this server and PostgreSQL'
  const advice = 'and DATABASE_OWNER_URL to PostgreSQL itself'
  if (!config.isDatabasePooled) return [failed(SUBJECT, `${what}. Set DATABASE_POOLED=1, ${advice}`)]
  const owner = await connectOne(config.databaseOwnerUrl, LIMITS)
  try {
    const { rows } = await owner.query<{ backend: number }>('SELECT pg_backend_pid() AS backend')
    const isDirect = !isPooler(owner, rows[0]!.backend)
    return [
      isDirect ? ok(SUBJECT, what) : failed(SUBJECT, `DATABASE_OWNER_URL is a pooler too. Set it to PostgreSQL itself`),
    ]
  } finally {
    await owner.end()
  }
}

/** PostgreSQL sends a new connection the id of its process; a pooler sends an id of its own. */
function isPooler(client: pg.Client, backend: number): boolean {
  return (client as pg.Client & { processID?: number | null }).processID !== backend
}

async function checkContents(client: pg.Client, config: Config, secret: string, url: string): Promise<Line[]> {
  const { rows: tables } = await client.query<{ made: boolean; bound: boolean; shares: boolean }>(
    `SELECT to_regclass('public.migration') IS NOT NULL AS made, to_regclass('public.installation_secret') IS NOT NULL AS bound,
      to_regclass('public.shared_setting') IS NOT NULL AS shares`,
  )
  const files = readMigrations()
  if (!tables[0]!.made) return [ok(SUBJECT, `Empty: the first start runs ${files.length} migrations`)]
  const { rows } = await client.query<{ number: number }>('SELECT number FROM migration')
  const applied = new Set(rows.map(({ number }) => number))
  const pending = files.filter(({ number }) => !applied.has(number)).map(({ name }) => name)
  const lines = [
    pending.length === 0
      ? ok(SUBJECT, 'All migrations have run')
      : ok(SUBJECT, `The next start runs ${pending.length} migrations: ${pending.join(', ')}`),
  ]
  if (secret === '' || !tables[0]!.bound) return lines
  const database = connectDatabase({ url, isPooled: config.isDatabasePooled, maxConnections: 2 })
  try {
    const isOurs = await isSecretOf(database.read, secret)
    if (!isOurs) lines.push(failed(SUBJECT, 'It was made with another SECRET. Set SECRET as it was before'))
    const changes = tables[0]!.shares ? await listChanges(database.read, config) : []
    lines.push(...changes.map((change) => failed(SUBJECT, describeChange(change))))
  } finally {
    await database.close()
  }
  return lines
}
