/** Idempotency-Key on writes: the first answer is kept and given again.
 * The operation's id is stored before executing, so that a repeat after a crash does the same thing and not another. */
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { AppError } from './errors.ts'
import { errorCodes } from '#contract/errors.ts'
import { newId } from './ids.ts'

export type IdempotencyScope = { actor: string; method: string; path: string; key: string; requestHash: string }
export type StoredAnswer = { status: number; answer: unknown }
export type Claim = { kind: 'stored'; stored: StoredAnswer } | { kind: 'run'; operationId: string }

export type Idempotency = {
  claim(scope: IdempotencyScope): Promise<Claim>
  /** `answer` null: the key is released, and a repeat runs again under the same operation id. */
  finish(scope: IdempotencyScope, answer: StoredAnswer | null): Promise<void>
}

const LEASE_SECONDS = 20
const KEEP_HOURS = 48

type Row = {
  request_hash: string
  operation_id: string
  is_running: boolean
  status: number | null
  answer: unknown
}

export function createIdempotency(database: Database): Idempotency {
  let claims = 0
  return {
    async claim(scope) {
      if (claims++ % 1_000 === 0) await forget(database)
      const operationId = newId()
      const inserted = await sql`
        INSERT INTO idempotency (actor, method, path, key, request_hash, operation_id, leased_until)
        VALUES (${scope.actor}, ${scope.method}, ${scope.path}, ${scope.key}, ${scope.requestHash}, ${operationId},
          now() + make_interval(secs => ${LEASE_SECONDS}))
        ON CONFLICT DO NOTHING RETURNING 1`.execute(database.read)
      if (inserted.rows.length === 1) return { kind: 'run', operationId }
      return claimAgain(database, scope)
    },
    async finish(scope, answer) {
      await sql`
        UPDATE idempotency SET leased_until = now(), status = ${answer?.status ?? null},
          answer = ${answer === null ? null : JSON.stringify(answer.answer)}::jsonb
        WHERE actor = ${scope.actor} AND method = ${scope.method} AND path = ${scope.path} AND key = ${scope.key}
          AND status IS NULL`.execute(database.read)
    },
  }
}

async function claimAgain(database: Database, scope: IdempotencyScope): Promise<Claim> {
  const { rows } = await sql<Row>`
    SELECT request_hash, operation_id, leased_until > now() AS is_running, status, answer FROM idempotency
    WHERE actor = ${scope.actor} AND method = ${scope.method} AND path = ${scope.path} AND key = ${scope.key}`.execute(
    database.read,
  )
  const row = rows[0]
  if (row === undefined) throw new AppError(409, 'idempotency-key-running', errorCodes['idempotency-key-running'], 1)
  if (row.request_hash !== scope.requestHash) {
    throw new AppError(422, 'idempotency-key-reused', errorCodes['idempotency-key-reused'])
  }
  if (row.status !== null) return { kind: 'stored', stored: { status: row.status, answer: row.answer } }
  const taken = await sql`
    UPDATE idempotency SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE actor = ${scope.actor} AND method = ${scope.method} AND path = ${scope.path} AND key = ${scope.key}
      AND status IS NULL AND leased_until <= now() RETURNING 1`.execute(database.read)
  if (taken.rows.length === 0) {
    throw new AppError(409, 'idempotency-key-running', errorCodes['idempotency-key-running'], 1)
  }
  return { kind: 'run', operationId: row.operation_id }
}

async function forget(database: Database): Promise<void> {
  await sql`DELETE FROM idempotency WHERE created_at < now() - make_interval(hours => ${KEEP_HOURS})`.execute(
    database.read,
  )
}
