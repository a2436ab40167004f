/** The page of a purchase or redeemed code, for anybody with its private link: what it is, whether it is paid, and the files. */
import type * as calls from '#contract/listening/purchases.ts'
import type { Data } from '#contract/endpoint.ts'
import { idOfSecret } from '#server/downloads/links.ts'
import { listDownloads } from '#server/downloads/listing.ts'
import { claimRight, selectRight, selectRightOf } from '#server/downloads/right-queries.ts'
import { readSubject } from '#server/downloads/subjects.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUses } from '#server/platform/http/rate-limit.ts'
import { type InvoiceRow, readInvoice } from '#server/payments/invoices/queries.ts'
import { publicInvoiceState } from '#server/payments/state.ts'
import type { PurchaseDeps } from './deps.ts'
import { mailLink } from './delivery.ts'
import { type PurchaseRow, selectPurchase } from './queries.ts'

const MAILS_PER_HOUR = { max: 5, windowSeconds: 3_600 }

type Purchase = Data<typeof calls.getPurchase>

/** Anybody with the link. */
export async function readPurchase(deps: PurchaseDeps, _caller: Caller, secret: string): Promise<Purchase> {
  const { database, clock, files } = deps
  const tx = database.read
  const id = idOfSecret(deps, secret)
  // The right last: with an invoice that is paid, it is there, although the payment may settle between these statements.
  const invoice = await readInvoice(tx, id)
  const purchase = await selectPurchase(tx, id)
  const right = await selectRight(tx, id)
  const contentId = right?.content_id ?? purchase?.content_id
  if (contentId === undefined) throw notFound()
  const subject = await readSubject(tx, contentId, clock.now())
  const isGiven = right !== undefined && !subject.is_taken_down
  return {
    contentId,
    contentType: subject.content_type,
    title: subject.title,
    artist: subject.artist_name,
    artworkUrl: subject.artwork_key === null ? null : files.publicUrl(subject.artwork_key),
    state: right === undefined ? unpaidState(purchase!, invoice, clock.now()) : isGiven ? 'owned' : 'withheld',
    msatAmount: purchase?.amount_msat ?? null,
    centsAmount: purchase?.amount_cents ?? null,
    boughtAt: right?.created_at ?? null,
    isClaimed: (right?.user_id ?? null) !== null,
    downloads: isGiven ? await listDownloads(deps, tx, subject, right.created_at) : null,
  }
}

function unpaidState(purchase: PurchaseRow, invoice: InvoiceRow | undefined, now: Date): Purchase['state'] {
  if (purchase.returned_at !== null) return 'returned'
  if (invoice === undefined || invoice.expires_at === null) return 'expired'
  return publicInvoiceState(invoice.state, invoice.expires_at, now) === 'open' ? 'open' : 'expired'
}

/** The signed-in user, with the link. */
export async function claim(
  deps: PurchaseDeps,
  caller: Caller,
  secret: string,
): Promise<Data<typeof calls.claimPurchase>> {
  requireUser(caller)
  const tx = deps.database.read
  const right = await selectRight(tx, idOfSecret(deps, secret))
  if (right === undefined) throw notFound()
  if (right.user_id === caller.userId) return { contentId: right.content_id }
  if (right.user_id === null && (await selectRightOf(tx, caller.userId, right.content_id))) {
    throw new AppError(409, 'download-not-needed')
  }
  if (!(await claimRight(tx, right.id, caller.userId)))
    throw new AppError(409, 'conflict', 'Somebody else has this in their collection already.')
  return { contentId: right.content_id }
}

/** Anybody with the link of something that is paid. */
export async function mailPurchase(
  deps: PurchaseDeps,
  caller: Caller,
  secret: string,
  { email, language }: { email: string; language: string },
): Promise<Data<typeof calls.mailPurchase>> {
  const { database, clock } = deps
  const right = await selectRight(database.read, idOfSecret(deps, secret))
  if (right === undefined) throw notFound()
  const uses = [`purchase-mail:${caller.ip}`, `purchase-mail:${right.id}`].map((key) => ({ key, rate: MAILS_PER_HOUR }))
  await countUses(database.read, uses, clock.now())
  await mailLink(deps, database.read, { rightId: right.id, contentId: right.content_id, email, language })
  return {}
}
