/** The connection to one relay of the pool: sends requests, passes on responses, and reconnects. The set of relays, and
 * merging their responses, is relay-pool.ts. We use this instead of nostr-tools (2.25.2) because of these faults: its
 * pool takes an event for known by an id cut out of the text, before it has checked the signature, so a forged copy
 * suppresses the real event; publishing an event twice leaves the first promise pending for ever; counting never times
 * out; after a reconnect it only requests events newer than the newest date anybody has claimed; and when no relay can
 * be reached, it reports an empty result. Its event parsing (nostr-tools/pure) is used. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { RELAY_AUTH_KIND } from '#protocols/nostr/kinds.ts'

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
export type Standing = 'told' | 'closed' | 'down'

export type Question = {
  /** Called with whatever the relay sends as an event. */
  onEvent?: (event: unknown) => void
  onCount?: (count: number) => void
  onStanding: (standing: Standing, words: string) => void
}

/** Signs the authentication event for a relay that requires one (NIP-42). */
export type Prove = (draft: UnsignedEvent) => Promise<NostrEvent>

export type RelayLink = {
  readonly address: string
  isOpen(): boolean
  /** Returns a function that stops the subscription. No callback is called before it has returned. A relay that
   * requires authentication gets one on each connection, and is then asked again. */
  ask(type: 'REQ' | 'COUNT', filter: RelayFilter, question: Question, prove?: Prove): () => void
  /** Resolves when the relay has stored the event. Throws RelayRefused and RelayFailed. */
  publish(event: NostrEvent, prove?: Prove): Promise<void>
  /** Permanently. */
  close(): void
}

export type LinkListener = { onOpen(): void; onDown(error: RelayFailed): void }

/** The relay could not be reached, or did not respond. */
export class RelayFailed extends Error {
  override name = 'RelayFailed'
  /** The reason, without the address. */
  readonly words: string

  constructor(address: string, words: string) {
    super(`${address}: ${words}`)
    this.words = words
  }
}

/** The relay refused the event. The message is the relay's. */
export class RelayRefused extends Error {
  override name = 'RelayRefused'
}

/** How long publishing waits for a connection that is not open. */
const READY_MS = 1_000
/** How long it then waits for the relay's response. */
const ANSWER_MS = 10_000
const RETRY_MS = 2_000
const RETRY_MAX_MS = 60_000
/** Our own relay stores nothing as long as this. */
const MESSAGE_MAX_LETTERS = 1_000_000

type Asked = {
  type: 'REQ' | 'COUNT'
  filter: RelayFilter
  question: Question
  prove: Prove | undefined
  /** The challenge that was answered for it; a new connection has a different one. */
  provenTo: string | null
}
type Sending = { promise: Promise<void>; end: (failure: Error | null) => void }

export function createRelayLink(address: string, heard: LinkListener): RelayLink {
  const questions = new Map<string, Asked>()
  const sendings = new Map<string, Sending>()
  const waiting = new Set<() => void>()
  let socket: WebSocket | null = null
  let isOpen = false
  let isClosed = false
  let failures = 0
  let serial = 0
  let challenge: string | null = null
  let retry: ReturnType<typeof setTimeout> | undefined

  const say = (...message: unknown[]) => socket?.send(JSON.stringify(message))

  function open(): void {
    clearTimeout(retry)
    let line: WebSocket
    try {
      line = new WebSocket(address)
    } catch (error) {
      // A page over https must not open ws:// connections: the constructor throws.
      queueMicrotask(() => fall(String(error)))
      return
    }
    socket = line
    line.addEventListener('open', () => {
      if (socket !== line) return
      isOpen = true
      failures = 0
      for (const [id, { type, filter }] of questions) say(type, id, filter)
      heard.onOpen()
      for (const go of waiting) go()
    })
    line.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket === line && typeof data === 'string' && data.length <= MESSAGE_MAX_LETTERS) take(data)
    })
    // A failed connection also fires `close`.
    line.addEventListener('close', () => {
      if (socket === line) fall(isOpen ? 'the connection was lost' : 'no connection')
    })
  }

  function fall(words: string): void {
    if (isClosed) return
    socket = null
    isOpen = false
    challenge = null
    retry = setTimeout(open, Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS))
    failures += 1
    const failure = new RelayFailed(address, words)
    heard.onDown(failure)
    tellAll('down', failure)
  }

  function tellAll(standing: 'down' | 'closed', failure: RelayFailed): void {
    for (const { end } of sendings.values()) end(failure)
    for (const { question } of [...questions.values()]) question.onStanding(standing, failure.words)
  }

  function take(text: string): void {
    const [type, name, ...rest] = readMessage(text)
    const id = typeof name === 'string' ? name : ''
    const words = (value: unknown) => (typeof value === 'string' ? value : '')
    const question = questions.get(id)?.question
    if (type === 'EVENT') question?.onEvent?.(rest[0])
    else if (type === 'EOSE') question?.onStanding('told', '')
    else if (type === 'COUNT') question?.onCount?.(readCount(rest[0]))
    else if (type === 'AUTH') challenge = id
    else if (type === 'OK') sendings.get(id)?.end(rest[0] === true ? null : new RelayRefused(words(rest[1])))
    else if (type === 'CLOSED') refuse(id, words(rest[0]))
  }

  function refuse(id: string, words: string): void {
    const asked = questions.get(id)
    if (asked === undefined) return
    const isProvable = wantsProof(words) && challenge !== null && asked.provenTo !== challenge
    if (isProvable && asked.prove !== undefined) return void proveFor(id, asked, asked.prove, challenge!)
    questions.delete(id)
    asked.question.onStanding('closed', words)
  }

  async function proveFor(id: string, asked: Asked, prove: Prove, answered: string): Promise<void> {
    asked.provenTo = answered
    const isStill = () => isOpen && challenge === answered && questions.get(id) === asked
    try {
      const proof = await prove(draftProof(address, answered))
      if (!isStill()) return
      await send('AUTH', proof)
      if (isStill()) say(asked.type, id, asked.filter)
    } catch (error) {
      // A new connection has subscribed again meanwhile.
      if (!isStill()) return
      questions.delete(id)
      asked.question.onStanding('closed', error instanceof Error ? error.message : String(error))
    }
  }

  /** If it is waiting to reconnect, it reconnects now. */
  function wake(): void {
    if (socket === null && !isClosed) open()
  }

  function ready(): Promise<void> {
    if (isOpen) return Promise.resolve()
    wake()
    return new Promise((resolve, reject) => {
      const end = (failure: RelayFailed | null) => {
        clearTimeout(timer)
        waiting.delete(go)
        if (failure === null) resolve()
        else reject(failure)
      }
      const go = () => end(null)
      const timer = setTimeout(() => end(new RelayFailed(address, 'not ready')), READY_MS)
      waiting.add(go)
    })
  }

  /** Sending an event that is already being sent waits for the same response. */
  function send(type: 'EVENT' | 'AUTH', event: NostrEvent): Promise<void> {
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
    say(type, event)
    return promise
  }

  open()
  return {
    address,
    isOpen: () => isOpen,
    ask(type, filter, question, prove) {
      const id = `${type.toLowerCase()}${++serial}`
      questions.set(id, { type, filter, question, prove, provenTo: null })
      if (isOpen) say(type, id, filter)
      else wake()
      return () => {
        if (questions.delete(id) && isOpen && type === 'REQ') say('CLOSE', id)
      }
    },
    async publish(event, prove) {
      await ready()
      try {
        await send('EVENT', event)
      } catch (error) {
        const asked = error instanceof RelayRefused && wantsProof(error.message) ? challenge : null
        if (asked === null || prove === undefined) throw error
        await send('AUTH', await prove(draftProof(address, asked)))
        await send('EVENT', event)
      }
    },
    close() {
      isClosed = true
      isOpen = false
      clearTimeout(retry)
      socket?.close()
      socket = null
      tellAll('closed', new RelayFailed(address, 'left'))
      questions.clear()
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

function readCount(said: unknown): number {
  const count: unknown = typeof said === 'object' && said !== null && 'count' in said ? said.count : 0
  return Number.isSafeInteger(count) && (count as number) > 0 ? (count as number) : 0
}
