/** The crash lab over real Lightning nodes: random zaps, sends, withdrawals and keysends while the server is killed,
 * and then the check of the books against the nodes. All other faults are in fault-lab.ts. */
import { connectDatabase } from '#server/platform/database/connect.ts'
import { silentLog } from '#server/platform/log.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { getAccount } from '#contract/accounts/account.ts'
import { register, verifyEmail } from '#contract/accounts/auth.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import { createDeposit, createInvoice, send, withdraw } from '#contract/payments/payments.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import {
  getSandboxState,
  listSandboxMails,
  makeOutsideInvoice,
  payFromExternal,
  setBehaviour,
} from '#contract/operator/sandbox.ts'
import { createSandboxNode, type SandboxNode } from '#server/lightning/sandbox/adapter.ts'
import { auditPayments, type Audit } from '#server/payments/audit/audit.ts'
import { sql } from 'kysely'
import { createCall, type Call } from '#web/data/api.ts'
import { until } from '#tests/users.ts'
import { poolerSettings } from '#tests/pgbouncer.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { transportTo } from '#tests/world.ts'
import { countUnfinished } from './books.ts'
import { createRandom, type Random } from './random.ts'
import { agreeToAll } from '../agreements.ts'
import { provingCall } from '../proofs.ts'
import { findFreePort, startServer, type ServerProcess } from './server-process.ts'

export type Counts = { zaps: number; withdrawals: number; keysends: number; settled: number; failed: number }

export type LabBooks = {
  audit: Audit
  counts: Counts
  /** How many payments without an invoice the external wallet has certainly made, and the hashes of those not booked
   * once. */
  keysendsIn: number
  unheard: string[]
}

export type Lab = {
  start(crashAt: string): Promise<void>
  stop(signal: NodeJS.Signals): Promise<void>
  createTestUsers(): Promise<void>
  /** Starts with the failpoint and pays until the server dies. Returns the failpoint it died at. */
  runUntilKilled(crashAt: string): Promise<string>
  /** Makes payments until there are this many payouts, and waits until none is in flight. */
  finish(payouts: number): Promise<void>
  audit(): Promise<LabBooks>
  [Symbol.asyncDispose](): Promise<void>
}

const PAYERS = 4
const DEPOSIT_MSAT = 25_000_000
const OUTSIDE_EXPIRY_SECONDS = 600
/** After every expiry, so that a payout that was never sent is released. */
const END_CLOCK_MS = 3_600_000
const ROUND_TIMEOUT_MS = 60_000
const AT_ONCE = 6
const PASSWORD = 'a long enough password'
/** The record that names the content that a payment to a shared node is for. */
const CONTENT_RECORD = '16180339'
/** A keysend responds when it is paid; a held one is not awaited. */
const KEYSEND_WAIT_MS = 500

/** Payments of any size, one after the other. Whether they need a proof is tests/journeys/step-up.test.ts. */
export const WITHOUT_LIMITS = {
  YOUNG_WITHDRAWAL_MSAT: '1000000000000',
  DAILY_WITHDRAWAL_MSAT: '1000000000000',
  STEP_UP_MSAT: '1000000000000',
  FAILED_WITHDRAWALS_PER_HOUR: '1000',
}

export async function createLab({ dataDir, seed }: { dataDir: string; seed: number }): Promise<Lab> {
  const testDatabase = await createTestDatabase()
  const port = await findFreePort()
  const random = createRandom(seed)
  const database = connectDatabase({ url: testDatabase.ownerUrl, maxConnections: 2 })
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: testDatabase.ownerUrl,
    ...(await poolerSettings(testDatabase.ownerUrl)),
    ...WITHOUT_LIMITS,
  }
  const origin = `http://127.0.0.1:${port}`
  const visitor = createCall(transportTo(origin))
  let server: ServerProcess | null = null
  const payers: Call[] = []
  /** The amounts that the external wallet has paid, by payment hash. */
  const keysends = new Map<string, bigint>()
  let contentId = ''
  let keys = { own: '', outside: '' }
  let node: SandboxNode | null = null

  const start = async (crashAt: string) => {
    server = await startServer({ settings: { ...settings, CRASH_AT: crashAt } })
  }
  const stop = async (signal: NodeJS.Signals) => {
    await server?.stop(signal)
    server = null
  }
  const payUnasked = async (msatAmount: number) => {
    const amountMsat = BigInt(msatAmount)
    const customRecords = { [CONTENT_RECORD]: Buffer.from(contentId).toString('hex') }
    const paid = await node!.outside.keysend({ pubkey: keys.own, amountMsat, customRecords })
    if (paid.state === 'succeeded') keysends.set(paid.paymentHash, amountMsat)
  }
  const pay = () =>
    payOnce({ visitor, payer: random.pick(payers), contentId, random, pubkey: keys.outside, payUnasked })
  const findUnheard = async () => {
    const { rows } = await database.pool.query<{ hash: string; msat: bigint }>(
      `SELECT i.payment_hash AS hash, z.amount_msat AS msat FROM invoice i JOIN zap z ON z.id = i.id
       WHERE i.keysend IS NOT NULL`,
    )
    const booked = Map.groupBy(rows, ({ hash }) => hash)
    const isHeard = ([hash, msat]: [string, bigint]) => {
      const found = booked.get(hash) ?? []
      return found.length === 1 && found[0]!.msat === msat
    }
    return [...keysends].filter((one) => !isHeard(one)).map(([hash]) => hash)
  }
  const refuseAll = () => visitor(setBehaviour, { body: { mode: 'reject' } })
  /** Failures here have two causes: the server is down, or the fault mode of the external wallet. */
  const payMany = async () => {
    await database.pool.query('DELETE FROM rate_limit')
    await Promise.allSettled(Array.from({ length: AT_ONCE }, pay))
  }

  return {
    start,
    stop,
    async createTestUsers() {
      const { platformPubkey: own, outsidePubkey: outside } = await visitor(getSandboxState, {})
      keys = { own, outside }
      node = await createSandboxNode({ databaseUrl: testDatabase.ownerUrl, dataDir, log: silentLog })
      const names = Array.from({ length: PAYERS }, (_, index) => `payer${index + 1}`)
      for (const name of names) payers.push(await signUp(visitor, origin, name))
      const [artist] = payers
      contentId = (await artist!(createArtist, { body: { name: 'The Lab' } })).id
      const splitRecipients = names.map((name, index) => ({ name, share: 17 + index }))
      await artist!(createSplit, { body: { contentId, contentType: 'artist', splitRecipients } })
      await agreeToAll(...payers)
      for (const call of payers) {
        const { request } = await call(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
        await visitor(payFromExternal, { body: { bolt11: request } })
        await until(async () => (await call(getAccount, {})).msatBalance === DEPOSIT_MSAT)
      }
    },
    async runUntilKilled(crashAt) {
      await start(crashAt)
      const { ended, diedAt } = server!
      let isDead = false
      void ended.then(() => (isDead = true))
      const deadline = performance.now() + ROUND_TIMEOUT_MS
      while (!isDead) {
        if (performance.now() > deadline) throw new Error(`The failpoint ${crashAt} was not reached`)
        // Payouts are only released if the recipient refuses them.
        if (crashAt.startsWith('payout:releasing')) await refuseAll().catch(() => undefined)
        await payMany()
      }
      return diedAt() ?? 'nowhere'
    },
    async finish(payouts) {
      await visitor(setBehaviour, { body: { mode: 'normal' } })
      while ((await countPayments(database.read)).withdrawals < payouts) await payMany()
      await visitor(setBehaviour, { body: { mode: 'normal' } })
      server!.setClock(END_CLOCK_MS)
      const isOver = async () => (await countUnfinished(database)) === 0 && (await findUnheard()).length === 0
      await until(isOver, 60_000)
    },
    async audit() {
      const audit = await auditPayments({ database, node: node! })
      const counts = await countPayments(database.read)
      return { audit, counts, keysendsIn: keysends.size, unheard: await findUnheard() }
    },
    async [Symbol.asyncDispose]() {
      await node?.close()
      await stop('SIGTERM')
      await database.close()
      await testDatabase.drop()
    },
  }
}

async function signUp(visitor: Call, origin: string, name: string): Promise<Call> {
  const email = `${name}@example.com`
  const { token } = await visitor(register, { body: { email, password: PASSWORD, name } })
  const [mail] = await visitor(listSandboxMails, { query: { to: email } })
  const oobCode = new URL(mail!.links[0]!).searchParams.get('oobCode')!
  await visitor(verifyEmail, { body: { oobCode } })
  return provingCall(
    createCall(transportTo(origin), () => token),
    { method: 'password', password: PASSWORD },
  )
}

type Payer = {
  visitor: Call
  payer: Call
  contentId: string
  random: Random
  /** Of the external wallet's node. */
  pubkey: string
  payUnasked(msatAmount: number): Promise<void>
}

/** One random payment: by invoice, by keysend, from the balance, or a withdrawal. Now and then the behaviour of the
 * external wallet changes. */
async function payOnce({ visitor, payer, contentId, random, pubkey, payUnasked }: Payer): Promise<void> {
  const kind = random.next()
  const msatAmount = random.between(1_000, 60_000)
  if (kind < 0.06) {
    const modes = ['normal', 'normal', 'normal', 'reject', 'hold', 'slow', 'offline'] as const
    await visitor(setBehaviour, { body: { mode: random.pick(modes) } })
  } else if (kind < 0.22) {
    const { request } = await visitor(createInvoice, { body: { contentId, msatAmount } })
    await visitor(setBehaviour, { body: { mode: 'normal' } })
    await visitor(payFromExternal, { body: { bolt11: request } })
  } else if (kind < 0.28) {
    await payer(send, { body: { contentId, msatAmount } })
  } else if (kind < 0.36) {
    await visitor(setBehaviour, { body: { mode: 'normal' } })
    await payUnasked(msatAmount)
  } else if (kind < 0.5) {
    const sending = payer(sendKeysend, { body: { msatTotal: msatAmount, keysends: [{ msatAmount, pubkey }] } })
    await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, KEYSEND_WAIT_MS))])
  } else {
    const body = { amountMsat: msatAmount, expirySeconds: OUTSIDE_EXPIRY_SECONDS }
    const { bolt11 } = await visitor(makeOutsideInvoice, { body })
    await payer(withdraw, { body: { invoice: bolt11 } })
  }
}

type Read = ReturnType<typeof connectDatabase>['read']

async function countPayments(read: Read): Promise<Counts> {
  const { rows } = await sql<Counts>`SELECT (SELECT count(*) FROM zap)::int AS zaps,
    (SELECT count(*) FROM payout)::int AS withdrawals,
    (SELECT count(*) FROM payout WHERE keysend IS NOT NULL)::int AS keysends,
    (SELECT count(*) FROM payout WHERE state = 'settled')::int AS settled,
    (SELECT count(*) FROM payout WHERE state = 'failed')::int AS failed`.execute(read)
  return rows[0]!
}
