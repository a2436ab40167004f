/** Partners who agree to the shares that they are offered. */
import { acceptSplitOffer, listSplitOffers } from '#contract/catalog/split-offers.ts'
import type { Call } from '#web/data/api.ts'

export async function agreeToAll(...calls: readonly Call[]): Promise<void> {
  for (const call of calls) {
    for (const { versionId } of await call(listSplitOffers, {})) await call(acceptSplitOffer, { params: { versionId } })
  }
}
