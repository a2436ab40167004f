/** Binds the calls for paying and being paid. */
import type { FastifyInstance } from 'fastify'
import { listTransactions } from '#contract/accounts.ts'
import * as calls from '#contract/payments.ts'
import { onEvents } from '#server/platform/event-stream.ts'
import { on } from '#server/platform/http.ts'
import { createDepositInvoice, readDeposit } from './deposit.ts'
import type { PaymentDeps } from './deps.ts'
import { listStatement, readPayment } from './history.ts'
import { describeInvoice, readZapInvoice } from './invoice.ts'
import { readTerms } from './terms.ts'
import { watchOwnAccount, watchZapInvoice } from './watch.ts'
import { withdraw } from './withdraw.ts'
import { createZapInvoice, sendFromBalance } from './zap.ts'

export function paymentRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  on(app, calls.getTerms, ({ params }, { who }) => readTerms(deps, who, params.contentId))

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

  on(app, calls.send, ({ body }, { who, operationId }) => sendFromBalance(deps, who, operationId, body))

  on(app, calls.createDeposit, ({ body }, { who, operationId }) =>
    createDepositInvoice(deps, who, operationId, body.msatAmount),
  )
  on(app, calls.getDeposit, async ({ params }, { who }) => ({
    invoice: describeInvoice(await readDeposit(deps, who, params.invoiceId), deps.clock.now()),
  }))

  on(app, calls.withdraw, ({ body }, { who, operationId }) => withdraw(deps, who, operationId, body))

  on(app, listTransactions, ({ params, query }, { who }) => listStatement(deps, who, params.page, query.filters))
  on(app, calls.getPayment, ({ params }, { who }) => readPayment(deps, who, params.paymentId))
  onEvents(app, calls.watchAccount, (_input, { who, signal }) => watchOwnAccount(deps, who, signal))
}
