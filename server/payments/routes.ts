/** Registers the routes for paying and receiving. */
import type { FastifyInstance } from 'fastify'
import * as accounts from '#contract/accounts/account.ts'
import { getMoney, giveBackPayout, giveSuspense, withdrawPlatformFee } from '#contract/operator/admin.ts'
import { bookDifference, setOutgoingStop as setOutgoingStopCall } from '#contract/operator/admin-money.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import * as calls from '#contract/payments/payments.ts'
import { getPrice } from '#contract/payments/price.ts'
import * as terms from '#contract/payments/terms.ts'
import { getWithdrawalLimits } from '#contract/payments/withdrawal-limits.ts'
import { onEvents } from '#server/platform/http/event-stream.ts'
import { on, onText } from '#server/platform/http/http.ts'
import { bookAsAdmin } from './audit/book-difference.ts'
import { createDepositInvoice, readDeposit } from './incoming/deposit.ts'
import type { PaymentDeps } from './deps.ts'
import { readForwarding, removeLightningAddress, setLightningAddress } from './forwards/settings.ts'
import { giveBack } from './payouts/refund.ts'
import { listStatement } from './statements/history.ts'
import { describeInvoice, readZapInvoice } from './invoices/invoice.ts'
import { payKeysends } from './keysend/keysend.ts'
import { setOutgoingStop } from './outgoing-stop.ts'
import { readPrice } from './price.ts'
import { giveToOwner, readMoney } from './audit/money.ts'
import { readPayment } from './payment.ts'
import { writeStatement } from './statements/csv.ts'
import { createBalanceSends } from './zaps/send.ts'
import { readTerms } from './recipients/terms.ts'
import { watchZapInvoice } from './incoming/watch.ts'
import * as withdrawals from './payouts/withdraw.ts'
import { readWithdrawalLimits } from './payouts/withdrawal-limits.ts'
import { createZapInvoice } from './zaps/zap.ts'
import { readPaymentSplits, readZapShares } from './zaps/shares.ts'

export function paymentRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  on(app, getPrice, (_input, { who }) => readPrice(deps, who))
  on(app, terms.getTerms, ({ params }, { who }) => readTerms(deps, who, params.contentId))

  on(app, calls.createInvoice, async ({ body }, { who, operationId }) =>
    describeInvoice(await createZapInvoice(deps, who, operationId, body), deps.clock.now()),
  )
  on(app, calls.getInvoice, async ({ params }) =>
    describeInvoice(await readZapInvoice(deps, params.invoiceId), deps.clock.now()),
  )
  onEvents(app, calls.watchInvoice, async ({ params }, { signal }) => {
    await readZapInvoice(deps, params.invoiceId)
    return watchZapInvoice(deps, params.invoiceId, signal)
  })

  const send = createBalanceSends(deps)
  on(app, calls.send, ({ body }, { who, operationId }) => send(who, operationId, body))

  on(app, sendKeysend, ({ body }, { who, operationId }) => payKeysends(deps, who, operationId, body))

  on(app, calls.createDeposit, ({ body }, { who, operationId }) =>
    createDepositInvoice(deps, who, operationId, body.msatAmount),
  )
  on(app, calls.getDeposit, async ({ params }, { who }) => ({
    invoice: describeInvoice(await readDeposit(deps, who, params.invoiceId), deps.clock.now()),
  }))

  on(app, getWithdrawalLimits, (_input, { who }) => readWithdrawalLimits(deps, who))
  on(app, calls.withdraw, ({ body }, { who, operationId }) => withdrawals.withdraw(deps, who, operationId, body))

  on(app, accounts.listTransactions, ({ params, query }, { who }) =>
    listStatement(deps, who, params.page, query.filters),
  )
  on(app, calls.getPayment, ({ params }, { who }) => readPayment(deps, who, params.paymentId))
  onText(app, accounts.exportStatement, ({ query }, { who }) => writeStatement(deps, who, query.filters))
  on(app, accounts.getTransaction, ({ params }, { who }) => readPayment(deps, who, params.paymentId, params.type))
  on(app, accounts.getTransactionSplits, ({ params }, { who }) => readPaymentSplits(deps, who, params.paymentId))

  on(app, terms.getZapShares, ({ params }, { who }) => readZapShares(deps, who, params.paymentId))

  on(app, accounts.setLightningAddress, ({ body }, { who }) => setLightningAddress(deps, who, body.lightningAddress))
  on(app, accounts.removeLightningAddress, (_input, { who }) => removeLightningAddress(deps, who))
  on(app, accounts.getForwarding, (_input, { who }) => readForwarding(deps, who))

  on(app, getMoney, (_input, { who }) => readMoney(deps, who))
  on(app, giveBackPayout, ({ params, body }, { who }) => giveBack(deps, who, params.paymentId, body.reason))
  on(app, bookDifference, ({ params, body }, { who }) => bookAsAdmin(deps, who, params.differenceId, body))
  on(app, setOutgoingStopCall, ({ body }, { who }) => setOutgoingStop(deps, who, body))
  on(app, giveSuspense, ({ params, body }, { who }) => giveToOwner(deps, who, params.itemId, body.username))
  on(app, withdrawPlatformFee, ({ body }, { who, operationId }) =>
    withdrawals.withdrawPlatformFee(deps, who, operationId, body),
  )
}
