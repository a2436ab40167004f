/** Another server's relay, for tests that read from it: a real one over websockets, controlled by the test. The one
 * for tests that only publish is relay-server.ts. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { NostrEvent } from '#protocols/nostr/event.ts'

export type Message = [type: string, ...rest: unknown[]]

export type ListeningRelay = {
  /** The URL as the pool writes it. */
  address: string
  /** Every message it received. */
  heard: Message[]
  /** What it sends to every subscriber, including malformed events. */
  stored: unknown[]
  /** Its response to a message; by default that of a correct relay. */
  answer: (message: Message) => Message[]
  /** The number of open connections. */
  count(): number
  /** Sends a message to every connection. */
  say(...message: Message): void
  /** New connections wait until they are released. */
  hold(): void
  letIn(): void
  /** Ends every connection; new ones are accepted. */
  drop(): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function startListeningRelay(): Promise<ListeningRelay> {
  const server = http.createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const held: { take: () => void; socket: Duplex }[] = []
  let isHeld = false
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined)
    const take = () => sockets.handleUpgrade(request, socket, head, (client) => serve(client))
    if (isHeld) held.push({ take, socket })
    else take()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const relay: ListeningRelay = {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    heard: [],
    stored: [],
    answer: (message) => answerWell(relay, message),
    count: () => sockets.clients.size,
    say(...message) {
      for (const client of sockets.clients) client.send(JSON.stringify(message))
    },
    hold() {
      isHeld = true
    },
    letIn() {
      isHeld = false
      for (const { take } of held.splice(0)) take()
    },
    drop() {
      for (const client of sockets.clients) client.terminate()
    },
    async [Symbol.asyncDispose]() {
      relay.drop()
      for (const { socket } of held) socket.destroy()
      sockets.close()
      server.closeAllConnections()
      await new Promise<unknown>((resolve) => server.close(resolve))
    },
  }

  function serve(client: WebSocket): void {
    client.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString('utf8')) as Message
      relay.heard.push(message)
      for (const said of relay.answer(message)) client.send(JSON.stringify(said))
    })
  }
  return relay
}

export function answerWell(relay: Pick<ListeningRelay, 'stored'>, [type, id]: Message): Message[] {
  if (type === 'REQ') return [...relay.stored.map((event): Message => ['EVENT', id, event]), ['EOSE', id]]
  if (type === 'COUNT') return [['COUNT', id, { count: relay.stored.length }]]
  return type === 'EVENT' ? [['OK', (id as NostrEvent).id, true, '']] : []
}
