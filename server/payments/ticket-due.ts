/** SQL: when the money of tickets is due, which the statement, the deletion of an account and the payout need. */
import { sql } from 'kysely'

export const TICKETS_WAIT = sql`interval '24 hours'`

/** Of a purchase, for its concert `k`: a day after the end, as it was at the sale or was moved to later. */
export const dueDateOf = (purchase: 'p' | 'tp') =>
  sql<Date>`greatest(${sql.ref(`${purchase}.pays_out_at`)}, k.ends_at + ${TICKETS_WAIT})`
