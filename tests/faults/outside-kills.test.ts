/** kill -9 between each pair of states of a payment to an address in a split, at every failpoint that such a payment passes.
 * Of 123 456 msat, exactly 121 000 arrive, once, in every case. The rest, less the routing fee, stays in the account of the
 * address. Also where what was never paid goes back to the owner. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { send } from '#contract/payments/payments.ts'
import type { Call } from '#web/data/api.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { writeOutgoingStop } from '#server/payments/outgoing-stop.ts'
import type { payoutMoves } from '#server/payments/state.ts'
import { until } from '#tests/users.ts'
import type { AddressFault } from '../address-server.ts'
import { findFailpoints } from './failpoints.ts'
import { createRandom, readSeed } from './random.ts'
import type { ScriptedOutcomeName } from './scripted-outcomes.ts'
import { createSmallLab, type SmallLab } from './small-lab.ts'

type Kill = {
  /** Where the server dies, and after each restart dies again. */
  at: readonly string[]
  /** What the node does with the first payments; the others it pays. */
  next?: readonly ScriptedOutcomeName[]
  /** What the server of the address does with requests for invoices. */
  address?: readonly AddressFault[]
  /** Payments are stopped after the first kill, so that the payment is never sent. */
  expires?: true
  /** The clock of the servers after the last restart, or with `expires` after the first. */
  laterMs?: number
  /** It is never paid: after so many days, what waits goes back to the owner. */
  returnsAfter?: 30 | 180
}

const SIX_HOURS_MS = 6 * 3_600_000
const TWO_MINUTES_MS = 120_000
const STEP_MS = 10_000
const PAID_WITHIN_MS = 90_000
const REST_TIMEOUT_MS = 60_000
/** Of the kills below; OUTSIDE_KILLS=all makes a run of all. LAB_SEED repeats a choice. */
const CHOSEN = 3
const FAILED = 'SELECT FROM outside_account WHERE id = $1 AND failed_at IS NOT NULL'
const EXPIRED = `SELECT FROM payout WHERE outside_id = $1 AND failure_reason = 'expired'`
/** Of these, 123 456 are the share of the address. */
const ZAP_MSAT = 129_954
const SHARE_MSAT = 123_456n
const PAID_MSAT = 121_000n

/** By the state table: a new move needs a row here. */
const kills: Record<keyof typeof payoutMoves | 'return', readonly Kill[]> = {
  // Claimed and never sent: released when its invoice has expired.
  claim: [{ at: ['outside:held', 'payout:claimed'], laterMs: SIX_HOURS_MS }, { at: ['payout:calling'] }],
  settle: [{ at: ['payout:node-paid', 'payout:settling', 'payout:settled'] }],
  fail: [
    { at: ['payout:node-answered', 'payout:releasing', 'payout:released'], next: ['fail'] },
    { at: ['payout:node-answered'], next: ['vanish'], laterMs: SIX_HOURS_MS },
  ],
  markUnknown: [
    { at: ['payout:node-answered', 'payout:settling'], next: ['in-flight'] },
    { at: ['payout:node-answered', 'payout:releasing'], next: ['gateway-timeout-fail'] },
  ],
  expire: [{ at: ['outside:held', 'payout:releasing'], expires: true, laterMs: SIX_HOURS_MS }],
  // No other attempt is made meanwhile.
  settleLate: [
    {
      at: ['payout:released', 'payout:settled'],
      next: ['fail-then-pay'],
      address: ['none', ...Array.from({ length: 60 }, () => 'gone' as const)],
      laterMs: TWO_MINUTES_MS,
    },
  ],
  // The node of the lab does not pay a hash once only: tests/lnd.
  sendAgain: [],
  // After a loss of the database: tests/journeys/backup.test.ts.
  markRestored: [],
  // By an operator, a day later; from then on as a failure.
  refund: [],
  // Not a move of a payout.
  return: [
    { at: ['outside:returning'], returnsAfter: 30 },
    { at: ['outside:returning', 'outside:returning'], returnsAfter: 180 },
  ],
}

const addressFaults: readonly AddressFault[] = ['hang', 'other-amount', 'old-invoice', 'cut', 'cut-after', 'gone']

let lab: SmallLab

before(async () => {
  lab = await createSmallLab()
})
after(() => lab[Symbol.asyncDispose]())

test('the table has every failpoint of such a payment', () => {
  const passed = findFailpoints().filter((name) => /^(payout|outside):/.test(name))
  const used = new Set(Object.values(kills).flatMap((all) => all.flatMap(({ at }) => at)))
  assert.deepEqual([...used].toSorted(), passed)
})

for (const { move, kill } of chooseKills()) {
  const { at, next = ['pay'], returnsAfter } = kill
  const what =
    returnsAfter === undefined ? `the node does ${next.join(', ')}` : `it goes back after ${returnsAfter} days`
  test(`${move}: killed at ${at.join(' and ')}, ${what}`, { timeout: 300_000 }, () =>
    returnsAfter === undefined ? survive(kill) : surviveReturn(at, returnsAfter),
  )
}

function chooseKills(): { move: string; kill: Kill }[] {
  const every = Object.entries(kills).flatMap(([move, all]) => all.map((kill) => ({ move, kill })))
  if (process.env['OUTSIDE_KILLS'] === 'all') return every
  const random = createRandom(readSeed())
  const order = every.map((one) => ({ one, place: random.next() })).toSorted((a, b) => a.place - b.place)
  return order.slice(0, CHOSEN).map(({ one }) => one)
}

test('an address that hangs, lies or dies is requested again, and is paid once', { timeout: 300_000 }, () =>
  survive({ at: [], address: addressFaults }),
)

let count = 0

/** Content of a new user, everything of which goes to an address. */
async function nameRecipient(): Promise<{ owner: Call; contentId: string; recipient: string }> {
  const name = `owner${++count}`
  const owner = await lab.createTestUser(name)
  const contentId = await lab.makeContent(owner)
  const recipient = lab.address.replace(/^.*@/, `${name}@`)
  await owner(createSplit, { body: { contentId, splitRecipients: [{ name: recipient, share: 1 }] } })
  return { owner, contentId, recipient }
}

/** Rule 28: an address that failed for 30 days, and less than 10 sats after 180 days. It goes back once, and nothing is sent. A
 * later share is the owner's only after the first. */
async function surviveReturn(at: readonly string[], days: 30 | 180): Promise<void> {
  const { node, database } = lab
  lab.server().setClock(0)
  const { owner, contentId, recipient } = await nameRecipient()
  const [zapMsat, shareMsat] = days === 30 ? [ZAP_MSAT, SHARE_MSAT] : [5_000, 4_750n]
  const { sentMsat } = await node.truth()
  await lab.fill(owner, zapMsat)
  if (days === 30) await node.set({ nextAddress: Array.from({ length: 60 }, () => 'gone' as const) })
  await owner(send, { body: { contentId, msatAmount: zapMsat } })
  const id = await readRecipientId(recipient)
  const account = { kind: 'outside', id } as const
  if (days === 30) await until(async () => (await database.pool.query(FAILED, [id])).rowCount === 1)
  assert.equal(await readBalance(database.read, account), shareMsat)
  for (const [index, point] of at.entries()) {
    await lab.restart(`${point}:1`)
    if (index === 0) await ageUntilDead(id, days)
    await dies(point)
    assert.equal(await readBalance(database.read, account), shareMsat)
  }
  await lab.restart('')
  await until(async () => (await owner(getAccount, {})).msatBalance === Number(shareMsat))
  assert.equal(await readBalance(database.read, account), 0n)
  await owner(send, { body: { contentId, msatAmount: 1_000 } })
  await node.set({ nextAddress: [] })
  const { breaches } = await lab.check(REST_TIMEOUT_MS)
  assert.deepEqual(breaches, [])
  assert.equal((await node.truth()).sentMsat, sentMsat)
  const isGivenUp = days === 30
  assert.equal((await owner(getAccount, {})).msatBalance, Number(shareMsat) - (isGivenUp ? 50 : 1_000))
  assert.equal(await readBalance(database.read, account), isGivenUp ? 0n : 950n)
}

/** As if everything had happened so many days earlier, and with 30 the address had failed until a day ago. An attempt in progress
 * may write other times once more. */
async function ageUntilDead(id: string, days: number): Promise<void> {
  const { pool } = lab.database
  const earlier = `now() - interval '${days + 2} days'`
  let isDead = false
  void lab.server().ended.then(() => (isDead = true))
  await until(async () => {
    await pool.query(`UPDATE outside_recipient SET named_at = ${earlier} WHERE id = $1`, [id])
    await pool.query(
      `UPDATE outside_account SET waiting_since = ${earlier}, last_leg_at = ${earlier}, next_look_at = now(),
         failed_at = CASE WHEN failed_at IS NOT NULL THEN now() - interval '26 hours' END,
         failing_since = CASE WHEN failing_since IS NOT NULL THEN ${earlier} END
       WHERE id = $1`,
      [id],
    )
    return isDead
  })
}

async function survive({ at, next = [], address = [], expires, laterMs = 0 }: Kill): Promise<void> {
  const { node, database } = lab
  lab.server().setClock(0)
  const { owner, contentId, recipient } = await nameRecipient()
  await lab.fill(owner, ZAP_MSAT)
  const before_ = await node.truth()
  const house = await readBalance(database.read, 'house')
  const [first, ...others] = at
  if (first !== undefined) await lab.restart(`${first}:1`)
  await node.set({ next: [...next], nextAddress: [...address], addressExpirySeconds: SIX_HOURS_MS / 2_000 })
  // The response may be lost with the server.
  await owner(send, { body: { contentId, msatAmount: ZAP_MSAT } }).catch(() => undefined)
  if (first !== undefined) await dies(first)
  if (expires) await stopPayments(true)
  for (const point of others) {
    await lab.restart(`${point}:1`)
    if (expires || point === 'payout:settled') lab.server().setClock(laterMs)
    await dies(point)
  }
  // The clock of the node is not stepped.
  await node.set({ addressExpirySeconds: (4 * SIX_HOURS_MS) / 1_000 })
  if (at.length > 0) await lab.restart('')
  lab.server().setClock(laterMs)
  const id = await readRecipientId(recipient)
  if (expires) {
    await until(async () => (await lab.database.pool.query(EXPIRED, [id])).rowCount === 1, PAID_WITHIN_MS)
    await stopPayments(false)
  }
  let clockMs = laterMs
  const isPaid = async () => {
    // The pauses between attempts grow.
    if (at.length === 0) lab.server().setClock((clockMs += STEP_MS))
    return (await node.truth()).sentMsat - before_.sentMsat === PAID_MSAT
  }
  await until(isPaid, PAID_WITHIN_MS)
  await node.set({ nextAddress: [] })
  const { breaches } = await lab.check(REST_TIMEOUT_MS)
  assert.deepEqual(breaches, [])
  const { sentMsat, feesMsat } = await node.truth()
  const costMsat = feesMsat - before_.feesMsat
  assert.equal(sentMsat - before_.sentMsat, PAID_MSAT)
  assert.equal(await readBalance(database.read, { kind: 'outside', id }), SHARE_MSAT - PAID_MSAT - costMsat)
  assert.equal(await readBalance(database.read, 'house'), house)
  assert.equal((await owner(getAccount, {})).msatBalance, 0)
}

/** The server died, and at this failpoint. */
async function dies(point: string): Promise<void> {
  const server = lab.server()
  await server.ended
  assert.equal(server.diedAt(), point)
}

async function stopPayments(isStopped: boolean): Promise<void> {
  const { database } = lab
  await database.transaction((tx) => writeOutgoingStop(tx, null, { isStopped, reason: 'A test' }, new Date()))
}

async function readRecipientId(address: string): Promise<string> {
  const { rows } = await lab.database.pool.query<{ id: string }>(
    'SELECT id FROM outside_recipient WHERE address = $1',
    [address],
  )
  return rows[0]!.id
}
