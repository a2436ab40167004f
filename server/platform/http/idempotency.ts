/** Idempotency-Key on writes: the first response is stored and returned again.
 * The operation's id is stored before executing, so that a repeat after a crash continues the same operation. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createBatches } from '#server/platform/jobs/batches.ts'
import type { Outcome } from '#server/platform/jobs/together.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { errorCodes } from '#contract/errors.ts'
import { newId } from '#server/platform/ids.ts'

export type IdempotencyScope = { actor: string; method: string; path: string; key: string; requestHash: string }
export type StoredResponse = { status: number; answer: unknown }
export type Claim = { kind: 'stored'; stored: StoredResponse } | { kind: 'run'; operationId: string }

export type Idempotency = {
  claim(scope: IdempotencyScope): Promise<Claim>
  /** If `answer` is null, the key is released, and a repeat runs again under the same operation id. */
  finish(scope: IdempotencyScope, operationId: string, answer: StoredResponse | null): Promise<void>
}

/** Extended while the process works on the request: a repeat need not wait long for a process that has died. */
const LEASE = { leaseSeconds: 6, extendMs: 2_000 }
/** Keys that arrive at the same time are written together. */
const LANES = { sizeMax: 50, laneCount: 1, waitingMax: 5_000 }
const KEEP_HOURS = 48

type Row = {
  request_hash: string
  operation_id: string
  is_running: boolean
  status: number | null
  answer: unknown
}

type New = { scope: IdempotencyScope; operationId: string }
type Finished = New & { answer: StoredResponse | null }

export function createIdempotency(database: Database, { leaseSeconds, extendMs } = LEASE): Idempotency {
  let claims = 0
  const running = new Map<IdempotencyScope, number>()
  let isExtending = false
  const insert = createBatches<New, boolean>({ ...LANES, work: (all) => insertClaims(database, all, leaseSeconds) })
  const finish = createBatches<Finished, void>({ ...LANES, work: (all) => finishClaims(database, all) })

  const keepExtending = async () => {
    isExtending = true
    while (running.size > 0) {
      await pause(extendMs, undefined, { ref: false })
      const before = performance.now() - extendMs / 2
      const slow = [...running].flatMap(([scope, since]) => (since < before ? scope : []))
      if (slow.length > 0) await extendClaims(database, slow, leaseSeconds).catch(() => undefined)
    }
    isExtending = false
  }
  return {
    async claim(scope) {
      if (claims++ % 1_000 === 0) await deleteExpiredKeys(database)
      const operationId = newId()
      const isNew = await insert({ scope, operationId })
      const claim: Claim = isNew ? { kind: 'run', operationId } : await claimAgain(database, scope, leaseSeconds)
      if (claim.kind === 'run') {
        running.set(scope, performance.now())
        if (!isExtending) void keepExtending()
      }
      return claim
    },
    finish(scope, operationId, answer) {
      running.delete(scope)
      return finish({ scope, operationId, answer })
    },
  }
}

/** All writers insert in the same order, so that two with the same keys cannot deadlock. */
async function insertClaims(
  database: Database,
  all: readonly New[],
  leaseSeconds: number,
): Promise<Outcome<boolean>[]> {
  const claims = all.map(({ scope, operationId }) => ({ ...scope, operationId }))
  const { rows } = await sql<{ operation_id: string }>`
    INSERT INTO idempotency (actor, method, path, key, request_hash, operation_id, leased_until)
    SELECT actor, method, path, key, "requestHash", "operationId", now() + make_interval(secs => ${leaseSeconds})
    FROM jsonb_to_recordset(${JSON.stringify(claims)})
      claim (actor text, method text, path text, key text, "requestHash" text, "operationId" uuid)
    ORDER BY actor, method, path, key
    ON CONFLICT DO NOTHING RETURNING operation_id`.execute(database.read)
  const inserted = new Set(rows.map((row) => row.operation_id))
  return all.map(({ operationId }) => ({ result: inserted.has(operationId) }))
}

/** An insert that meets its own row, since that always looks the key up: an UPDATE joined with the keys was planned while the
 * table was small, and then read all of it. */
async function finishClaims(database: Database, all: readonly Finished[]): Promise<Outcome<void>[]> {
  const finished = all.map(({ scope, operationId, answer }) => ({ ...scope, operationId, ...answer }))
  await sql`
    INSERT INTO idempotency AS known (actor, method, path, key, request_hash, operation_id, leased_until, status, answer)
    SELECT actor, method, path, key, "requestHash", "operationId", now(), status, answer
    FROM jsonb_to_recordset(${JSON.stringify(finished)})
      f (actor text, method text, path text, key text, "requestHash" text, "operationId" uuid, status int, answer jsonb)
    ORDER BY actor, method, path, key
    ON CONFLICT (actor, method, path, key) DO UPDATE
    SET leased_until = now(), status = excluded.status, answer = excluded.answer
    WHERE known.status IS NULL`.execute(database.read)
  return all.map(() => ({ result: undefined }))
}

async function extendClaims(database: Database, scopes: readonly IdempotencyScope[], leaseSeconds: number) {
  await sql`
    UPDATE idempotency i SET leased_until = now() + make_interval(secs => ${leaseSeconds})
    FROM jsonb_to_recordset(${JSON.stringify(scopes)}) r (actor text, method text, path text, key text)
    WHERE i.actor = r.actor AND i.method = r.method AND i.path = r.path AND i.key = r.key
      AND i.status IS NULL`.execute(database.read)
}

async function claimAgain(database: Database, scope: IdempotencyScope, leaseSeconds: number): Promise<Claim> {
  const { rows } = await sql<Row>`
    SELECT request_hash, operation_id, leased_until > now() AS is_running, status, answer FROM idempotency
    WHERE actor = ${scope.actor} AND method = ${scope.method} AND path = ${scope.path} AND key = ${scope.key}`.execute(
    database.read,
  )
  const row = rows[0]
  if (row === undefined) throw new AppError(409, 'idempotency-key-running', errorCodes['idempotency-key-running'], 1)
  if (row.request_hash !== scope.requestHash) {
    throw new AppError(422, 'idempotency-key-reused')
  }
  if (row.status !== null) return { kind: 'stored', stored: { status: row.status, answer: row.answer } }
  const taken = await sql`
    UPDATE idempotency SET leased_until = now() + make_interval(secs => ${leaseSeconds})
    WHERE actor = ${scope.actor} AND method = ${scope.method} AND path = ${scope.path} AND key = ${scope.key}
      AND status IS NULL AND leased_until <= now() RETURNING 1`.execute(database.read)
  if (taken.rows.length === 0) {
    throw new AppError(409, 'idempotency-key-running', errorCodes['idempotency-key-running'], 1)
  }
  return { kind: 'run', operationId: row.operation_id }
}

async function deleteExpiredKeys(database: Database): Promise<void> {
  await sql`DELETE FROM idempotency WHERE created_at < now() - make_interval(hours => ${KEEP_HOURS})`.execute(
    database.read,
  )
}

/** Deletes the stored responses of a deleted account. */
export async function deleteResponsesOf(tx: Tx, actor: string): Promise<void> {
  await sql`DELETE FROM idempotency WHERE actor = ${actor} AND status IS NOT NULL`.execute(tx)
}
