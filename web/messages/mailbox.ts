/** The user's messages while the page is open: fetched from the relays, decrypted, written and sent. All encryption
 * happens here, and nothing is stored in this browser. Not React (see inbox.tsx). */
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
import type { Letter } from './talks.ts'

export type MailboxState = {
  /** Unsorted. */
  letters: readonly Letter[]
  /** True until all stored messages are fetched and decrypted. */
  isLoading: boolean
  /** The relays may have more messages. */
  hasOlder: boolean
  /** Why decryption has stopped: the holder of the key refuses. */
  refusal: unknown
  /** Relays that refuse to return messages, with their reason. */
  closed: readonly { address: string; words: string }[]
}

export type Mailbox = {
  read(): MailboxState
  watch(listener: () => void): () => void
  /** Subscribes at the current relays; returns a function that stops. */
  open(): () => void
  /** Throws MessageTooLong and InvalidPrivateMessage. The result of sending is in the letter's state. */
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
/** A reply is sorted after the message it answers, unless that message was dated further ahead than this. */
const AHEAD_MAX_SECONDS = 60

/** `deliver` sends a message to each receiver, including the author. */
export function createMailbox(pool: RelayPool, key: MessageKey, deliver: Deliver): Mailbox {
  const letters = new Map<string, Letter>()
  const watchers = new Set<() => void>()
  const known = new Set<string>()
  const delivered = new Map<string, Set<string>>()
  const waiting: NostrEvent[] = []
  const refused: NostrEvent[] = []
  const filter = { kinds: [WRAP_KIND], '#p': [key.pubkey], limit: PAGE }
  let state: MailboxState = { letters: [], isLoading: true, hasOlder: false, refusal: null, closed: [] }
  let isTold = false
  let isWorking = false
  let refusals = 0
  /** Only of stored wraps: later ones may be backdated by anybody. */
  let storedSeconds: number[] = []
  let cursorSeconds = 0

  function change(part: Partial<MailboxState>): void {
    state = { ...state, ...part }
    for (const tell of watchers) tell()
  }
  function showLetters(): void {
    const isLoading = !isTold || (isWorking && state.refusal === null)
    change({ letters: [...letters.values()], isLoading })
  }

  function take(wrap: NostrEvent): void {
    if (!isTold) storedSeconds.push(wrap.created_at)
    if (known.has(wrap.id)) return
    known.add(wrap.id)
    waiting.push(wrap)
    void work()
  }

  async function work(): Promise<void> {
    if (isWorking || state.refusal !== null) return
    isWorking = true
    for (let count = 1; state.refusal === null; count += 1) {
      const wrap = waiting.shift()
      if (wrap === undefined) break
      await openOne(wrap)
      if (count % BATCH === 0) {
        showLetters()
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
    isWorking = false
    showLetters()
  }

  async function openOne(wrap: NostrEvent): Promise<void> {
    try {
      const rumor = await openWrap(wrap, key)
      refusals = 0
      letters.set(rumor.id, { rumor, state: 'sent', error: null })
    } catch (error) {
      if (!(error instanceof InvalidPrivateMessage)) {
        refusals += 1
        refused.push(wrap)
      }
      if (refusals >= REFUSALS_MAX) change({ refusal: error })
    }
  }

  async function post(rumor: Rumor): Promise<void> {
    const done = delivered.get(rumor.id) ?? new Set()
    delivered.set(rumor.id, done)
    const show = (part: Pick<Letter, 'state' | 'error'>) => {
      letters.set(rumor.id, { rumor, ...part })
      showLetters()
    }
    let to = ''
    show({ state: 'sending', error: null })
    try {
      const chance = { nowSeconds: Math.floor(Date.now() / 1_000), random: Math.random }
      for (const { receiver, wrap } of await wrapMessage(rumor, key, chance)) {
        to = receiver
        if (!done.has(receiver)) await deliver(wrap, receiver, (proof) => key.sign(proof))
        done.add(receiver)
      }
      show({ state: 'sent', error: null })
    } catch (error) {
      // The author's own copy is sent last.
      const isUnkept = to === key.pubkey && rumor.tags.some(([name, value]) => name === 'p' && value !== to)
      show({ state: isUnkept ? 'unkept' : 'refused', error })
    }
  }

  return {
    read: () => state,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    open() {
      isTold = false
      storedSeconds = []
      change({ isLoading: true, closed: [] })
      const subscriber = {
        onEvent: take,
        onEnd() {
          isTold = true
          // Each relay returned up to a page; only that many are certain to be the newest of all.
          const newest = storedSeconds.sort((one, other) => other - one).slice(0, PAGE)
          cursorSeconds = newest.at(-1) ?? 0
          change({ hasOlder: newest.length === PAGE })
          showLetters()
        },
        onClosed: (address: string, words: string) => change({ closed: [...state.closed, { address, words }] }),
      }
      const stop = pool.subscribe(filter, subscriber, (proof) => key.sign(proof))
      return () => {
        stop()
        // Messages that were not decrypted are taken again when the mailbox is opened again.
        for (const { id } of waiting.splice(0)) known.delete(id)
      }
    },
    write({ receivers, text, afterSeconds = 0 }) {
      const nowSeconds = Math.floor(Date.now() / 1_000)
      const isAhead = afterSeconds >= nowSeconds && afterSeconds < nowSeconds + AHEAD_MAX_SECONDS
      const createdAtSeconds = isAhead ? afterSeconds + 1 : nowSeconds
      void post(makeMessage({ author: key.pubkey, receivers, text, createdAtSeconds }))
    },
    measure: (message) => measureText({ author: key.pubkey, ...message }),
    sendAgain(id) {
      const letter = letters.get(id)
      if (letter !== undefined && letter.state !== 'sending') void post(letter.rumor)
    },
    async loadOlder() {
      const countBefore = known.size
      // Authentication was given with the first request.
      const found = await pool.list({ ...filter, until: cursorSeconds })
      cursorSeconds = found.at(-1)?.created_at ?? cursorSeconds
      for (const wrap of found) take(wrap)
      change({ hasOlder: found.length >= PAGE && known.size > countBefore })
    },
    goOn() {
      refusals = 0
      // At the end, so that messages that never decrypt do not block the others.
      waiting.push(...refused.splice(0))
      change({ refusal: null, isLoading: true })
      void work()
    },
  }
}
