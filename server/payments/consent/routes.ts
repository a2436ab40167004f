/** Binds the calls of offered shares. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/catalog/split-offers.ts'
import { on } from '#server/platform/http/http.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { acceptOffer, declineOffer } from './answer.ts'
import { listOffers } from './offers.ts'

export function consentRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  on(app, calls.listSplitOffers, (_input, { caller }) => listOffers(deps, caller))
  on(app, calls.acceptSplitOffer, ({ params }, { caller }) => acceptOffer(deps, caller, params.versionId))
  on(app, calls.declineSplitOffer, ({ params }, { caller }) => declineOffer(deps, caller, params.versionId))
}
