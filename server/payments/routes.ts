/** Registers the routes for paying and receiving. */
import type { FastifyInstance } from 'fastify'
import * as accounts from '#contract/accounts/account.ts'
import { getMoney, refundPayout, assignSuspense, withdrawPlatformFee } from '#contract/operator/admin.ts'
import { bookDifference, getRecovery, setOutgoingStop as setOutgoingStopCall } from '#contract/operator/admin-money.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import { listDays } from '#contract/accounts/days.ts'
import { exportStatementYear, getStatementYear } from '#contract/accounts/statement-year.ts'
import { listOutsideRecipients } from '#contract/catalog/split-offers.ts'
import * as calls from '#contract/payments/payments.ts'
import * as gifts from '#contract/payments/gifts.ts'
import * as purse from '#contract/operator/purse.ts'
import { getPrice } from '#contract/payments/price.ts'
import * as terms from '#contract/payments/terms.ts'
import { payHeldTickets as payHeldTicketsCall } from '#contract/concerts/tickets.ts'
import { getWithdrawalLimits } from '#contract/payments/withdrawal-limits.ts'
import { onEvents } from '#server/platform/http/event-stream.ts'
import { on, onText } from '#server/platform/http/http.ts'
import { bookAsAdmin } from './audit/book-difference.ts'
import { createDepositInvoice, readDeposit } from './incoming/deposit.ts'
import * as coldStorage from '#contract/operator/cold-storage.ts'
import * as proposals from '#contract/operator/proposals.ts'
import { decideColdMove, recordColdMove } from './audit/cold-storage.ts'
import { declineProposal, proposeBooking } from './audit/second-operator.ts'
import type { PaymentDeps } from './deps.ts'
import { giveGift, readOffer } from './gifts/gift.ts'
import { createPurseInvoice, emptyPurse, fillPurse, readPurse } from './gifts/purse.ts'
import { listOutside } from './forwards/outside-view.ts'
import { readForwarding, removeLightningAddress, setLightningAddress } from './forwards/settings.ts'
import { refundStuckPayout } from './payouts/refund.ts'
import { listLastDays } from './statements/days.ts'
import { listStatement } from './statements/history.ts'
import { describeInvoice, readPublicInvoice } from './invoices/invoice.ts'
import { payKeysends } from './keysend/keysend.ts'
import { setOutgoingStop } from './outgoing-stop.ts'
import { readPrice } from './price.ts'
import { assignToOwner, readMoney } from './audit/money.ts'
import { readRecovery } from './audit/recovery.ts'
import { readPayment } from './payment.ts'
import { consentRoutes } from './consent/routes.ts'
import { promoRoutes } from './promos/routes.ts'
import { formatStatement } from './statements/csv.ts'
import { formatStatementYear, readStatementYear } from './statements/year.ts'
import { createBalanceSends } from './zaps/send.ts'
import { readTerms } from './recipients/terms.ts'
import { watchZapInvoice } from './incoming/watch.ts'
import { payHeldTickets } from './held-tickets.ts'
import * as withdrawals from './payouts/withdraw.ts'
import { readWithdrawalLimits } from './payouts/withdrawal-limits.ts'
import { createZapInvoice } from './zaps/zap.ts'
import { readPaymentSplits, readZapShares } from './zaps/shares.ts'

export function paymentRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  promoRoutes(app, deps)
  consentRoutes(app, deps)
  on(app, getPrice, (_input, { caller }) => readPrice(deps, caller))
  on(app, terms.getTerms, ({ params }, { caller }) => readTerms(deps, caller, params.contentId))

  on(app, calls.createInvoice, async ({ body }, { caller, operationId }) =>
    describeInvoice(await createZapInvoice(deps, caller, operationId, body), deps.clock.now()),
  )
  on(app, calls.getInvoice, async ({ params }) =>
    describeInvoice(await readPublicInvoice(deps, params.invoiceId), deps.clock.now()),
  )
  onEvents(app, calls.watchInvoice, async ({ params }, { signal }) => {
    await readPublicInvoice(deps, params.invoiceId)
    return watchZapInvoice(deps, params.invoiceId, signal)
  })

  const send = createBalanceSends(deps)
  on(app, calls.send, ({ body }, { caller, operationId }) => send(caller, operationId, body))

  on(app, gifts.getGiftOffer, ({ query }, { caller }) => readOffer(deps, caller, query))
  on(app, gifts.giveGift, ({ body }, { caller, operationId }) => giveGift(deps, caller, operationId, body))

  on(app, sendKeysend, ({ body }, { caller, operationId }) => payKeysends(deps, caller, operationId, body))

  on(app, calls.createDeposit, ({ body }, { caller, operationId }) =>
    createDepositInvoice(deps, caller, operationId, body.msatAmount),
  )
  on(app, calls.getDeposit, async ({ params }, { caller }) => ({
    invoice: describeInvoice(await readDeposit(deps, caller, params.invoiceId), deps.clock.now()),
  }))

  on(app, getWithdrawalLimits, (_input, { caller }) => readWithdrawalLimits(deps, caller))
  on(app, calls.withdraw, ({ body }, { caller, operationId }) => withdrawals.withdraw(deps, caller, operationId, body))
  on(app, payHeldTicketsCall, ({ body }, { caller, operationId }) =>
    payHeldTickets(deps, caller, operationId, body.token),
  )

  on(app, accounts.listTransactions, ({ params, query }, { caller }) =>
    listStatement(deps, caller, params.page, query.filters),
  )
  on(app, listDays, ({ query }, { caller }) => listLastDays(deps, caller, query))
  on(app, calls.getPayment, ({ params }, { caller }) => readPayment(deps, caller, params.paymentId))
  on(app, getStatementYear, (input, { caller }) => readStatementYear(deps, caller, input))
  onText(app, exportStatementYear, (input, { caller }) => formatStatementYear(deps, caller, input))
  onText(app, accounts.exportStatement, ({ query }, { caller }) => formatStatement(deps, caller, query.filters))
  on(app, accounts.getTransaction, ({ params }, { caller }) => readPayment(deps, caller, params.paymentId, params.type))
  on(app, accounts.getTransactionSplits, ({ params }, { caller }) => readPaymentSplits(deps, caller, params.paymentId))

  on(app, listOutsideRecipients, ({ params }, { caller }) => listOutside(deps, caller, params))
  on(app, terms.getZapShares, ({ params }, { caller }) => readZapShares(deps, caller, params.paymentId))

  operatorRoutes(app, deps)
  on(app, accounts.setLightningAddress, ({ body }, { caller }) =>
    setLightningAddress(deps, caller, body.lightningAddress),
  )
  on(app, accounts.removeLightningAddress, (_input, { caller }) => removeLightningAddress(deps, caller))
  on(app, accounts.getForwarding, (_input, { caller }) => readForwarding(deps, caller))

  on(app, purse.getPurse, (_input, { caller }) => readPurse(deps, caller))
  on(app, purse.fillPurse, ({ body }, { caller, operationId }) => fillPurse(deps, caller, operationId, body.msatAmount))
  on(app, purse.createPurseInvoice, async ({ body }, { caller, operationId }) =>
    describeInvoice(await createPurseInvoice(deps, caller, operationId, body.msatAmount), deps.clock.now()),
  )
  on(app, purse.emptyPurse, (_input, { caller, operationId }) => emptyPurse(deps, caller, operationId))
}

function operatorRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  on(app, getMoney, (_input, { caller }) => readMoney(deps, caller))
  on(app, refundPayout, ({ params, body }, { caller }) =>
    refundStuckPayout(deps, caller, params.paymentId, body.reason),
  )
  on(app, getRecovery, (_input, { caller }) => readRecovery(deps, caller))
  on(app, bookDifference, ({ params, body }, { caller }) => bookAsAdmin(deps, caller, params.differenceId, body))
  on(app, setOutgoingStopCall, ({ body }, { caller }) => setOutgoingStop(deps, caller, body))
  on(app, assignSuspense, ({ params, body }, { caller }) => assignToOwner(deps, caller, params.itemId, body))
  on(app, coldStorage.recordColdMove, ({ body }, { caller, operationId }) =>
    recordColdMove(deps, caller, operationId, body),
  )
  on(app, coldStorage.decideColdMove, ({ params, body }, { caller }) =>
    decideColdMove(deps, caller, params.moveId, body.isConfirmed),
  )
  on(app, proposals.proposeBooking, ({ body }, { caller, operationId }) =>
    proposeBooking(deps, caller, operationId, body),
  )
  on(app, proposals.declineProposal, ({ params }, { caller }) => declineProposal(deps, caller, params.proposalId))
  on(app, withdrawPlatformFee, ({ body }, { caller, operationId }) =>
    withdrawals.withdrawPlatformFee(deps, caller, operationId, body),
  )
}
