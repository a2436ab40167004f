/** The shares that are offered to a user, with the money that waits for each. */
import type { listSplitOffers } from '#contract/catalog/split-offers.ts'
import type { Data } from '#contract/endpoint.ts'
import { readOffers } from '#server/catalog/splits/offers.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { OFFER_MS } from './answer.ts'
import { sumWaitingOf } from './queries.ts'

/** The caller's own. */
export async function listOffers(deps: PaymentDeps, caller: Caller): Promise<Data<typeof listSplitOffers>> {
  requireUser(caller)
  const tx = deps.database.read
  const waiting = await sumWaitingOf(tx, caller.userId)
  return readOffers(tx, caller.userId, { waiting, offerMs: OFFER_MS, now: deps.clock.now() })
}
