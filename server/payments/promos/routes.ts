/** Binds the calls of promos. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as listening from '#contract/listening/promos.ts'
import * as admin from '#contract/operator/admin-promos.ts'
import * as calls from '#contract/payments/promos.ts'
import { on } from '#server/platform/http/http.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { readEarning } from './earning.ts'
import { createPromo, topUpPromo } from './funding.ts'
import { holdEarner, holdPromo, readPromoReview, reverseRewards } from './review.ts'
import { createRewards } from './reward.ts'
import * as views from './views.ts'

export function promoRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  on(app, listening.listActivePromos, (_input, { caller }) => views.listActivePromos(deps, caller))
  on(app, listening.getPromoOfContent, ({ params }, { caller }) =>
    views.readPromoOfContent(deps, caller, params.contentId),
  )
  on(app, listening.getPromo, ({ params }, { caller }) => views.readPromo(deps, caller, params.id))
  on(app, listening.getEarning, (_input, { caller }) => readEarning(deps, caller))
  on(app, listening.startPromoMinute, ({ body }, { caller }) => views.startPromoMinute(deps, caller, body))
  const reward = createRewards(deps)
  on(app, listening.rewardPromo, ({ body }, { caller, operationId }) => reward(caller, operationId, body))
  on(app, listening.getTopUp, ({ params }, { caller }) => views.readTopUp(deps, caller, params.paymentId))

  on(app, calls.listOwnPromos, (_input, { caller }) => views.listOwnPromos(deps, caller))
  on(app, calls.createPromo, ({ body }, { caller, operationId }) => createPromo(deps, caller, operationId, body))
  on(app, calls.topUpPromo, (input, { caller, operationId }) => topUpPromo(deps, caller, operationId, input))
  on(app, calls.setPromoActive, ({ params, body }, { caller }) =>
    views.setPromoActive(deps, caller, params.id, body.isActive),
  )
  on(app, calls.endPromo, ({ params }, { caller }) => views.endPromo(deps, caller, params.id))

  on(app, admin.getPromoReview, (_input, { caller }) => readPromoReview(deps, caller))
  on(app, admin.holdPromo, ({ params, body }, { caller }) => holdPromo(deps, caller, params.id, body))
  on(app, admin.holdEarner, ({ params, body }, { caller }) => holdEarner(deps, caller, params.userId, body))
  on(app, admin.reverseRewards, ({ body }, { caller, operationId }) => reverseRewards(deps, caller, operationId, body))
}
