/** What artists offer for download. Making the files is making/jobs.ts, buying is server/payments/purchases. */
import type * as calls from '#contract/catalog/downloads.ts'
import { type DownloadFormat, downloadFormats } from '#contract/catalog/downloads.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { msatOfCents } from '#contract/dollars.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import type { DownloadDeps } from './deps.ts'
import { requestFiles } from './making/queries.ts'
import { hasAllFiles, type Offer, selectFigures, selectFormats, selectOffer, upsertOffer } from './offer-queries.ts'
import { readOwnSubject, readSubject, type Subject } from './subjects.ts'

export type OfferDeps = Pick<DownloadDeps, 'database' | 'clock'> & {
  /** US cents for one bitcoin; null while the rate is not known. */
  readCentsPerBtc: (tx: Tx, now: Date) => Promise<bigint | null>
}
export type Price = Pick<Offer, 'min_msat' | 'min_cents'>
/** The operator's limits of a payment. */
export type PriceLimits = { minPaymentMsat: bigint; maxPaymentMsat: bigint }

/** Public, for public content. */
export async function readOffer(
  { database, clock, readCentsPerBtc }: OfferDeps,
  _caller: Caller,
  contentId: string,
): Promise<Data<typeof calls.getDownloadOffer>> {
  const tx = database.read
  const now = clock.now()
  const subject = await readSubject(tx, contentId, now)
  if (!subject.is_public) throw notFound()
  const offer = await selectOffer(tx, contentId)
  const { mode, min_cents: centsMin } = offer
  const made = await readOffered(tx, offer, contentId, now)
  const centsPerBtc = centsMin === null ? null : await readCentsPerBtc(tx, now)
  const rate = { centsMin, centsPerBtc: centsPerBtc === null ? null : Number(centsPerBtc) }
  return {
    mode,
    msatMin: priceNow(offer, centsPerBtc),
    ...rate,
    formats: downloadFormats.filter((format) => made.includes(format)),
  }
}

/** Only its owner. */
export async function readOwnOffer(
  { database, clock }: Pick<OfferDeps, 'database' | 'clock'>,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof calls.getOwnDownloadOffer>> {
  const now = clock.now()
  const subject = await readOwnSubject(database.read, caller, contentId, now)
  return describe(database.read, subject, now)
}

/** Only its owner. Rights that exist stay, regardless of the new offer. */
export async function setOffer(
  { database, clock, readCentsPerBtc }: OfferDeps,
  limits: PriceLimits,
  caller: Caller,
  contentId: string,
  { mode, msatMin, centsMin }: Input<typeof calls.setDownloadOffer>['body'],
): Promise<Data<typeof calls.setDownloadOffer>> {
  const now = clock.now()
  const subject = await readOwnSubject(database.read, caller, contentId, now)
  const offer: Offer = { mode, min_msat: 0n, min_cents: null }
  if (mode === 'paid') {
    if (msatMin !== undefined && centsMin !== undefined)
      throw ruleBrokenInEnglish('A price is in sats or in US dollars.')
    offer.min_cents = centsMin ?? null
    const centsPerBtc = offer.min_cents === null ? null : await readCentsPerBtc(database.read, now)
    const price = priceNow({ min_msat: msatMin ?? 0n, min_cents: offer.min_cents }, centsPerBtc)
    if (price === null) throw new AppError(409, 'rate-unknown')
    requirePrice(limits, price)
    offer.min_msat = price
  }
  await database.transaction(async (tx) => {
    await upsertOffer(tx, contentId, offer, now)
    if (mode !== 'off') await requestFiles(tx, contentId, now)
  })
  return describe(database.read, subject, now)
}

/** Prices are whole sats, which every wallet can pay. */
function requirePrice({ minPaymentMsat, maxPaymentMsat }: PriceLimits, amountMsat: bigint): void {
  if (amountMsat % 1_000n === 0n && amountMsat >= minPaymentMsat && amountMsat <= maxPaymentMsat) return
  const range = `The smallest amount must be in whole sats, from ${minPaymentMsat} to ${maxPaymentMsat} msat.`
  throw new AppError(422, 'amount-out-of-range', range)
}

async function describe(tx: Tx, subject: Subject, now: Date): Promise<Data<typeof calls.getOwnDownloadOffer>> {
  const { content_id: contentId } = subject
  const offer = await selectOffer(tx, contentId)
  const { mode, min_msat: msatMin, min_cents: centsMin } = offer
  const figures = await selectFigures(tx, contentId)
  return {
    mode,
    msatMin,
    centsMin,
    isOffered: subject.is_public && (await readOffered(tx, offer, contentId, now)).length > 0,
    trackCount: figures.track_count,
    readyCount: figures.ready_count,
    failedCount: figures.failed_count,
    progress: figures.progress,
    soldCount: figures.sold_count,
    codeCount: figures.code_count,
    usedCodeCount: figures.used_code_count,
  }
}

/** The smallest amount; null while the rate of a price in dollars is not known. */
export function priceNow({ min_msat: minMsat, min_cents: minCents }: Price, centsPerBtc: bigint | null): bigint | null {
  if (minCents === null) return minMsat
  return centsPerBtc === null ? null : msatOfCents(minCents, centsPerBtc)
}

/** The formats that listeners get now. Nothing is sold before the files of all its tracks are ready: they could fail. */
async function readOffered(tx: Tx, { mode }: Offer, contentId: string, now: Date): Promise<DownloadFormat[]> {
  if (mode === 'off' || (mode === 'paid' && !(await hasAllFiles(tx, contentId, now)))) return []
  return selectFormats(tx, contentId, now)
}

/** What is for sale now; null when nothing is: not offered for money, or its files are not ready. */
export async function readPriceOf(tx: Tx, contentId: string, now: Date): Promise<Price | null> {
  const offer = await selectOffer(tx, contentId)
  const isForSale = offer.mode === 'paid' && (await readOffered(tx, offer, contentId, now)).length > 0
  return isForSale ? offer : null
}
