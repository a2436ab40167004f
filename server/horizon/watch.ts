/** The live stream of zaps. All streams of a process share one poller, which runs while there is a stream and so sees
 * what other processes settled. Nothing is stored for clients that are not connected. */
import { selectStoredMessages } from '#server/comments/message-queries.ts'
import { type NewsRow, selectNewestZaps } from '#server/payments/zaps/news-queries.ts'
import type { HorizonDeps } from './horizon.ts'
import { describeNews, type ZapNews } from './news.ts'

const POLL_MS = 1_000
/** A zap may be committed this long after its timestamp. */
const OVERLAP_MS = 10_000
/** Messages are stored by a subscriber, shortly after the payment. */
const MESSAGE_WAIT_MS = 5_000
const PER_POLL_MAX = 100
/** A client that reads too slowly loses the oldest. */
const WAITING_MAX = 50
/** A page that stays open reconnects after this time. */
const STREAM_MAX_MS = 2 * 3_600_000

type Listener = { contentId: string | undefined; since: Date; waiting: ZapNews[]; wake: () => void }

export function createZapWatch(deps: HorizonDeps) {
  const listeners = new Set<Listener>()
  let isPolling = false
  const start = () => {
    if (isPolling) return
    isPolling = true
    void poll(deps, listeners).finally(() => {
      isPolling = false
      // A stream was opened while the last poll ended.
      if (listeners.size > 0) start()
    })
  }
  /** Anybody. What settled since the stream was opened; nothing from before. */
  return async function* watchZaps(contentId: string | undefined, signal: AbortSignal): AsyncGenerator<ZapNews> {
    const listener: Listener = { contentId, since: deps.clock.now(), waiting: [], wake: () => undefined }
    listeners.add(listener)
    start()
    const timer = setTimeout(() => listener.wake(), STREAM_MAX_MS)
    signal.addEventListener('abort', () => listener.wake())
    const until = performance.now() + STREAM_MAX_MS
    try {
      while (!signal.aborted && performance.now() < until) {
        yield* listener.waiting.splice(0)
        await new Promise<void>((resolve) => {
          listener.wake = resolve
          if (signal.aborted || listener.waiting.length > 0) resolve()
        })
      }
    } finally {
      clearTimeout(timer)
      listeners.delete(listener)
    }
  }
}

/** Polls until no stream is open. A poll that fails is repeated like one that found nothing. */
async function poll(deps: HorizonDeps, listeners: ReadonlySet<Listener>): Promise<void> {
  const begin = deps.clock.now().getTime()
  let seen = new Map<string, { atMs: number; isSent: boolean }>()
  while (listeners.size > 0) {
    const from = Math.max(begin, deps.clock.now().getTime() - OVERLAP_MS)
    try {
      const rows = await selectNewestZaps(deps.database.read, new Date(from), PER_POLL_MAX)
      seen = new Map(rows.map(({ id }) => [id, seen.get(id) ?? { atMs: performance.now(), isSent: false }]))
      const ready = await selectReady(
        deps,
        rows.filter(({ id }) => !seen.get(id)!.isSent),
        (id) => performance.now() - seen.get(id)!.atMs > MESSAGE_WAIT_MS,
      )
      const described = await describeNews(deps, ready.toReversed())
      for (const { id } of ready) seen.get(id)!.isSent = true
      for (const news of described) deliver(listeners, news)
    } catch {
      // The database is unreachable; the next poll looks back far enough.
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Those without a message, those whose message has been stored, and those whose message is late. */
async function selectReady(
  { database }: HorizonDeps,
  rows: readonly NewsRow[],
  isLate: (id: string) => boolean,
): Promise<NewsRow[]> {
  const expected = rows.filter(({ has_message }) => has_message).map(({ id }) => id)
  const stored = new Set(expected.length > 0 ? await selectStoredMessages(database.read, expected) : [])
  return rows.filter(({ id, has_message }) => !has_message || stored.has(id) || isLate(id))
}

function deliver(listeners: ReadonlySet<Listener>, news: ZapNews): void {
  for (const { contentId, since, waiting, wake } of listeners) {
    const isMatch = contentId === undefined || [news.contentId, news.parentId, news.artistId].includes(contentId)
    if (!isMatch || news.settledAt < since) continue
    waiting.push(news)
    if (waiting.length > WAITING_MAX) waiting.shift()
    wake()
  }
}
