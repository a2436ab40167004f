/** A server whose money is in a wallet over NIP-47: incoming and outgoing payments, and what users are shown. The
 * meaning of single responses is in the adapter's own test. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createDeposit, getPayment, withdraw } from '#contract/payments/payments.ts'
import { formatConnectionUri } from '#protocols/nostr/wallet-connect.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings, storeFindings } from '#server/payments/audit/job.ts'
import { readAuditState } from '#server/payments/audit/state.ts'
import { createLog } from '#server/platform/log.ts'
import { createWalletDouble, type WalletDouble } from '#tests/node-doubles/nwc.ts'
import { type SmallRelay, startSmallRelay } from '#tests/node-doubles/small-relay.ts'
import { startWalletService, type WalletService } from '#tests/node-doubles/relay-wallet.ts'
import { createTestUser, until, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const DEPOSIT_MSAT = 500_000

describe('A server over a wallet', () => {
  let relay: SmallRelay
  let double: WalletDouble
  let service: WalletService
  let world: TestWorld
  let user: TestUser
  const over = new AbortController()
  let following: Promise<void>

  before(async () => {
    relay = await startSmallRelay()
    double = createWalletDouble()
    service = await startWalletService({ relays: [relay.url], encryptions: ['nip44_v2'], answer: double.answer })
    following = double.follow(service.notify, over.signal)
    const settings = { LIGHTNING: 'nwc', NWC_URL: formatConnectionUri(service.connection) }
    world = await createTestWorld({ lightning: 'settings', settings })
    user = await createTestUser(world)
  })
  after(async () => {
    await world?.[Symbol.asyncDispose]()
    over.abort()
    await following
    service?.stop()
    await relay?.stop()
  })
  const stateOf = async (paymentId: string) => (await user.call(getPayment, { params: { paymentId } })).state
  const withdrawTo = async (amountMsat: bigint) => {
    const { bolt11 } = await double.wallet.counterparty.makeInvoice({ amountMsat })
    return (await user.call(withdraw, { body: { invoice: bolt11 } })).paymentId
  }

  it('takes a deposit', async () => {
    const { request } = await user.call(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
    assert.equal((await double.wallet.counterparty.payInvoice(request)).state, 'succeeded')
    await until(async () => (await user.balance()) === DEPOSIT_MSAT)
  })

  it('pays out at the actual cost, and releases what the recipient refuses', async () => {
    const had = await user.balance()
    const paid = await withdrawTo(50_000n)
    await until(async () => (await stateOf(paid)) === 'settled')
    assert.equal(await user.balance(), had - 50_000 - Number(double.feeMsat))
    await double.wallet.counterparty.setBehaviour('reject')
    const refused = await withdrawTo(30_000n)
    await until(async () => (await stateOf(refused)) === 'failed')
    await double.wallet.counterparty.setBehaviour('normal')
    assert.equal(await user.balance(), had - 50_000 - Number(double.feeMsat))
  })

  it('keeps the money of a payment whose response was lost reserved until the wallet reports the outcome', async () => {
    const had = await user.balance()
    const { answer } = service
    // The wallet pays, and reports a failure.
    service.answer = async (request, own) => {
      const reply = await answer(request, own)
      return request.method === 'pay_invoice' ? { error: { code: 'INTERNAL', message: 'time-out' } } : reply
    }
    await double.wallet.counterparty.setBehaviour('hold')
    const paymentId = await withdrawTo(40_000n)
    await until(() => service.requests.filter(({ method }) => method === 'pay_invoice').length === 3)
    assert.equal(await stateOf(paymentId), 'pending')
    await double.wallet.counterparty.setBehaviour('normal')
    await until(async () => (await stateOf(paymentId)) === 'settled')
    service.answer = answer
    assert.equal(await user.balance(), had - 40_000 - Number(double.feeMsat))
    assert.equal(service.requests.filter(({ method }) => method === 'pay_invoice').length, 3)
  })

  it('is not halted when the wallet later reports another fee or none', async () => {
    const { answer } = service
    // The fee was 1 234; the wallet's list has another fee or none.
    let listed: number | undefined
    service.answer = async (request, own) => {
      const reply = await answer(request, own)
      if (typeof reply === 'string' || !('result' in reply)) return reply
      const { fees_paid: _told, ...result } = reply.result as {
        type?: string
        payment_hash?: string
        fees_paid?: number
      }
      if (request.method === 'pay_invoice') return { result: { ...result, fees_paid: 1_234 } }
      const isOne = request.method === 'lookup_invoice' && result.payment_hash === paymentHash
      return isOne ? { result: { ...result, ...(listed === undefined ? {} : { fees_paid: listed }) } } : reply
    }
    const had = await user.balance()
    const { bolt11, paymentHash } = await double.wallet.counterparty.makeInvoice({ amountMsat: 60_000n })
    const { paymentId } = await user.call(withdraw, { body: { invoice: bolt11 } })
    await until(async () => (await stateOf(paymentId)) === 'settled')
    assert.equal(await user.balance(), had - 60_000 - 1_234)
    const { database, node, clock } = world.world.payments
    const lines: string[] = []
    const log = createLog((line) => lines.push(line))
    for (const [says, feeMismatches] of [
      [undefined, []],
      [1_234, []],
      [1_233, ['settled fee 1234, succeeded fee 1233']],
    ] as const) {
      listed = says
      const audit = await auditPayments({ database, node })
      assert.deepEqual(describeFindings(audit), [])
      assert.equal(audit.isRight, true)
      const told = audit.feeMismatches.map(({ ours, nodes }) => `${ours}, ${nodes}`)
      assert.deepEqual(told, feeMismatches)
      await storeFindings({ database, clock, log }, audit, 60_000)
    }
    assert.equal((await readAuditState(database.read)).wrongSince, null)
    assert.deepEqual(
      lines.map((line) => /"event":"([a-z-]+)"/.exec(line)?.[1]),
      ['fees-told-differ'],
    )
    service.answer = answer
  })

  it('has books that agree with the wallet', async () => {
    const audit = await auditPayments({ database: world.world.database, node: world.world.payments.node })
    assert.deepEqual(audit.differences, [])
    assert.deepEqual(describeFindings(audit), [])
  })
})
