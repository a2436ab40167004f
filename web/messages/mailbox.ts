/** The user's messages while the page is open: fetched from the relays, decrypted, written and sent. All encryption
 * happens here, and nothing is stored in this browser. The React component is inbox.tsx. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import {
  InvalidPrivateMessage,
  makeMessage,
  measureText,
  type MessageKey,
  openWrap,
  type Rumor,
  WRAP_KIND,
  wrapMessage,
} from '#protocols/nostr/private-message.ts'
import type { Deliver } from '#web/nostr/own-relays.ts'
import type { RelayPool } from '#web/nostr/relay-pool.ts'
import type { DirectMessage } from './conversations.ts'

export type MailboxState = {
  /** Unsorted. */
  messages: readonly DirectMessage[]
  /** True until all stored messages are fetched and decrypted. */
  isLoading: boolean
  /** The relays may have more messages. */
  hasOlder: boolean
  /** Why decryption has stopped: the holder of the key (an extension, for example) refuses. */
  refusal: unknown
  /** Relays that refuse to return messages, with their reason. */
  closed: readonly { address: string; words: string }[]
}

export type Mailbox = {
  read(): MailboxState
  watch(listener: () => void): () => void
  /** Subscribes at the current relays; returns a function that stops. */
  open(): () => void
  /** Throws MessageTooLong and InvalidPrivateMessage. The result of sending is in the state of the message. */
  write(message: { receivers: readonly string[]; text: string; afterSeconds?: number | undefined }): void
  /** The size of a text in bytes and its limit, to show before sending. */
  measure(message: { receivers: readonly string[]; text: string }): { bytes: number; maxBytes: number }
  /** Sends to the receivers who have not received it yet. */
  sendAgain(id: string): void
  loadOlder(): Promise<void>
  /** Resumes decryption after a refusal, beginning with the refused messages last. */
  goOn(): void
}

const PAGE = 200
/** How many messages are decrypted before the page is redrawn. */
const BATCH = 10
/** A failed decryption looks the same as a refusal by the user, so a single failure does not count as a refusal. */
const REFUSALS_MAX = 5
/** A reply is sorted after the message that it replies to, unless that message was dated further ahead than this. */
const CLOCK_SKEW_MAX_SECONDS = 60

/** `deliver` sends a message to each receiver, including the author. */
export function createMailbox(pool: RelayPool, key: MessageKey, deliver: Deliver): Mailbox {
  const messages = new Map<string, DirectMessage>()
  const state = createState()
  const { read, watch, change } = state
  function showMessages(): void {
    const isLoading = !fetching.isComplete() || (opening.isWorking() && read().refusal === null)
    change({ messages: [...messages.values()], isLoading })
  }
  const opening = createOpening(key, {
    onOpened: (rumor) => messages.set(rumor.id, { rumor, state: 'sent', error: null }),
    onRefused: (refusal) => change({ refusal }),
    onProgress: showMessages,
  })
  const fetching = createFetching(pool, key, opening, state, showMessages)
  const send = createSender(key, deliver, (message) => {
    messages.set(message.rumor.id, message)
    showMessages()
  })
  return {
    read,
    watch,
    open: fetching.open,
    write({ receivers, text, afterSeconds = 0 }) {
      const nowSeconds = Math.floor(Date.now() / 1_000)
      const isAhead = afterSeconds >= nowSeconds && afterSeconds < nowSeconds + CLOCK_SKEW_MAX_SECONDS
      const createdAtSeconds = isAhead ? afterSeconds + 1 : nowSeconds
      void send(makeMessage({ author: key.pubkey, receivers, text, createdAtSeconds }))
    },
    measure: (message) => measureText({ author: key.pubkey, ...message }),
    sendAgain(id) {
      const message = messages.get(id)
      if (message !== undefined && message.state !== 'sending') void send(message.rumor)
    },
    loadOlder: fetching.loadOlder,
    goOn() {
      change({ refusal: null, isLoading: true })
      opening.goOn()
    },
  }
}

type State = Pick<Mailbox, 'read' | 'watch'> & { change: (part: Partial<MailboxState>) => void }

function createState(): State {
  const watchers = new Set<() => void>()
  let state: MailboxState = { messages: [], isLoading: true, hasOlder: false, refusal: null, closed: [] }
  return {
    read: () => state,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    change(part) {
      state = { ...state, ...part }
      for (const notify of watchers) notify()
    },
  }
}

/** `isComplete`: the relays have sent all stored messages that they return without a further request. */
type Fetching = Pick<Mailbox, 'open' | 'loadOlder'> & { isComplete: () => boolean }

/** Fetches encrypted messages from the relays. `onEnd`: all stored ones have arrived. */
function createFetching(
  pool: RelayPool,
  key: MessageKey,
  opening: Opening,
  { read, change }: State,
  onEnd: () => void,
): Fetching {
  const filter = { kinds: [WRAP_KIND], '#p': [key.pubkey], limit: PAGE }
  let isComplete = false
  /** Only of stored wraps: later ones may be backdated by anybody. */
  let storedSeconds: number[] = []
  let cursorSeconds = 0
  function take(wrap: NostrEvent): void {
    if (!isComplete) storedSeconds.push(wrap.created_at)
    opening.take(wrap)
  }
  return {
    isComplete: () => isComplete,
    open() {
      isComplete = false
      storedSeconds = []
      change({ isLoading: true, closed: [] })
      const subscriber = {
        onEvent: take,
        onEnd() {
          isComplete = true
          // Each relay returned up to a page; only that many are certain to be the newest of all.
          const newest = storedSeconds.sort((one, other) => other - one).slice(0, PAGE)
          cursorSeconds = newest.at(-1) ?? 0
          change({ hasOlder: newest.length === PAGE })
          onEnd()
        },
        onClosed: (address: string, words: string) => change({ closed: [...read().closed, { address, words }] }),
      }
      const stop = pool.subscribe(filter, subscriber, (proof) => key.sign(proof))
      return () => {
        stop()
        opening.forgetWaiting()
      }
    },
    async loadOlder() {
      const countBefore = opening.count()
      // Authentication was given with the first request.
      const found = await pool.list({ ...filter, until: cursorSeconds })
      cursorSeconds = found.at(-1)?.created_at ?? cursorSeconds
      for (const wrap of found) take(wrap)
      change({ hasOlder: found.length >= PAGE && opening.count() > countBefore })
    },
  }
}

type Opening = {
  take: (wrap: NostrEvent) => void
  isWorking: () => boolean
  /** How many different messages were taken. */
  count: () => number
  /** Messages that are not decrypted yet can be taken again. */
  forgetWaiting: () => void
  /** Resumes after a refusal. */
  goOn: () => void
}

/** Decrypts messages one after the other, until the holder of the key refuses. */
function createOpening(
  key: MessageKey,
  listener: { onOpened: (rumor: Rumor) => void; onRefused: (error: unknown) => void; onProgress: () => void },
): Opening {
  const known = new Set<string>()
  const waiting: NostrEvent[] = []
  const refused: NostrEvent[] = []
  let isWorking = false
  let refusals = 0
  const isRefused = () => refusals >= REFUSALS_MAX

  async function work(): Promise<void> {
    if (isWorking || isRefused()) return
    isWorking = true
    for (let count = 1; !isRefused(); count += 1) {
      const wrap = waiting.shift()
      if (wrap === undefined) break
      await openOne(wrap)
      if (count % BATCH === 0) {
        listener.onProgress()
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
    isWorking = false
    listener.onProgress()
  }

  async function openOne(wrap: NostrEvent): Promise<void> {
    try {
      const rumor = await openWrap(wrap, key)
      refusals = 0
      listener.onOpened(rumor)
    } catch (error) {
      if (error instanceof InvalidPrivateMessage) return
      refusals += 1
      refused.push(wrap)
      if (isRefused()) listener.onRefused(error)
    }
  }

  return {
    take(wrap) {
      if (known.has(wrap.id)) return
      known.add(wrap.id)
      waiting.push(wrap)
      void work()
    },
    isWorking: () => isWorking,
    count: () => known.size,
    forgetWaiting() {
      for (const { id } of waiting.splice(0)) known.delete(id)
    },
    goOn() {
      refusals = 0
      // At the end, so that messages that never decrypt do not block the others.
      waiting.push(...refused.splice(0))
      void work()
    },
  }
}

/** Returns a function that sends a message to the receivers who have not received it yet. */
function createSender(
  key: MessageKey,
  deliver: Deliver,
  show: (message: DirectMessage) => void,
): (rumor: Rumor) => Promise<void> {
  const delivered = new Map<string, Set<string>>()
  return async (rumor) => {
    const done = delivered.get(rumor.id) ?? new Set()
    delivered.set(rumor.id, done)
    let to = ''
    show({ rumor, state: 'sending', error: null })
    try {
      const randomness = { nowSeconds: Math.floor(Date.now() / 1_000), random: Math.random }
      for (const { receiver, wrap } of await wrapMessage(rumor, key, randomness)) {
        to = receiver
        if (!done.has(receiver)) await deliver(wrap, receiver, (proof) => key.sign(proof))
        done.add(receiver)
      }
      show({ rumor, state: 'sent', error: null })
    } catch (error) {
      // The author's own copy is sent last.
      const isCopyMissing = to === key.pubkey && rumor.tags.some(([name, value]) => name === 'p' && value !== to)
      show({ rumor, state: isCopyMissing ? 'unkept' : 'refused', error })
    }
  }
}
