/** Payments without an invoice: from external nodes to content here, with their records; and from a balance to other
 * nodes. Each recipient gets the exact amount, once, and the books are right afterwards. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getTransaction, listTransactions } from '#contract/accounts/account.ts'
import { getMoney } from '#contract/operator/admin.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { listComments } from '#contract/community/comments.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import { getPayment } from '#contract/payments/payments.ts'
import { createTimeSplits } from '#contract/catalog/splits.ts'
import { setRole } from '#server/accounts/roles.ts'
import { creditArrivals } from '#server/payments/incoming/credit.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let mara: TestUser
let teodor: TestUser
let dia: TestUser
let robin: TestUser
let trackId = ''

before(async () => {
  world = await createTestWorld()
  world.expectLogs('money-in-suspense', 'payout-waits', 'payout-never-sent')
  mara = await createTestUser(world, { name: 'mara' })
  teodor = await createTestUser(world, { name: 'teodor' })
  dia = await createTestUser(world, { name: 'dia' })
  robin = await createTestUser(world, { name: 'robin' })
  const split = [
    { name: 'mara', share: 57 },
    { name: 'teodor', share: 43 },
  ]
  trackId = (await publishTrack(world, mara, { title: 'Long', split })).trackId
  const guest = (await dia.call(createArtist, { body: { name: 'Dia' } })).id
  const quarter = {
    startSeconds: 30,
    endSeconds: 40,
    shareNumerator: 1,
    shareDenominator: 4,
    recipientContentId: guest,
  }
  await mara.call(createTimeSplits, { body: { contentId: trackId, timeSplits: [quarter] } })
  await fillBalance(world, robin, 500_000)
})
after(() => closeBalanced(world))

const hexOf = (text: string) => Buffer.from(text).toString('hex')
const recordsOf = (contentId: string, said?: unknown) => ({
  '16180339': hexOf(contentId),
  ...(said === undefined ? {} : { '7629169': hexOf(JSON.stringify(said)) }),
})
const balances = async () => Promise.all([mara, teodor, dia].map((user) => user.balance()))
const newestOf = async (user: TestUser) => {
  const { transactions } = await user.call(listTransactions, { params: { page: '1' }, query: {} })
  return Object.values(transactions).flat()[0]!
}
const gains = async (work: () => unknown, wanted: number) => {
  const before0 = await balances()
  await work()
  const sum = async () => (await balances()).reduce((all, one, index) => all + one - before0[index]!, 0)
  await until(async () => (await sum()) === wanted)
  return (await balances()).map((one, index) => one - before0[index]!)
}

test('a boost inside a time split is split to the msat, with message, sender and position', async () => {
  const said = { action: 'boost', message: 'Great bit!', sender_name: 'Ana of outside', app_name: 'An app', ts: 31.5 }
  const keysend = { amountMsat: 10_000n, customRecords: recordsOf(trackId, said) }
  assert.deepEqual(await gains(() => world.node.receiveKeysend(keysend), 9_500), [5_415, 4_085, 0])
  const { paymentId } = await newestOf(mara)
  const payment = await mara.call(getTransaction, { params: { type: 'Earnings', paymentId } })
  assert.deepEqual(
    [payment.paidBy, payment.comment, payment.payerName, payment.contentTime, payment.msatAmount, payment.name],
    ['keysend', 'Great bit!', 'Ana of outside', 31, 10_000, null],
  )
  assert.deepEqual(
    payment.legs.map(({ role, name, msatAmount }) => [role, name, msatAmount]),
    [
      ['recipient', 'mara', 5_415],
      ['recipient', 'teodor', 4_085],
      ['platform', null, 500],
    ],
  )
  // The app has split by time already, as the feed's value block says.
  assert.equal(payment.timeSplit, null)
  await until(async () => {
    const { comments } = await world.call(listComments, { params: { contentId: trackId }, query: {} })
    return comments.some(({ content }) => content === 'Great bit!')
  })
})

test('a boost without a position, or with one in another feed, is split without time; fractions of a sat count', async () => {
  const rest = { message: 'a', sender_name: 'b' }
  for (const said of [
    undefined,
    rest,
    { ...rest, ts: 31 },
    { ...rest, ts: 31, remote_item_guid: 'x' },
    { ...rest, ts: -3 },
    'x',
    [1],
  ]) {
    const keysend = { amountMsat: 1_000n, customRecords: recordsOf(trackId, said) }
    assert.deepEqual(await gains(() => world.node.receiveKeysend(keysend), 950), [542, 408, 0])
  }
  const tiny = { amountMsat: 1n, customRecords: recordsOf(trackId.toUpperCase()) }
  assert.deepEqual(await gains(() => world.node.receiveKeysend(tiny), 1), [1, 0, 0])
})

test('a boost reported twice, also concurrently, is credited once', async () => {
  const preimage = 'ab'.repeat(32)
  const keysend = { amountMsat: 2_000n, customRecords: recordsOf(trackId), preimage }
  const again = async () => {
    const event = world.node.receiveKeysend(keysend)
    world.node.receiveKeysend(keysend)
    const credit = () => creditArrivals(world.world.payments, [event, event], null)
    await Promise.all([credit(), credit()])
  }
  assert.deepEqual(await gains(again, 1_900), [1_083, 817, 0])
  assert.deepEqual(await gains(again, 0), [0, 0, 0])
})

test('a boost that names nothing payable goes to suspense, with a reason for the operator', async () => {
  const artist = await dia.call(createArtist, { body: { name: 'Unseen' } })
  const draft = await dia.call(createAlbum, { body: { artistId: artist.id, title: 'Not yet' } })
  const boss = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  const cases: [Record<string, string>, bigint, string][] = [
    [recordsOf('01890a5d-ac96-774b-bcce-b302099a8057', { message: 'For whom?' }), 3_001n, 'keysend-unknown'],
    [recordsOf('robin'), 3_002n, 'keysend-unknown'],
    [{}, 3_003n, 'keysend-unknown'],
    [{ '16180339': 'ff00', '7629169': 'c328' }, 3_004n, 'keysend-unknown'],
    [recordsOf(draft.id), 3_005n, 'keysend-not-payable'],
  ]
  const hashes = cases.map(([customRecords, amountMsat]) => world.node.receiveKeysend({ amountMsat, customRecords }))
  const told = async () => {
    const { suspense } = await boss.call(getMoney, {})
    return suspense.filter(({ paymentHash }) => hashes.some((event) => event.paymentHash === paymentHash))
  }
  await until(async () => (await told()).length === cases.length)
  const read = (await told()).map(({ msatAmount, reason }) => [msatAmount, reason] as const)
  assert.deepEqual(
    read.toSorted(([one], [other]) => one - other),
    cases.map(([, amountMsat, reason]) => [Number(amountMsat), reason]),
  )
})

const pay = (body: object) => robin.call(sendKeysend, { body: body as never })
const part = (msatAmount: number, more: object = {}) => ({ msatAmount, pubkey: world.node.outsidePubkey, ...more })

test('a balance pays several nodes, each under its own hash, with the records it sends', async () => {
  const before0 = await robin.balance()
  world.node.script({ does: 'succeed', feeMsat: 120n })
  const own = { name: 'Host', customKey: '696969', customValue: 'abc' }
  const body = {
    msatTotal: 7_000,
    keysends: [part(5_000, own), part(2_000)],
    message: 'For you',
    podcast: 'A show',
    ts: 9,
  }
  const { keysends } = await pay(body)
  assert.deepEqual(
    keysends.map(({ state, success, msatAmount }) => [state, success, msatAmount]),
    [
      ['settled', true, 5_000],
      ['settled', true, 2_000],
    ],
  )
  assert.equal(before0 - (await robin.balance()), 7_120)
  const calls = world.node.keysendCalls.slice(-2)
  const first = calls.find(({ amountMsat }) => amountMsat === 5_000n)!
  assert.equal(new Set(calls.map(({ paymentHash }) => paymentHash)).size, 2)
  assert.equal(Buffer.from(first.customRecords['696969']!, 'hex').toString(), 'abc')
  const boost = JSON.parse(Buffer.from(first.customRecords['7629169']!, 'hex').toString()) as object
  assert.deepEqual(boost, {
    action: 'boost',
    app_name: 'Peal',
    sender_name: 'robin',
    name: 'Host',
    message: 'For you',
    podcast: 'A show',
    ts: 9,
    value_msat: 5_000,
    value_msat_total: 7_000,
  })
  const payment = await robin.call(getPayment, { params: { paymentId: keysends[0]!.paymentId } })
  assert.deepEqual([payment.type, payment.paidBy, payment.counterparty], ['Withdraw', 'keysend', first.pubkey])
  assert.deepEqual(
    [payment.comment, payment.preimage, payment.paymentHash],
    ['For you', first.preimage, first.paymentHash],
  )
})

test('a keysend that the recipient refuses is returned, and its preimage is shown to nobody', async () => {
  const before0 = await robin.balance()
  world.node.script({ does: 'fail', reason: 'rejected' })
  const [sent] = (await pay({ msatTotal: 4_000, keysends: [part(4_000)] })).keysends
  assert.deepEqual([sent!.state, sent!.success, sent!.message], ['failed', false, 'rejected'])
  assert.equal(await robin.balance(), before0)
  assert.equal((await robin.call(getPayment, { params: { paymentId: sent!.paymentId } })).preimage, null)
})

test('no response is not a failure: the payment is found by its hash, and the same key pays once', async () => {
  const before0 = await robin.balance()
  world.node.script({ does: 'unknown', truth: 'in_flight' })
  const body = { msatTotal: 6_000, keysends: [part(6_000)] }
  const ask = () => robin.call(sendKeysend, { body }, { idempotencyKey: 'keysend-once' })
  const [sent] = (await ask()).keysends
  assert.deepEqual([sent!.state, sent!.success, sent!.feeMsat], ['pending', null, null])
  assert.equal(before0 - (await robin.balance()), 8_000)
  const calls = world.node.keysendCalls.length
  assert.equal((await ask()).keysends[0]!.paymentId, sent!.paymentId)
  assert.equal(world.node.keysendCalls.length, calls)
  world.node.finishPayment(world.node.keysendCalls.at(-1)!.paymentHash, { does: 'succeed', feeMsat: 7n })
  const stateOf = async () => (await robin.call(getPayment, { params: { paymentId: sent!.paymentId } })).state
  await until(async () => (await stateOf()) === 'settled')
  assert.equal(before0 - (await robin.balance()), 6_007)
})

test('a payment that was reserved and never sent is sent later from what was stored, under the same hash', async () => {
  const before0 = await robin.balance()
  world.node.spendableMsat = 0n
  const [sent] = (await pay({ msatTotal: 5_000, keysends: [part(5_000)], message: 'Later' })).keysends
  const read = () => robin.call(getPayment, { params: { paymentId: sent!.paymentId } })
  const { detail, paymentHash, preimage } = await read()
  assert.deepEqual([sent!.state, detail, preimage], ['pending', 'reserved', null])
  world.node.spendableMsat = null
  await until(async () => (await read()).state === 'settled')
  const call = world.node.keysendCalls.at(-1)!
  assert.deepEqual([call.paymentHash, (await read()).preimage], [paymentHash, call.preimage])
  assert.equal(before0 - (await robin.balance()), 5_000)
})

test('a payment unknown to the node is released only when it is too late to be sent', async () => {
  const before0 = await robin.balance()
  world.node.script({ does: 'unknown', truth: 'vanish' })
  const [sent] = (await pay({ msatTotal: 3_000, keysends: [part(3_000)] })).keysends
  assert.equal(sent!.state, 'pending')
  world.clock.step(700_000)
  const stateOf = async () => (await robin.call(getPayment, { params: { paymentId: sent!.paymentId } })).state
  await until(async () => (await stateOf()) === 'failed')
  world.clock.step(-700_000)
  assert.equal(await robin.balance(), before0)
})

test('a keysend to this node pays the content it names, internally', async () => {
  const { pubkey } = await world.node.info(AbortSignal.timeout(1_000))
  const calls = world.node.keysendCalls.length
  const own = { pubkey, customKey: '16180339', customValue: trackId }
  const body = { msatTotal: 13_000, keysends: [part(10_000, own), part(3_000)], ts: 35, message: 'Both' }
  const before0 = await robin.balance()
  assert.deepEqual(await gains(() => pay(body), 9_500), [5_415, 4_085, 0])
  assert.equal(before0 - (await robin.balance()), 13_000)
  assert.equal(world.node.keysendCalls.length, calls + 1)
  const { paymentId } = await newestOf(mara)
  const payment = await robin.call(getTransaction, { params: { type: 'Zap Sent', paymentId } })
  assert.deepEqual([payment.paidBy, payment.comment, payment.contentTime], ['balance', 'Both', 35])
  const nothing = { msatTotal: 1_000, keysends: [part(1_000, { pubkey })] }
  assert.equal((await refusalOf(pay(nothing))).code, 'content-not-payable')
})

test('an invalid keysend is refused before anything is reserved, all or nothing', async () => {
  const before0 = await robin.balance()
  const wide = '音'.repeat(300)
  const cases: [object, string][] = [
    [{ msatTotal: 3_000, keysends: [part(1_000), part(1_000)] }, 'bad-request'],
    [{ msatTotal: 1_000, keysends: [part(2_000), part(-1_000)] }, 'amount-invalid'],
    [{ msatTotal: 1_000, keysends: [] }, 'bad-request'],
    [{ msatTotal: 999, keysends: [part(999)] }, 'amount-out-of-range'],
    [{ msatTotal: 1_000, keysends: [part(1_000, { pubkey: `02${'ff'.repeat(32)}` })] }, 'node-key-invalid'],
    [{ msatTotal: 1_000, keysends: [part(1_000, { pubkey: 'nobody' })] }, 'bad-request'],
    [{ msatTotal: 1_000, keysends: [part(1_000, { customKey: '5482373484', customValue: 'a' })] }, 'bad-request'],
    [{ msatTotal: 1_000, keysends: [part(1_000, { customKey: '696969' })] }, 'bad-request'],
    [{ msatTotal: 1_000, keysends: [part(1_000)], message: wide, podcast: wide.slice(0, 200) }, 'keysend-too-long'],
    [{ msatTotal: 9_000_000, keysends: [part(1_000), part(8_999_000)] }, 'insufficient-balance'],
  ]
  for (const [body, code] of cases)
    assert.equal((await refusalOf(pay(body))).code, code, JSON.stringify(body).slice(0, 80))
  world.node.capabilities.keysend = false
  const { code } = await refusalOf(pay({ msatTotal: 1_000, keysends: [part(1_000)] }))
  world.node.capabilities.keysend = true
  assert.equal(code, 'keysend-unsupported')
  assert.equal(await robin.balance(), before0)
})
