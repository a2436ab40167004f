/** The line to one relay of the pool: what is asked goes out, what is said comes back, and a line that breaks is opened
 * again. Which relays there are, and what becomes of their answers together, is relay-pool.ts.
 *
 * Ours instead of nostr-tools (2.25.2), which we would have to trust with what it gets wrong: its pool takes an event for
 * known by an id it cuts out of the text, before it has looked at the signature, so a forged copy keeps the true one away;
 * publishing an event twice leaves the first promise open for ever; counting never runs out of time; after a new connection
 * it asks only for what is newer than the newest date that anybody has claimed; and where no relay could be reached, it
 * says that nothing was found. Its reading of events (nostr-tools/pure) is used. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { RELAY_AUTH_KIND } from '#protocols/nostr/kinds.ts'

/** What is asked for, as it goes over the wire (NIP-01). */
export type RelayFilter = {
  ids?: readonly string[]
  authors?: readonly string[]
  kinds?: readonly number[]
  since?: number
  until?: number
  limit?: number
  [tag: `#${string}`]: readonly string[]
}

/** How a question stands. `told`: everything stored was told. `closed`: there is no answer to come.
 * `down`: the relay cannot be reached; it will be tried again, and asked anew. */
export type Standing = 'told' | 'closed' | 'down'

export type Question = {
  /** Whatever the relay calls an event. */
  onEvent?: (event: unknown) => void
  onCount?: (count: number) => void
  onStanding: (standing: Standing, words: string) => void
}

/** Signs the proof of a key for a relay that wants one (NIP-42). */
export type Prove = (draft: UnsignedEvent) => Promise<NostrEvent>

export type RelayLink = {
  readonly address: string
  isOpen(): boolean
  /** Answers how to stop asking. Nothing is said before it has returned. A relay that asks whose key it is gets one proof
   * on each connection, and is asked again. */
  ask(type: 'REQ' | 'COUNT', filter: RelayFilter, question: Question, prove?: Prove): () => void
  /** Resolves when the relay has the event. Throws RelayRefused and RelayFailed. */
  publish(event: NostrEvent, prove?: Prove): Promise<void>
  /** For good. */
  close(): void
}

export type LinkListener = { onOpen(): void; onDown(error: RelayFailed): void }

/** The relay could not be reached, or did not answer. */
export class RelayFailed extends Error {
  override name = 'RelayFailed'
  /** What went wrong, without where. */
  readonly words: string

  constructor(address: string, words: string) {
    super(`${address}: ${words}`)
    this.words = words
  }
}

/** The relay does not take the event. The message is what the relay says. */
export class RelayRefused extends Error {
  override name = 'RelayRefused'
}

/** How long publishing waits for a line that is not open. */
const READY_MS = 1_000
/** And then for what the relay says. */
const ANSWER_MS = 10_000
const RETRY_MS = 2_000
const RETRY_MAX_MS = 60_000
/** Our own relay keeps nothing as long as this. */
const MESSAGE_MAX_LETTERS = 1_000_000

type Asked = {
  type: 'REQ' | 'COUNT'
  filter: RelayFilter
  question: Question
  prove: Prove | undefined
  /** The challenge that was answered for it; a new connection has another one. */
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
      // A page over https may not even try ws://.
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
    // What fails to connect closes, too.
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
      // Over a new connection it was asked anew.
      if (!isStill()) return
      questions.delete(id)
      asked.question.onStanding('closed', error instanceof Error ? error.message : String(error))
    }
  }

  /** One that waits for its next attempt makes it now. */
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

  /** Who sends the same while its answer is awaited waits for that answer. */
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

/** Nothing for what is no message. */
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
