/** Binds the calls of offered shares. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/catalog/split-offers.ts'
import { on } from '#server/platform/http/http.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { acceptOffer, declineOffer } from './answer.ts'
import { listOffers } from './offers.ts'
import * as invitations from './invitations.ts'

export function consentRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  on(app, calls.listSplitOffers, (_input, { caller }) => listOffers(deps, caller))
  on(app, calls.acceptSplitOffer, ({ params }, { caller }) => acceptOffer(deps, caller, params.versionId))
  on(app, calls.declineSplitOffer, ({ params }, { caller }) => declineOffer(deps, caller, params.versionId))
  on(app, calls.getSplitInvitation, ({ params }, { caller }) => invitations.readInvitation(deps, caller, params.token))
  on(app, calls.acceptSplitInvitation, ({ params, body }, { caller }) =>
    invitations.acceptInvitation(deps, caller, params.token, body.versionId),
  )
  on(app, calls.declineSplitInvitation, ({ params }, { caller }) =>
    invitations.declineInvitation(deps, caller, params.token),
  )
  on(app, calls.confirmSplitPartner, ({ params }, { caller }) =>
    invitations.confirmPartner(deps, caller, params.invitationId),
  )
  on(app, calls.revokeSplitInvitation, ({ params }, { caller }) =>
    invitations.revokeInvitation(deps, caller, params.invitationId),
  )
}
