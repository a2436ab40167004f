/** The zaps that arrive while a page is open. All parts of a page share one stream, which opens once a reader has moved,
 * scrolled or pressed anything, and only while the page is visible: browsers allow few connections to a server. */
import type { QueryClient } from '@tanstack/react-query'
import type { WireEvent } from '#contract/endpoint.ts'
import { watchZaps } from '#contract/listening/zap-news.ts'

export type ZapNews = WireEvent<typeof watchZaps>
type Listener = { contentId: string | null; onZap: (news: ZapNews) => void }

/** Browsers without requestIdleCallback wait this long. */
const IDLE_MS = 1_500

const listeners = new Set<Listener>()
let shownIn: QueryClient | null = null
let line: { controller: AbortController; contentId: string | null } | null = null
let isDue = false

/** Signs that somebody reads the page. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'touchstart'] as const
let isRead = false

function waitForReader(): void {
  const onSign = () => {
    isRead = true
    for (const sign of SIGNS) removeEventListener(sign, onSign)
    followSoon()
  }
  for (const sign of SIGNS) addEventListener(sign, onSign, { passive: true })
}

/** `contentId`: only zaps to it and to what it contains. Returns how to stop. Totals on the page are kept up to
 * date for as long as anybody listens. */
export function listenToZaps(queries: QueryClient, contentId: string | null, onZap: Listener['onZap']): () => void {
  const listener = { contentId, onZap }
  shownIn = queries
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', followSoon)
    if (!isRead) waitForReader()
  }
  listeners.add(listener)
  followSoon()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', followSoon)
    followSoon()
  }
}

function followSoon(): void {
  if (isDue) return
  isDue = true
  const run = () => {
    isDue = false
    follow()
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, IDLE_MS)
}

/** The stream that the listeners need now: none, of one content, or of all. */
function follow(): void {
  const wanted = new Set([...listeners].map(({ contentId }) => contentId))
  const isWanted = isRead && wanted.size > 0 && document.visibilityState === 'visible'
  const contentId = wanted.size === 1 ? ([...wanted][0] ?? null) : null
  if (isWanted && line?.contentId === contentId) return
  line?.controller.abort()
  line = isWanted ? { controller: new AbortController(), contentId } : null
  if (line === null) return
  void receive(contentId, line.controller.signal)
}

async function receive(contentId: string | null, signal: AbortSignal): Promise<void> {
  const { followEvents } = await import('#web/data/api-events.ts')
  await followEvents(watchZaps, { query: contentId === null ? {} : { contentId } }, { signal, onEvent: take })
}

function take(news: ZapNews): void {
  const { contentId, parentId, artistId } = news
  void addToTotals(news)
  for (const listener of listeners) {
    if (listener.contentId === null || [contentId, parentId, artistId].includes(listener.contentId))
      listener.onZap(news)
  }
}

/** What a page needs for this is loaded when a zap arrives. */
async function addToTotals({ contentId, msatAmount }: ZapNews): Promise<void> {
  const { addToShown, takeOwnPayment } = await import('#web/zap/shown-totals.ts')
  if (shownIn !== null && !takeOwnPayment(contentId, msatAmount)) addToShown(shownIn, contentId, msatAmount)
}
