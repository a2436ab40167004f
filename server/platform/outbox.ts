/** What has to happen after a transaction, written in that transaction and carried out at least once.
 * Not for money: that moves inside the transaction itself. */
import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'

type Tables = {
  outbox: {
    id: string
    topic: string
    key: string
    payload: string
    created_at: Date
    run_at: Date
    attempts: number
    lease: string | null
    leased_until: Date | null
    done_at: Date | null
    last_error: string | null
  }
}

/** `key` makes it once: publishing the same topic and key again changes nothing. */
export async function publish(tx: Tx, topic: string, key: string, payload: object): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('outbox')
    .values({ id: newId(), topic, key, payload: JSON.stringify(payload) } as never)
    .onConflict((conflict) => conflict.columns(['topic', 'key']).doNothing())
    .execute()
}

/** Must bear being called twice with the same payload. */
export type Subscriber = (payload: never) => Promise<void>
export type Subscriptions = Readonly<Record<string, readonly Subscriber[]>>

export type Dispatcher = { nudge(): void; stop(): Promise<void>; drain(): Promise<void> }

const BATCH = 20
const LEASE_SECONDS = 30
const POLL_MS = 200
const KEEP_DAYS = 7
const MAX_BACKOFF_SECONDS = 600

type Claimed = { id: string; topic: string; payload: unknown; attempts: number; lease: string }

export function startDispatcher(database: Database, subscriptions: Subscriptions, log: Log): Dispatcher {
  let stopping = false
  let wake: () => void = () => undefined
  const topics = Object.keys(subscriptions)

  async function deliver(event: Claimed): Promise<void> {
    try {
      for (const subscriber of subscriptions[event.topic] ?? []) await subscriber(event.payload as never)
      await sql`UPDATE outbox SET done_at = now(), leased_until = NULL WHERE id = ${event.id} AND lease = ${event.lease}`.execute(
        database.read,
      )
    } catch (error) {
      const backoffSeconds = Math.min(2 ** event.attempts, MAX_BACKOFF_SECONDS)
      log.warn('outbox-failed', { topic: event.topic, attempts: event.attempts, error })
      await sql`UPDATE outbox SET leased_until = NULL, last_error = ${String(error).slice(0, 500)},
        run_at = now() + make_interval(secs => ${backoffSeconds}) WHERE id = ${event.id} AND lease = ${event.lease}`.execute(
        database.read,
      )
    }
  }

  async function round(): Promise<number> {
    const lease = newId()
    const { rows } = await sql<Claimed>`
      UPDATE outbox SET lease = ${lease}, attempts = attempts + 1,
        leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      WHERE id IN (
        SELECT id FROM outbox
        WHERE done_at IS NULL AND run_at <= now() AND (leased_until IS NULL OR leased_until < now())
          AND topic = ANY(${topics})
        ORDER BY run_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, topic, payload, attempts, lease`.execute(database.read)
    for (const event of rows) await deliver(event)
    return rows.length
  }

  async function forget(): Promise<void> {
    await sql`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox
      WHERE done_at < now() - make_interval(days => ${KEEP_DAYS}) LIMIT 1000)`.execute(database.read)
  }

  async function run(): Promise<void> {
    for (let turn = 0; !stopping; turn++) {
      const done = await round().catch((error: unknown) => {
        log.warn('outbox-unreachable', { error })
        return 0
      })
      if (turn % 3_000 === 0) await forget().catch(() => undefined)
      if (done < BATCH && !stopping) {
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, POLL_MS).unref()
        })
      }
    }
  }

  const running = run()
  return {
    nudge: () => wake(),
    async drain() {
      while ((await round()) > 0);
    },
    async stop() {
      stopping = true
      wake()
      await running
    },
  }
}
