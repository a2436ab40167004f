/** Handles the messages of one client, one after another (NIP-01, 42, 45).
 * Accepting connections is relay.ts; storing and querying events is store.ts and query.ts. */
import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import { type ClientMessage, InvalidMessage, parseClientMessage } from '#protocols/nostr/client-message.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { Filter } from '#protocols/nostr/filter.ts'
import type { Buckets } from './buckets.ts'
import type { RelayDeps } from './deps.ts'
import { countEvents, queryEvents, type StoredEvent } from './query.ts'
import type { Hub, Subscription } from './hub.ts'
import { storeEvent, type StoreResult } from './store.ts'
import { EventRefused, PRIVATE_KINDS, parseOfferedEvent } from './policy.ts'
import { parseAuth } from './auth.ts'
import { createSender, type Sender } from './sender.ts'

export type ConnectionParts = {
  socket: WebSocket
  address: string
  hub: Hub
  writes: Buckets
  requests: Buckets
}

/** Maximum of unprocessed messages; beyond it, reading from the client pauses. */
const QUEUE_MAX = 100

type Connection = ConnectionParts & {
  deps: RelayDeps
  challenge: string
  keys: Set<string>
  subscriptions: Map<string, Subscription>
  sender: Sender
}

export function serveConnection(deps: RelayDeps, parts: ConnectionParts): void {
  const { socket, hub } = parts
  const sender = createSender(socket, deps.limits.unsentMaxBytes)
  const challenge = randomBytes(16).toString('hex')
  const connection: Connection = { ...parts, deps, challenge, keys: new Set(), subscriptions: new Map(), sender }
  const queue: string[] = []
  let isWorking = false

  async function work(): Promise<void> {
    isWorking = true
    for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
      await respond(connection, text).catch((error: unknown) => {
        deps.log.warn('relay-response-failed', { error })
        sender.send(['NOTICE', 'error: the message could not be handled, please try again'])
      })
      if (socket.isPaused && queue.length < QUEUE_MAX / 2) socket.resume()
    }
    isWorking = false
  }

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return sender.send(['NOTICE', 'invalid: binary messages are not supported'])
    queue.push(data.toString('utf8'))
    if (queue.length >= QUEUE_MAX) socket.pause()
    if (!isWorking) void work()
  })
  socket.on('close', () => {
    queue.length = 0
    for (const subscription of connection.subscriptions.values()) hub.remove(subscription)
    connection.subscriptions.clear()
  })
  sender.send(['AUTH', challenge])
}

async function respond(connection: Connection, text: string): Promise<void> {
  const { sender } = connection
  let message: ClientMessage
  try {
    message = parseClientMessage(text)
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error
    const reply = `invalid: ${error.message}`
    return sender.send(error.subscriptionId === null ? ['NOTICE', reply] : ['CLOSED', error.subscriptionId, reply])
  }
  if (message.type === 'EVENT') return handleEvent(connection, message.event)
  if (message.type === 'CLOSE') return endSubscription(connection, message.subscriptionId)
  if (!connection.requests.take(connection.address)) {
    const reply = 'rate-limited: too many requests, please wait a minute'
    return sender.send(message.type === 'AUTH' ? ['NOTICE', reply] : ['CLOSED', message.subscriptionId, reply])
  }
  if (message.type === 'AUTH') return handleAuth(connection, message.event)
  return handleRequest(connection, message)
}

async function handleEvent({ deps, sender, keys, hub, writes, address }: Connection, offered: unknown): Promise<void> {
  const { database, clock } = deps
  const id = idOf(offered)
  const ok = (isAccepted: boolean, reply: string) => sender.send(['OK', id, isAccepted, reply])
  if (!writes.take(`address ${address}`)) return ok(false, 'rate-limited: too many events, please wait a minute')
  let event: NostrEvent
  try {
    event = parseOfferedEvent(offered, clock.now().getTime() / 1_000, keys)
  } catch (error) {
    if (!(error instanceof EventRefused)) throw error
    return ok(false, error.message)
  }
  if (!writes.take(`key ${event.pubkey}`)) return ok(false, 'rate-limited: too many events, please wait a minute')
  try {
    const result = await database.transaction((tx) => storeEvent(tx, event, clock.now()))
    ok(...RESULT_REPLIES[result])
    if (result === 'new') hub.deliver(event, formatBody(event))
    if (result === 'new' || result === 'known') hub.offer(event)
  } catch (error) {
    deps.log.warn('relay-event-not-stored', { id, error })
    ok(false, 'error: the event could not be stored, please try again')
  }
}

const RESULT_REPLIES: Record<StoreResult, [isAccepted: boolean, reply: string]> = {
  new: [true, ''],
  known: [true, 'duplicate: this event is already stored'],
  superseded: [true, 'duplicate: a newer version is already stored'],
  deleted: [false, 'blocked: its author has deleted it'],
  blocked: [false, 'blocked: this author is blocked on this relay'],
  full: [false, 'restricted: this author has reached the maximum number of events'],
}

function formatBody({ id, pubkey, created_at, kind, tags, content, sig }: NostrEvent): string {
  return JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig })
}

function idOf(offered: unknown): string {
  const id: unknown = typeof offered === 'object' && offered !== null && 'id' in offered ? offered.id : null
  return typeof id === 'string' ? id.slice(0, 64) : ''
}

function handleAuth({ deps, sender, keys, challenge }: Connection, offered: unknown): void {
  const nowSeconds = deps.clock.now().getTime() / 1_000
  const proof = parseAuth(offered, { challenge, relayUrl: deps.relayUrl, nowSeconds })
  if ('pubkey' in proof) keys.add(proof.pubkey)
  sender.send(['OK', idOf(offered), 'pubkey' in proof, 'pubkey' in proof ? '' : `invalid: ${proof.reason}`])
}

type Request = Extract<ClientMessage, { type: 'REQ' | 'COUNT' }>

async function handleRequest(connection: Connection, { type, subscriptionId, filters }: Request): Promise<void> {
  const { deps, sender, keys, subscriptions } = connection
  const closed = (reply: string) => sender.send(['CLOSED', subscriptionId, reply])
  const isPrivate = filters.some(({ kinds }) => kinds?.some((kind) => PRIVATE_KINDS.includes(kind)) === true)
  if (isPrivate && keys.size === 0) return closed('auth-required: private messages are sent to their recipients only')
  if (type === 'COUNT') {
    const count = await countEvents(deps.database.read, filters, { keys, now: deps.clock.now() })
    return sender.send(['COUNT', subscriptionId, { count }])
  }
  endSubscription(connection, subscriptionId)
  if (subscriptions.size >= deps.limits.subscriptionsPerConnection) {
    return closed('rate-limited: there are too many subscriptions on this connection')
  }
  await subscribe(connection, subscriptionId, filters)
}

/** New events are held back until all stored ones are sent, so that none is missed or sent twice. */
async function subscribe(connection: Connection, name: string, filters: readonly Filter[]): Promise<void> {
  const { deps, sender, keys, hub, subscriptions, socket } = connection
  const pending: { id: string; body: string }[] = []
  const delivered = new Set<string>()
  let isLive = false
  const subscription: Subscription = {
    filters,
    keys,
    deliver({ id }, body) {
      if (isLive && !delivered.has(id)) sender.deliver(name, body)
      else if (!isLive) pending.push({ id, body })
    },
  }
  subscriptions.set(name, subscription)
  hub.add(subscription)
  const isOpen = () => subscriptions.get(name) === subscription && socket.readyState === socket.OPEN
  const found = await findAll(deps, filters, keys)
  for (const { id, body, is_fresh: isFresh } of found) {
    if (isFresh) delivered.add(id)
    if (!sender.hasRoom()) await sender.room()
    if (!isOpen()) return hub.remove(subscription)
    sender.deliver(name, body)
  }
  sender.send(['EOSE', name])
  for (const { id, body } of pending) if (!delivered.has(id)) sender.deliver(name, body)
  isLive = true
}

async function findAll({ database, clock, limits }: RelayDeps, filters: readonly Filter[], keys: ReadonlySet<string>) {
  const found = new Map<string, StoredEvent>()
  for (const filter of filters) {
    const limit = Math.min(filter.limit ?? limits.eventsPerFilter, limits.eventsPerFilter)
    const reader = { keys, now: clock.now() }
    for (const event of await queryEvents(database.read, filter, reader, limit)) found.set(event.id, event)
  }
  if (filters.length === 1) return [...found.values()]
  return [...found.values()].sort(
    (one, other) => Number(other.created_at - one.created_at) || (one.id < other.id ? -1 : 1),
  )
}

function endSubscription({ subscriptions, hub }: Connection, name: string): void {
  const subscription = subscriptions.get(name)
  if (subscription === undefined) return
  subscriptions.delete(name)
  hub.remove(subscription)
}
