/** The log while the database is unreachable: one line when it is lost and one when it is back. Entries about queries
 * that failed because of it are counted, not written; every other entry is written as usual. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnreachable } from './database.ts'
import { connectOne } from './hosts.ts'
import type { Log, LogLevel } from '#server/platform/log.ts'

export type OutageLog = {
  log: Log
  /** Called with the error of each failed query and connection, before any other code sees it. */
  note(error: unknown, url: string): void
  stop(): Promise<void>
}

const POLL_MS = 250
const CONNECT_TIMEOUT_MS = 5_000
/** After the database is back, queries on older connections may still fail. */
const QUIET_MS = 1_000
const HELD_MAX = 500

export function createOutageLog(own: Log): OutageLog {
  const failed = new WeakSet<object>()
  const stopping = new AbortController()
  let state: 'here' | 'looking' | 'away' = 'here'
  let quietUntil = 0
  /** Entries since the first failure, held until it is known whether the database is unreachable. */
  const entries: (() => void)[] = []
  let failures = 0

  function isNoted(error: unknown): boolean {
    return error instanceof Error && (failed.has(error) || isNoted(error.cause))
  }

  const at =
    (level: LogLevel): Log['info'] =>
    (event, fields) => {
      // With the id of its request, also when it is written later.
      const write = AsyncLocalStorage.bind(() => own[level](event, fields))
      if (!isNoted(fields?.['error'])) write()
      else if (state === 'away' || performance.now() < quietUntil) failures++
      else if (state === 'looking' && entries.length < HELD_MAX) entries.push(write)
      else write()
    }

  const writeHeld = () => entries.splice(0).forEach((write) => write())

  async function probe(reason: string, url: string): Promise<void> {
    const since = performance.now()
    if (await isResponding(url)) {
      // One connection broke, or none was free: not an outage.
      state = 'here'
      writeHeld()
      return
    }
    state = 'away'
    failures += entries.splice(0).length
    own.error('database-away', { reason })
    do await pause(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    while (!stopping.signal.aborted && !(await isResponding(url)))
    if (stopping.signal.aborted) return
    state = 'here'
    quietUntil = performance.now() + QUIET_MS
    own.warn('database-back', { awayMs: Math.round(performance.now() - since), failures })
    failures = 0
  }

  return {
    log: { info: at('info'), warn: at('warn'), error: at('error') },
    note(error, url) {
      if (!(error instanceof Error) || !isDatabaseUnreachable(error)) return
      failed.add(error)
      if (state !== 'here' || stopping.signal.aborted) return
      state = 'looking'
      void probe(error.message, url)
    },
    async stop() {
      stopping.abort()
      writeHeld()
    },
  }
}

async function isResponding(url: string): Promise<boolean> {
  const limits = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: CONNECT_TIMEOUT_MS }
  const client = await connectOne(url, limits).catch(() => null)
  try {
    // A pooler lets in while its database is unreachable.
    await client?.query('SELECT 1')
    return client !== null
  } catch {
    return false
  } finally {
    await client?.end().catch(() => undefined)
  }
}
