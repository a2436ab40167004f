/** Which recipients a boost of a foreign item pays, and how much. Paying them is in payments/boosts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/foreign/boosts.ts'
import { type BoostLeg, splitBoost } from '#protocols/rss/read-value.ts'
import { startBoost } from '#server/payments/boosts/boost.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ForeignDeps } from './deps.ts'
import { requireItem } from './feeds.ts'
import { type ItemRow, listsItem } from './item-queries.ts'
import { findFeed } from './queries.ts'

type Share = BoostLeg & { state: 'payable' | 'unpayable' | 'too-small' }

/** Users who may read the item. */
export async function readShares(
  deps: ForeignDeps,
  caller: Caller,
  itemId: string,
  { msatAmount, playlistId }: Input<typeof calls.getBoostShares>['query'],
): Promise<Data<typeof calls.getBoostShares>> {
  const item = await requireItem(deps, caller, itemId)
  const shares = await sharesOf(deps, item, { amountMsat: BigInt(msatAmount), playlistId })
  return {
    shares: shares.map(({ amountMsat, ...share }) => ({ ...share, msatAmount: amountMsat })),
    msatPayable: payableOf(shares).reduce((sum, { amountMsat }) => sum + amountMsat, 0n),
  }
}

/** Users who may read the item. */
export async function sendBoost(
  deps: ForeignDeps,
  caller: Caller,
  boostId: string,
  itemId: string,
  { msatAmount: amountMsat, playlistId, message }: Input<typeof calls.sendBoost>['body'],
): Promise<Data<typeof calls.sendBoost>> {
  const item = await requireItem(deps, caller, itemId)
  const legs = payableOf(await sharesOf(deps, item, { amountMsat, playlistId }))
  if (legs.length === 0) throw new AppError(422, 'feed-not-payable')
  const title = `${item.feed_title}: ${item.title}`.slice(0, 255)
  return startBoost(deps.payments, caller, boostId, { itemId, title, amountMsat, message: message || null, legs })
}

type Wanted = { amountMsat: bigint; playlistId: string | undefined }

/** Of a playlist that lists the item, the curator gets what its own value block declares as a fee. */
async function sharesOf({ database, payments }: ForeignDeps, item: ItemRow, wanted: Wanted): Promise<Share[]> {
  const { amountMsat, playlistId } = wanted
  const isListed = playlistId === undefined || (await listsItem(database.read, playlistId, item.id))
  const playlist = playlistId === undefined ? undefined : await findFeed(database.read, playlistId)
  if (!isListed) throw notFound()
  const legs = item.value === null ? null : splitBoost(amountMsat, item.value, playlist?.value ?? null)
  if (legs === null) throw new AppError(422, 'feed-not-payable')
  const { minPaymentMsat } = payments.limits
  return legs.map((leg) => {
    const isTooSmall = leg.amountMsat < minPaymentMsat
    return { ...leg, state: leg.address === null ? 'unpayable' : isTooSmall ? 'too-small' : 'payable' }
  })
}

const payableOf = (shares: readonly Share[]) =>
  shares.flatMap(({ address, state, ...share }) =>
    state === 'payable' && address !== null ? { ...share, address } : [],
  )
