/** Money that arrived without an invoice (keysend). What names a content here gets an invoice of ours after the fact, so that
 * it is credited, counted and audited like any zap of that content; for the rest it says why it is nobody's.
 * Not the crediting; that is credit.ts. */
import { readBoostagram, readContentRecord } from '#protocols/lightning/boostagram.ts'
import type { SettledInvoice } from '#server/lightning/node.ts'
import type { Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { PaymentDeps } from './deps.ts'
import { lockInvoicesByHash, type InvoiceRow } from './invoice-queries.ts'
import { insertKeysend } from './keysend-queries.ts'
import type { SuspenseReason } from './suspense.ts'
import { readManyPayableTerms, type PayableTerms } from './terms.ts'

type Arrival = Pick<SettledInvoice, 'paymentHash' | 'receivedMsat' | 'settledAt' | 'customRecords'>
type Keysend = Arrival & { contentId: string; said: ReturnType<typeof readBoostagram> }

/** Of those that nobody has asked for: adds to `invoices` what can be credited, and answers why the others cannot. */
export async function openKeysends(
  deps: Pick<PaymentDeps, 'clock' | 'limits'>,
  tx: Tx,
  arrivals: readonly Arrival[],
  invoices: Map<string, InvoiceRow>,
): Promise<Map<string, SuspenseReason>> {
  const nobodys = new Map<string, SuspenseReason>()
  const keysends = arrivals.flatMap((arrival): Keysend[] => {
    if (arrival.customRecords === undefined) return []
    const contentId = readContentRecord(arrival.customRecords)
    if (contentId !== null) return [{ ...arrival, contentId, said: readBoostagram(arrival.customRecords) }]
    nobodys.set(arrival.paymentHash, 'keysend-unknown')
    return []
  })
  if (keysends.length === 0) return nobodys
  const wanted = keysends.map((keysend) => ({ contentId: keysend.contentId, contentTime: positionOf(keysend) }))
  const found = await readManyPayableTerms(deps, tx, wanted)
  const opened: string[] = []
  for (const [index, keysend] of keysends.entries()) {
    const one = found[index]!
    if ('error' in one) nobodys.set(keysend.paymentHash, reasonOf(one.error))
    else {
      await insertKeysend(tx, rowOf(keysend, one.result))
      opened.push(keysend.paymentHash)
    }
  }
  // Another process may have been first; then its row is found, and what it did to it is seen.
  for (const [paymentHash, invoice] of await lockInvoicesByHash(tx, opened)) invoices.set(paymentHash, invoice)
  return nobodys
}

function reasonOf(error: unknown): SuspenseReason {
  return error instanceof AppError && error.code === 'content-not-payable' ? 'keysend-not-payable' : 'keysend-unknown'
}

/** An app that plays another feed and pays what is heard in it tells the position in that feed, which is none here. */
function positionOf({ said }: Keysend): number | null {
  return said.isRemote ? null : said.ts
}

function rowOf(keysend: Keysend, { content, terms }: PayableTerms) {
  const { paymentHash, receivedMsat, settledAt, said } = keysend
  return {
    id: newId(settledAt.getTime()),
    content_id: content.contentId,
    content_type: content.contentType,
    content_title: content.title,
    terms,
    comment: said.message,
    content_time_seconds: positionOf(keysend),
    amount_msat: receivedMsat,
    payment_hash: paymentHash,
    keysend: said,
    created_at: settledAt,
  }
}
