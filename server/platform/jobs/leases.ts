/** SQL of the leases of a queue in a table with the columns `state`, `progress`, `attempts`, `lease` and `leased_until`. A row
 * has a lease only while its state is 'processing'. The work: leased-work.ts. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type Lease = { lease: string; attempts: number }

export const isFree = (now: Date): RawBuilder<boolean> =>
  sql`state IN ('waiting', 'processing') AND (leased_until IS NULL OR leased_until < ${now})`

/** What an UPDATE sets to take a row. */
export const taking = (lease: string, leasedUntil: Date): RawBuilder<unknown> =>
  sql`state = 'processing', lease = ${lease}, leased_until = ${leasedUntil}, attempts = attempts + 1, progress = 0`

/** `key`: the primary key of the table. */
export function leasesIn<Claim extends Lease>(table: string, key: keyof Claim & string) {
  const isHeld = (claim: Claim): RawBuilder<boolean> => sql`${sql.ref(key)} = ${claim[key]} AND lease = ${claim.lease}`
  return {
    isHeld,
    /** False when another worker has taken over, or the row was deleted. */
    async extendLease(tx: Tx, claim: Claim, leasedUntil: Date, progress: number): Promise<boolean> {
      const { rows } = await sql`UPDATE ${sql.table(table)} SET leased_until = ${leasedUntil}, progress = ${progress}
        WHERE ${isHeld(claim)} RETURNING lease`.execute(tx)
      return rows.length > 0
    },
    /** Back into the queue; an attempt that our own stop ended does not count. */
    async release(tx: Tx, claim: Claim, retryAt: Date, isCounted: boolean): Promise<void> {
      await sql`UPDATE ${sql.table(table)} SET state = 'waiting', lease = NULL, leased_until = ${retryAt},
          attempts = attempts - ${isCounted ? 0 : 1}
        WHERE ${isHeld(claim)}`.execute(tx)
    },
    async setFailed(tx: Tx, claim: Claim): Promise<void> {
      await sql`UPDATE ${sql.table(table)} SET state = 'failed', lease = NULL, leased_until = NULL
        WHERE ${isHeld(claim)}`.execute(tx)
    },
  }
}
