/** Somebody's messages while the page is open: found at the relays and opened one by one, written and sent. Everything is
 * encrypted and decrypted here, and nothing is kept in this browser. React is kept out of here (inbox.tsx). */
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
import type { Deliver } from '../nostr/own-relays.ts'
import type { RelayPool } from '../nostr/relay-pool.ts'
import type { Letter } from './talks.ts'

export type MailboxState = {
  /** In no order. */
  letters: readonly Letter[]
  /** Until all that is stored was told and opened. */
  isLoading: boolean
  /** The relays may have more than they have told. */
  hasOlder: boolean
  /** Why opening has stopped: the holder of the key says no. */
  refusal: unknown
  /** Relays that show nothing, with their words. */
  closed: readonly { address: string; words: string }[]
}

export type Mailbox = {
  read(): MailboxState
  watch(listener: () => void): () => void
  /** Begins to listen, at the relays of this moment; answers how to stop. */
  open(): () => void
  /** Throws MessageTooLong and InvalidPrivateMessage; how sending goes is said by the state of the letter. */
  write(message: { receivers: readonly string[]; text: string; afterSeconds?: number | undefined }): void
  /** Bytes that a text takes and may take, to be said before it is sent. */
  measure(message: { receivers: readonly string[]; text: string }): { bytes: number; maxBytes: number }
  /** To those who have not got it yet. */
  sendAgain(id: string): void
  loadOlder(): Promise<void>
  /** Goes on opening after a refusal, with what was refused last. */
  goOn(): void
}

const PAGE = 200
/** How many are opened before the page is drawn again. */
const BATCH = 10
/** What an extension says to a message that is none cannot be told from its user saying no, so one refusal is no refusal. */
const REFUSALS_MAX = 5
/** An answer stands behind what it answers, unless that was dated ahead by more. */
const AHEAD_MAX_SECONDS = 60

/** `deliver` brings a message to each who gets it, the author among them. */
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
  /** Of the wraps that were stored; what comes later may be dated back by anybody. */
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
      // One's own copy goes last.
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
          // Each relay has told as many; only so many are surely the newest of all.
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
        // What was not opened is taken again by whoever begins anew, and by nobody else.
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
      // The proof was given when they were asked first.
      const found = await pool.list({ ...filter, until: cursorSeconds })
      cursorSeconds = found.at(-1)?.created_at ?? cursorSeconds
      for (const wrap of found) take(wrap)
      change({ hasOlder: found.length >= PAGE && known.size > countBefore })
    },
    goOn() {
      refusals = 0
      // Behind the others, so that those which never open do not stand in the way.
      waiting.push(...refused.splice(0))
      change({ refusal: null, isLoading: true })
      void work()
    },
  }
}
