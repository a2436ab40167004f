/** Many buyers for few seats, at two servers: exactly the seats are sold, and the others are told immediately. In turn, the
 * buyers pay from their balances or by invoices. The long run:
 * `RACE_ROUNDS=20 RACE_BUYERS=500 RACE_SEATS=100 npm test -- tests/journeys/ticket-race.test.ts` */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getConcert } from '#contract/concerts/concerts.ts'
import { listTicketSales } from '#contract/concerts/tickets.ts'
import { insertNewUser } from '#server/accounts/users.ts'
import { createApp } from '#server/app.ts'
import { openSession } from '#server/auth/sessions/sessions.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/transfer.ts'
import { newId } from '#server/platform/ids.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { createCall, type Call } from '#web/data/api.ts'
import { publishTestConcert, type TestConcert } from '../concerts.ts'
import { assertBooksBalance, refusalOf } from '../refusals.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import { createTestWorld, transportTo, type TestWorld } from '../world.ts'

const numberOf = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const ROUNDS = numberOf('RACE_ROUNDS', 2)
const BUYERS = numberOf('RACE_BUYERS', 60)
const SEATS = numberOf('RACE_SEATS', 12)
const SATS = 2

/** A user with a session and enough for one ticket a round, made without a password, which would take long. */
async function makeBuyer({ world: { database }, clock }: TestWorld, index: number): Promise<string> {
  return database.transaction(async (tx) => {
    const now = clock.now()
    const claims = { issuer: 'https://race.example', subject: String(index), email: null, emailVerified: false }
    const { userId } = await insertNewUser(tx, { claims, username: `racer${index}`, now })
    const amountMsat = BigInt(ROUNDS * SATS * 1_000)
    const id = newId()
    await post(tx, {
      idem: `race:${userId}`,
      kind: 'correction',
      legs: [
        { account: 'house', amountMsat: -amountMsat },
        { account: userAccount(userId), amountMsat },
      ],
    })
    const line = { id, user_id: userId, type: 'Deposit', payment_id: id } as const
    await insertLines(tx, [{ ...line, amount_msat: amountMsat, change_msat: amountMsat, created_at: now }])
    const origin = { ip: '203.0.113.9', userAgent: 'race' }
    const session = { ...claims, method: 'password' as const, origin, secondFactor: false, now }
    return (await openSession(tx, session)).token
  })
}

type Outcome = 'sold' | string

async function buyAll(concert: TestConcert, buyers: readonly Call[]): Promise<Outcome[]> {
  return Promise.all(
    buyers.map(async (call) => {
      const sale = concert.buy(call)
      return sale.then(
        () => 'sold',
        async () => (await refusalOf(sale)).code,
      )
    }),
  )
}

/** Those who get a hold pay it. */
async function holdAll(world: TestWorld, concert: TestConcert, buyers: readonly Call[]): Promise<Outcome[]> {
  const outcomes = await Promise.all(
    buyers.map(async (call) => {
      const hold = concert.hold(call)
      return hold.then(
        async ({ invoice }) => {
          await world.node.settleInvoice(invoice!.request)
          return 'sold'
        },
        async () => (await refusalOf(hold)).code,
      )
    }),
  )
  return outcomes
}

test(
  `of ${BUYERS} buyers for ${SEATS} seats over two servers, exactly ${SEATS} get a ticket`,
  { timeout: 1_800_000 },
  async () => {
    await using world = await createTestWorld()
    const second = await createApp(world.world, 'none')
    try {
      const origins = [world.origin, await second.http.listen({ host: '127.0.0.1', port: 0 })]
      const owner = await createTestUser(world)
      const buyers: Call[] = []
      for (let index = 0; index < BUYERS; index++) {
        const token = await makeBuyer(world, index)
        buyers.push(createCall(transportTo(origins[index % origins.length]!), () => token))
      }
      for (let round = 0; round < ROUNDS; round++) await runRound(world, owner, { buyers, round })
      await assertBooksBalance(world)
    } finally {
      await second.stop()
    }
  },
)

async function runRound(
  world: TestWorld,
  owner: TestUser,
  { buyers, round }: { buyers: readonly Call[]; round: number },
): Promise<void> {
  await world.world.database.pool.query('DELETE FROM rate_limit')
  const concert = await publishTestConcert(world, owner, { sats: SATS, seats: SEATS })
  const outcomes = round % 2 === 0 ? await buyAll(concert, buyers) : await holdAll(world, concert, buyers)
  const counts = { sold: 0, refused: 0 }
  for (const outcome of outcomes) {
    if (outcome === 'sold') counts.sold++
    if (outcome === 'ticket-sold-out') counts.refused++
  }
  assert.deepEqual({ round, ...counts }, { round, sold: SEATS, refused: BUYERS - SEATS })
  const read = () => owner.call(listTicketSales, { params: { concertId: concert.id } })
  await until(async () => (await read()).sold === SEATS)
  const { held, msatWaiting, tickets } = await read()
  assert.deepEqual([held, msatWaiting], [0, SEATS * SATS * 1_000])
  assert.equal(new Set(tickets.map(({ code }) => code)).size, SEATS)
  const { tiers } = await owner.call(getConcert, { params: { concertId: concert.id } })
  assert.equal(tiers[0]!.left, 0)
}
