/** The operators' stop switch: nothing leaves a balance while it is on, users see why, and payments already
 * being sent end. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { getForwarding, setLightningAddress } from '#contract/accounts/account.ts'
import { getMoney, listAdminActions, withdrawPlatformFee } from '#contract/operator/admin.ts'
import { setOutgoingStop } from '#contract/operator/admin-money.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import { createDeposit, createInvoice, getPayment, send, withdraw } from '#contract/payments/payments.ts'
import { setRole } from '#server/accounts/roles.ts'
import { runDueAudit } from '#server/payments/audit/job.ts'
import { requireCheckAfterPause } from '#server/payments/checked-database.ts'
import { payFromBalance } from '#server/payments/payouts/withdraw.ts'
import { newId } from '#server/platform/ids.ts'
import type { ApiError } from '#web/data/api.ts'
import { startAddressServer, type AddressServer } from '../address-server.ts'
import { fillBalance, createTestUser, PASSWORD, until, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { provingCall } from '../proofs.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const REASON = 'The node is being moved to another machine'

let world: TestWorld
let elsewhere: AddressServer
let user: TestUser
let other: TestUser
let boss: TestUser
let contentId: string

before(async () => {
  elsewhere = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  world = await createTestWorld({
    settings: { OUTBOUND_ALLOW: elsewhere.hostAndPort, PUBLIC_URL: 'https://peal.example' },
    expectedLogs: [
      'outgoing-stopped',
      'outgoing-resumed',
      'payout-waits',
      'forward-held-back',
      'books-differ',
      'books-right-again',
      'platform-fee-withdrawn',
    ],
  })
  user = await createTestUser(world)
  other = await createTestUser(world)
  boss = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  for (const one of [user, other, boss]) {
    one.call = provingCall(one.call, { method: 'password', password: PASSWORD })
  }
  await fillBalance(world, user, 1_000_000)
  contentId = (await other.call(createArtist, { body: { name: 'Somebody' } })).id
  await user.call(send, { body: { contentId, msatAmount: 400_000 } })
})
after(async () => {
  await closeBalanced(world)
  await elsewhere.close()
})

const stop = (isStopped: boolean) => boss.call(setOutgoingStop, { body: { isStopped, reason: REASON } })
const outside = () => world.node.makeInvoice({ amountMsat: 10_000n }).bolt11
const readyz = async () => (await (await fetch(`${world.origin}/readyz`)).json()) as { degraded: string[] }
const stateOf = async (paymentId: string) => (await user.call(getPayment, { params: { paymentId } })).state

/** Every call by which money leaves a balance or the platform. */
function logins(): Record<string, () => Promise<unknown>> {
  const keysends = (pubkey: string) => ({
    body: {
      msatTotal: 5_000,
      keysends: [{ msatAmount: 5_000, pubkey, customKey: '16180339', customValue: contentId }],
    },
  })
  return {
    'a withdrawal': () => user.call(withdraw, { body: { invoice: outside() } }),
    'a zap from the balance': () => user.call(send, { body: { contentId, msatAmount: 5_000 } }),
    'a keysend': () => user.call(sendKeysend, keysends(world.node.outsidePubkey)),
    'a keysend to content here': () => user.call(sendKeysend, keysends(world.world.payments.nodePubkey)),
    'to an address here': () =>
      user.call(withdraw, { body: { lightningAddress: `${other.name}@peal.example`, msatAmount: 5_000 } }),
    'an invoice of a user here': async () => {
      const { request: invoice } = await other.call(createDeposit, { body: { msatAmount: 5_000 } })
      return user.call(withdraw, { body: { invoice } })
    },
    'the invoice of a zap here': async () => {
      const { request: invoice } = await world.call(createInvoice, { body: { contentId, msatAmount: 5_000 } })
      return user.call(withdraw, { body: { invoice } })
    },
    "a connected app's payment": () =>
      payFromBalance(
        world.world.payments,
        user.userId,
        newId(),
        { invoice: outside() },
        {
          mayPay: async () => undefined,
          inSameTx: async () => undefined,
        },
      ),
    "the platform's fees": () => boss.call(withdrawPlatformFee, { body: { invoice: outside() } }),
  }
}

test('while outgoing payments are stopped, nothing leaves by any method, and users see why', async () => {
  const had = await user.balance()
  assert.equal((await refusalOf(user.call(setOutgoingStop, { body: { isStopped: true, reason: REASON } }))).status, 403)
  const { stoppedAt } = await stop(true)
  assert.notEqual(stoppedAt, null)
  for (const [way, pay] of Object.entries(logins())) {
    await assert.rejects(pay, (error: unknown) => {
      const { code, message } = error as ApiError
      assert.deepEqual([code, message.includes(REASON)], ['outgoing-stopped', true], way)
      return true
    })
  }
  assert.equal(await user.balance(), had)
  assert.deepEqual((await readyz()).degraded, ['outgoing-stopped'])
  const { outgoing } = await boss.call(getMoney, {})
  assert.deepEqual([outgoing.reason, outgoing.stoppedBy], [REASON, 'boss'])
  await stop(false)
  for (const pay of Object.values(logins())) await pay()
  assert.deepEqual((await readyz()).degraded, [])
  const actions = await boss.call(listAdminActions, { query: {} })
  assert.deepEqual(
    actions
      .filter(({ action }) => action.endsWith('-outgoing'))
      .map(({ action, adminName, reason }) => [action, adminName, reason]),
    [
      ['resume-outgoing', 'boss', REASON],
      ['stop-outgoing', 'boss', REASON],
    ],
  )
})

test('a server that was not in use lets nothing leave until an audit finds the books right', async () => {
  const { database, payments } = world.world
  const had = await user.balance()
  const now = world.clock.now()
  await database.transaction(async (tx) => {
    // No server of this database runs now: the audit is not due before the test says so.
    await sql`UPDATE audit_state SET checked_database = database_identity(), next_at = now() - interval '200 s'`.execute(
      tx,
    )
    await requireCheckAfterPause(tx, now)
    await sql`UPDATE audit_state SET due_at = ${new Date(now.getTime() + 600_000)}`.execute(tx)
  })
  for (const [way, pay] of Object.entries(logins())) await assert.rejects(pay, { code: 'withdrawals-halted' }, way)
  assert.equal(await user.balance(), had)
  assert.deepEqual((await readyz()).degraded, ['books-unchecked'])
  assert.equal((await boss.call(getMoney, {})).audit.isChecked, false)
  await sql`UPDATE audit_state SET due_at = ${now}`.execute(database.read)
  await runDueAudit(payments)
  await until(async () => (await boss.call(getMoney, {})).audit.isChecked)
  assert.deepEqual((await readyz()).degraded, [])
  await logins()['a zap from the balance']!()
})

test('payments being sent end, reserved ones wait, and forwards wait', async () => {
  world.node.script({ does: 'hang' })
  const sending = await user.call(withdraw, { body: { invoice: outside() } })
  await until(
    async () => (await user.call(getPayment, { params: { paymentId: sending.paymentId } })).detail === 'sending',
  )
  world.node.spendableMsat = 0n
  const held = await user.call(withdraw, { body: { invoice: outside() } })
  await other.call(setLightningAddress, { body: { lightningAddress: elsewhere.address } })
  await user.call(send, { body: { contentId, msatAmount: 200_000 } })
  await stop(true)
  world.node.spendableMsat = null
  world.node.finishPayment(world.node.payCalls.at(-1)!.paymentHash, { does: 'succeed' })
  await until(async () => (await stateOf(sending.paymentId)) === 'settled')
  const calls = world.node.payCalls.length
  world.clock.step(70_000)
  await until(async () => (await other.call(getForwarding, {})).heldBack === 'halted')
  assert.equal(world.node.payCalls.length, calls)
  assert.equal((await user.call(getPayment, { params: { paymentId: held.paymentId } })).detail, 'reserved')
  await stop(false)
  world.clock.step(70_000)
  await until(async () => (await stateOf(held.paymentId)) === 'settled')
  await until(async () => (await other.call(getForwarding, {})).batch?.state === 'settled')
})

test('lifting the stop does not lift a halt of the audit, nor the other way round', async () => {
  const { bolt11, paymentHash } = world.node.makeInvoice({ amountMsat: 1_000n })
  const signal = AbortSignal.timeout(5_000)
  await world.node.pay({ bolt11, paymentHash, feeLimitMsat: 0n, timeoutSeconds: 1, signal })
  world.clock.step(61_000)
  await runDueAudit(world.world.payments)
  await until(async () => (await boss.call(getMoney, {})).audit.haltedAt !== null)
  await stop(true)
  await stop(false)
  assert.equal((await refusalOf(user.call(withdraw, { body: { invoice: outside() } }))).code, 'withdrawals-halted')
  await stop(true)
  const { lookupPayment } = world.node
  world.node.lookupPayment = async (hash) =>
    hash === paymentHash ? { state: 'failed', reason: 'other', detail: '' } : lookupPayment(hash)
  world.node.forgetPayment(paymentHash)
  world.clock.step(61_000)
  await runDueAudit(world.world.payments)
  await until(async () => (await boss.call(getMoney, {})).audit.haltedAt === null)
  assert.equal((await refusalOf(user.call(withdraw, { body: { invoice: outside() } }))).code, 'outgoing-stopped')
  await stop(false)
})
