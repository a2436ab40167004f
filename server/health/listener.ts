/** The metrics on a separate address, which no proxy publishes: they include sums of money. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Registry } from '@prometheus-io/client'
import { InvalidSetting } from '#server/platform/config/values.ts'
import type { HealthDeps } from './figures.ts'
import { createMetrics } from './metrics.ts'

/** Listens until the app is closed. Returns the origin of the metrics, or null if `address` (METRICS_LISTEN) is empty. */
export async function serveMetrics(
  app: FastifyInstance,
  address: string,
  deps: HealthDeps,
  requests: Registry,
): Promise<string | null> {
  if (address === '') return null
  const metrics = createMetrics(deps, requests)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const send = (text: string) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text)
    metrics.write().then(send, (error: unknown) => {
      deps.log.error('metrics-failed', { error })
      response.writeHead(500).end()
    })
  })
  const { hostname, port } = new URL(`http://${address}`)
  // A parsed URL omits the default port, 80.
  server.listen(Number(port || 80), hostname.replaceAll(/[[\]]/g, ''))
  await once(server, 'listening').catch(({ message }: Error) => {
    throw new InvalidSetting(`METRICS_LISTEN: cannot listen on ${address} (${message})`)
  })
  app.addHook('onClose', async () => {
    metrics.stop()
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return `http://${hostname}:${(server.address() as AddressInfo).port}`
}
