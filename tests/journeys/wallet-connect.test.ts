/** A balance as the wallet of another app, over the real relay and real Lightning nodes: the npm client @getalby/sdk drives
 * it as any app would. What hostile apps try is wallet-connect-hostile.test.ts. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { NWCClient, Nip47WalletError } from '@getalby/sdk/nwc'
import { createArtist } from '#contract/catalog/artists.ts'
import { createConnection, listConnectionPayments, listConnections } from '#contract/payments/connections.ts'
import { createDeposit } from '#contract/payments/payments.ts'
import { makeOutsideInvoice, payFromExternal } from '#contract/operator/sandbox.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { parseConnectionUri } from '#protocols/nostr/wallet-connect.ts'
import { findFreePort } from '#tests/faults/server-process.ts'
import { createTestUser, until, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

let world: TestWorld
let ann: TestUser
let client: NWCClient
let uri: string

const terms = {
  name: 'Damus',
  permissions: [
    'pay_invoice' as const,
    'pay_keysend' as const,
    'make_invoice' as const,
    'lookup_invoice' as const,
    'list_transactions' as const,
    'get_balance' as const,
    'notifications' as const,
  ],
  weeklyBudgetMsat: 100_000,
  maxPaymentMsat: 50_000,
  expiresAt: null,
}

const hexOf = (text: string) => Buffer.from(text).toString('hex')
const hashOf = (preimage: string) => createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')

before(async () => {
  const port = await findFreePort()
  const settings = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
  world = await createTestWorld({ lightning: 'sandbox', settings })
  ann = await createTestUser(world, { name: 'ann' })
  uri = (await ann.prove(createConnection, { body: terms })).uri
  client = new NWCClient({ nostrWalletConnectUrl: uri })
})
after(async () => {
  client.close()
  await world[Symbol.asyncDispose]()
})

test('the connection string has our relay, the wallet key and the lightning address, and its secret is not stored', async () => {
  const { relays, lud16, secret, walletPubkey } = parseConnectionUri(uri)
  assert.deepEqual(relays, [world.world.relay.relayUrl])
  assert.equal(lud16, `ann@${new URL(world.origin).host}`)
  const { rows } = await world.world.database.pool.query('SELECT * FROM wallet_connection')
  assert.equal(JSON.stringify(rows, (_name, value: unknown) => String(value)).includes(secret), false)
  const another = parseConnectionUri((await ann.prove(createConnection, { body: { ...terms, name: 'Other' } })).uri)
  assert.notEqual(another.walletPubkey, walletPubkey)
})

test('the wallet states its methods, in the better encryption', async () => {
  const info = await client.getWalletServiceInfo()
  assert.deepEqual(info.encryptions, ['nip44_v2', 'nip04'])
  assert.ok(info.capabilities.includes('pay_invoice') && info.capabilities.includes('pay_keysend'))
  assert.deepEqual(info.notifications, ['payment_received', 'payment_sent'])
  const { methods, network, pubkey } = await client.getInfo()
  assert.deepEqual([network, pubkey], ['regtest', world.world.payments.nodePubkey])
  assert.ok(methods.includes('get_balance'))
  assert.equal(client.encryptionType, 'nip44_v2')
})

test('an invoice is created, paid externally, reported, looked up and listed; then an external one is paid', async () => {
  const heard: string[] = []
  const unsubscribe = await client.subscribeNotifications(({ notification, notification_type: type }) => {
    heard.push(`${type} ${notification.payment_hash}`)
  })
  assert.equal((await client.getBalance()).balance, 0)
  const made = await client.makeInvoice({ amount: 80_000, description: 'For ann', expiry: 600 })
  assert.deepEqual([made.type, made.state, made.amount], ['incoming', 'pending', 80_000])
  assert.equal(decodeInvoice(made.invoice).description, 'For ann')
  assert.equal(decodeInvoice(made.invoice).expirySeconds, 600)
  await world.call(payFromExternal, { body: { bolt11: made.invoice } })
  await until(() => heard.includes(`payment_received ${made.payment_hash}`))
  assert.equal((await client.getBalance()).balance, 80_000)
  const found = await client.lookupInvoice({ payment_hash: made.payment_hash })
  assert.deepEqual([found.state, found.description], ['settled', 'For ann'])

  const { bolt11 } = await world.call(makeOutsideInvoice, { body: { amountMsat: 21_000 } })
  const paid = await client.payInvoice({ invoice: bolt11 })
  const { paymentHash } = decodeInvoice(bolt11)
  assert.equal(createHash('sha256').update(Buffer.from(paid.preimage, 'hex')).digest('hex'), paymentHash)
  assert.equal((await client.getBalance()).balance, 80_000 - 21_000 - paid.fees_paid)
  await until(() => heard.includes(`payment_sent ${paymentHash}`))
  const { transactions } = await client.listTransactions({})
  assert.deepEqual(
    transactions.map(({ type, state, payment_hash: hash }) => [type, state, hash]),
    [
      ['outgoing', 'settled', paymentHash],
      ['incoming', 'settled', made.payment_hash],
    ],
  )
  const [connection] = (await ann.call(listConnections, {})).filter(({ name }) => name === terms.name)
  assert.equal(connection!.spentMsat, 21_000 + paid.fees_paid)
  assert.notEqual(connection!.lastUsedAt, null)
  const history = { params: { connectionId: connection!.id, page: '1' } }
  const { payments } = await ann.call(listConnectionPayments, history)
  assert.deepEqual(
    payments.map(({ state, msatAmount }) => [state, msatAmount]),
    [['settled', 21_000]],
  )
  unsubscribe()
})

test('a payment above a limit is refused with its code, and nothing is paid', async () => {
  const had = await ann.balance()
  const { bolt11 } = await world.call(makeOutsideInvoice, { body: { amountMsat: 51_000 } })
  await assert.rejects(
    client.payInvoice({ invoice: bolt11 }),
    (error: unknown) => error instanceof Nip47WalletError && error.code === 'QUOTA_EXCEEDED',
  )
  await assert.rejects(
    client.payKeysend({ amount: 51_000, pubkey: world.world.payments.nodePubkey }),
    (error: unknown) => error instanceof Nip47WalletError && error.code === 'QUOTA_EXCEEDED',
  )
  assert.equal(await ann.balance(), had)
})

test('a node is paid without an invoice, under a preimage of the app or ours; for our own node the payment is internal', async () => {
  const { outsidePubkey: pubkey, balanceMsat } = await world.world.sandbox!.outside.state()
  const [had, preimage] = [await ann.balance(), randomBytes(32).toString('hex')]
  const tlv_records = [{ type: 7_629_169, value: hexOf(JSON.stringify({ action: 'boost', message: 'Hello' })) }]
  const paid = await client.payKeysend({ amount: 3_000, pubkey, preimage, tlv_records })
  assert.deepEqual(paid, { preimage, fees_paid: 0 })
  const own = await client.payKeysend({ amount: 2_000, pubkey })
  assert.equal((await world.world.sandbox!.outside.state()).balanceMsat - balanceMsat, 5_000n)
  assert.equal(await ann.balance(), had - 5_000)
  const { transactions } = await client.listTransactions({ type: 'outgoing', limit: 2 })
  assert.deepEqual(
    transactions.map(({ state, amount, preimage: proof, payment_hash: hash }) => [state, amount, proof, hash]),
    [
      ['settled', 2_000, own.preimage, hashOf(own.preimage)],
      ['settled', 3_000, preimage, hashOf(preimage)],
    ],
  )

  const ben = await createTestUser(world, { name: 'ben' })
  const artist = await ben.call(createArtist, { body: { name: 'Ben' } })
  const inside = await client.payKeysend({
    amount: 4_000,
    pubkey: world.world.payments.nodePubkey,
    tlv_records: [...tlv_records, { type: 16_180_339, value: hexOf(artist.id) }],
  })
  assert.equal(await ben.balance(), 3_800)
  assert.match(inside.preimage, /^[0-9a-f]{64}$/)

  const { request } = await ben.call(createDeposit, { body: { msatAmount: 1_000 } })
  const deposited = await client.payInvoice({ invoice: request })
  assert.equal(hashOf(deposited.preimage), decodeInvoice(request).paymentHash)
})
