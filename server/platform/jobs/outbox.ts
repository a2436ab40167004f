/** The transactional outbox: events written in a transaction and delivered at least once after it. Not for money, which
 * moves inside the transaction itself. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import { inNewTrace } from '#server/platform/traces.ts'
import { ASKED_EARLY_MS, createQuestion } from './due.ts'

/** `key` deduplicates: publishing the same topic and key again changes nothing. */
export async function publish(
  tx: Tx,
  topic: string,
  key: string,
  payload: object,
  { delaySeconds = 0 }: { delaySeconds?: number } = {},
): Promise<void> {
  await sql`
    INSERT INTO outbox (id, topic, key, payload, run_at)
    VALUES (${newId()}, ${topic}, ${key}, ${JSON.stringify(payload)}, now() + make_interval(secs => ${delaySeconds}))
    ON CONFLICT (topic, key) DO NOTHING`.execute(tx)
}

type Sealed = { topic: string; field: string; reseal: (sealed: Buffer) => Buffer }

/** Encrypts a field of all events that wait again. */
export async function resealWaiting(tx: Tx, { topic, field, reseal }: Sealed): Promise<void> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    SELECT id, payload->>${field} AS sealed FROM outbox WHERE topic = ${topic} AND done_at IS NULL`.execute(tx)
  for (const { id, sealed } of rows) {
    const again = reseal(Buffer.from(sealed, 'base64')).toString('base64')
    await sql`UPDATE outbox SET payload = payload || ${JSON.stringify({ [field]: again })}::jsonb WHERE id = ${id}`.execute(
      tx,
    )
  }
}

/** The same for several events of one topic, in one round trip. */
export async function publishAll(
  tx: Tx,
  topic: string,
  events: readonly { key: string; payload: object }[],
): Promise<void> {
  const rows = events.map(({ key, payload }) => ({ id: newId(), key, payload }))
  await sql`
    INSERT INTO outbox (id, topic, key, payload)
    SELECT id, ${topic}, key, payload FROM jsonb_to_recordset(${JSON.stringify(rows)}) e (id uuid, key text, payload jsonb)
    ON CONFLICT (topic, key) DO NOTHING`.execute(tx)
}

/** Must be idempotent: it may be called twice with the same payload. With `forAll` it takes
 * several events, all or none. */
export type Subscriber = ((payload: never) => Promise<void>) | { forAll: (payloads: readonly never[]) => Promise<void> }
export type Subscriptions = Readonly<Record<string, readonly Subscriber[]>>

export type Dispatcher = { stop(): Promise<void>; drain(): Promise<void> }

/** Delivers these topics independently of others. `leaseSeconds` is longer where delivery takes long, so that nothing is
 * delivered twice in the meantime. */
export type Delivery = { database: Database; subscriptions: Subscriptions; leaseSeconds?: number }

const BATCH = 50
/** Events claimed by a process that died are claimed again after this. */
const LEASE_SECONDS = 15
const RETRY_MS = 200
const KEEP_DAYS = 7
/** Every ten minutes. */
const CLEAN_UP_TURNS = 3_000
const MAX_BACKOFF_SECONDS = 600

type Claimed = { id: string; topic: string; payload: unknown; attempts: number; lease: string }

type DispatcherDeps = { database: Database; log: Log }

const IS_DUE = sql`done_at IS NULL AND run_at <= now() AND (leased_until IS NULL OR leased_until < now())`

type Line = { isDue: () => Promise<boolean>; deliverDue(): Promise<number>; running: Promise<void> | null }

/** Looks with `database`; each delivery may have another, of the same tables. */
export function startDispatcher(deps: DispatcherDeps, deliveries: readonly Delivery[]): Dispatcher {
  const stopping = new AbortController()
  const lines = deliveries
    .filter(({ subscriptions }) => Object.keys(subscriptions).length > 0)
    .map((delivery) => lineOf(delivery, deps, stopping.signal))
  const running = watch(lines, deps, stopping.signal)
  return {
    async drain() {
      for (const line of lines) while ((await line.deliverDue()) > 0);
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function watch(lines: readonly Line[], { database, log }: DispatcherDeps, stopping: AbortSignal): Promise<void> {
  for (let turn = 0; !stopping.aborted; turn++) {
    try {
      const due = await Promise.all(lines.map(({ isDue }) => isDue()))
      for (const line of lines.filter((_, index) => due[index]))
        line.running ??= deliverAll(line, log, stopping).finally(() => (line.running = null))
      if (turn % CLEAN_UP_TURNS === 0) await deleteDelivered(database)
    } catch (error) {
      log.warn('outbox-unreachable', { error })
    }
    await pause(ASKED_EARLY_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
  await Promise.all(lines.flatMap((line) => line.running ?? []))
}

async function deliverAll(line: Line, log: Log, stopping: AbortSignal): Promise<void> {
  try {
    while ((await line.deliverDue()) === BATCH && !stopping.aborted);
  } catch (error) {
    log.warn('outbox-unreachable', { error })
  }
}

function lineOf(delivery: Delivery, { database: asked, log }: DispatcherDeps, stopping: AbortSignal): Line {
  const { database, subscriptions, leaseSeconds = LEASE_SECONDS } = delivery
  const due = sql`outbox WHERE ${IS_DUE} AND topic = ANY(${Object.keys(subscriptions)})`
  async function deliverDue(): Promise<number> {
    const lease = newId()
    const { rows } = await sql<Claimed>`
      UPDATE outbox SET lease = ${lease}, attempts = attempts + 1,
        leased_until = now() + make_interval(secs => ${leaseSeconds})
      WHERE id IN (
        SELECT id FROM ${due}
        ORDER BY run_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, topic, payload, attempts, lease`.execute(database.read)
    for (const [topic, events] of Map.groupBy(rows, (row) => row.topic)) {
      const attributes = { 'messaging.destination.name': topic, 'messaging.batch.message_count': events.length }
      const delivering = { database, subscriptions, leaseSeconds, log, stopping }
      await inNewTrace(`event ${topic}`, attributes, () => deliver(delivering, topic, events))
    }
    return rows.length
  }
  return { isDue: createQuestion(asked, () => due, stopping), deliverDue, running: null }
}

type Delivering = Required<Delivery> & { log: Log; stopping: AbortSignal }

/** Delivers all events of one topic. When the batch fails, each is tried alone. */
async function deliver(delivering: Delivering, topic: string, events: readonly Claimed[]): Promise<void> {
  const { database, subscriptions, log } = delivering
  try {
    const payloads = events.map(({ payload }) => payload as never)
    for (const subscriber of subscriptions[topic] ?? []) {
      if (typeof subscriber === 'object') await subscriber.forAll(payloads)
      else for (const payload of payloads) await subscriber(payload)
    }
  } catch (error) {
    if (events.length > 1) {
      for (const event of events) await deliver(delivering, topic, [event])
      return
    }
    const event = events[0]!
    const backoffSeconds = Math.min(2 ** event.attempts, MAX_BACKOFF_SECONDS)
    log.warn('outbox-failed', { topic: event.topic, attempts: event.attempts, error })
    await sql`UPDATE outbox SET leased_until = NULL, last_error = ${String(error).slice(0, 500)},
      run_at = now() + make_interval(secs => ${backoffSeconds}) WHERE id = ${event.id} AND lease = ${event.lease}`.execute(
      database.read,
    )
    return
  }
  await markDelivered(delivering, events)
}

/** Retried until the lease ends, because after it another process would deliver them again. */
async function markDelivered(
  { database, leaseSeconds, stopping }: Delivering,
  events: readonly Claimed[],
): Promise<void> {
  const ids = events.map(({ id }) => id)
  const untilMs = performance.now() + leaseSeconds * 1_000
  for (;;) {
    try {
      await sql`UPDATE outbox SET done_at = now(), leased_until = NULL
        WHERE id = ANY(${ids}::uuid[]) AND lease = ${events[0]!.lease}`.execute(database.read)
      return
    } catch (error) {
      if (stopping.aborted || performance.now() > untilMs) throw error
      await pause(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

async function deleteDelivered(database: Database): Promise<void> {
  await sql`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox
    WHERE done_at < now() - make_interval(days => ${KEEP_DAYS}) LIMIT 1000)`.execute(database.read)
}
