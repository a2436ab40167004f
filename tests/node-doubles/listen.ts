/** A test double's HTTP server on a free port of this machine. */
import { once } from 'node:events'
import type http from 'node:http'
import type { AddressInfo } from 'node:net'

export async function listenLocally(server: http.Server): Promise<{ url: string; stop(): Promise<void> }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
