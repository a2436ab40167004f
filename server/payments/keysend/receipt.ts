/** Incoming keysend payments. A payment that names content or a user of this server gets an invoice row of ours, so
 * that it is credited, counted and audited like a zap of that content or a payment to that user's Lightning address.
 * For all others, this says why they are unassigned. Crediting is in credit.ts. */
import { parseBoostagram, parseContentRecord } from '#protocols/lightning/boostagram.ts'
import type { SettledInvoice } from '#server/lightning/node.ts'
import { readUsers } from '#server/accounts/users.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { lockInvoicesByHash, type InvoiceRow } from '#server/payments/invoices/queries.ts'
import { insertKeysend, type NewKeysend } from './queries.ts'
import type { SuspenseReason } from '#server/payments/statements/suspense.ts'
import { readManyPayableTerms, type PayableTerms } from '#server/payments/recipients/terms.ts'

type Arrival = Pick<SettledInvoice, 'paymentHash' | 'receivedMsat' | 'settledAt' | 'customRecords'>
type Keysend = Arrival & { recipientId: string; said: ReturnType<typeof parseBoostagram> }

/** For receipts without an invoice: adds those that can be credited to `invoices`, and returns why the others
 * cannot. */
export async function openKeysends(
  deps: Pick<PaymentDeps, 'clock' | 'limits'>,
  tx: Tx,
  arrivals: readonly Arrival[],
  invoices: Map<string, InvoiceRow>,
): Promise<Map<string, SuspenseReason>> {
  const unassigned = new Map<string, SuspenseReason>()
  const keysends = arrivals.flatMap((arrival): Keysend[] => {
    if (arrival.customRecords === undefined) return []
    const recipientId = parseContentRecord(arrival.customRecords)
    if (recipientId !== null) return [{ ...arrival, recipientId, said: parseBoostagram(arrival.customRecords) }]
    unassigned.set(arrival.paymentHash, 'keysend-unknown')
    return []
  })
  if (keysends.length === 0) return unassigned
  // Without a position: the value block of the feed has already split by time.
  const found = await readManyPayableTerms(
    deps,
    tx,
    keysends.map(({ recipientId: contentId }) => ({ contentId })),
  )
  const users = await findUsers(
    tx,
    keysends.filter((_keysend, index) => 'error' in found[index]!),
  )
  const opened: string[] = []
  for (const [index, keysend] of keysends.entries()) {
    const one = found[index]!
    const purpose = 'error' in one ? forPerson(keysend, users) : forContent(one.result)
    if (purpose === null) {
      unassigned.set(keysend.paymentHash, reasonOf('error' in one ? one.error : null))
    } else {
      await insertKeysend(tx, { ...rowOf(keysend), ...purpose })
      opened.push(keysend.paymentHash)
    }
  }
  // Another process may have inserted the row first. Locking it shows what that process did.
  for (const [paymentHash, invoice] of await lockInvoicesByHash(tx, opened)) invoices.set(paymentHash, invoice)
  return unassigned
}

function reasonOf(error: unknown): SuspenseReason {
  return error instanceof AppError && error.code === 'content-not-payable' ? 'keysend-not-payable' : 'keysend-unknown'
}

/** An app that plays another feed sends the position in that feed, which does not apply to this content. */
function positionOf({ said }: Keysend): number | null {
  return said.isRemote ? null : said.ts
}

async function findUsers(tx: Tx, keysends: readonly Keysend[]): Promise<ReadonlySet<string>> {
  const users = await readUsers(tx, [...new Set(keysends.map(({ recipientId }) => recipientId))])
  return new Set([...users.values()].flatMap(({ userId, isDeleted }) => (isDeleted ? [] : userId)))
}

type Purpose = Pick<NewKeysend, 'purpose' | 'owner_id' | 'content_id' | 'content_type' | 'content_title' | 'terms'>

function forContent({ content, terms }: PayableTerms): Purpose {
  const { contentId: content_id, contentType: content_type, title: content_title } = content
  return { purpose: 'zap', owner_id: null, content_id, content_type, content_title, terms }
}

function forPerson({ recipientId }: Keysend, users: ReadonlySet<string>): Purpose | null {
  if (!users.has(recipientId)) return null
  const nothing = { content_id: null, content_type: null, content_title: null, terms: null }
  return { purpose: 'address', owner_id: recipientId, ...nothing }
}

function rowOf(keysend: Keysend): Omit<NewKeysend, keyof Purpose> {
  const { paymentHash, receivedMsat, settledAt, said } = keysend
  return {
    id: newId(settledAt.getTime()),
    comment: said.action === 'stream' ? null : said.message,
    content_time_seconds: positionOf(keysend),
    amount_msat: receivedMsat,
    payment_hash: paymentHash,
    keysend: said,
    created_at: settledAt,
  }
}
