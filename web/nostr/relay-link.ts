/** The connection to one relay of the pool: sends requests and passes on responses. Reconnecting is relay-socket.ts.
 * The set of relays, and merging their responses, is relay-pool.ts. We use this instead of nostr-tools (2.25.2)
 * because of these faults: its pool takes an event for known by an id cut out of the text, before it has checked
 * the signature, so a forged copy suppresses the real event; publishing an event twice leaves the first promise
 * pending forever; counting never times out; after a reconnect it only requests events newer than the newest date
 * anybody has claimed; and when no relay can be reached, it reports an empty result. Its event parsing
 * (nostr-tools/pure) is used. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { RELAY_AUTH_KIND } from '#protocols/nostr/kinds.ts'
import { RelayFailed, RelayRefused } from './relay-errors.ts'
import { createRelaySocket, type RelaySocket } from './relay-socket.ts'

/** A filter as it is sent (NIP-01). */
export type RelayFilter = {
  ids?: readonly string[]
  authors?: readonly string[]
  kinds?: readonly number[]
  since?: number
  until?: number
  limit?: number
  [tag: `#${string}`]: readonly string[]
}

/** The state of a subscription. `told`: all stored events were received. `closed`: no response will follow.
 * `down`: the relay cannot be reached; it reconnects and subscribes again. */
export type SubscriptionState = 'complete' | 'closed' | 'down'

export type Question = {
  /** Called with anything that the relay sends as an event. */
  onEvent?: (event: unknown) => void
  onCount?: (count: number) => void
  onStateChange: (standing: SubscriptionState, words: string) => void
}

/** Signs the authentication event for a relay that requires one (NIP-42). */
export type Prove = (draft: UnsignedEvent) => Promise<NostrEvent>

export type RelayLink = {
  readonly address: string
  isOpen(): boolean
  /** Returns a function that stops the subscription. No callback is called before it has returned. A relay that
   * requires authentication gets one on each connection, and is then queried again. */
  ask(type: 'REQ' | 'COUNT', filter: RelayFilter, question: Question, prove?: Prove): () => void
  /** Resolves when the relay has stored the event. Throws RelayRefused and RelayFailed. */
  publish(event: NostrEvent, prove?: Prove): Promise<void>
  /** Permanently. */
  close(): void
}

export type LinkListener = { onOpen(): void; onDown(error: RelayFailed): void }

/** How long publishing waits for the relay's response. */
const ANSWER_MS = 10_000

type OpenQuery = {
  type: 'REQ' | 'COUNT'
  filter: RelayFilter
  question: Question
  prove: Prove | undefined
  /** The challenge that was signed for it; a new connection has a different one. */
  provenTo: string | null
}
type Link = {
  address: string
  socket: RelaySocket
  sendings: Sendings
  questions: Map<string, OpenQuery>
  /** What the relay wants to have signed on this connection. */
  challenge: string | null
}

export function createRelayLink(address: string, heard: LinkListener): RelayLink {
  const questions = new Map<string, OpenQuery>()
  let serial = 0
  const socket = createRelaySocket(address, {
    onOpen() {
      for (const [id, { type, filter }] of questions) socket.say(type, id, filter)
      heard.onOpen()
    },
    onText: (text) => take(link, text),
    onDown(failure) {
      link.challenge = null
      heard.onDown(failure)
      tellAll('down', failure)
    },
  })
  const sendings = createSendings(address, socket)
  const link: Link = { address, socket, sendings, questions, challenge: null }

  function tellAll(standing: 'down' | 'closed', failure: RelayFailed): void {
    sendings.failAll(failure)
    for (const { question } of [...questions.values()]) question.onStateChange(standing, failure.words)
  }

  return {
    address,
    isOpen: socket.isOpen,
    ask(type, filter, question, prove) {
      const id = `${type.toLowerCase()}${++serial}`
      questions.set(id, { type, filter, question, prove, provenTo: null })
      if (socket.isOpen()) socket.say(type, id, filter)
      else socket.wake()
      return () => {
        if (questions.delete(id) && socket.isOpen() && type === 'REQ') socket.say('CLOSE', id)
      }
    },
    async publish(event, prove) {
      await socket.ready()
      try {
        await sendings.send('EVENT', event)
      } catch (error) {
        const asked = error instanceof RelayRefused && wantsProof(error.message) ? link.challenge : null
        if (asked === null || prove === undefined) throw error
        await sendings.send('AUTH', await prove(draftProof(address, asked)))
        await sendings.send('EVENT', event)
      }
    },
    close() {
      socket.close()
      tellAll('closed', new RelayFailed(address, 'left'))
      questions.clear()
    },
  }
}

function take(link: Link, text: string): void {
  const [type, name, ...rest] = readMessage(text)
  const id = typeof name === 'string' ? name : ''
  const words = (value: unknown) => (typeof value === 'string' ? value : '')
  const question = link.questions.get(id)?.question
  if (type === 'EVENT') question?.onEvent?.(rest[0])
  else if (type === 'EOSE') question?.onStateChange('complete', '')
  else if (type === 'COUNT') question?.onCount?.(readCount(rest[0]))
  else if (type === 'AUTH') link.challenge = id
  else if (type === 'OK') link.sendings.end(id, rest[0] === true ? null : new RelayRefused(words(rest[1])))
  else if (type === 'CLOSED') refuse(link, id, words(rest[0]))
}

/** The relay ends a subscription: it wants authentication first, or refuses. */
function refuse(link: Link, id: string, words: string): void {
  const { questions, challenge } = link
  const asked = questions.get(id)
  if (asked === undefined) return
  const isProvable = wantsProof(words) && challenge !== null && asked.provenTo !== challenge
  if (isProvable && asked.prove !== undefined) return void proveFor(link, id, asked, asked.prove, challenge)
  questions.delete(id)
  asked.question.onStateChange('closed', words)
}

async function proveFor(link: Link, id: string, asked: OpenQuery, prove: Prove, answered: string): Promise<void> {
  const { address, socket, sendings, questions } = link
  asked.provenTo = answered
  const isStill = () => socket.isOpen() && link.challenge === answered && questions.get(id) === asked
  try {
    const proof = await prove(draftProof(address, answered))
    if (!isStill()) return
    await sendings.send('AUTH', proof)
    if (isStill()) socket.say(asked.type, id, asked.filter)
  } catch (error) {
    // A new connection has subscribed again meanwhile.
    if (!isStill()) return
    questions.delete(id)
    asked.question.onStateChange('closed', error instanceof Error ? error.message : String(error))
  }
}

/** Events that the relay has not responded to. */
type Sendings = {
  /** Sending an event that is already being sent waits for the same response. */
  send(type: 'EVENT' | 'AUTH', event: NostrEvent): Promise<void>
  end(id: string, failure: Error | null): void
  failAll(failure: Error): void
}

function createSendings(address: string, socket: RelaySocket): Sendings {
  const sendings = new Map<string, { promise: Promise<void>; end: (failure: Error | null) => void }>()
  return {
    send(type, event) {
      const known = sendings.get(event.id)
      if (known !== undefined) return known.promise
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const end = (failure: Error | null) => {
        clearTimeout(timer)
        sendings.delete(event.id)
        if (failure === null) resolve()
        else reject(failure)
      }
      const timer = setTimeout(() => end(new RelayFailed(address, 'no answer')), ANSWER_MS)
      sendings.set(event.id, { promise, end })
      socket.say(type, event)
      return promise
    },
    end: (id, failure) => sendings.get(id)?.end(failure),
    failAll(failure) {
      for (const { end } of sendings.values()) end(failure)
    },
  }
}

const wantsProof = (words: string): boolean => words.startsWith('auth-required:')

function draftProof(address: string, challenge: string): UnsignedEvent {
  const tags = [
    ['relay', address],
    ['challenge', challenge],
  ]
  return { kind: RELAY_AUTH_KIND, created_at: Math.floor(Date.now() / 1_000), tags, content: '' }
}

/** Empty if the text is not a message. */
function readMessage(text: string): unknown[] {
  try {
    const message: unknown = JSON.parse(text)
    return Array.isArray(message) ? message : []
  } catch {
    return []
  }
}

function readCount(reply: unknown): number {
  const count: unknown = typeof reply === 'object' && reply !== null && 'count' in reply ? reply.count : 0
  return Number.isSafeInteger(count) && (count as number) > 0 ? (count as number) : 0
}
