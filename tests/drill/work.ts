/** What happens on the server of the drill: artists with a track, an event and promos, listeners who pay, new accounts; and what
 * each of them owns. All by calls over HTTP. */
import { login } from '#contract/accounts/auth.ts'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import { getOwnDownloadOffer, listCollection, setDownloadOffer } from '#contract/catalog/downloads.ts'
import { listTickets } from '#contract/concerts/tickets.ts'
import { buyDownload } from '#contract/listening/purchases.ts'
import { createDeposit, send, withdraw } from '#contract/payments/payments.ts'
import { createPromo, listOwnPromos } from '#contract/payments/promos.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createCall } from '#web/data/api.ts'
import { type TestConcert, publishTestConcert } from '#tests/concerts.ts'
import { refusalOf } from '#tests/refusals.ts'
import {
  createTestUser,
  PASSWORD,
  publishTrack,
  type PublishedTrack,
  type TestServer,
  type TestUser,
  until,
} from '#tests/users.ts'
import { createTestClock, transportTo } from '#tests/world.ts'
import type { DrillNode } from './nodes.ts'

export type DrillSize = Record<
  | 'listeners'
  | 'payouts'
  | 'deposits'
  | 'zaps'
  | 'tickets'
  /** At most one album of each artist by each listener. */
  | 'purchases'
  /** One of each artist. */
  | 'promos'
  | 'accounts'
  /** Of these accounts. */
  | 'deleted',
  number
>

type Artist = TestUser & PublishedTrack
export type Stage = {
  server: TestServer
  node: DrillNode
  artists: Artist[]
  listeners: TestUser[]
  concert: TestConcert
  /** Hashes of the deposits that were paid. */
  paid: string[]
  /** Accounts made since the backup. */
  accounts: (TestUser & { isDeleted: boolean })[]
}

const FIRST_DEPOSIT_MSAT = 5_000_000
const PAYOUT_MSAT = 1_000
const AT_ONCE = 8
const PERSON_MAX = 20

export function serverAt(origin: string, database: Database): TestServer {
  const callWith = (token: string | null) => createCall(transportTo(origin), () => token)
  return { origin, world: { database }, call: callWith(null), callWith }
}

export async function setStage(server: TestServer, node: DrillNode, size: DrillSize): Promise<Stage> {
  const artists: Artist[] = []
  for (let count = 1; count <= size.promos; count++) {
    const artist = await createTestUser(server, { name: `artist${count}` })
    artists.push({ ...artist, ...(await publishTrack(server, artist)) })
  }
  const [first] = artists
  if (first === undefined) throw new Error('A drill needs a promo, and so an artist')
  const clock = createTestClock()
  const concert = await publishTestConcert({ clock }, first, { seats: size.tickets + 1, personMax: PERSON_MAX })
  for (const { albumId: contentId, call } of artists) {
    await call(setDownloadOffer, { params: { contentId }, body: { mode: 'paid', msatMin: 1_000 } })
    await until(async () => (await call(getOwnDownloadOffer, { params: { contentId } })).isOffered)
  }
  const listeners: TestUser[] = []
  for (let count = 1; count <= size.listeners; count++) {
    listeners.push(await createTestUser(server, { name: `listener${count}` }))
  }
  const stage: Stage = { server, node, artists, listeners, concert, paid: [], accounts: [] }
  await Promise.all([...artists, ...listeners].map((user) => deposit(stage, user, FIRST_DEPOSIT_MSAT)))
  await quiet(stage)
  return stage
}

async function deposit({ node, paid }: Stage, user: TestUser, msatAmount: number): Promise<void> {
  const { request } = await user.call(createDeposit, { body: { msatAmount } })
  await node.payInvoice(request)
  paid.push(decodeInvoice(request).paymentHash)
}

/** Responds when the money is reserved. */
export async function payOut({ node }: Stage, call: TestUser['call'], msatAmount = PAYOUT_MSAT) {
  return call(withdraw, { body: { invoice: await node.makeInvoice(BigInt(msatAmount)) } })
}

async function zap({ artists }: Stage, user: TestUser, index: number): Promise<void> {
  const { albumId } = artists[index % artists.length]!
  await user.call(send, { body: { contentId: albumId, msatAmount: 1_000 + index } })
}

/** Everybody is at one address. */
const allowMore = ({ world }: TestServer) => world.database.pool.query('DELETE FROM rate_limit')

async function newAccount(stage: Stage, index: number, isDeleted: boolean): Promise<void> {
  await allowMore(stage.server)
  const user = await createTestUser(stage.server, { name: `newcomer${index + 1}` })
  stage.accounts.push({ ...user, isDeleted })
  if (isDeleted) await user.prove(deleteAccount, { body: { confirm: user.name } })
  else await deposit(stage, user, 5_000)
}

type Task = (index: number, listener: TestUser) => Promise<unknown>

/** The kinds mixed evenly, several at a time. */
export async function work(stage: Stage, size: DrillSize): Promise<void> {
  const { artists, concert } = stage
  const kinds: [count: number, task: Task][] = [
    [size.payouts, (index, { prove }) => payOut(stage, prove, PAYOUT_MSAT + index)],
    [size.deposits, (index, listener) => deposit(stage, listener, 5_000 + index)],
    [size.zaps, (index, listener) => zap(stage, listener, index)],
    [size.tickets, (_index, { prove }) => concert.buy(prove)],
    [
      size.purchases,
      (index, { prove }) => {
        const { albumId: contentId } = artists[Math.floor(index / size.listeners)]!
        return prove(buyDownload, { body: { contentId, msatAmount: 3_000 } })
      },
    ],
    [
      size.promos,
      (index) => {
        const { trackId: contentId, prove } = artists[index]!
        return prove(createPromo, {
          body: { contentId, msatBudget: 20_000, msatPayoutAmount: 10_000, fromBalance: true },
        })
      },
    ],
    [size.accounts, (index) => newAccount(stage, index, index < size.deleted)],
  ]
  const tasks = kinds.flatMap(([count, task]) =>
    Array.from({ length: count }, (_, index) => ({ index, task, place: (index + 0.5) / count })),
  )
  await workOff(
    stage,
    tasks.sort((a, b) => a.place - b.place),
  )
}

async function workOff({ listeners }: Stage, tasks: { index: number; task: Task }[]): Promise<void> {
  const queue = tasks.values()
  const one = async () => {
    for (const { index, task } of queue) await task(index, listeners[index % listeners.length]!)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

/** Payments without end, until the server is lost. Resolves when this many calls have succeeded; `ended` when all have failed. */
export async function workWithoutEnd(stage: Stage, count: number): Promise<{ ended: Promise<unknown> }> {
  const enough = Promise.withResolvers<void>()
  let done = 0
  const one = async (worker: number) => {
    const user = stage.listeners[worker % stage.listeners.length]!
    for (let index = worker; ; index += AT_ONCE) {
      if (index % 4 === 0) await payOut(stage, user.prove, PAYOUT_MSAT + index)
      else if (index % 4 === 1) await deposit(stage, user, 5_000 + index)
      else await zap(stage, user, index)
      if (++done === count) enough.resolve()
    }
  }
  const ended = Promise.allSettled(Array.from({ length: AT_ONCE }, (_, worker) => one(worker)))
  await Promise.race([enough.promise, ended.then(() => Promise.reject(new Error(`All calls failed after ${done}`)))])
  return { ended }
}

/** Resolves when all payments are final, all money that arrived is booked, and no work is due. */
export async function quiet({ server, paid }: Stage): Promise<void> {
  await until(async () => {
    const { rows } = await server.world.database.pool.query(
      `SELECT FROM unnest($1::text[]) AS arrived (hash)
       WHERE hash NOT IN (SELECT payment_hash FROM invoice WHERE state = 'paid' AND payment_hash IS NOT NULL)`,
      [paid],
    )
    return rows.length === 0 && (await isFinished(server.world.database))
  })
}

export async function isFinished({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM payout WHERE state IN ('reserved', 'sending', 'unknown')
     UNION ALL SELECT FROM outbox WHERE done_at IS NULL AND run_at <= now()`,
  )
  return rows.length === 0
}

/** What everybody owns, as a server shows it to them. New accounts sign in with their password. */
export async function readRights(server: TestServer, { artists, listeners, accounts }: Stage): Promise<unknown> {
  const { call, callWith } = server
  const newcomers = []
  for (const { name, email, isDeleted } of accounts) {
    await allowMore(server)
    const signIn = call(login, { body: { email, password: PASSWORD } })
    if (isDeleted) newcomers.push([name, (await refusalOf(signIn)).code])
    else newcomers.push([name, 'user' in (await signIn)])
  }
  return {
    newcomers,
    promos: await Promise.all(artists.map(({ token }) => callWith(token)(listOwnPromos, {}))),
    tickets: await Promise.all(listeners.map(({ token }) => callWith(token)(listTickets, {}))),
    collections: await Promise.all(listeners.map(({ token }) => callWith(token)(listCollection, { query: {} }))),
  }
}
