/** The sandbox's price service, so that amounts have dollars beside them without any server elsewhere. It answers as those of
 * PRICE_URL do. The price is invented, and shown as "sandbox price". */
import type { FastifyInstance } from 'fastify'
import { outsideHost } from './address-routes.ts'

const PATH = '/sandbox/price'
/** How much of a bitcoin a dollar buys: one at 100 000 dollars. */
const BTC_PER_USD = '0.00001'

export const sandboxPriceUrl = (port: number): string => `http://${outsideHost(port)}${PATH}`

export function sandboxPriceRoute(app: FastifyInstance): void {
  app.get(PATH, () => ({ data: { currency: 'USD', rates: { BTC: BTC_PER_USD } } }))
}
