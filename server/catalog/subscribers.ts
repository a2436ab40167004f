/** Event subscribers of this module; each is idempotent.
 * Totals are a projection for lists and charts: balances are in the ledger. */
import type { AssetFailed, AssetFinished, FilesDropped, PaymentSettled } from '#server/events.ts'
import { readAsset } from '#server/media/assets.ts'
import { type Clock, dayOf } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import { failChild, findByAsset, finishChild, upsertShape } from './audio/asset-queries.ts'
import { families, lockParent, publishReadyParent } from './publishing/queries.ts'
import { dropAudio } from './audio/audio-changes.ts'
import { addToTotals, insertCounted, type Share } from './audio/total-queries.ts'

/** Subscriber for asset-finished: sets the audio of the track or episode, and publishes it if
 * it was only waiting for that. */
export function onAssetFinished(database: Database, clock: Clock): (event: AssetFinished) => Promise<void> {
  return (event) =>
    database.transaction(async (tx) => {
      const now = clock.now()
      const asset = await readAsset(tx, event.assetId)
      const awaiting = await findByAsset(tx, event.assetId)
      if (awaiting === undefined) return
      const family = families[awaiting.kind === 'track' ? 'album' : 'podcast']
      await lockParent(tx, family, awaiting.parent_id)
      const found = await findByAsset(tx, event.assetId)
      // The upload was replaced before it finished.
      if (asset === null || found === undefined || asset.liveKey === null) return
      if (!found.is_draft) await publishReadyParent(tx, family, found.parent_id, now)
      if (found.live_key !== null && found.live_key !== asset.liveKey) {
        await dropAudio(tx, found.live_key, STILL_PLAYING_SECONDS)
      }
      await finishChild(tx, family, found.id, { liveKey: asset.liveKey, durationMs: asset.durationMs, now })
      if (asset.peaks !== null) await upsertShape(tx, found.id, { ...asset, peaks: asset.peaks })
    })
}

/** Subscriber for asset-failed: stores the reason for the artist. Earlier audio keeps playing. */
export function onAssetFailed(database: Database, clock: Clock): (event: AssetFailed) => Promise<void> {
  return ({ assetId, code = null, reason }) =>
    failChild(database.read, assetId, { code, text: reason.slice(0, REASON_MAX) }, clock.now())
}

/** Subscriber for files-dropped. */
export function removeDroppedFiles(files: Pick<Files, 'remove'>): (event: FilesDropped) => Promise<void> {
  return async ({ keys }) => void (await Promise.all(keys.map((key) => files.remove(key))))
}

const REASON_MAX = 500
/** Listeners who are playing the former audio can finish it. */
const STILL_PLAYING_SECONDS = 6 * 3_600

/** Subscriber for payment-settled, several events per call. Idempotent, also for events that arrive late. */
export function countPayments(database: Database): (events: readonly PaymentSettled[]) => Promise<void> {
  return (events) => {
    const shares = events.flatMap(sharesOf)
    return database.transaction(async (tx) => addToTotals(tx, await insertCounted(tx, shares)))
  }
}

function sharesOf({ paymentId, payerId, isGift = false, settledAt, shares }: PaymentSettled): Share[] {
  const day = dayOf(new Date(settledAt))
  const sums = new Map<string, bigint>()
  for (const { contentId, amountMsat } of shares) {
    sums.set(contentId, (sums.get(contentId) ?? 0n) + BigInt(amountMsat))
  }
  return [...sums].map(([contentId, amountMsat]) => ({ paymentId, payerId, isGift, contentId, amountMsat, day }))
}
