/** The terms of splits in the load: partners come and go, and agree or decline. */
import { acceptSplitOffer, declineSplitOffer, listSplitOffers } from '#contract/catalog/split-offers.ts'
import { updateSplit } from '#contract/catalog/splits.ts'
import type { Call } from '#web/data/api.ts'
import type { Attempt, Seller } from './order-load.ts'
import type { Random } from './random.ts'

export async function changeTerms(
  attempt: Attempt,
  { call, artistId }: Seller,
  random: Random,
  names: readonly string[],
): Promise<void> {
  const splitRecipients = names.map((name) => ({ name, share: random.between(1, 5) }))
  await attempt(call, updateSplit, { body: { contentId: artistId, splitRecipients } })
}

export async function answerOffer(attempt: Attempt, call: Call, random: Random): Promise<void> {
  const [offer] = (await attempt(call, listSplitOffers, {})) ?? []
  if (offer === undefined) return
  const params = { versionId: offer.versionId }
  await attempt(call, random.next() < 0.7 ? acceptSplitOffer : declineSplitOffer, { params })
}
