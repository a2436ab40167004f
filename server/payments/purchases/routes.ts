/** Binds the calls of purchases. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PLAIN_LANGUAGE } from '#contract/languages.ts'
import * as calls from '#contract/listening/purchases.ts'
import { on } from '#server/platform/http/http.ts'
import { pageLanguage } from '#server/platform/http/page-language.ts'
import { buyFromBalance } from './buy.ts'
import { readBuyers } from './buyers.ts'
import type { PurchaseDeps } from './deps.ts'
import { createInvoiceOf } from './invoice.ts'
import { claim, mailPurchase, readPurchase } from './private-link.ts'

export function purchaseRoutes(app: FastifyInstance, deps: PurchaseDeps): void {
  const { payments, secret } = deps
  on(app, calls.buyDownload, ({ body }, { caller, operationId, request }) =>
    buyFromBalance(payments, caller, operationId, { order: body, language: languageOf(request) }),
  )
  on(app, calls.createPurchaseInvoice, ({ body }, { caller, operationId, request }) =>
    createInvoiceOf({ ...payments, secret }, caller, operationId, { order: body, language: languageOf(request) }),
  )
  on(app, calls.getPurchase, ({ params }, { caller }) => readPurchase(deps, caller, params.secret))
  on(app, calls.claimPurchase, ({ params }, { caller }) => claim(deps, caller, params.secret))
  on(app, calls.mailPurchase, ({ params, body }, { caller, request }) =>
    mailPurchase(deps, caller, params.secret, { email: body.email, language: languageOf(request) }),
  )
  on(app, calls.listBuyers, ({ params }, { caller }) => readBuyers(payments, caller, params.contentId))
}

const languageOf = (request: FastifyRequest) => pageLanguage(request.headers['accept-language']) ?? PLAIN_LANGUAGE
