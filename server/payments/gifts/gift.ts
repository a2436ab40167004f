/** A visitor's first zap, paid from the purse of the house. Whether it is paid depends on earlier gifts, so all gifts
 * on all servers lock the purse and are checked one after another. */
import type * as calls from '#contract/payments/gifts.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { mergeLegs, splitPayment } from '#contract/split.ts'
import { findUsersInNetwork } from '#server/accounts/networks.ts'
import { lockPurse, readBalance, readUserBalance } from '#server/ledger/balances.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { refusalOfStop, requireNotStopped } from '#server/payments/outgoing-stop.ts'
import { readManyPayableTerms, readPayableTerms, type PayableTerms, zapOf } from '#server/payments/recipients/terms.ts'
import { bookZap } from '#server/payments/zaps/booking.ts'
import { readLegs, readZap } from '#server/payments/zaps/queries.ts'
import { dayOf } from '#server/platform/clock.ts'
import { countNetworkGifts, hasDeviceGift, insertGift, isGift, sumReceived } from './gift-queries.ts'
import { accountLimitOf, GIFT, GIFTS_PER_SITE, networksOf } from './limits.ts'
import { readDayOfGifts } from './purse-queries.ts'

const GIFTS_PER_MINUTE = { max: 30, windowSeconds: 60 }

type GiftDeps = Pick<PaymentDeps, 'database' | 'clock' | 'limits' | 'signals' | 'hashNetwork' | 'failpoint' | 'log'>
type Offer = Data<typeof calls.getGiftOffer>
type Given = Data<typeof calls.giveGift>

/** Anybody may ask. This check is preliminary; the authoritative one is in giveGift. */
export async function readOffer(
  deps: GiftDeps,
  caller: Caller,
  { device, contentIds }: Input<typeof calls.getGiftOffer>['query'],
): Promise<Offer> {
  const tx = deps.database.read
  const asker = askerOf(deps, caller, device)
  const state = await readState(deps, tx, asker)
  const outcomes = await readManyPayableTerms(
    deps,
    tx,
    contentIds.split(',').map((contentId) => ({ contentId })),
  )
  const contents: Offer['contents'] = []
  for (const outcome of outcomes) {
    if ('error' in outcome) continue
    if (state === 'offered' && !(await mayReceive(deps, tx, asker, outcome.result))) continue
    contents.push({ contentId: outcome.result.content.contentId, feeMsat: feeOf(outcome.result) })
  }
  return { state, msatAmount: GIFT, contents }
}

/** Anybody, once per device. Repeating an operation returns the first result. */
export async function giveGift(
  deps: GiftDeps,
  caller: Caller,
  operationId: string,
  { contentId, device, contentTime }: Input<typeof calls.giveGift>['body'],
): Promise<Given> {
  const { database, clock, signals, failpoint, log } = deps
  await countUse(database.read, `gift:${caller.ip}`, GIFTS_PER_MINUTE, clock.now())
  const asker = askerOf(deps, caller, device)
  const woken = new Set<string>()
  const given = await database.transaction(async (tx): Promise<Given> => {
    woken.clear()
    await lockPurse(tx)
    if (await isGift(tx, operationId)) return describeGiven(tx, operationId)
    await requireNotStopped(tx)
    const terms = await readPayableTerms(deps, tx, contentId, contentTime)
    if ((await readState(deps, tx, asker)) !== 'offered' || !(await mayReceive(deps, tx, asker, terms))) {
      throw new AppError(409, 'gift-not-offered')
    }
    const legs = await bookGift(tx, operationId, { terms, contentTime: contentTime ?? null, asker })
    for (const { key } of legs) if (key !== null) woken.add(key)
    failpoint('gift:booking')
    return { paymentId: operationId, contentId: terms.content.contentId, msatAmount: GIFT, feeMsat: feeOf(terms) }
  })
  for (const userId of woken) signals.wake(signalOf.user(userId))
  log.info('gift-given', { paymentId: given.paymentId })
  return given
}

type Asker = {
  userId: string | null
  isLocked: boolean
  deviceHash: Buffer
  networkHash: Buffer
  /** The IPv6 /48. */
  siteHash: Buffer | null
  now: Date
}

function askerOf({ hashNetwork, clock }: GiftDeps, caller: Caller, device: string): Asker {
  const { network, site } = networksOf(caller.ip)
  return {
    userId: caller.kind === 'user' ? caller.userId : null,
    isLocked: caller.kind === 'user' && caller.isLocked,
    deviceHash: hashNetwork(`device ${device}`),
    networkHash: hashNetwork(network),
    siteHash: site === null ? null : hashNetwork(site),
    now: clock.now(),
  }
}

async function readState({ limits }: GiftDeps, tx: Tx, asker: Asker): Promise<Offer['state']> {
  if (await hasHadGift(tx, asker)) return 'none'
  if (asker.userId !== null && (asker.isLocked || (await readUserBalance(tx, asker.userId)) > 0n)) return 'none'
  if (!limits.isGiving || (await refusalOfStop(tx)) !== null) return 'empty'
  const { givenMsat } = await readDayOfGifts(tx, dayOf(asker.now))
  const isCovered = (await readBalance(tx, 'purse')) >= GIFT && givenMsat + GIFT <= limits.giftsPerDayMsat
  return isCovered ? 'offered' : 'empty'
}

async function hasHadGift(tx: Tx, { deviceHash, networkHash, siteHash, now }: Asker): Promise<boolean> {
  if (await hasDeviceGift(tx, deviceHash)) return true
  if ((await countNetworkGifts(tx, networkHash, now)) > 0) return true
  return siteHash !== null && (await countNetworkGifts(tx, siteHash, now)) >= GIFTS_PER_SITE
}

/** Neither the account itself, nor one that was in the same network today, nor one that has reached its daily limit. */
async function mayReceive(
  { limits }: GiftDeps,
  tx: Tx,
  asker: Asker,
  { content, terms }: PayableTerms,
): Promise<boolean> {
  const day = dayOf(asker.now)
  const shares = mergeLegs(splitPayment(GIFT, terms)).filter(({ key }) => key !== null)
  const userIds = [...new Set([content.ownerId, ...shares.map(({ key }) => key!)])]
  if (asker.userId !== null && userIds.includes(asker.userId)) return false
  const near = await findUsersInNetwork(tx, { networkHash: asker.networkHash, day, userIds })
  if (near.length > 0) return false
  const received = await sumReceived(tx, userIds, day)
  for (const { key, amountMsat } of shares) received.set(key!, (received.get(key!) ?? 0n) + amountMsat)
  return shares.every(({ key }) => received.get(key!)! <= accountLimitOf(limits.giftsPerDayMsat))
}

type Gift = { terms: PayableTerms; contentTime: number | null; asker: Asker }

async function bookGift(tx: Tx, id: string, { terms, contentTime, asker }: Gift) {
  const legs = await bookZap(tx, {
    id,
    idem: `gift:${id}`,
    debit: { account: 'purse', amountMsat: -GIFT },
    payerId: null,
    isGift: true,
    amountMsat: GIFT,
    ...zapOf(terms, null, contentTime),
    settledAt: asker.now,
  })
  await insertGift(tx, {
    id,
    deviceHash: asker.deviceHash,
    networkHashes: asker.siteHash === null ? [asker.networkHash] : [asker.networkHash, asker.siteHash],
    amountMsat: GIFT,
    day: dayOf(asker.now),
    createdAt: asker.now,
  })
  return legs
}

function feeOf({ terms }: PayableTerms): bigint {
  return splitPayment(GIFT, terms).find(({ key }) => key === null)?.amountMsat ?? 0n
}

async function describeGiven(tx: Tx, id: string): Promise<Given> {
  const zap = (await readZap(tx, id))!
  const fee = (await readLegs(tx, id)).find(({ role }) => role === 'platform')
  return { paymentId: id, contentId: zap.content_id, msatAmount: zap.amount_msat, feeMsat: fee?.amount_msat ?? 0n }
}
