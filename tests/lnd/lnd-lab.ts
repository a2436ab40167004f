/** The fault lab over real lnd nodes: users pay in and out while the server, lnd and btcd are killed repeatedly; then a
 * time without faults, an operator who refunds payments that lnd never ends, and the check of the books against the
 * node. Ends by counts, not by time. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { getMoney, refundPayout } from '#contract/operator/admin.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { login, register } from '#contract/accounts/auth.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import { createDeposit, createInvoice, withdraw } from '#contract/payments/payments.ts'
import { setRole } from '#server/accounts/roles.ts'
import { auditPayments, type Audit } from '#server/payments/audit/audit.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countUnfinished, readUnfinished, tryAgainNow, type Unfinished } from '#tests/faults/books.ts'
import { findFailpoints } from '#tests/faults/failpoints.ts'
import { confirmEveryone } from '#tests/faults/confirm-everyone.ts'
import { createRandom, type Random } from '#tests/faults/random.ts'
import { findFreePort, startServer, type ServerProcess } from '#tests/faults/server-process.ts'
import { until } from '#tests/users.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { transportTo } from '#tests/world.ts'
import { createCall, type Call } from '#web/data/api.ts'
import type { Binaries } from './binaries.ts'
import { compareKeysends, CONTENT_RECORD, countLost, theirBalanceMsat, type Keysends } from './lnd-books.ts'
import { startLndPair, type LndPair } from './lnd-pair.ts'

export type LndGoals = { serverKills: number; lndKills: number; chainKills: number; payouts: number }

export type LndReport = {
  seed: number
  durationMs: number
  serverKills: number
  lndKills: number
  chainKills: number
  deposits: number
  payouts: Record<string, number>
  keysends: Keysends
  /** Payouts that lnd reports as in flight forever, although none of its channels holds them. */
  refunded: number
  unfinished: Unfinished
  /** How much more the other node has received than our books say. */
  lostMsat: bigint
  audit: Audit
}

type Stage = {
  pair: LndPair
  database: Database
  server: ServerProcess | null
  visitor: Call
  payers: Call[]
  contentId: string
  random: Random
  settings: Record<string, string>
  deposits: number
  theirsAtStartMsat: bigint
  restart(crashAt: string): Promise<void>
}

const PAYERS = 4
const AT_ONCE = 4
const DEPOSIT_MSAT = 200_000_000
const OUTSIDE_EXPIRY_SECONDS = 600
const PASSWORD = 'a long enough password'
/** After every expiry, so that a payout that was never sent is released; and after the day from which on operators may
 * refund. */
const END_CLOCK_MS = 25 * 3_600_000
/** After two minutes lnd gets a request to delete payments that it never sent. */
const QUIET_MAX_MS = 180_000
const AGAIN_MAX_MS = 30_000
/** The last incoming payment is reported a moment later. */
const HEARD_MAX_MS = 30_000

export async function runLndLab(options: {
  binaries: Binaries
  seed: number
  goals: LndGoals
  print: (line: string) => void
}): Promise<LndReport> {
  const { binaries, seed, goals, print } = options
  const startedAt = performance.now()
  await using stack = new AsyncDisposableStack()
  const stage = await setStage(stack, binaries, seed)
  const done = { server: 0, lnd: 0, chain: 0 }
  const paying = new AbortController()
  const load = Promise.all(Array.from({ length: AT_ONCE }, () => payAndPay(stage, paying.signal)))
  while (done.server < goals.serverKills || done.lnd < goals.lndKills || done.chain < goals.chainKills) {
    await sleep(stage.random.between(200, 1_500))
    const next = chooseTarget(stage.random, {
      server: goals.serverKills - done.server,
      lnd: goals.lndKills - done.lnd,
      chain: goals.chainKills - done.chain,
    })
    await strike(stage, next)
    done[next]++
    print(`${next} killed: ${JSON.stringify(done)} ${JSON.stringify(await countPayouts(stage.database))}`)
  }
  while (sum(await countPayouts(stage.database)) < goals.payouts) await sleep(200)
  paying.abort()
  await load
  const refunded = await makePeace(stage, print)
  await until(async () => (await countLost(stage)) === 0n, HEARD_MAX_MS).catch(() => undefined)
  const audit = await auditPayments({ database: stage.database, node: stage.pair.node })
  return {
    seed,
    durationMs: Math.round(performance.now() - startedAt),
    serverKills: done.server,
    lndKills: done.lnd,
    chainKills: done.chain,
    deposits: stage.deposits,
    payouts: await countPayouts(stage.database),
    keysends: await compareKeysends(stage),
    refunded,
    unfinished: await readUnfinished(stage.database),
    lostMsat: await countLost(stage),
    audit,
  }
}

async function setStage(stack: AsyncDisposableStack, binaries: Binaries, seed: number): Promise<Stage> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-lnd-lab-'))
  stack.defer(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  const testDatabase = stack.use(await createTestDatabase())
  const pair = await startLndPair(binaries)
  stack.defer(() => pair.stop())
  const database = connectDatabase({ url: testDatabase.ownerUrl, maxConnections: 2 })
  stack.defer(() => database.close())
  const port = await findFreePort()
  const stage: Stage = {
    pair,
    database,
    server: null,
    visitor: createCall(transportTo(`http://127.0.0.1:${port}`)),
    payers: [],
    contentId: '',
    random: createRandom(seed),
    settings: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: testDatabase.ownerUrl,
      LIGHTNING: 'lnd',
      LND_URL: pair.ours.url,
      LND_TLS_CERT: pair.ours.certificateFile,
      LND_MACAROON_FILE: pair.ours.macaroonFile,
      MAX_PAYMENT_MSAT: '1000000000',
      YOUNG_WITHDRAWAL_MSAT: '1000000000000',
      // Payments of any size, one after the other: whether they need a proof is tests/journeys/step-up.test.ts.
      STEP_UP_MSAT: '1000000000000',
      DAILY_WITHDRAWAL_MSAT: '1000000000000',
      FAILED_WITHDRAWALS_PER_HOUR: '1000',
    },
    deposits: 0,
    theirsAtStartMsat: await theirBalanceMsat(pair),
    async restart(crashAt) {
      await stage.server?.stop('SIGKILL')
      stage.server = await startServer({ settings: { ...stage.settings, CRASH_AT: crashAt } })
    },
  }
  stack.defer(async () => void (await stage.server?.stop('SIGKILL')))
  await stage.restart('')
  await createTestUsers(stage)
  return stage
}

async function createTestUsers(stage: Stage): Promise<void> {
  const { visitor, database, payers, settings, pair } = stage
  for (let count = 1; count <= PAYERS; count++) {
    const body = { email: `payer${count}@example.com`, password: PASSWORD, name: `payer${count}` }
    const { token } = await visitor(register, { body })
    payers.push(createCall(transportTo(`http://127.0.0.1:${settings['PORT']}`), () => token))
  }
  await confirmEveryone(database)
  stage.contentId = (await payers[0]!(createArtist, { body: { name: 'The Lab' } })).id
  for (const payer of payers) {
    const { request } = await payer(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
    await pair.counterparty.payInvoice(request)
    stage.deposits++
  }
}

/** Errors here are caused by the kills. */
async function payAndPay(stage: Stage, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await stage.database.pool.query('DELETE FROM rate_limit').catch(() => undefined)
    await payOnce(stage).catch(() => sleep(100))
  }
}

async function payOnce(stage: Stage): Promise<void> {
  const { pair, payers, visitor, random, contentId } = stage
  const { counterparty } = pair
  const kind = random.next()
  const amountMsat = random.between(1_000, 60_000)
  if (kind < 0.1) return counterparty.setBehaviour(random.pick(['normal', 'normal', 'normal', 'reject', 'hold']))
  if (kind < 0.3) {
    const { request } = await visitor(createInvoice, { body: { contentId, msatAmount: amountMsat } })
    if ((await counterparty.payInvoice(request)).state === 'succeeded') stage.deposits++
    return
  }
  if (kind < 0.4) {
    // One in five names no content of ours.
    const customRecords = random.next() < 0.2 ? {} : { [CONTENT_RECORD]: Buffer.from(contentId).toString('hex') }
    const { pubkey } = await pair.node.info(AbortSignal.timeout(5_000))
    await counterparty.keysend!({ pubkey, amountMsat: BigInt(amountMsat), customRecords })
    return
  }
  if (kind < 0.55) {
    const part = { msatAmount: amountMsat, pubkey: await counterparty.pubkey!() }
    await random.pick(payers)(sendKeysend, { body: { msatTotal: 2 * amountMsat, keysends: [part, part] } })
    return
  }
  const order = { amountMsat: BigInt(amountMsat), expirySeconds: OUTSIDE_EXPIRY_SECONDS }
  const { bolt11 } = await counterparty.makeInvoice(order)
  await random.pick(payers)(withdraw, { body: { invoice: bolt11 } })
}

type KillTarget = 'server' | 'lnd' | 'chain'

function chooseTarget(random: Random, left: Record<KillTarget, number>): KillTarget {
  const open = { server: Math.max(0, left.server), lnd: Math.max(0, left.lnd), chain: Math.max(0, left.chain) }
  return random.weigh(open)
}

async function strike(stage: Stage, target: KillTarget): Promise<void> {
  const { pair, random } = stage
  if (target === 'lnd') return pair.kill()
  if (target === 'chain') {
    await pair.chain.kill('SIGKILL')
    await sleep(random.between(100, 1_000))
    return pair.chain.revive()
  }
  // At a random moment, or at the next failpoint.
  const point = random.next() < 0.7 ? `${random.pick(findFailpoints())}:${random.between(1, 3)}` : ''
  await stage.restart(point)
  if (point === '') return
  await Promise.race([stage.server!.ended, sleep(random.between(500, 3_000))])
  await stage.restart('')
}

/** Returns how many payouts an operator had to refund. */
async function makePeace(stage: Stage, print: (line: string) => void): Promise<number> {
  const { pair, database } = stage
  await stage.restart('')
  await pair.counterparty.setBehaviour('normal')
  stage.server!.setClock(END_CLOCK_MS)
  await tryAgainNow(database)
  let toldAt = performance.now()
  const isOver = async () => {
    const unfinished = await countUnfinished(database)
    if (performance.now() - toldAt > 10_000) {
      print(`${unfinished} unfinished: ${await describeUnfinished(stage)}`)
      toldAt = performance.now()
      // Late payments are released too.
      await pair.counterparty.setBehaviour('normal')
    }
    return unfinished === 0
  }
  await until(isOver, QUIET_MAX_MS).catch(() => undefined)
  if (await isOver()) return 0
  print('the remaining payments have no outcome in lnd either: restarting lnd, as an operator would')
  await pair.kill()
  await until(isOver, AGAIN_MAX_MS).catch(() => undefined)
  return refundAll(stage)
}

async function refundAll({ database, visitor, settings }: Stage): Promise<number> {
  await setRole(database.read, 'payer1', 'owner')
  const signedIn = await visitor(login, { body: { email: 'payer1@example.com', password: PASSWORD } })
  if (!('token' in signedIn)) throw new Error('There is no second factor here')
  const operator = createCall(transportTo(`http://127.0.0.1:${settings['PORT']}`), () => signedIn.token)
  const { payouts } = await operator(getMoney, {})
  const body = { reason: 'No channel of lnd holds it' }
  for (const { paymentId } of payouts) await operator(refundPayout, { params: { paymentId }, body })
  return payouts.length
}

/** Prints our rows and the state of the node. */
async function describeUnfinished({ database, pair }: Stage): Promise<string> {
  const { rows } = await database.pool.query<{ state: string; payment_hash: string }>(
    `SELECT state, payment_hash FROM payout WHERE state IN ('reserved', 'sending', 'unknown') LIMIT 20`,
  )
  const both = await Promise.all(
    rows.map(async (row) => {
      const found = await pair.node.lookupPayment(row.payment_hash).catch((error: Error) => ({ state: error.message }))
      return `${row.state}/${found.state}`
    }),
  )
  const { rows: toDo } = await database.pool.query<{ task: string }>(
    `SELECT concat_ws(' ', topic, attempts, last_error) AS task FROM outbox WHERE done_at IS NULL LIMIT 20`,
  )
  return [...both, ...toDo.map(({ task }) => task)].join(', ')
}

async function countPayouts({ pool }: Database): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM payout GROUP BY state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)
const sleep = (timeMs: number) => new Promise<void>((resolve) => setTimeout(resolve, timeMs))
