/** One server, one database and one fake node, controlled by a scenario. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { getAccount } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { register } from '#contract/accounts/auth.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import { createDeposit, withdraw } from '#contract/payments/payments.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { until } from '#tests/users.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { provingCall } from '#tests/proofs.ts'
import { transportTo } from '#tests/world.ts'
import { createCall, type Call } from '#web/data/api.ts'
import { checkBooks, countUnfinished, type Books } from './books.ts'
import { confirmEveryone } from './confirm-everyone.ts'
import { serveFakeNode } from './fake-node.ts'
import { controlNode, type NodeControl } from './node-control.ts'
import { connectRemoteNode } from './remote-node.ts'
import { findFreePort, startServer, type ServerProcess } from './server-process.ts'

export type SmallLab = {
  readonly origin: string
  /** The address of an external payee, whom the fake node pays. */
  readonly address: string
  readonly database: Database
  readonly node: NodeControl
  readonly visitor: Call
  /** The running server. */
  server(): ServerProcess
  restart(crashAt: string): Promise<void>
  /** A further server on the same database and node, with these settings besides. Returns its origin. */
  addServer(own?: Record<string, string>): Promise<string>
  /** Registers a user with a confirmed address. */
  createTestUser(name: string): Promise<Call>
  createTestUserWithToken(name: string): Promise<{ call: Call; token: string }>
  fill(user: Call, amountMsat: number): Promise<void>
  /** Content of this user alone. */
  makeContent(user: Call): Promise<string>
  /** To a new external invoice. */
  withdraw(user: Call, amountMsat: number): Promise<void>
  /** To an external node, without an invoice. */
  keysend(user: Call, amountMsat: number): Promise<void>
  /** Waits for every payment to have an outcome, for a limited time, and checks the books. */
  check(timeoutMs: number): Promise<Books>
  [Symbol.asyncDispose](): Promise<void>
}

export type SmallLabOptions = {
  /** Made by server-bundle.ts. */
  program?: string
  settings?: Record<string, string>
  isMigrated?: boolean
}

const PASSWORD = 'a long enough password'
const EXPIRY_SECONDS = 6 * 3_600

const SETTINGS = {
  FORWARD_RETRY_SECONDS: '1',
  FAILED_WITHDRAWALS_PER_HOUR: '1000',
  YOUNG_WITHDRAWAL_MSAT: '1000000000000',
  DAILY_WITHDRAWAL_MSAT: '1000000000000',
  // Payments of any size, one after the other: whether they need a proof is tests/journeys/step-up.test.ts.
  STEP_UP_MSAT: '1000000000000',
}

export async function createSmallLab({
  program,
  settings,
  isMigrated = true,
}: SmallLabOptions = {}): Promise<SmallLab> {
  const stack = new AsyncDisposableStack()
  const testDatabase = stack.use(await createTestDatabase({ migrated: isMigrated }))
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-lab-'))
  stack.defer(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  const fake = await serveFakeNode(1)
  stack.defer(() => fake.close())
  const node = controlNode(fake.origin)
  const firstPort = String(await findFreePort())
  const start = (crashAt: string, port: string, own: Record<string, string> = {}) =>
    startServer({
      ...(program === undefined ? {} : { program }),
      settings: {
        ...SETTINGS,
        PORT: port,
        DATA_DIR: dataDir,
        DATABASE_URL: testDatabase.ownerUrl,
        LAB_NODE: fake.origin,
        OUTBOUND_ALLOW: fake.addressHost,
        CRASH_AT: crashAt,
        ...settings,
        ...own,
      },
    })
  let server = await start('', firstPort)
  stack.defer(async () => void (await server.stop('SIGKILL')))
  const database = connectDatabase({ url: testDatabase.ownerUrl, maxConnections: 3 })
  stack.defer(() => database.close())
  const origin = server.origin
  const visitor = createCall(transportTo(origin))
  const signUp = (name: string) => signUpAt(origin, database, name)
  const isAtRest = () => hasComeToRest(database, node)

  return {
    origin,
    address: `gus@${fake.addressHost}`,
    database,
    node,
    visitor,
    server: () => server,
    async restart(crashAt) {
      await server.stop('SIGKILL')
      server = await start(crashAt, firstPort)
    },
    async addServer(own) {
      const second = await start('', String(await findFreePort()), own)
      stack.defer(async () => void (await second.stop('SIGKILL')))
      return second.origin
    },
    createTestUser: async (name) => (await signUp(name)).call,
    createTestUserWithToken: signUp,
    async fill(user, amountMsat) {
      const wanted = (await user(getAccount, {})).msatBalance + amountMsat
      const { request } = await user(createDeposit, { body: { msatAmount: amountMsat } })
      await node.settle(request)
      await until(async () => (await user(getAccount, {})).msatBalance >= wanted)
    },
    makeContent: async (user) => (await user(createArtist, { body: { name: 'Heard in the lab' } })).id,
    async withdraw(user, amountMsat) {
      const invoice = { amountMsat: BigInt(amountMsat), expirySeconds: EXPIRY_SECONDS }
      const { bolt11 } = await node.makeInvoice(invoice)
      await user(withdraw, { body: { invoice: bolt11 } })
    },
    async keysend(user, msatAmount) {
      const { outside: pubkey } = await node.keys()
      await user(sendKeysend, { body: { msatTotal: msatAmount, keysends: [{ msatAmount, pubkey }] } })
    },
    async check(timeoutMs) {
      await until(isAtRest, timeoutMs).catch(() => undefined)
      return checkBooks(database, connectRemoteNode(node.origin), await node.truth())
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function signUpAt(origin: string, database: Database, name: string): Promise<{ call: Call; token: string }> {
  const account = { email: `${name}@example.com`, password: PASSWORD, name }
  const { token } = await createCall(transportTo(origin))(register, { body: account })
  await confirmEveryone(database)
  const call = createCall(transportTo(origin), () => token)
  return { call: provingCall(call, { method: 'password', password: PASSWORD }), token }
}

/** Nothing is in progress any more, at the node or in the books, and both agree. */
async function hasComeToRest(database: Database, node: NodeControl): Promise<boolean> {
  const { inFlight, receivedMsat, sentMsat } = await node.truth()
  const balance = await database.pool.query<{ msat: bigint }>(
    `SELECT account_balance(id) AS msat FROM account WHERE code = 'lightning'`,
  )
  const isHeard = balance.rows[0]?.msat === sentMsat - receivedMsat
  return inFlight === 0 && isHeard && (await countUnfinished(database)) === 0
}
