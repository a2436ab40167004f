/** The second factor: an authenticator's secret, encrypted, and ten backup codes, stored as keyed hashes. A code never
 * works twice. The login that waits for it is in challenges.ts. */
import { createHmac, randomBytes } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Reseal, createSeal, keyOf } from '#server/platform/secrets/seal.ts'
import { stepsOf, uriOf } from './totp.ts'

const SECRET_BYTES = 20
const BACKUP_CODES = 10
/** Ten base32 characters. */
const BACKUP_CODE_CHARACTERS = 10

type Row = { secret: Buffer; last_step: bigint; confirmed_at: Date | null }

type SecondFactorStatus = { isOn: boolean; since: Date | null; backupCodesLeft: number }

export type SecondFactor = {
  isOn(tx: Tx, userId: string): Promise<boolean>
  read(tx: Tx, userId: string): Promise<SecondFactorStatus>
  /** Creates a secret that takes effect once a code of it is confirmed; calling this again creates another. */
  begin(userId: string, account: string): Promise<{ secret: string; uri: string }>
  /** Turns the second factor on. The backup codes are returned here and never again; null when the code is wrong. */
  confirm(tx: Tx, userId: string, code: string): Promise<string[] | null>
  /** True once for each code, from the authenticator or a backup code. */
  consume(tx: Tx, userId: string, code: string): Promise<boolean>
  renewBackupCodes(tx: Tx, userId: string): Promise<string[]>
  remove(tx: Tx, userId: string): Promise<void>
}

export function createSecondFactor(deps: {
  database: Database
  clock: Clock
  secret: string
  brandName: string
}): SecondFactor {
  const { database, clock, brandName } = deps
  const seal = createSeal([deps.secret], PURPOSE)
  const codeKey = keyOf(deps.secret, 'peal backup codes')
  const hashOf = (userId: string, code: string) => createHmac('sha256', codeKey).update(`${userId} ${code}`).digest()

  /** Uses up the time step of this code; false when the code is wrong or was used. */
  async function consumeStep(tx: Tx, userId: string, row: Row, code: string): Promise<boolean> {
    const opened = seal.open(row.secret)
    if (opened === null) return false
    for (const step of stepsOf(base32nopad.decode(opened), code, clock.now())) {
      const { rows } = await sql`
        UPDATE second_factor SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step}
        RETURNING 1`.execute(tx)
      if (rows.length === 1) return true
    }
    return false
  }

  async function renewBackupCodes(tx: Tx, userId: string): Promise<string[]> {
    const codes = Array.from({ length: BACKUP_CODES }, makeBackupCode)
    await replaceBackupCodes(
      tx,
      userId,
      codes.map((code) => hashOf(userId, code)),
    )
    return codes.map((code) => `${code.slice(0, BACKUP_CODE_CHARACTERS / 2)}-${code.slice(BACKUP_CODE_CHARACTERS / 2)}`)
  }

  return {
    renewBackupCodes,
    async isOn(tx, userId) {
      return (await find(tx, userId))?.confirmed_at instanceof Date
    },
    read: readStatus,
    async begin(userId, account) {
      const secret = base32nopad.encode(randomBytes(SECRET_BYTES))
      const row = { userId, secret: seal.close(secret), now: clock.now() }
      if (!(await saveSecret(database.read, row))) throw new AppError(409, 'second-factor-on')
      return { secret, uri: uriOf({ secret, account, brandName }) }
    },
    async confirm(tx, userId, code) {
      const row = await find(tx, userId)
      if (row?.confirmed_at instanceof Date) {
        throw new AppError(409, 'second-factor-on')
      }
      if (row === null || !(await consumeStep(tx, userId, row, plain(code)))) return null
      await sql`UPDATE second_factor SET confirmed_at = ${clock.now()} WHERE user_id = ${userId}`.execute(tx)
      return renewBackupCodes(tx, userId)
    },
    async consume(tx, userId, code) {
      const row = await find(tx, userId)
      if (row === null || row.confirmed_at === null) return false
      if (await consumeStep(tx, userId, row, plain(code))) return true
      const { rows } = await sql`
        DELETE FROM backup_code WHERE user_id = ${userId} AND code_hash = ${hashOf(userId, plain(code))}
        RETURNING 1`.execute(tx)
      return rows.length === 1
    },
    async remove(tx, userId) {
      await sql`DELETE FROM backup_code WHERE user_id = ${userId}`.execute(tx)
      await sql`DELETE FROM second_factor WHERE user_id = ${userId}`.execute(tx)
    },
  }
}

async function find(tx: Tx, userId: string): Promise<Row | null> {
  const { rows } = await sql<Row>`
    SELECT secret, last_step, confirmed_at FROM second_factor WHERE user_id = ${userId}`.execute(tx)
  return rows[0] ?? null
}

/** False when the second factor is on: its secret cannot be replaced. */
const PURPOSE = 'peal second factor'

/** Backup codes end: only their keyed hashes are stored. */
export async function resealSecondFactors(tx: Tx, resealOf: Reseal): Promise<void> {
  const reseal = resealOf(PURPOSE)
  const { rows } = await sql<{ userId: string; secret: Buffer }>`
    SELECT user_id AS "userId", secret FROM second_factor`.execute(tx)
  for (const { userId, secret } of rows) {
    await sql`UPDATE second_factor SET secret = ${reseal(secret)} WHERE user_id = ${userId}`.execute(tx)
  }
  await sql`DELETE FROM backup_code`.execute(tx)
}

async function saveSecret(tx: Tx, row: { userId: string; secret: Buffer; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO second_factor (user_id, secret, created_at)
    VALUES (${row.userId}, ${row.secret}, ${row.now})
    ON CONFLICT (user_id) DO UPDATE
      SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
      WHERE second_factor.confirmed_at IS NULL
    RETURNING 1`.execute(tx)
  return rows.length > 0
}

async function readStatus(tx: Tx, userId: string): Promise<SecondFactorStatus> {
  const { rows } = await sql<{ since: Date; left: bigint }>`
    SELECT confirmed_at AS since, (SELECT count(*) FROM backup_code b WHERE b.user_id = f.user_id) AS left
    FROM second_factor f WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`.execute(tx)
  const row = rows[0]
  return { isOn: row !== undefined, since: row?.since ?? null, backupCodesLeft: Number(row?.left ?? 0) }
}

async function replaceBackupCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await sql`DELETE FROM backup_code WHERE user_id = ${userId}`.execute(tx)
  await sql`
    INSERT INTO backup_code (user_id, code_hash) SELECT ${userId}::uuid, unnest(${hashes}::bytea[])`.execute(tx)
}

function makeBackupCode(): string {
  return base32nopad.encode(randomBytes(10)).slice(0, BACKUP_CODE_CHARACTERS).toLowerCase()
}

/** Accepts codes as users type them: with spaces, hyphens and capitals. */
function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase()
}
