/** A relay between a wallet and its client (NIP-01): forwards subscriptions and stores only the wallet's info event.
 * Controlled by a test: refuses, falls silent, breaks. Not the product's relay. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { type Filter, matchesFilter, parseFilter } from '#protocols/nostr/filter.ts'
import { classOfKind } from '#protocols/nostr/kinds.ts'

export type SmallRelay = {
  readonly url: string
  /** Every event it received, including repeated ones. */
  readonly taken: NostrEvent[]
  /** Refuses an event when this returns a reason. */
  refuse: (event: NostrEvent) => string | null
  /** Breaks every connection; new ones are accepted. */
  cut(): void
  stop(): Promise<void>
}

export async function startSmallRelay(): Promise<SmallRelay> {
  const server = http.createServer()
  const sockets = new WebSocketServer({ server })
  const subscriptions = new Map<WebSocket, Map<string, Filter[]>>()
  const stored: NostrEvent[] = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const relay: SmallRelay = {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken: [],
    refuse: () => null,
    cut() {
      for (const socket of sockets.clients) socket.terminate()
    },
    async stop() {
      relay.cut()
      sockets.close()
      server.close()
      await once(server, 'close')
    },
  }
  const pass = (event: NostrEvent) => {
    for (const [socket, own] of subscriptions) {
      for (const [name, filters] of own) {
        if (filters.some((filter) => matchesFilter(filter, event))) socket.send(JSON.stringify(['EVENT', name, event]))
      }
    }
  }
  sockets.on('connection', (socket) => {
    const own = new Map<string, Filter[]>()
    subscriptions.set(socket, own)
    socket.on('close', () => subscriptions.delete(socket))
    socket.on('message', (data: Buffer) => {
      const [type, subject, ...rest] = JSON.parse(data.toString('utf8')) as [string, unknown, ...unknown[]]
      if (type === 'CLOSE') own.delete(subject as string)
      if (type === 'REQ') {
        const filters = rest.map(parseFilter)
        own.set(subject as string, filters)
        for (const event of stored.filter((one) => filters.some((filter) => matchesFilter(filter, one)))) {
          socket.send(JSON.stringify(['EVENT', subject, event]))
        }
        socket.send(JSON.stringify(['EOSE', subject]))
      }
      if (type !== 'EVENT') return
      const event = subject as NostrEvent
      relay.taken.push(event)
      const reason = relay.refuse(event)
      socket.send(JSON.stringify(['OK', event.id, reason === null, reason ?? '']))
      if (reason !== null) return
      if (classOfKind(event.kind) === 'replaceable') stored.push(event)
      pass(event)
    })
  })
  return relay
}
