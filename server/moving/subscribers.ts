/** Event subscribers of this module, idempotent: whether the audio of an item could be processed. */
import type { AssetFailed, AssetFinished } from '#server/events.ts'
import { selectAsset } from '#server/media/queries.ts'
import type { Database } from '#server/platform/database/database.ts'
import { setProcessed, setWaiting } from './item-queries.ts'

export function onImportedFinished({ read }: Database): (event: AssetFinished) => Promise<void> {
  return ({ assetId }) => setProcessed(read, assetId, null)
}

export function onImportedFailed({ read }: Database): (event: AssetFailed) => Promise<void> {
  return async ({ assetId }) => {
    const reason = (await selectAsset(read, assetId))?.failure_code ?? 'our-fault'
    if (reason === 'our-fault' && (await setWaiting(read, assetId))) return
    await setProcessed(read, assetId, reason)
  }
}
