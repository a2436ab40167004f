/** What the crash lab does to a server: random zaps, sends and withdrawals over HTTP while it is killed, and the check of
 * the books against the nodes afterwards. */
import { connectDatabase } from '#server/platform/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { createArtist } from '#contract/artists.ts'
import { getAccount } from '#contract/accounts.ts'
import { register, verifyEmail } from '#contract/auth.ts'
import { createDeposit, createInvoice, send, withdraw } from '#contract/payments.ts'
import { createSplit } from '#contract/splits.ts'
import { listSandboxMails, makeOutsideInvoice, payFromOutside, setBehaviour } from '#contract/sandbox.ts'
import { createSandboxNode } from '#server/lightning/sandbox/adapter.ts'
import { auditPayments, type Audit } from '#server/payments/audit.ts'
import { sql } from 'kysely'
import { createCall, type Call } from '#web/api.ts'
import { until } from '#tests/people.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { transportTo } from '#tests/world.ts'
import { findFreePort, startServer, type ServerProcess } from './server-process.ts'

export type Counts = { zaps: number; withdrawals: number; settled: number; failed: number }

export type Lab = {
  start(crashAt: string): Promise<void>
  stop(signal: NodeJS.Signals): Promise<void>
  makePeople(): Promise<void>
  /** Starts with the failpoint and pays until the server dies; answers the point it died at. */
  runUntilKilled(crashAt: string): Promise<string>
  /** Waits until nothing is under way any more. */
  finish(): Promise<void>
  audit(): Promise<{ audit: Audit; counts: Counts }>
  [Symbol.asyncDispose](): Promise<void>
}

const DEPOSIT_MSAT = 100_000_000
/** Short, so that a payout whose call never left is given back within the test. */
const OUTSIDE_EXPIRY_SECONDS = 25
const ROUND_TIMEOUT_MS = 60_000
const PASSWORD = 'a long enough password'

export async function createLab({ dataDir, seed }: { dataDir: string; seed: number }): Promise<Lab> {
  const testDatabase = await createTestDatabase()
  const port = await findFreePort()
  const random = createRandom(seed)
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: testDatabase.ownerUrl,
    YOUNG_WITHDRAWAL_MSAT: '1000000000',
    FAILED_WITHDRAWALS_PER_HOUR: '1000',
  }
  const origin = `http://127.0.0.1:${port}`
  const visitor = createCall(transportTo(origin))
  let server: ServerProcess | null = null
  let payer: Call = visitor
  let contentId = ''

  const start = async (crashAt: string) => {
    server = await startServer({ ...settings, CRASH_AT: crashAt })
  }
  const stop = async (signal: NodeJS.Signals) => {
    await server?.stop(signal)
    server = null
  }
  const pay = () => payOnce({ visitor, payer, contentId, random })

  return {
    start,
    stop,
    async makePeople() {
      const first = await signUp(visitor, origin, 'first')
      const second = await signUp(visitor, origin, 'second')
      const artist = await second(createArtist, { body: { name: 'The Lab' } })
      contentId = artist.id
      const splitRecipients = [
        { name: 'first', share: 57 },
        { name: 'second', share: 43 },
      ]
      await second(createSplit, { body: { contentId, contentType: 'artist', splitRecipients } })
      payer = first
      const { request } = await payer(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
      await visitor(payFromOutside, { body: { bolt11: request } })
      await until(async () => (await payer(getAccount, {})).msatBalance === DEPOSIT_MSAT)
    },
    async runUntilKilled(crashAt) {
      await start(crashAt)
      const { ended, points } = server!
      let isDead = false
      void ended.then(() => (isDead = true))
      const deadline = performance.now() + ROUND_TIMEOUT_MS
      while (!isDead) {
        if (performance.now() > deadline) throw new Error(`Nothing came to ${crashAt}`)
        // What fails here fails because the server is gone, or by the outside wallet's mood.
        await Promise.allSettled([pay(), pay(), pay()])
      }
      await new Promise((resolve) => setImmediate(resolve))
      return points[0] ?? 'nowhere'
    },
    async finish() {
      await visitor(setBehaviour, { body: { mode: 'normal' } })
      for (let count = 0; count < 12; count++) await Promise.allSettled([pay(), pay()])
      await visitor(setBehaviour, { body: { mode: 'normal' } })
      const database = connectDatabase({ url: testDatabase.ownerUrl, maxConnections: 1 })
      await until(async () => (await countUnfinished(database.read)) === 0, 150_000)
      await database.close()
    },
    async audit() {
      const database = connectDatabase({ url: testDatabase.ownerUrl, maxConnections: 2 })
      const node = await createSandboxNode({ databaseUrl: testDatabase.ownerUrl, dataDir, log: silentLog })
      try {
        return { audit: await auditPayments({ database, node }), counts: await countPayments(database.read) }
      } finally {
        await node.close()
        await database.close()
      }
    },
    async [Symbol.asyncDispose]() {
      await stop('SIGTERM')
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
  return createCall(transportTo(origin), () => token)
}

type Payer = { visitor: Call; payer: Call; contentId: string; random: () => number }

/** One random payment: by invoice, from the balance, or out; and now and then the outside wallet changes its mood. */
async function payOnce({ visitor, payer, contentId, random }: Payer): Promise<void> {
  const kind = random()
  const msatAmount = 1_000 + Math.floor(random() * 60_000)
  if (kind < 0.12) {
    const modes = ['normal', 'normal', 'normal', 'reject', 'hold', 'slow', 'offline'] as const
    await visitor(setBehaviour, { body: { mode: modes[Math.floor(random() * modes.length)]! } })
  } else if (kind < 0.4) {
    const { request } = await visitor(createInvoice, { body: { contentId, msatAmount } })
    await visitor(setBehaviour, { body: { mode: 'normal' } })
    await visitor(payFromOutside, { body: { bolt11: request } })
  } else if (kind < 0.55) {
    await payer(send, { body: { contentId, msatAmount } })
  } else {
    const body = { amountMsat: msatAmount, expirySeconds: OUTSIDE_EXPIRY_SECONDS }
    const { bolt11 } = await visitor(makeOutsideInvoice, { body })
    await payer(withdraw, { body: { invoice: bolt11 } })
  }
}

type Read = ReturnType<typeof connectDatabase>['read']

async function countUnfinished(read: Read): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT
    ((SELECT count(*) FROM payout WHERE state IN ('reserved', 'sending', 'unknown'))
    + (SELECT count(*) FROM outbox WHERE done_at IS NULL))::int AS count`.execute(read)
  return rows[0]!.count
}

async function countPayments(read: Read): Promise<Counts> {
  const { rows } = await sql<Counts>`SELECT (SELECT count(*) FROM zap)::int AS zaps,
    (SELECT count(*) FROM payout)::int AS withdrawals,
    (SELECT count(*) FROM payout WHERE state = 'settled')::int AS settled,
    (SELECT count(*) FROM payout WHERE state = 'failed')::int AS failed`.execute(read)
  return rows[0]!
}

/** Small, seeded and good enough to choose payments by. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
