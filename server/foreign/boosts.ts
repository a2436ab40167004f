/** Which recipients a boost of a foreign item pays, and how much. Paying them is in payments/boosts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/foreign/boosts.ts'
import type { ForeignValue } from '#protocols/rss/read-value.ts'
import { type BoostContext, type BoostLeg, splitBoost, timeSplitAt } from '#protocols/rss/split-boost.ts'
import { hashOfTerms } from '#server/accounts/grants.ts'
import { findBoost, startBoost } from '#server/payments/boosts/boost.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ForeignDeps } from './deps.ts'
import { requireItem } from './feeds.ts'
import { findValue, type ItemRow, listsItem } from './item-queries.ts'
import { findFeed } from './queries.ts'
import { normalAddress } from './addresses.ts'

type Share = BoostLeg & { state: 'payable' | 'unpayable' | 'too-small' }

/** Users who may read the item. */
export async function readShares(
  deps: ForeignDeps,
  caller: Caller,
  itemId: string,
  { msatAmount, playlistId, seconds }: Input<typeof calls.getBoostShares>['query'],
): Promise<Data<typeof calls.getBoostShares>> {
  const item = await requireItem(deps, caller, itemId)
  const shares = await sharesOf(deps, item, { amountMsat: BigInt(msatAmount), playlistId, seconds })
  return {
    shares: shares.map(({ amountMsat, ...share }) => ({ ...share, msatAmount: amountMsat })),
    sharesHash: hashOfShares(shares),
    msatPayable: takenOf(shares).reduce((sum, { amountMsat }) => sum + amountMsat, 0n),
  }
}

/** Users who may read the item. Pays exactly what they were shown, or nothing. */
export async function sendBoost(
  deps: ForeignDeps,
  caller: Caller,
  boostId: string,
  itemId: string,
  { msatAmount: amountMsat, playlistId, seconds, sharesHash, message }: Input<typeof calls.sendBoost>['body'],
): Promise<Data<typeof calls.sendBoost>> {
  const item = await requireItem(deps, caller, itemId)
  // A repeated request returns the first result, even if the feed has changed since.
  const known = await findBoost(deps.payments, caller, boostId)
  if (known !== null) return known
  const shares = await sharesOf(deps, item, { amountMsat, playlistId, seconds })
  if (hashOfShares(shares) !== sharesHash) throw new AppError(409, 'shares-changed')
  const legs = takenOf(shares)
  if (legs.length === 0) throw new AppError(422, 'feed-not-payable')
  const title = `${item.feed_title}: ${item.title}`.slice(0, 255)
  const shown = shares.filter(({ state, amountMsat: msat }) => state === 'unpayable' || msat > 0n)
  const leftOut = shown.flatMap((share, place) => (share.state === 'unpayable' ? { ...share, place } : []))
  const order = { itemId, title, amountMsat, message: message || null, legs, leftOut }
  return startBoost(deps.payments, caller, boostId, order)
}

type Wanted = { amountMsat: bigint; playlistId: string | undefined; seconds: number | undefined }

const hashOfShares = (shares: readonly Share[]): string =>
  hashOfTerms(shares.map(({ role, name, address, amountMsat, state }) => [role, name, address, amountMsat, state]))

/** If the item is played from a playlist, its curator gets the fee that the playlist's value block declares. */
export async function sharesOf({ database, payments }: ForeignDeps, item: ItemRow, wanted: Wanted): Promise<Share[]> {
  const { amountMsat, playlistId, seconds } = wanted
  const isListed = playlistId === undefined || (await listsItem(database.read, playlistId, item.id))
  const playlist = playlistId === undefined ? undefined : await findFeed(database.read, playlistId)
  if (!isListed) throw notFound()
  const { value } = item
  if (value === null) throw new AppError(422, 'feed-not-payable')
  const timed = seconds === undefined ? null : await timedOf(database.read, item.feed_id, value, seconds)
  const legs = splitBoost(amountMsat, value, { curator: playlist?.value ?? null, timed })
  if (legs === null) throw new AppError(422, 'feed-not-payable')
  const { minPaymentMsat } = payments.limits
  return legs.map((leg) => {
    const isTooSmall = leg.amountMsat < minPaymentMsat
    return { ...leg, state: leg.address === null ? 'unpayable' : isTooSmall ? 'too-small' : 'payable' }
  })
}

async function timedOf(tx: Tx, feedId: string, value: ForeignValue, at: number): Promise<BoostContext['timed']> {
  const split = timeSplitAt(value, at)
  if (split === undefined) return null
  const { remote, recipients } = split
  if (remote === null) return { percent: 100, value: { recipients } }
  const { percent, feedUrl, itemGuid } = remote
  const named = feedUrl === null ? null : { feedUrl: normalAddress(feedUrl), itemGuid }
  return { percent, value: named === null ? null : await findValue(tx, feedId, named) }
}

/** What a boost takes: shares that are paid, and small ones that are kept. */
export const takenOf = (shares: readonly Share[]) =>
  shares.flatMap(({ address, state, ...share }) =>
    address !== null && share.amountMsat > 0n ? { ...share, address } : [],
  )
