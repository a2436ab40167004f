/** The product's own relay on the server's port: `wss://host/relay`. Accepts connections, with limits in total and per
 * address, and closes them when the server stops. */
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import { type Job, type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { createBuckets } from './buckets.ts'
import { serveConnection } from './connection.ts'
import type { RelayDeps } from './deps.ts'
import { describeRelay } from './info.ts'
import { removeExpired } from './store.ts'

const PATH = '/relay'
const PING_MS = 30_000
const CLEANUP_MS = 10_000
const GOING_AWAY = 1_001

type Upgrade = { socket: Duplex; head: Buffer }

export type RunningRelay = Pick<RunningJobs, 'runAll'> & { countConnections(): number }

/** `hasRole`: false in a process that serves other things, where nothing connects. */
export function relayRoutes(app: FastifyInstance, deps: RelayDeps, hasRole: boolean): RunningRelay {
  const { hub, limits } = deps
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.messageMaxBytes, perMessageDeflate: false })
  const connections = countConnections()
  const shared = {
    hub,
    writes: createBuckets(limits.eventsPerMinute),
    requests: createBuckets(limits.requestsPerMinute),
  }
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  let isStopping = false

  app.get(PATH, { config: { isStream: true } }, (request, reply) => {
    const upgrading = upgrades.get(request.raw)
    if (upgrading !== undefined) {
      reply.hijack()
      connect(request.raw, request.ip, upgrading)
      return reply
    }
    return sendPlainResponse(deps, request, reply)
  })

  /** Routed like any other request, so that the client's address is also known behind proxies. */
  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The development server has its own upgrades.
    if (request.headers['sec-websocket-protocol']?.startsWith('vite-') === true) return
    if (!/^\/relay\/?(\?|$)/i.test(request.url ?? '')) return refuse(socket, '404 Not Found')
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.assignSocket(socket as Socket)
    app.routing(request, response)
  }

  function connect(request: IncomingMessage, address: string, { socket, head }: Upgrade): void {
    if (isStopping || sockets.clients.size >= limits.connectionsMax) return refuse(socket, '503 Service Unavailable')
    if (connections.of(address) >= limits.connectionsPerAddress) return refuse(socket, '429 Too Many Requests')
    sockets.handleUpgrade(request, socket, head, (client) => {
      connections.change(address, 1)
      client.on('close', () => connections.change(address, -1))
      client.on('error', () => client.terminate())
      keepAlive(client)
      serveConnection(deps, { socket: client, address, ...shared })
    })
  }

  app.server.on('upgrade', upgrade)
  const cleanUp: Job = {
    name: 'relay-tidy',
    pauseMs: CLEANUP_MS,
    work: () => deps.database.transaction((tx) => removeExpired(tx, deps.clock.now())),
  }
  const jobs = startJobs(deps, hasRole ? [hub.job, cleanUp] : [])
  const pinging = setInterval(() => {
    for (const client of sockets.clients) pingOrEnd(client)
  }, PING_MS)
  pinging.unref()

  async function stop(): Promise<void> {
    isStopping = true
    app.server.off('upgrade', upgrade)
    clearInterval(pinging)
    for (const client of sockets.clients) client.close(GOING_AWAY, 'the server is stopping')
    await endAll(sockets)
    await jobs.stop()
  }
  app.addHook('preClose', stop)
  return { runAll: jobs.runAll, countConnections: () => sockets.clients.size }
}

/** A request that is not an upgrade. */
function sendPlainResponse(deps: RelayDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header('access-control-allow-origin', '*').header('vary', 'accept')
  const wantsInfo = request.headers.accept?.includes('application/nostr+json') === true
  if (wantsInfo) return reply.type('application/nostr+json').send(JSON.stringify(describeRelay(deps)))
  return reply.type('text/plain').send(`This is a nostr relay. Connect to ${deps.relayUrl}\n`)
}

/** The number of open connections of each address. */
function countConnections() {
  const counts = new Map<string, number>()
  const of = (address: string) => counts.get(address) ?? 0
  return {
    of,
    change(address: string, by: 1 | -1): void {
      const count = of(address) + by
      if (count <= 0) counts.delete(address)
      else counts.set(address, count)
    },
  }
}

const CLOSE_TIMEOUT_MS = 1_000

/** Terminates connections that are not closed in time. */
async function endAll(sockets: WebSocketServer): Promise<void> {
  const until = performance.now() + CLOSE_TIMEOUT_MS
  while (sockets.clients.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
  for (const client of sockets.clients) client.terminate()
  sockets.close()
}

const responsive = new WeakSet<WebSocket>()

function keepAlive(client: WebSocket): void {
  responsive.add(client)
  client.on('pong', () => responsive.add(client))
}

function pingOrEnd(client: WebSocket): void {
  if (!responsive.delete(client)) return client.terminate()
  client.ping()
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => undefined)
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
