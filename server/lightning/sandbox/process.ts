/** The sandbox's own process: takes the lease, loads the world, and handles calls on the Unix socket. adapter.ts
 * starts it with its settings as one JSON line on stdin. It outlives the server that started it. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { createLog } from '#server/platform/log.ts'
import { keyOf, nodePaymentOf, type NodeName, outcomeOf, type PaymentRow, statusOf } from './book.ts'
import { loadLdk } from './ldk.ts'
import { connectRpc, type Handlers, listenRpc, type RpcServer } from './rpc.ts'
import { type Changes, Fenced, type State, takeState } from './state.ts'
import { createSteps, type Steps } from './steps.ts'
import type { World } from './world.ts'

export type ProcessSettings = {
  databaseUrl: string
  role?: string
  socketPath: string
  /** The process exits after this time without a database at startup, or without any connected server later. */
  aloneSeconds: number
}

const LEASE_POLL_MS = 50
const RENEW_MS = 2_000
const TICK_MS = 60_000
const SLOW_MS = 4_000
const PAGE_ROWS = 200
const HELLO_TIMEOUT_MS = 3_000

// LDK's bindings are 1400 files. With the cache, later starts import them in a third of the time.
enableCompileCache()

const log = createLog()
const now = () => new Date()
let end: (event: string, error?: unknown) => void = (event, error) => {
  process.exitCode = 1
  log.error(event, { error })
}

async function main(): Promise<void> {
  const settings = await readSettings()
  const [state] = await Promise.all([waitForLease(settings), loadLdk()])
  if (!state) return
  try {
    await serve(settings, state)
  } catch (error) {
    await state.close().catch(() => undefined)
    throw error
  }
}

async function readSettings(): Promise<ProcessSettings> {
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdin.destroy()
    return JSON.parse(line) as ProcessSettings
  }
  throw new Error('No settings on stdin')
}

/** Retries until the database is reachable and the previous holder is gone. Null when another process serves the
 * socket. */
async function waitForLease({ databaseUrl, role, socketPath, aloneSeconds }: ProcessSettings): Promise<State | null> {
  const deadline = Date.now() + aloneSeconds * 1000
  for (;;) {
    try {
      const options = { url: databaseUrl, ...(role === undefined ? {} : { role }) }
      const state = await takeState(options, (error) => end('sandbox-database-lost', error))
      if (state) return state
      const other = await connectRpc(socketPath)
      const isServed = await other.call('hello', null, HELLO_TIMEOUT_MS).catch(() => null)
      other.close()
      if (isServed) return null
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    // If the holder is alive but does not respond, give up, so that it can notice that it is alone.
    if (Date.now() > deadline) return null
    await new Promise((resolve) => setTimeout(resolve, LEASE_POLL_MS))
  }
}

async function serve(settings: ProcessSettings, state: State): Promise<void> {
  const { World } = await import('./world.ts')
  const timers: NodeJS.Timeout[] = []
  const waiters = createWaiters()
  const running: { server?: RpcServer; steps?: Steps } = {}
  let aloneSince = Date.now()
  let isEnded = false

  end = (event, error) => {
    if (isEnded) return
    isEnded = true
    if (error) log.error(event, { error })
    else log.info(event)
    running.steps?.stop()
    for (const timer of timers) clearInterval(timer)
    waiters.cancelAll()
    running.server?.close()
    void state.close().catch(() => undefined)
  }

  const claimLater = (paymentHash: string) =>
    timers.push(
      setTimeout(() => void running.steps?.run((world) => world.claim('outside', paymentHash)).catch(ignore), SLOW_MS),
    )
  const world = new World(await state.load(), { log, now, onSlow: claimLater })
  const steps = createSteps(world, state, {
    written: (changes) => waiters.tell(changes),
    failed: (error) => end(error instanceof Fenced ? 'sandbox-fenced' : 'sandbox-failed', error),
  })
  running.steps = steps
  // The first channel is durable before the first call is handled.
  await steps.run(() => undefined)
  if (isEnded) return

  const handlers = createHandlers(steps, state, waiters, () => end('sandbox-stopped'))
  const server = await listenRpc(settings.socketPath, handlers, () => (aloneSince = Date.now()))
  running.server = server
  log.info('sandbox-ready', { epoch: state.epoch })
  // Node writes the cache only on a regular exit, which this process seldom has.
  setImmediate(flushCompileCache)
  timers.push(
    setInterval(() => void steps.run((one) => one.tick()).catch(ignore), TICK_MS),
    setInterval(() => {
      state
        .renew()
        .catch((error: unknown) => end(error instanceof Fenced ? 'sandbox-fenced' : 'sandbox-database-lost', error))
      const isAlone = server.peers === 0 && Date.now() - aloneSince > settings.aloneSeconds * 1000
      if (isAlone) end('sandbox-alone')
    }, RENEW_MS),
  )
}

type Waiters = {
  cancelAll(): void
  tell(changes: Changes): void
  /** Resolves on a notification for the key, after the time, or when it is cancelled. */
  wait(key: string, milliseconds: number): { promise: Promise<void>; cancel: () => void }
}

const SETTLED = 'settled'

/** Calls that wait until a payment ends or an invoice is settled. */
function createWaiters(): Waiters {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (key: string) => {
    for (const resolve of waiting.get(key) ?? []) resolve()
  }
  return {
    cancelAll: () => [...waiting.keys()].forEach(wake),
    tell({ payments, invoices }) {
      for (const payment of payments) if (payment.state !== 'in_flight') wake(keyOf(payment))
      if (invoices.some((invoice) => invoice.state === 'paid')) wake(SETTLED)
    },
    wait(key, milliseconds) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const all = waiting.get(key) ?? new Set()
      waiting.set(key, all)
      const done = () => {
        clearTimeout(timer)
        all.delete(done)
        if (all.size === 0 && waiting.get(key) === all) waiting.delete(key)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      all.add(done)
      return { promise, cancel: done }
    },
  }
}

type Sent = { node: NodeName; paymentHash: string; timeoutSeconds: number }
type SendPayment = (world: World, stored: PaymentRow | undefined) => PaymentRow

const copy = <Row extends object>(row: Row | undefined) => (row ? { ...row } : undefined)

/** Looks a payment up in memory, then in the database. */
async function findPayment(steps: Steps, state: State, { node, paymentHash }: Omit<Sent, 'timeoutSeconds'>) {
  const known = await steps.run((world) => world.book.payment(node, paymentHash), copy)
  return known ?? (await state.readPayment(node, paymentHash))
}

/** Sends a payment and waits for its outcome, but not longer than its time limit. */
async function sendAndWait(steps: Steps, state: State, waiters: Waiters, order: Sent, send: SendPayment) {
  const stored = await state.readPayment(order.node, order.paymentHash)
  const ended = waiters.wait(keyOf(order), order.timeoutSeconds * 1000)
  const outcome = await steps.run((world) => send(world, stored), outcomeOf)
  if (outcome.state === 'in_flight') await ended.promise
  ended.cancel()
  if (outcome.state !== 'in_flight') return outcome
  const payment = await findPayment(steps, state, order)
  return payment ? outcomeOf(payment) : outcome
}

function createHandlers(steps: Steps, state: State, waiters: Waiters, stop: () => void): Handlers {
  const pay = (order: Sent, send: SendPayment) => sendAndWait(steps, state, waiters, order, send)
  return {
    hello: () =>
      steps.run((world) => ({
        platformPubkey: world.node('platform').id,
        outsidePubkey: world.node('outside').id,
        epoch: state.epoch,
        processId: process.pid,
      })),
    createInvoice: (order) =>
      steps.run((world) => {
        const { bolt11, paymentHash, expiresAt } = world.createInvoice(order)
        return { bolt11, paymentHash, expiresAt }
      }),
    async lookupInvoice({ node, paymentHash }) {
      const known = await steps.run((world) => world.book.invoice(node, paymentHash), copy)
      return statusOf(known ?? (await state.readInvoice(node, paymentHash)), now())
    },
    async cancelInvoice({ node, paymentHash }) {
      const stored = await state.readInvoice(node, paymentHash)
      return steps.run((world) => world.cancelInvoice(node, paymentHash, stored))
    },
    pay: (order) => pay(order, (world, stored) => world.pay(order, stored)),
    keysend: (order) => pay(order, (world, stored) => world.keysend(order, stored)),
    async lookupPayment(payment) {
      const found = await findPayment(steps, state, payment)
      return found ? outcomeOf(found) : { state: 'not_found' }
    },
    async listPayments({ node, since, after }) {
      const rows = await state.listPayments(node, since, after, PAGE_ROWS)
      return { payments: rows.map(nodePaymentOf), next: rows.length < PAGE_ROWS ? null : rows.at(-1)! }
    },
    async listSettled({ node, after, waitMs }) {
      const settled = waiters.wait(SETTLED, waitMs)
      const list = () => state.listSettled(node, BigInt(after ?? '0'), PAGE_ROWS)
      let rows = await list()
      if (rows.length === 0) {
        await settled.promise
        rows = await list()
      }
      settled.cancel()
      return rows.map(({ paymentHash, receivedMsat, settledAt, settleIndex, customRecords }) => ({
        paymentHash,
        receivedMsat: receivedMsat!,
        settledAt: settledAt!,
        cursor: settleIndex!.toString(),
        ...(customRecords === null ? {} : { customRecords }),
      }))
    },
    readBalance: ({ node }) => steps.run((world) => world.balance(node)),
    readBehaviour: () => steps.run((world) => world.behaviour),
    setBehaviour: ({ behaviour }) => steps.run((world) => (world.setBehaviour(behaviour), null)),
    async stop() {
      setImmediate(stop)
      return null
    },
  }
}

function ignore(): void {}

main().catch((error: unknown) => end('sandbox-failed', error))
