/** A node that deducts a fee from incoming payments, as phoenixd does for liquidity: the recipient gets the full
 * amount, the house bears the fee, once, and books and node agree. Also a node that reports payments of 0 msat. The
 * meaning of phoenixd's responses is in the adapter's own test. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import { createDeposit, createInvoice, getInvoice, getPayment, withdraw } from '#contract/payments/payments.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings } from '#server/payments/audit/job.ts'
import { creditArrivals } from '#server/payments/incoming/credit.ts'
import { readCursor } from '#server/payments/invoices/queries.ts'
import { listSuspense } from '#server/payments/statements/suspense.ts'
import { PASSWORD, startPhoenixdDouble } from '../node-doubles/phoenixd.ts'
import { agreeToAll } from '../agreements.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { assertBooksBalance, closeBalanced } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

type Music = { mara: TestUser; teodor: TestUser; contentId: string }

async function makeMusic(world: TestWorld): Promise<Music> {
  const [mara, teodor] = [
    await createTestUser(world, { name: 'mara' }),
    await createTestUser(world, { name: 'teodor' }),
  ]
  const contentId = (await mara.call(createArtist, { body: { name: 'Mara Okafor' } })).id
  const splitRecipients = [
    { name: 'mara', share: 57 },
    { name: 'teodor', share: 43 },
  ]
  await mara.call(createSplit, { body: { contentId, contentType: 'artist', splitRecipients } })
  await agreeToAll(teodor.call)
  return { mara, teodor, contentId }
}

const balanceOf = (world: TestWorld, account: 'house' | 'routing_fees' | 'suspense') =>
  readBalance(world.world.database.read, account)
const isPaid = async (world: TestWorld, invoiceId: string) =>
  (await world.call(getInvoice, { params: { invoiceId } })).state === 'paid'

describe('A node that deducts a fee', () => {
  let world: TestWorld
  let music: Music
  let [house, fees] = [0n, 0n]

  before(async () => {
    world = await createTestWorld()
    world.expectLogs('receipt-not-booked', 'money-in-suspense', 'invoice-feed-lost', 'receipt-of-nothing')
    music = await makeMusic(world)
  })
  beforeEach(async () => {
    house = await balanceOf(world, 'house')
    fees = await balanceOf(world, 'routing_fees')
  })
  after(() => closeBalanced(world))
  const makeZap = (msatAmount: number) =>
    world.call(createInvoice, { body: { contentId: music.contentId, msatAmount } })
  /** The changes since the test began. Nothing else may have changed. */
  const houseHasPaid = async (feeMsat: bigint) => {
    assert.deepEqual(
      [await balanceOf(world, 'house'), await balanceOf(world, 'routing_fees')],
      [house - feeMsat, fees + feeMsat],
    )
    await assertBooksBalance(world)
  }
  const waitingFor = async (paymentHash: string) =>
    (await listSuspense(world.world.database.read)).find((item) => item.paymentHash === paymentHash)

  it('pays the artists in full, however often the payment is reported', async () => {
    const [mara, teodor] = [await music.mara.balance(), await music.teodor.balance()]
    const { invoiceId, paymentHash } = await makeZap(5_000)
    const event = await world.node.settle(paymentHash, 5_000n, 1_200n)
    await until(() => isPaid(world, invoiceId))
    await world.node.settle(paymentHash)
    const again = () => creditArrivals(world.world.payments, [event, event], null)
    await Promise.all([again(), again()])
    assert.deepEqual([(await music.mara.balance()) - mara, (await music.teodor.balance()) - teodor], [2_708, 2_042])
    const receipt = await music.mara.call(getPayment, { params: { paymentId: invoiceId } })
    assert.deepEqual(
      receipt.legs.map(({ role, msatAmount }) => [role, msatAmount]),
      [
        ['recipient', 2_708],
        ['recipient', 2_042],
        ['platform', 250],
      ],
    )
    await houseHasPaid(1_200n)
  })

  it('books the fee once after a failure between the payment and the fee', async () => {
    const { payments } = world.world
    const { failpoint } = payments
    let failures = 0
    payments.failpoint = (name) => {
      if (name === 'receive:crediting' && failures++ < 2) throw new Error('As if killed')
      failpoint(name)
    }
    const mara = await music.mara.balance()
    const { invoiceId, paymentHash } = await makeZap(10_000)
    await world.node.settle(paymentHash, 10_000n, 700n)
    await until(() => isPaid(world, invoiceId))
    payments.failpoint = failpoint
    assert.ok(failures > 2)
    assert.equal((await music.mara.balance()) - mara, 5_415)
    await houseHasPaid(700n)
  })

  it('may deduct more than was paid', async () => {
    const mara = await music.mara.balance()
    const { invoiceId, paymentHash } = await makeZap(5_000)
    await world.node.settle(paymentHash, 5_000n, 20_000n)
    await until(() => isPaid(world, invoiceId))
    assert.equal((await music.mara.balance()) - mara, 2_708)
    await houseHasPaid(20_000n)
  })

  it('credits a deposit and a payment without an invoice in full', async () => {
    const [ana, mara] = [await createTestUser(world), await music.mara.balance()]
    const { request } = await ana.call(createDeposit, { body: { msatAmount: 8_000 } })
    await world.node.settleInvoice(request, 8_000n, 300n)
    await until(async () => (await ana.balance()) === 8_000)
    const customRecords = { '16180339': Buffer.from(music.contentId).toString('hex') }
    world.node.receiveKeysend({ amountMsat: 5_000n, feeMsat: 40n, customRecords })
    await until(async () => (await music.mara.balance()) - mara === 2_708)
    await houseHasPaid(340n)
  })

  it('posts unassigned money to suspense in full, and the house bears the fee', async () => {
    const suspense = await balanceOf(world, 'suspense')
    const little = await makeZap(9_000)
    await world.node.settle(little.paymentHash, 8_999n, 10n)
    const unknown = await world.node.createInvoice({ amountMsat: 6_000n, expirySeconds: 600, externalId: '' })
    await world.node.settle(unknown.paymentHash, 6_000n, 200n)
    const { paymentHash: nameless } = world.node.receiveKeysend({
      amountMsat: 700n,
      feeMsat: 3_000n,
      customRecords: {},
    })
    const isThere = async () => (await waitingFor(nameless)) !== undefined
    await until(isThere)
    assert.deepEqual(
      [await waitingFor(little.paymentHash), await waitingFor(unknown.paymentHash), await waitingFor(nameless)].map(
        (item) => [item?.reason, item?.amountMsat],
      ),
      [
        ['underpaid', 8_999n],
        ['unknown-invoice', 6_000n],
        ['keysend-unknown', 700n],
      ],
    )
    assert.equal((await balanceOf(world, 'suspense')) - suspense, 15_699n)
    await houseHasPaid(3_210n)
  })

  it('books the fee of an invoice that was already paid internally', async () => {
    const [bob, eve] = [await createTestUser(world), await createTestUser(world)]
    await fillBalance(world, eve, 50_000)
    const { request } = await bob.call(createDeposit, { body: { msatAmount: 4_000 } })
    await eve.call(withdraw, { body: { invoice: request } })
    await until(async () => (await bob.balance()) === 4_000)
    const { paymentHash } = decodeInvoice(request)
    world.node.takeCanceled(paymentHash, 90n)
    world.node.breakFeeds()
    const isThere = async () => (await waitingFor(paymentHash)) !== undefined
    await until(isThere)
    assert.equal((await waitingFor(paymentHash))?.reason, 'paid-twice')
    assert.equal(await bob.balance(), 4_000)
    await houseHasPaid(90n)
  })

  it('is compared by the audit with what it reported', async () => {
    const { invoiceId, paymentHash } = await makeZap(5_000)
    await world.node.settle(paymentHash, 5_000n, 1_000n)
    await until(() => isPaid(world, invoiceId))
    const { lookupInvoice } = world.node
    const auditTelling = async (
      receivedMsat: bigint,
      feeMsat: bigint | undefined,
      word: 'exact' | 'hint' = 'exact',
    ) => {
      const told = { state: 'paid' as const, receivedMsat, ...(feeMsat === undefined ? {} : { feeMsat }) }
      const node = {
        ...world.node,
        capabilities: { ...world.node.capabilities, fees: word },
        lookupInvoice: async (asked: string) => (asked === paymentHash ? told : lookupInvoice(asked)),
      }
      const audit = await auditPayments({ database: world.world.database, node })
      const feeMismatches = audit.feeMismatches.map(({ ours, nodes }) => `doubt: ${ours}, ${nodes}`)
      return [...audit.differences.map(({ ours, nodes }) => `${ours}, ${nodes}`), ...feeMismatches]
    }
    assert.deepEqual(await auditTelling(5_000n, 1_000n), [])
    assert.deepEqual(await auditTelling(5_000n, undefined), [])
    assert.deepEqual(await auditTelling(5_000n, 999n), ['paid 5000 fee 1000, paid 5000 fee 999'])
    assert.deepEqual(await auditTelling(5_000n, 999n, 'hint'), ['doubt: paid 5000 fee 1000, paid 5000 fee 999'])
    assert.deepEqual(await auditTelling(4_000n, 1_000n), ['paid 5000 fee 1000, paid 4000 fee 1000'])
    assert.deepEqual(await auditTelling(4_000n, undefined, 'hint'), ['paid 5000 fee 1000, paid 4000'])
  })

  it('causes a difference if less was booked, also by an older version', async () => {
    // Versions without fee support booked the amount after the fee.
    const { paymentHash } = await makeZap(9_000)
    await world.node.settle(paymentHash, 2_000n)
    const isThere = async () => (await waitingFor(paymentHash)) !== undefined
    await until(isThere)
    const { lookupInvoice } = world.node
    const told = { state: 'paid' as const, receivedMsat: 9_000n, feeMsat: 7_000n }
    const node = {
      ...world.node,
      lookupInvoice: async (asked: string) => (asked === paymentHash ? told : lookupInvoice(asked)),
    }
    const { differences } = await auditPayments({ database: world.world.database, node })
    assert.deepEqual(
      differences.map(({ kind, change }) => [kind, change.receivedMsat, change.feeMsat]),
      [['receipt-amount', 7_000n, 7_000n]],
    )
  })

  it('skips payments of 0 msat', async () => {
    const empty = await makeZap(5_000)
    await world.node.settle(empty.paymentHash, 0n)
    const unknown = await world.node.createInvoice({ amountMsat: 6_000n, expirySeconds: 600, externalId: '' })
    await world.node.settle(unknown.paymentHash, 0n)
    world.node.receiveKeysend({ amountMsat: 0n, customRecords: {} })
    const customRecords = { '16180339': Buffer.from(music.contentId).toString('hex') }
    const last = world.node.receiveKeysend({ amountMsat: 0n, customRecords })
    const { read } = world.world.database
    await until(async () => (await readCursor(read, 'invoices')) === last.cursor)
    const next = await makeZap(1_000)
    await world.node.settle(next.paymentHash)
    await until(() => isPaid(world, next.invoiceId))
    await houseHasPaid(0n)
    // It is treated like an invoice that was never paid.
    world.clock.step(3 * 24 * 3_600_000)
    await until(
      async () => (await world.call(getInvoice, { params: { invoiceId: empty.invoiceId } })).state === 'expired',
    )
    await assertBooksBalance(world)
  })
})

describe('A server over phoenixd', () => {
  let double: Awaited<ReturnType<typeof startPhoenixdDouble>>
  let world: TestWorld
  let music: Music

  before(async () => {
    double = await startPhoenixdDouble()
    const settings = { LIGHTNING: 'phoenixd', PHOENIXD_URL: double.url, PHOENIXD_PASSWORD: PASSWORD }
    world = await createTestWorld({ lightning: 'settings', settings })
    music = await makeMusic(world)
  })
  after(async () => {
    await world?.[Symbol.asyncDispose]()
    await double?.stop()
  })
  const earned = async () => (await music.mara.balance()) + (await music.teodor.balance())
  /** The figures of be-BOP-io-SA/be-BOP#1353 and ACINQ/phoenixd#205: fee credit, a channel, a channel that costs more
   * than the payment. */
  for (const [sats, feeMsat] of [
    [13_739, 13_739_000n],
    [18_037, 15_803_000n],
    [1_000, 20_500_000n],
    [5_000, 0n],
  ] as const) {
    it(`credits ${sats} sat of which ${feeMsat} msat were deducted`, async () => {
      const [had, house] = [await earned(), await balanceOf(world, 'house')]
      const body = { contentId: music.contentId, msatAmount: sats * 1_000 }
      const { invoiceId, request } = await world.call(createInvoice, { body })
      await double.wallet.node.settleInvoice(request, undefined, feeMsat)
      await until(() => isPaid(world, invoiceId))
      assert.ok(Math.abs((await earned()) - had - sats * 950) <= 1)
      assert.equal(await balanceOf(world, 'house'), house - feeMsat)
      const { database, node } = world.world.payments
      assert.deepEqual(describeFindings(await auditPayments({ database, node })), [])
    })
  }
})
