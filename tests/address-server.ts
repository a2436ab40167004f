/** Another server with a lightning address, as far as paying to the address requires: its invoices are external ones of
 * the scripted node. The test decides which responses are wrong. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ScriptedNode } from './scripted-node.ts'

export type AddressServer = {
  /** Every name at this host has an address. */
  address: string
  hostAndPort: string
  /** Of its invoices. */
  descriptionHash: string
  /** While false, the server responds with 503. */
  isThere: boolean
  /** Returned instead of a new invoice. */
  oldInvoice: string | null
  /** The invoices it has returned, the newest last. */
  given: { bolt11: string; paymentHash: string; amountMsat: bigint; comment: string | null }[]
  close(): Promise<void>
}

/** What is wrong with the next response for an invoice: there is none, it is for another amount or was returned before, the
 * connection is cut before or after it was made, or the address is gone. */
export type AddressFault = 'none' | 'hang' | 'other-amount' | 'old-invoice' | 'cut' | 'cut-after' | 'gone'

const METADATA = '[["text/plain","Pay"],["text/identifier","gus"]]'

export async function startAddressServer(
  makeInvoice: ScriptedNode['makeInvoice'],
  chooseFault: () => AddressFault = () => 'none',
): Promise<AddressServer> {
  const given: AddressServer['given'] = []
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const answer = (body: object) => response.end(JSON.stringify(body))
    if (!self.isThere) return void response.writeHead(503).end()
    if (url.pathname.startsWith('/.well-known/')) {
      const bounds = { minSendable: 1_000, maxSendable: 100_000_000, commentAllowed: 100 }
      return void answer({ tag: 'payRequest', callback: `${url.origin}/pay`, metadata: METADATA, ...bounds })
    }
    const fault = chooseFault()
    if (fault === 'hang') return
    if (fault === 'gone') return void response.writeHead(503).end()
    if (fault === 'cut') return void response.socket?.resetAndDestroy()
    const oldInvoice = fault === 'old-invoice' ? (given.at(-1)?.bolt11 ?? null) : self.oldInvoice
    if (oldInvoice !== null) return void answer({ pr: oldInvoice, routes: [] })
    const amountMsat = BigInt(url.searchParams.get('amount') ?? '0') * (fault === 'other-amount' ? 2n : 1n)
    const { bolt11, paymentHash } = makeInvoice({ amountMsat, descriptionHash: self.descriptionHash })
    given.push({ bolt11, paymentHash, amountMsat, comment: url.searchParams.get('comment') })
    if (fault === 'cut-after') return void response.socket?.resetAndDestroy()
    return void answer({ pr: bolt11, routes: [] })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const self: AddressServer = {
    address: `gus@${hostAndPort}`,
    hostAndPort,
    descriptionHash: createHash('sha256').update(METADATA).digest('hex'),
    isThere: true,
    oldInvoice: null,
    given,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}
