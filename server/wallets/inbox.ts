/** Receives requests: those published to our relay in this process immediately, and those left by other processes by
 * polling. Each request is stored before it is run, so that it runs once. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { InvalidWalletMessage, parseRequestParties, WALLET_REQUEST_KIND } from '#protocols/nostr/wallet-connect.ts'
import { newId } from '#server/platform/ids.ts'
import { type Job, type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { type OpenRequest, repeatResponse, runRequest } from './respond.ts'
import { findConnection } from './connection-queries.ts'
import type { WalletDeps } from './deps.ts'
import * as queries from './request-queries.ts'

const POLL_MS = 1_000
const CLEANUP_MS = 60_000
/** Concurrent requests. A limit, so that apps cannot claim all database connections from page requests. */
const RUNNING_MAX = 5
/** Requests beyond this are dropped from memory; polling finds them. */
const WAITING_MAX = 1_000
/** Payments that are awaited at the same time. Others are polled for their outcome. */
const FOLLOWED_MAX = 100
const POLLED_MAX = 20
/** Longer than the maximum age of a request. */
const KEEP_MS = 24 * 3_600_000
const DELETE_BATCH = 1_000

export function startWalletService(deps: WalletDeps): RunningJobs {
  const { database, hub, log } = deps
  const stopping = new AbortController()
  const waiting: NostrEvent[] = []
  const running = new Set<Promise<void>>()
  const followed = new Set<Promise<void>>()

  function start(into: Set<Promise<void>>, work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => log.error('wallet-work-failed', { error }))
      .finally(() => {
        into.delete(done)
        next()
      })
    into.add(done)
  }

  async function runAndFollow(open: OpenRequest): Promise<void> {
    const follow = await runRequest(deps, open)
    if (follow === null) return
    const mayWait = followed.size < FOLLOWED_MAX && !stopping.signal.aborted
    start(followed, follow(mayWait ? stopping.signal : AbortSignal.abort()))
  }

  async function claimAndRun(event: NostrEvent): Promise<void> {
    const open = await claim(deps, event)
    if (open !== null) await runAndFollow(open)
  }

  function next(): void {
    while (running.size < RUNNING_MAX && waiting.length > 0 && !stopping.signal.aborted) {
      start(running, claimAndRun(waiting.shift()!))
    }
  }

  const unsubscribe = hub.onOffer((event) => {
    if (event.kind !== WALLET_REQUEST_KIND || waiting.length >= WAITING_MAX) return
    waiting.push(event)
    next()
  })
  const jobs = startJobs(deps, [
    {
      name: 'wallet-requests',
      pauseMs: POLL_MS,
      async work() {
        // A busy process leaves requests of other processes to processes that are idle.
        if (waiting.length > 0) return
        for (const event of await queries.listUntaken(database.read, POLLED_MAX)) await claimAndRun(event)
        for (const row of await queries.leaseOpenRequests(database.read, POLLED_MAX)) {
          await runAndFollow(row as OpenRequest)
        }
      },
    },
    cleanupJob(deps),
  ])
  return {
    ...jobs,
    async stop() {
      unsubscribe()
      stopping.abort()
      await jobs.stop()
      await Promise.all(running)
      await Promise.all(followed)
    },
  }
}

function cleanupJob({ database, clock }: WalletDeps): Job {
  const remove = () => queries.deleteOldRequests(database.read, new Date(clock.now().getTime() - KEEP_MS), DELETE_BATCH)
  return { name: 'wallet-tidy', pauseMs: CLEANUP_MS, work: remove }
}

/** Null when there is nothing to run: no connection has this key, or the request was claimed before. */
async function claim(deps: WalletDeps, event: NostrEvent): Promise<OpenRequest | null> {
  const { database, clock } = deps
  const walletPubkey = walletOf(event)
  const connection = walletPubkey === null ? undefined : await findConnection(database.read, walletPubkey)
  if (connection === undefined) return null
  const operationId = newId(clock.now().getTime())
  const request = { eventId: event.id, connectionId: connection.id, operationId, event, now: clock.now() }
  if (!(await queries.insertRequest(database.read, request))) {
    await repeatResponse(deps, connection, event)
    return null
  }
  deps.payments.failpoint('wallet:taken')
  const { id: connectionId } = connection
  const open = { event_id: event.id, connection_id: connectionId, operation_id: operationId, event, payment_hash: null }
  return { ...open, state: 'taken', runs: 1 }
}

function walletOf(event: NostrEvent): string | null {
  try {
    return parseRequestParties(event).walletPubkey
  } catch (error) {
    if (error instanceof InvalidWalletMessage) return null
    throw error
  }
}
