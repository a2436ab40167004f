/** The lnd adapter over real lnd nodes: the whole conformance suite, then money in and out of a server over them.
 * Skipped where lnd has not been built: `npm run test:lnd` does that. */
import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import { createDeposit, createInvoice, getPayment, withdraw } from '#contract/payments/payments.ts'
import { describeLightningNode } from '#server/lightning/node.conformance.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings } from '#server/payments/audit/job.ts'
import { createTestUser, until, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { findBinaries } from './binaries.ts'
import { startLndPair, type LndPair } from './lnd-pair.ts'
import { describeTwoServers } from './two-servers.ts'

const WAIT_MS = 60_000
const PRICE_MSAT = 21_000
const DEPOSIT_MSAT = 500_000
const binaries = findBinaries()

if (binaries === null) {
  void test.skip('SKIP lnd: `npm run test:lnd` builds it with Go, once; from then on this runs')
} else {
  let pair: LndPair
  const keepRunning = async () => undefined
  before(async () => {
    pair = await startLndPair(binaries)
  })
  after(() => pair?.stop())
  describeLightningNode('lnd', async () => ({ ...pair, stop: keepRunning }))
  describeMoney(() => pair)
  describeTwoServers(() => pair)
}

function describeMoney(nodes: () => LndPair): void {
  describe('A server over lnd', () => {
    let world: TestWorld
    let user: TestUser
    before(async () => {
      const { ours } = nodes()
      const settings = {
        LIGHTNING: 'lnd',
        LND_URL: ours.url,
        LND_TLS_CERT: ours.certificateFile,
        LND_MACAROON_FILE: ours.macaroonFile,
      }
      // The conformance suite has paid this node before, which is money in suspense for the server.
      world = await createTestWorld({ lightning: 'settings', settings, expectedLogs: ['money-in-suspense'] })
      user = await createTestUser(world)
    })
    after(() => world?.[Symbol.asyncDispose]())
    const stateOf = async (paymentId: string) => (await user.call(getPayment, { params: { paymentId } })).state
    const pay = async (bolt11: string) =>
      assert.equal((await nodes().counterparty.payInvoice(bolt11)).state, 'succeeded')
    const withdrawTo = async (amountMsat: bigint) => {
      const { bolt11 } = await nodes().counterparty.makeInvoice({ amountMsat })
      return (await user.call(withdraw, { body: { invoice: bolt11 } })).paymentId
    }

    it('takes a deposit and a zap', async () => {
      const { request } = await user.call(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
      await pay(request)
      await until(async () => (await user.balance()) === DEPOSIT_MSAT)
      const artist = await user.call(createArtist, { body: { name: 'An artist' } })
      const body = { contentId: artist.id, msatAmount: PRICE_MSAT }
      await pay((await world.call(createInvoice, { body })).request)
      await until(async () => (await user.balance()) === DEPOSIT_MSAT + PRICE_MSAT * 0.95)
    })

    it('pays out, and releases what the recipient refuses', async () => {
      const before = await user.balance()
      const paid = await withdrawTo(50_000n)
      await until(async () => (await stateOf(paid)) === 'settled')
      assert.equal(await user.balance(), before - 50_000)
      await nodes().counterparty.setBehaviour('reject')
      const refused = await withdrawTo(30_000n)
      await until(async () => (await stateOf(refused)) === 'failed')
      await nodes().counterparty.setBehaviour('normal')
      assert.equal(await user.balance(), before - 50_000)
    })

    it('sends and receives a payment without an invoice', async () => {
      const { counterparty, node } = nodes()
      const before = await user.balance()
      const part = { msatAmount: 20_000, pubkey: await counterparty.pubkey!() }
      const body = { msatTotal: 40_000, keysends: [part, part], message: 'Both of you' }
      const { keysends } = await user.call(sendKeysend, { body })
      assert.deepEqual(
        keysends.map(({ success }) => success),
        [true, true],
      )
      assert.equal(await user.balance(), before - 40_000)
      const artist = await user.call(createArtist, { body: { name: 'Another artist' } })
      const customRecords = { '16180339': Buffer.from(artist.id).toString('hex') }
      const { pubkey } = await node.info(AbortSignal.timeout(5_000))
      const paid = await counterparty.keysend!({ pubkey, amountMsat: BigInt(PRICE_MSAT), customRecords })
      assert.equal(paid.state, 'succeeded')
      await until(async () => (await user.balance()) === before - 40_000 + PRICE_MSAT * 0.95)
    })

    it('records the outcome of a payment in flight, and payments received meanwhile, after the node was killed', async () => {
      const { counterparty, kill } = nodes()
      world.expectLogs('invoice-feed-lost', 'payout-lookup-failed')
      const before = await user.balance()
      await counterparty.setBehaviour('hold')
      const { bolt11, paymentHash } = await counterparty.makeInvoice({ amountMsat: 40_000n })
      const { paymentId } = await user.call(withdraw, { body: { invoice: bolt11 } })
      await until(() => counterparty.isHolding!(paymentHash), WAIT_MS)
      const { request } = await user.call(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
      await kill()
      assert.equal(await stateOf(paymentId), 'pending')
      await pay(request)
      await counterparty.setBehaviour('normal')
      await until(async () => (await stateOf(paymentId)) === 'settled', WAIT_MS)
      await until(async () => (await user.balance()) === before - 40_000 + DEPOSIT_MSAT, WAIT_MS)
    })

    it('has books that agree with the node', async () => {
      const since = new Date(Date.now() - WAIT_MS)
      const audit = await auditPayments({ database: world.world.database, node: nodes().node }, 'all', since)
      // The conformance suite paid from the same node, and our rows do not contain these payments.
      const own = audit.differences.filter(({ ours }) => ours !== 'unknown to us')
      assert.deepEqual(own, [])
      assert.deepEqual(describeFindings({ ...audit, differences: [] }), [])
    })
  })
}
