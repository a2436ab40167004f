/** Small horizons for rows: many tracks and episodes in one call, each with 90 buckets. A complete horizon is horizon.ts. */
import type { Data } from '#contract/endpoint.ts'
import { type listSmallHorizons as listSmallHorizonsCall, SMALL_HORIZON_BUCKETS } from '#contract/listening/horizon.ts'
import { selectPublicSounds } from '#server/catalog/audio/sound-queries.ts'
import { sumSmallBuckets } from '#server/payments/zaps/second-queries.ts'
import { bucketsOf, loudestOf } from './buckets.ts'
import type { HorizonDeps } from './horizon.ts'

const MS_PER_SECOND = 1_000

/** Anybody; content that is not public is left out, also for its owner. */
export async function listSmallHorizons(
  { database, clock }: HorizonDeps,
  contentIds: readonly string[],
): Promise<Data<typeof listSmallHorizonsCall>> {
  const rows = await selectPublicSounds(database.read, contentIds, clock.now())
  const durations = rows.map(({ duration_ms }) => duration_ms / MS_PER_SECOND)
  const sounds = { ids: rows.map(({ id }) => id), durations }
  const sums = Map.groupBy(
    await sumSmallBuckets(database.read, sounds, SMALL_HORIZON_BUCKETS),
    ({ content_id }) => content_id,
  )
  return rows.map(({ id, peaks }, index) => {
    const parts = [{ contentId: id, startSeconds: 0, durationSeconds: durations[index]! }]
    return {
      contentId: id,
      peaks: loudestOf([peaks], parts, bucketsOf(parts, SMALL_HORIZON_BUCKETS), SMALL_HORIZON_BUCKETS),
      sums: (sums.get(id) ?? []).map(({ bucket, amount_msat }) => ({ bucket, msatAmount: amount_msat })),
    }
  })
}
