/** Another server's relay, for tests that publish to it: accepts events, or does as the test says. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { NostrEvent } from '#protocols/nostr/event.ts'

export type RelayServer = {
  /** The URL as a payer would write it. */
  url: string
  hostAndPort: string
  /** Every event received, including repeated ones. */
  taken: NostrEvent[]
  /** The response to the next events; null for none. */
  answer: (event: NostrEvent) => [isAccepted: boolean, reason: string] | null
  close(): Promise<void>
}

export async function startRelayServer(): Promise<RelayServer> {
  const server = http.createServer()
  const sockets = new WebSocketServer({ server })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const relay: RelayServer = {
    url: `ws://${hostAndPort}/`,
    hostAndPort,
    taken: [],
    answer: () => [true, ''],
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await new Promise<unknown>((resolve) => server.close(resolve))
    },
  }
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const [, event] = JSON.parse(data.toString('utf8')) as ['EVENT', NostrEvent]
      relay.taken.push(event)
      const answer = relay.answer(event)
      if (answer !== null) socket.send(JSON.stringify(['OK', event.id, ...answer]))
    })
  })
  return relay
}
