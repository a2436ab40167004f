/** Partners who agree to all shares that they are offered, without calls. Not for production code. */
import type { Database } from '#server/platform/database/database.ts'
import { agree, listOpenOffersOf, lockOffer } from './consent.ts'

export async function agreeToOffers(database: Database, userIds: readonly string[], now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    for (const userId of userIds) {
      for (const versionId of await listOpenOffersOf(tx, userId)) {
        await agree(tx, (await lockOffer(tx, versionId, userId))!, now)
      }
    }
  })
}
