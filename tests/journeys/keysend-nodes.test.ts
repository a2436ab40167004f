/** Keysend over real Lightning nodes: an external wallet pays content here, and a balance pays the node of the external
 * wallet. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listTransactions } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import { getPayment } from '#contract/payments/payments.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings } from '#server/payments/audit/job.ts'
import { listSuspense } from '#server/payments/statements/suspense.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let mara: TestUser
let artistId = ''

before(async () => {
  world = await createTestWorld({ lightning: 'sandbox' })
  world.expectLogs('money-in-suspense')
  mara = await createTestUser(world, { name: 'mara' })
  artistId = (await mara.call(createArtist, { body: { name: 'Mara' } })).id
})
after(() => world?.[Symbol.asyncDispose]())

const outside = () => world.world.sandbox!.outside
const hexOf = (text: string) => Buffer.from(text).toString('hex')
const audit = () => auditPayments({ database: world.world.database, node: world.world.sandbox! })

test('an external wallet pays content, with its message; payments for unknown content wait in suspense', async () => {
  const { platformPubkey: pubkey } = await outside().state()
  const said = JSON.stringify({ message: 'From far away', sender_name: 'Ana' })
  const customRecords = { '7629169': hexOf(said), '16180339': hexOf(artistId) }
  const paid = await outside().keysend({ pubkey, amountMsat: 200_000n, customRecords })
  assert.equal(paid.state, 'succeeded')
  const stray = await outside().keysend({ pubkey, amountMsat: 7_000n, customRecords: { '696969': hexOf('who?') } })
  assert.equal(stray.state, 'succeeded')
  // The node itself refuses an even record that it does not know.
  const even = await outside().keysend({ pubkey, amountMsat: 7_000n, customRecords: { '70000': 'ff' } })
  assert.equal(even.state, 'failed')
  await until(async () => (await mara.balance()) === 190_000)
  await until(async () => (await listSuspense(world.world.database.read)).length === 1)
  const [waiting] = await listSuspense(world.world.database.read)
  assert.deepEqual([waiting!.reason, waiting!.paymentHash], ['keysend-unknown', stray.paymentHash])
  const { transactions } = await mara.call(listTransactions, { params: { page: '1' }, query: {} })
  const { paymentId } = Object.values(transactions).flat()[0]!
  const payment = await mara.call(getPayment, { params: { paymentId } })
  assert.deepEqual([payment.paidBy, payment.comment, payment.payerName], ['keysend', 'From far away', 'Ana'])
})

test('a balance pays the external node; a refused payment is returned; a held one is found again', async () => {
  const { outsidePubkey: pubkey, balanceMsat } = await outside().state()
  const pay = async (msatAmount: number) => {
    const body = { msatTotal: msatAmount, keysends: [{ msatAmount, pubkey }], message: 'Thanks' }
    return (await mara.call(sendKeysend, { body })).keysends[0]!
  }
  assert.deepEqual([(await pay(50_000)).success, await mara.balance()], [true, 140_000])
  assert.equal((await outside().state()).balanceMsat - balanceMsat, 50_000n)
  await outside().setBehaviour('reject')
  assert.deepEqual([(await pay(20_000)).message, await mara.balance()], ['rejected', 140_000])
  await outside().setBehaviour('hold')
  const held = await pay(30_000)
  assert.deepEqual([held.state, held.success, await mara.balance()], ['pending', null, 108_000])
  await outside().setBehaviour('normal')
  const stateOf = async () => (await mara.call(getPayment, { params: { paymentId: held.paymentId } })).state
  await until(async () => (await stateOf()) === 'settled')
  assert.equal(await mara.balance(), 110_000)
  await until(async () => (await audit()).inFlight === 0)
  assert.deepEqual(describeFindings(await audit()), [])
})
