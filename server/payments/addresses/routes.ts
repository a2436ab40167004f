/** Registers the routes that wallets call to pay one of our Lightning addresses. */
import type { FastifyInstance } from 'fastify'
import {
  getAddressInvoice,
  getAddressOffer,
  getKeysendAddress,
  getOfferedInvoice,
  verifyAddressPayment,
} from '#contract/payments/lightning-address.ts'
import { onRaw } from '#server/platform/http/http.ts'
import { createAddressInvoice, readAddressOffer, readKeysendAddress, verifyPayment } from './address.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { refusalOf } from '#server/payments/recipients/lnurl-refusal.ts'

export function addressRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  onRaw(app, getAddressOffer, refusalOf, (input, { caller }) => readAddressOffer(deps, caller.ip, input))
  onRaw(app, getKeysendAddress, refusalOf, (input, { caller }) => readKeysendAddress(deps, caller.ip, input))
  onRaw(app, getAddressInvoice, refusalOf, (input, { caller, operationId }) =>
    createAddressInvoice(deps, { ip: caller.ip, operationId }, input),
  )
  onRaw(app, getOfferedInvoice, refusalOf, (input, { caller, operationId }) =>
    createAddressInvoice(deps, { ip: caller.ip, operationId }, input),
  )
  onRaw(app, verifyAddressPayment, refusalOf, (input, { caller }) => verifyPayment(deps, caller.ip, input))
}
