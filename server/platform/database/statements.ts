/** Names every statement, so that PostgreSQL parses and plans it once per connection (1.5 to 1.9 times as fast), and
 * renames them when a table has changed. Also retries single statements; transactions are retried in connect.ts. Through
 * a pooler each transaction may have another connection: then there are no names, and settings are of a transaction. */
import pg from 'pg'
import type { OpenedPool } from './hosts.ts'
import { inSpan, tracesAreOn } from '#server/platform/traces.ts'

const MAX_NAMED = 500

/** "cached plan must not change result type": the statement was prepared before a table was altered. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** PostgreSQL reports this when the server has become a standby. */
const READ_ONLY = '25006'

export type Retry = <Result>(work: () => Promise<Result>) => Promise<Result>

export type StatementOptions = {
  /** Repeats a statement outside a transaction. */
  retry: Retry
  /** Gets the errors of all statements and connections. */
  onError: (error: unknown) => void
  /** Through a pooler. */
  pooled: {
    /** `SET LOCAL …`, at the beginning of each transaction. */
    settings: string
    /** Single statements need them too, and get a transaction. */
    areNeeded: boolean
  } | null
}

/** A pool for Kysely. */
export function nameStatements({ pool, connect }: OpenedPool, { retry, onError, pooled }: StatementOptions): pg.Pool {
  const names = createNames()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await connect().catch((error: unknown) => {
        onError(error)
        throw error
      })
      let isInTransaction = false
      let isUnfit = false
      const run = async (text: string, values: readonly unknown[]) => {
        const name = values.length === 0 || pooled !== null ? undefined : names.of(text)
        try {
          const send = () => client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
          return await (tracesAreOn() ? tracing(text, send) : send())
        } catch (error) {
          if (name !== undefined && isStalePlan(error)) names.renew(name)
          // Without a word from PostgreSQL, such as after a timeout, the statement may still be running.
          isUnfit ||= !(error instanceof pg.DatabaseError) || error.code === READ_ONLY
          onError(error)
          throw error
        }
      }
      const orRollback = async <Result>(work: () => Promise<Result>) => {
        try {
          return await work()
        } catch (error) {
          await client.query('ROLLBACK').catch(() => undefined)
          throw error
        }
      }
      const begin = async (text: string) =>
        pooled === null ? run(text, []) : orRollback(() => run(text + pooled.settings, []))
      const single = async (text: string, values: readonly unknown[]) => {
        if (pooled?.areNeeded !== true) return run(text, values)
        await begin('BEGIN')
        return orRollback(async () => {
          const result = await run(text, values)
          await run('COMMIT', [])
          return result
        })
      }
      return {
        query: (text: string, values: readonly unknown[]) => {
          if (/^(begin|start transaction)\b/i.test(text)) {
            isInTransaction = true
            return begin(text)
          }
          // A rollback also follows a commit that failed.
          if (isInTransaction || /^rollback$/i.test(text)) {
            if (/^(commit|rollback)$/i.test(text)) isInTransaction = false
            return run(text, values)
          }
          return retry(() => single(text, values))
        },
        release: () => client.release(isUnfit),
      }
    },
  } as unknown as pg.Pool
}

/** Values are never part of the text. */
function tracing<Result>(text: string, send: () => Promise<Result>): Promise<Result> {
  const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? ''
  return inSpan(`SQL ${operation}`, { 'db.system.name': 'postgresql', 'db.query.text': text }, send)
}

/** A statement keeps its name until any statement is stale. Then all get new names: every connection that has prepared
 * a stale statement would keep failing under the old name. */
function createNames() {
  const names = new Map<string, string>()
  let generation = 0
  return {
    of(text: string): string | undefined {
      const known = names.get(text)
      if (known !== undefined || names.size >= MAX_NAMED) return known
      const name = `s${generation}_${names.size}`
      names.set(text, name)
      return name
    },
    renew(stale: string): void {
      // Several connections may notice the same stale plan; the first one has already renewed the names.
      if (!stale.startsWith(`s${generation}_`)) return
      generation++
      names.clear()
    },
  }
}
