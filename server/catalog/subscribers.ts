/** What this room does when others tell it something through the outbox; each bears being told twice.
 * Totals are a projection for lists and charts: what anybody owns is in the ledger. */
import type { AssetFailed, AssetFinished, PaymentSettled } from '#server/events.ts'
import { readAsset } from '#server/media/assets.ts'
import type { Clock } from '#server/platform/clock.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { failChild, findByAsset, finishChild, upsertPeaks } from './asset-queries.ts'
import { families, lockParent, publishReadyAlbum } from './publish-queries.ts'
import { addToTotals, dayOf, insertCounted, type Share } from './total-queries.ts'

/** Subscriber for asset-finished: the track or episode gets its sound, and comes out now if it only waited for that. */
export function onAssetFinished(
  database: Database,
  clock: Clock = systemClock,
): (event: AssetFinished) => Promise<void> {
  return (event) =>
    database.transaction(async (tx) => {
      const now = clock.now()
      const asset = await readAsset(tx, event.assetId)
      const found = await findByAsset(tx, event.assetId)
      // An upload that was replaced before it was finished belongs to nobody any more.
      if (asset === null || found === undefined || asset.liveKey === null) return
      const family = families[found.kind === 'track' ? 'album' : 'podcast']
      await lockParent(tx, family, found.parent_id)
      if (found.kind === 'track' && !found.is_draft) await publishReadyAlbum(tx, found.parent_id, now)
      await finishChild(tx, family, found.id, { liveKey: asset.liveKey, durationMs: asset.durationMs, now })
      if (asset.peaks !== null) await upsertPeaks(tx, found.id, asset.peaks)
    })
}

/** Subscriber for asset-failed: the artist reads why. What played before goes on playing. */
export function onAssetFailed(database: Database, clock: Clock = systemClock): (event: AssetFailed) => Promise<void> {
  return (event) => failChild(database.read, event.assetId, event.reason.slice(0, REASON_MAX), clock.now())
}

const REASON_MAX = 500

/** Subscriber for payment-settled. The same event twice, or late, changes nothing twice. */
export function countPayment(database: Database): (event: PaymentSettled) => Promise<void> {
  return async (event) => {
    const day = dayOf(new Date(event.settledAt))
    // One order for everybody, so that two payments never wait for each other's totals.
    const shares = sumByContent(event).sort((one, other) => (one.contentId < other.contentId ? -1 : 1))
    await database.transaction(async (tx) => {
      for (const { contentId, amountMsat } of shares) {
        const share: Share = { paymentId: event.paymentId, payerId: event.payerId, contentId, amountMsat, day }
        if (await insertCounted(tx, share)) await addToTotals(tx, share)
      }
    })
  }
}

function sumByContent(event: PaymentSettled): { contentId: string; amountMsat: bigint }[] {
  const sums = new Map<string, bigint>()
  for (const share of event.shares) {
    sums.set(share.contentId, (sums.get(share.contentId) ?? 0n) + BigInt(share.amountMsat))
  }
  return [...sums].map(([contentId, amountMsat]) => ({ contentId, amountMsat }))
}
