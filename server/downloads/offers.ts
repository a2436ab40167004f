/** What artists offer for download. Making the files is making/jobs.ts, buying is server/payments/purchases. */
import type * as calls from '#contract/catalog/downloads.ts'
import { downloadFormats } from '#contract/catalog/downloads.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { DownloadDeps } from './deps.ts'
import { requestFiles } from './making/queries.ts'
import { type Offer, selectFigures, selectFormats, selectOffer, upsertOffer } from './offer-queries.ts'
import { readOwnSubject, readSubject } from './subjects.ts'

export type OfferDeps = Pick<DownloadDeps, 'database' | 'clock'>
/** The operator's limits of a payment. */
export type PriceLimits = { minPaymentMsat: bigint; maxPaymentMsat: bigint }

/** Public, for public content. */
export async function readOffer(
  { database, clock }: OfferDeps,
  _caller: Caller,
  contentId: string,
): Promise<Data<typeof calls.getDownloadOffer>> {
  const tx = database.read
  const subject = await readSubject(tx, contentId, clock.now())
  if (!subject.is_public) throw notFound()
  const { mode, min_msat: msatMin } = await selectOffer(tx, contentId)
  const made = mode === 'off' ? [] : await selectFormats(tx, contentId)
  return { mode, msatMin, formats: downloadFormats.filter((format) => made.includes(format)) }
}

/** Only its owner. */
export async function readOwnOffer(
  { database, clock }: OfferDeps,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof calls.getOwnDownloadOffer>> {
  await readOwnSubject(database.read, caller, contentId, clock.now())
  return describe(database.read, contentId)
}

/** Only its owner. Rights that exist stay, whatever is set. */
export async function setOffer(
  { database, clock }: OfferDeps,
  limits: PriceLimits,
  caller: Caller,
  contentId: string,
  { mode, msatMin = 0n }: Input<typeof calls.setDownloadOffer>['body'],
): Promise<Data<typeof calls.setDownloadOffer>> {
  const now = clock.now()
  await readOwnSubject(database.read, caller, contentId, now)
  if (mode === 'paid') requirePrice(limits, msatMin)
  await database.transaction(async (tx) => {
    await upsertOffer(tx, contentId, { mode, min_msat: mode === 'paid' ? msatMin : 0n }, now)
    if (mode !== 'off') await requestFiles(tx, contentId, now)
  })
  return describe(database.read, contentId)
}

/** Prices are whole sats, which every wallet can pay. */
function requirePrice({ minPaymentMsat, maxPaymentMsat }: PriceLimits, amountMsat: bigint): void {
  if (amountMsat % 1_000n === 0n && amountMsat >= minPaymentMsat && amountMsat <= maxPaymentMsat) return
  const range = `The smallest amount must be in whole sats, from ${minPaymentMsat} to ${maxPaymentMsat} msat.`
  throw new AppError(422, 'amount-out-of-range', range)
}

async function describe(tx: Tx, contentId: string): Promise<Data<typeof calls.getOwnDownloadOffer>> {
  const { mode, min_msat: msatMin } = await selectOffer(tx, contentId)
  const figures = await selectFigures(tx, contentId)
  return {
    mode,
    msatMin,
    trackCount: figures.track_count,
    readyCount: figures.ready_count,
    failedCount: figures.failed_count,
    progress: figures.progress,
    soldCount: figures.sold_count,
    codeCount: figures.code_count,
    usedCodeCount: figures.used_code_count,
  }
}

/** What is for sale now, and its smallest amount; null when nothing is: not offered for money, or no file is ready. */
export async function readPriceOf(tx: Tx, contentId: string): Promise<bigint | null> {
  const offer: Offer = await selectOffer(tx, contentId)
  const isForSale = offer.mode === 'paid' && (await selectFormats(tx, contentId)).length > 0
  return isForSale ? offer.min_msat : null
}
