/** kill -9 between each pair of states of a payment to an address in a split, at every failpoint that such a payment passes. Of
 * 123 456 msat, exactly 121 000 arrive once, whatever happened, and what routing did not cost is in the account of the address. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { send } from '#contract/payments/payments.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { writeOutgoingStop } from '#server/payments/outgoing-stop.ts'
import { payoutMoves } from '#server/payments/state.ts'
import { until } from '#tests/users.ts'
import type { AddressFault } from '../address-server.ts'
import { findFailpoints } from './failpoints.ts'
import type { ScriptedOutcomeName } from './scripted-outcomes.ts'
import { bundleServer } from './server-bundle.ts'
import { createSmallLab, type SmallLab } from './small-lab.ts'

type Kill = {
  /** Where the server dies, and after each restart dies again. */
  at: readonly string[]
  /** What the node does with the first payments; the others it pays. */
  next?: readonly ScriptedOutcomeName[]
  /** What the server of the address does with requests for invoices. */
  address?: readonly AddressFault[]
  /** Payments are stopped after the first kill, and it is six hours later: the invoice has expired. */
  expires?: true
  /** The clock of the servers after the last restart, when something is due only later. */
  laterMs?: number
}

const SIX_HOURS_MS = 6 * 3_600_000
const TWO_MINUTES_MS = 120_000
/** Of these, 123 456 are the share of the address. */
const ZAP_MSAT = 129_954
const SHARE_MSAT = 123_456n
const PAID_MSAT = 121_000n

/** By the state table: a new move needs a row here. */
const kills: Record<keyof typeof payoutMoves, readonly Kill[]> = {
  claim: [{ at: ['outside:held'] }, { at: ['payout:claimed'], laterMs: SIX_HOURS_MS }, { at: ['payout:calling'] }],
  settle: [
    { at: ['payout:node-paid'] },
    { at: ['payout:settling'] },
    { at: ['payout:settled'] },
    { at: ['payout:node-answered', 'payout:settling', 'payout:settled'], next: ['cut-after'] },
  ],
  fail: [
    { at: ['payout:node-answered'], next: ['fail'] },
    { at: ['payout:releasing', 'payout:releasing', 'payout:released'], next: ['fail'] },
    { at: ['payout:node-answered', 'payout:releasing'], next: ['cut-fail'] },
    // The node never received it: released when the invoice has expired.
    { at: ['payout:node-answered'], next: ['vanish'], laterMs: SIX_HOURS_MS },
  ],
  markUnknown: [
    { at: ['payout:node-answered'], next: ['in-flight'] },
    { at: ['payout:node-answered'], next: ['gateway-timeout'] },
    { at: ['payout:node-answered'], next: ['gateway-timeout-fail'] },
  ],
  expire: [{ at: ['outside:held', 'payout:releasing'], expires: true }],
  // No other attempt is made meanwhile.
  settleLate: [
    {
      at: ['payout:released', 'payout:settled'],
      next: ['fail-then-pay'],
      address: ['none', ...goneFor(60)],
      laterMs: TWO_MINUTES_MS,
    },
  ],
  // The node of the lab does not pay a hash once only: tests/lnd.
  sendAgain: [],
  // By an operator, a day later; from then on as a failure.
  refund: [],
}

function goneFor(times: number): AddressFault[] {
  return Array.from({ length: times }, () => 'gone' as const)
}

/** Between two payments. */
const addressFaults: readonly AddressFault[] = ['hang', 'other-amount', 'old-invoice', 'cut', 'cut-after', 'gone']

let folder: string
let lab: SmallLab

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-outside-'))
  lab = await createSmallLab({ program: await bundleServer(folder) })
})
after(async () => {
  await lab[Symbol.asyncDispose]()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('the table has every failpoint of such a payment', () => {
  const passed = findFailpoints().filter((name) => /^(payout|outside):/.test(name) && name !== 'outside:returning')
  const used = new Set(Object.values(kills).flatMap((all) => all.flatMap(({ at }) => at)))
  assert.deepEqual([...used].toSorted(), passed)
})

for (const [move, all] of Object.entries(kills)) {
  for (const kill of all) {
    const { at, next = ['pay'] } = kill
    test(`${move}: killed at ${at.join(' and ')}, the node does ${next.join(', ')}`, { timeout: 60_000 }, () =>
      survive(kill),
    )
  }
}

test('an address that hangs, lies or dies is asked again, and is paid once', { timeout: 120_000 }, () =>
  survive({ at: [], address: addressFaults, laterMs: SIX_HOURS_MS }),
)

let count = 0

async function survive({ at, next = [], address = [], expires, laterMs = 0 }: Kill): Promise<void> {
  const { node, database } = lab
  await lab.restart('')
  const name = `owner${++count}`
  const owner = await lab.createTestUser(name)
  const contentId = await lab.makeContent(owner)
  const recipient = lab.address.replace(/^.*@/, `${name}@`)
  await owner(createSplit, { body: { contentId, splitRecipients: [{ name: recipient, share: 1 }] } })
  await lab.fill(owner, ZAP_MSAT)
  const before_ = await node.truth()
  const house = await readBalance(database.read, 'house')
  const [first, ...others] = at
  if (first !== undefined) await lab.restart(`${first}:1`)
  await node.set({ next: [...next], nextAddress: [...address] })
  // The response may be lost with the server.
  await owner(send, { body: { contentId, msatAmount: ZAP_MSAT } }).catch(() => undefined)
  if (first !== undefined) await dies(first)
  if (expires) await stopPayments(true)
  for (const point of others) {
    await lab.restart(`${point}:1`)
    lab.server().setClock(expires ? SIX_HOURS_MS : laterMs)
    await dies(point)
  }
  if (expires) await stopPayments(false)
  if (at.length > 0) await lab.restart('')
  lab.server().setClock(expires ? SIX_HOURS_MS : laterMs)
  const id = await readRecipientId(recipient)
  const isPaid = async () => (await node.truth()).sentMsat - before_.sentMsat === PAID_MSAT
  await until(isPaid, 40_000)
  await node.set({ nextAddress: [] })
  const { breaches } = await lab.check(20_000)
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
