/** The external wallet's Lightning address, on a host that resolves to this machine, so that payments to external
 * addresses can be tried without another server. Served next to our own addresses and selected by the Host header. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ExternalWallet } from './external-wallet.ts'

const MIN_MSAT = 1_000
const MAX_MSAT = 100_000_000_000

/** `outside@sandbox.localhost:3000`. Names under localhost are this machine (RFC 6761, section 6.3). */
export function externalHost(port: number): string {
  return `sandbox.localhost:${port}`
}

export function externalAddressRoutes(app: FastifyInstance, external: ExternalWallet, port: number): void {
  const host = externalHost(port)
  const metadata = JSON.stringify([
    ['text/plain', 'To the external wallet'],
    ['text/identifier', `outside@${host}`],
  ])
  const constraints = { host }
  app.get('/.well-known/lnurlp/outside', { constraints }, () => ({
    tag: 'payRequest',
    callback: `http://${host}/lnurlp/outside/callback`,
    minSendable: MIN_MSAT,
    maxSendable: MAX_MSAT,
    metadata,
  }))
  app.get<{ Querystring: { amount?: string } }>('/lnurlp/outside/callback', { constraints }, async ({ query }) => {
    const amountMsat = /^[1-9]\d{3,11}$/.test(query.amount ?? '') ? BigInt(query.amount!) : null
    if (amountMsat === null || amountMsat > MAX_MSAT) return { status: 'ERROR', reason: 'This amount is not accepted.' }
    const descriptionHash = createHash('sha256').update(metadata, 'utf8').digest('hex')
    const { bolt11 } = await external.makeInvoice({ amountMsat, descriptionHash })
    return { pr: bolt11, routes: [] }
  })
}
