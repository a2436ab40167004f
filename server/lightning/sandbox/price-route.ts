/** The sandbox's price service, so that amounts are shown in dollars without any external server. It responds like
 * the services for PRICE_URL. The price is invented, and shown as "sandbox price". */
import type { FastifyInstance } from 'fastify'
import { externalHost } from './address-routes.ts'

const PATH = '/sandbox/price'
/** How much bitcoin one dollar buys, at 100,000 dollars per bitcoin. */
const BTC_PER_USD = '0.00001'

export const sandboxPriceUrl = (port: number): string => `http://${externalHost(port)}${PATH}`

export function sandboxPriceRoute(app: FastifyInstance): void {
  app.get(PATH, () => ({ data: { currency: 'USD', rates: { BTC: BTC_PER_USD } } }))
}
