/** The sandbox's rows in PostgreSQL: the lease (who may run it, with an epoch), the snapshot, invoices and payments.
 * Every step is one statement, so it is atomic. A holder that was replaced writes nothing. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { connectOne } from '#server/platform/database/hosts.ts'
import { tryLockOfConnection } from '#server/platform/database/engine.ts'
import type { BookChanges, InvoiceRow, NodeName, PaymentRow } from './book.ts'

export type Changes = BookChanges & { snapshot: Map<string, Uint8Array | null> }

export type SavedSandbox = BookChanges & {
  seed: Uint8Array
  snapshot: Map<string, Uint8Array>
  lastSettleIndex: bigint
}

export type State = {
  readonly epoch: bigint
  load(): Promise<SavedSandbox>
  write(changes: Changes): Promise<void>
  /** Shows other processes that this holder is alive. */
  renew(): Promise<void>
  readInvoice(node: NodeName, paymentHash: string): Promise<InvoiceRow | undefined>
  readPayment(node: NodeName, paymentHash: string): Promise<PaymentRow | undefined>
  listPayments(node: NodeName, since: Date, after: PaymentCursor | null, limit: number): Promise<PaymentRow[]>
  listSettled(node: NodeName, afterIndex: bigint, limit: number): Promise<InvoiceRow[]>
  close(): Promise<void>
}

export type PaymentCursor = { createdAt: Date; paymentHash: string }

/** Another process has taken the lease. This one must stop without sending anything more. */
export class Fenced extends Error {
  override name = 'Fenced'
}

const LOCK_KEY = 7_325_127
/** A holder that has not renewed for this long is frozen or disconnected, and is replaced even if its lock is still
 * held. */
const LEASE_SECONDS = 8
const QUERY_TIMEOUT_MS = 15_000
const INT8 = 20

const INVOICE_COLUMNS = `node, payment_hash, bolt11, preimage, amount_msat, external_id, state, created_at, expires_at,
  received_msat, settled_at, settle_index, custom_records`
const PAYMENT_COLUMNS =
  'node, payment_hash, bolt11, amount_msat, fee_limit_msat, state, preimage, fee_msat, reason, detail, created_at'
const INVOICE_FIELDS = asFields(INVOICE_COLUMNS)
const PAYMENT_FIELDS = asFields(PAYMENT_COLUMNS)

/** The columns with the names of the row types: `payment_hash AS "paymentHash"`. */
function asFields(columns: string): string {
  return columns.replace(/\w+_\w+/g, (column) => {
    return `${column} AS "${column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())}"`
  })
}

/** Connects and takes the lease. Null while another holder is alive. Rejects without a database. */
export async function takeState(
  options: { url: string; role?: string },
  onLost: (error: Error) => void,
): Promise<State | null> {
  const client = await connectOne(options.url, {
    connectionTimeoutMillis: 5_000,
    query_timeout: QUERY_TIMEOUT_MS,
    ...(options.role === undefined ? {} : { options: `-c role=${options.role}` }),
    types: {
      getTypeParser: ((oid: number, format: 'text') =>
        oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  client.on('error', onLost)
  try {
    const epoch = await takeLease(client)
    if (epoch !== null) return createState(client, epoch)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  await client.end()
  return null
}

async function takeLease(client: pg.Client): Promise<bigint | null> {
  await client.query(
    `INSERT INTO sandbox_lightning (seed, epoch, renewed_at) VALUES ($1, 0, '-infinity') ON CONFLICT DO NOTHING`,
    [randomBytes(32)],
  )
  const taken = await client.query<{ epoch: bigint }>(
    `UPDATE sandbox_lightning SET epoch = epoch + 1, renewed_at = clock_timestamp()
     WHERE ${tryLockOfConnection('$1')} OR renewed_at < clock_timestamp() - make_interval(secs => $2) RETURNING epoch`,
    [LOCK_KEY, LEASE_SECONDS],
  )
  return taken.rows[0]?.epoch ?? null
}

function createState(client: pg.Client, epoch: bigint): State {
  // Runs queries one after another: the next step's write must not overtake this one's.
  let last: Promise<unknown> = Promise.resolve()
  const rows = <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> => {
    const found = last.then(async () => (await client.query<Row>(text, values)).rows)
    last = found.catch(() => undefined)
    return found
  }
  const assertHolds = (held: unknown[]) => {
    if (held.length !== 1) throw new Fenced('Another process runs the sandbox now')
  }
  return {
    epoch,
    load: () => load(client),
    async write(changes) {
      const { text, values } = buildWrite(epoch, changes)
      assertHolds(await rows(text, values))
    },
    async renew() {
      const text = `UPDATE sandbox_lightning SET renewed_at = clock_timestamp() WHERE epoch = $1 RETURNING 1`
      assertHolds(await rows(text, [epoch]))
    },
    async readInvoice(node, paymentHash) {
      const text = `SELECT ${INVOICE_FIELDS} FROM sandbox_invoice WHERE node = $1 AND payment_hash = $2`
      return (await rows<InvoiceRow>(text, [node, paymentHash]))[0]
    },
    async readPayment(node, paymentHash) {
      const text = `SELECT ${PAYMENT_FIELDS} FROM sandbox_payment WHERE node = $1 AND payment_hash = $2`
      return (await rows<PaymentRow>(text, [node, paymentHash]))[0]
    },
    listPayments: (node, since, after, limit) =>
      rows<PaymentRow>(
        `SELECT ${PAYMENT_FIELDS} FROM sandbox_payment
         WHERE node = $1 AND created_at >= $2 AND (created_at, payment_hash) > ($3, $4)
         ORDER BY created_at, payment_hash LIMIT $5`,
        [node, since, after?.createdAt ?? '-infinity', after?.paymentHash ?? '', limit],
      ),
    listSettled: (node, afterIndex, limit) =>
      rows<InvoiceRow>(
        `SELECT ${INVOICE_FIELDS} FROM sandbox_invoice WHERE node = $1 AND settle_index > $2
         ORDER BY settle_index LIMIT $3`,
        [node, afterIndex, limit],
      ),
    close: () => client.end(),
  }
}

async function load(client: pg.Client): Promise<SavedSandbox> {
  const seeds = await client.query<{ seed: Uint8Array }>(`SELECT seed FROM sandbox_lightning`)
  const blobs = await client.query<{ name: string; bytes: Uint8Array }>(`SELECT name, bytes FROM sandbox_snapshot`)
  const last = await client.query<{ index: bigint }>(
    `SELECT coalesce(max(settle_index), 0) AS index FROM sandbox_invoice`,
  )
  const invoices = await client.query<InvoiceRow>(
    `SELECT ${INVOICE_FIELDS} FROM sandbox_invoice
     WHERE state IN ('accepted', 'claiming') OR (state = 'open' AND expires_at > now())`,
  )
  const payments = await client.query<PaymentRow>(
    `SELECT ${PAYMENT_FIELDS} FROM sandbox_payment WHERE state = 'in_flight'`,
  )
  return {
    seed: Uint8Array.from(seeds.rows[0]!.seed),
    snapshot: new Map(blobs.rows.map(({ name, bytes }) => [name, Uint8Array.from(bytes)])),
    lastSettleIndex: last.rows[0]!.index,
    invoices: invoices.rows,
    payments: payments.rows,
  }
}

/** A single statement: without the lease, none of its parts changes a row. */
function buildWrite(epoch: bigint, changes: Changes): { text: string; values: unknown[] } {
  const written = [...changes.snapshot].filter(([, bytes]) => bytes !== null)
  const removed = [...changes.snapshot].filter(([, bytes]) => bytes === null).map(([name]) => name)
  const values: unknown[] = [epoch, removed, toJson(changes.invoices), toJson(changes.payments)]
  const tuples = written.map(([name, bytes]) => {
    values.push(name, Buffer.from(bytes!))
    return `($${values.length - 1}::text, $${values.length}::bytea)`
  })
  const blobs =
    tuples.length === 0
      ? ''
      : `, blobs AS (
           INSERT INTO sandbox_snapshot (name, bytes)
           SELECT name, bytes FROM (VALUES ${tuples.join(', ')}) v (name, bytes) WHERE EXISTS (SELECT FROM lease)
           ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes)`
  const text = `
    WITH lease AS (
      UPDATE sandbox_lightning SET renewed_at = clock_timestamp() WHERE epoch = $1 RETURNING epoch),
    gone AS (DELETE FROM sandbox_snapshot WHERE name = ANY ($2::text[]) AND EXISTS (SELECT FROM lease)),
    invoices AS (
      INSERT INTO sandbox_invoice (${INVOICE_COLUMNS})
      SELECT ${INVOICE_COLUMNS} FROM jsonb_populate_recordset(NULL::sandbox_invoice, $3::jsonb)
      WHERE EXISTS (SELECT FROM lease)
      ON CONFLICT (node, payment_hash) DO UPDATE SET state = excluded.state, received_msat = excluded.received_msat,
        settled_at = excluded.settled_at, settle_index = excluded.settle_index WHERE sandbox_invoice.state <> 'paid'),
    payments AS (
      INSERT INTO sandbox_payment (${PAYMENT_COLUMNS})
      SELECT ${PAYMENT_COLUMNS} FROM jsonb_populate_recordset(NULL::sandbox_payment, $4::jsonb)
      WHERE EXISTS (SELECT FROM lease)
      ON CONFLICT (node, payment_hash) DO UPDATE SET state = excluded.state, preimage = excluded.preimage,
        fee_msat = excluded.fee_msat, reason = excluded.reason, detail = excluded.detail)
    ${blobs}
    SELECT epoch FROM lease`
  return { text, values }
}

function toJson(rows: (InvoiceRow | PaymentRow)[]): string {
  const toColumn = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumn(name), value]))),
    (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  )
}
