/** Server-sent events over fetch, so that the bearer token is sent in a header and never in a URL.
 * Reconnects automatically. Each connection begins with the current state, so no event is missed. */
import type { Endpoint, Sent, WireEvent } from '#contract/endpoint.ts'
import { urlOf } from './api.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** The server sends a heartbeat every 15 seconds. After this long without one, the connection counts as dead. */
const SILENCE_MS = 40_000
/** In characters. The server sends no event larger than this. */
const BUFFER_MAX = 1_000_000

export type Following<Event> = {
  signal: AbortSignal
  onEvent: (event: Event) => void
  /** null for endpoints that need no log-in. */
  readToken?: () => string | null
  /** The server refused permanently: the session has ended, or the resource does not exist. */
  onRefused?: (status: number) => void
  /** Replaced in tests. */
  fetchStream?: typeof fetch
}

/** Follows the events of an endpoint until `signal` aborts or the server refuses. Never throws. */
export async function followEvents<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  { signal, onEvent, readToken = () => null, onRefused, fetchStream = fetch }: Following<WireEvent<E>>,
): Promise<void> {
  const path = urlOf(endpoint, input as Parameters<typeof urlOf>[1])
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    try {
      const token = readToken()
      const headers = { accept: 'text/event-stream', ...(token !== null && { authorization: `Bearer ${token}` }) }
      for await (const event of readEvents(path, headers, signal, fetchStream)) {
        waitMs = FIRST_WAIT_MS
        onEvent(event as WireEvent<E>)
      }
    } catch (error) {
      if (error instanceof RefusedStream) return onRefused?.(error.status)
    }
    if (!signal.aborted) await waitUntilOnline(waitMs * (0.75 + Math.random() / 2), signal)
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
  }
}

class RefusedStream extends Error {
  override name = 'RefusedStream'
  readonly status: number

  constructor(status: number) {
    super(`stream refused: ${status}`)
    this.status = status
  }
}

/** One connection. Returns when the server closes it; throws when it breaks or stays silent too long. */
async function* readEvents(
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  fetchStream: typeof fetch,
): AsyncGenerator<unknown> {
  const connection = new AbortController()
  const close = () => connection.abort()
  signal.addEventListener('abort', close)
  let timeout = setTimeout(close, SILENCE_MS)
  try {
    const { signal: untilClosed } = connection
    const response = await fetchStream(path, { headers, credentials: 'omit', cache: 'no-store', signal: untilClosed })
    // 429 and 5xx are temporary; other 4xx are permanent.
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      throw new RefusedStream(response.status)
    }
    if (!response.ok || !response.body) return
    const decoder = createEventDecoder()
    for await (const chunk of chunksOf(response.body)) {
      clearTimeout(timeout)
      timeout = setTimeout(close, SILENCE_MS)
      yield* decoder(chunk)
    }
  } finally {
    clearTimeout(timeout)
    signal.removeEventListener('abort', close)
    connection.abort()
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    reader.releaseLock()
  }
}

/** Accepts text in arbitrary chunks and returns the payloads that are complete. */
export function createEventDecoder(): (chunk: string) => unknown[] {
  let rest = ''
  return (chunk) => {
    rest += chunk
    if (rest.length > BUFFER_MAX) throw new Error('event too long')
    const parts = rest.split(/\r?\n\r?\n/)
    rest = parts.pop() ?? ''
    return parts.flatMap((part) => {
      const payload = part
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''))
        .join('\n')
      return payload === '' ? [] : [JSON.parse(payload) as unknown]
    })
  }
}

/** Waits up to `waitMs`, but returns immediately when the browser comes back online. */
function waitUntilOnline(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', resume)
      globalThis.removeEventListener?.('online', resume)
      resolve()
    }
    const timer = setTimeout(resume, waitMs)
    signal.addEventListener('abort', resume)
    globalThis.addEventListener?.('online', resume)
  })
}
