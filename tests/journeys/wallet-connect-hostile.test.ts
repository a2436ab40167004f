/** What apps must not be able to do over a wallet connection: replays, concurrent requests above the budget, other
 * connections' keys, ended connections, unknown outcomes. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { createArtist } from '#contract/catalog/artists.ts'
import {
  createConnection,
  deleteConnection,
  editConnection,
  listConnectionPayments,
  listConnections,
} from '#contract/payments/connections.ts'
import { createDeposit } from '#contract/payments/payments.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { type NostrEvent, readEvent, signEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import {
  clientOf,
  createRequest,
  parseConnectionUri,
  parseResponse,
  parseInfo,
  WALLET_REQUEST_KIND,
  type WalletResponse,
  type WalletClient,
  type WalletEncryption,
} from '#protocols/nostr/wallet-connect.ts'
import type { WalletMethod, WalletParams } from '#protocols/nostr/wallet-methods.ts'
import { holdOutgoing } from '#server/accounts/holds.ts'
import { storeOwnEvent, removeExpired } from '#server/relay/store.ts'
import { startWalletService } from '#server/wallets/inbox.ts'
import { findFreePort } from '#tests/faults/server-process.ts'
import { fillBalance, createTestUser, until, type TestUser } from '#tests/users.ts'
import { closeBalanced, refusalOf } from '#tests/refusals.ts'
import { connectRelay, type RelayClient } from '#tests/relay-client.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

let world: TestWorld
let relay: RelayClient
let ann: TestUser

const terms = {
  name: 'App',
  permissions: ['pay_invoice' as const, 'pay_keysend' as const, 'get_balance' as const, 'lookup_invoice' as const],
  weeklyBudgetMsat: null as number | null,
  maxPaymentMsat: null as number | null,
  expiresAt: null as string | null,
}

/** Of ten sats. */
const RESERVE_MSAT = 150

before(async () => {
  const port = await findFreePort()
  const settings = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RELAY_EVENTS_PER_MINUTE: '10000',
    FEE_RESERVE_MIN_MSAT: '100',
  }
  world = await createTestWorld({ settings })
  relay = await connectRelay(world.origin)
  relay.say('REQ', 'answers', { kinds: [23_195] })
})
beforeEach(async () => {
  ann = await createTestUser(world)
  await fillBalance(world, ann, 1_000_000)
})
after(async () => {
  relay.close()
  await closeBalanced(world)
})

type App = WalletClient & { connectionId: string }

async function connect(changes: Partial<typeof terms> = {}, encryption: WalletEncryption = 'nip44_v2'): Promise<App> {
  const { uri, connection } = await ann.prove(createConnection, { body: { ...terms, ...changes } })
  return { ...clientOf(parseConnectionUri(uri), encryption), connectionId: connection.id }
}

const nowSeconds = () => Math.floor(world.clock.now().getTime() / 1_000)

function ask<Method extends WalletMethod>(app: WalletClient, method: Method, params: WalletParams[Method]): NostrEvent {
  const now = nowSeconds()
  return createRequest(app, { method, params, createdAtSeconds: now, expiresAtSeconds: now + 60 })
}

async function hearAnswer(app: WalletClient, requestId: string): Promise<WalletResponse> {
  const [, , said] = await relay.hear(
    ([type, , event]) =>
      type === 'EVENT' && (event as NostrEvent).tags.some(([name, value]) => name === 'e' && value === requestId),
  )
  return parseResponse(readEvent(said), { ...app, requestId })
}

async function say<Method extends WalletMethod>(app: WalletClient, method: Method, params: WalletParams[Method]) {
  const event = ask(app, method, params)
  assert.deepEqual(await relay.publish(event), { isAccepted: true, words: '' })
  return hearAnswer(app, event.id)
}

const codeOf = async (answer: Promise<WalletResponse>) => (await answer).error?.code ?? null
const makeInvoice = (amountMsat = 10_000n) => world.node.makeInvoice({ amountMsat }).bolt11
const hashOf = (preimage: string) => createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
const timesPaid = (bolt11: string) => world.node.truth.payments.get(decodeInvoice(bolt11).paymentHash) ?? 0

test('a repeated request pays once and gets its response again, also on another relay connection', async () => {
  const app = await connect()
  const invoice = makeInvoice()
  const event = ask(app, 'pay_invoice', { invoice })
  await relay.publish(event)
  const first = await hearAnswer(app, event.id)
  assert.equal(first.error, null)
  const other = await connectRelay(world.origin)
  await other.publish(event)
  assert.deepEqual(await hearAnswer(app, event.id), first)
  // The relay has deleted it meanwhile.
  await sql`UPDATE nostr_event SET expires_at = 1 WHERE id = ${event.id}`.execute(world.world.database.read)
  await until(async () => (await world.world.database.transaction((tx) => removeExpired(tx, world.clock.now()))) === 0)
  assert.deepEqual(await other.publish(event), { isAccepted: true, words: '' })
  assert.deepEqual(await hearAnswer(app, event.id), first)
  assert.equal(timesPaid(invoice), 1)
  assert.equal(await ann.balance(), 990_000)
  other.close()
})

test('of fifty concurrent payments against a budget for ten, exactly ten are made', async () => {
  // Enough for ten payments with their fee reserves, and not for eleven without them.
  const app = await connect({ weeklyBudgetMsat: 100_000 + 10 * RESERVE_MSAT })
  const had = world.node.truth.sentMsat
  const events = Array.from({ length: 50 }, () => ask(app, 'pay_invoice', { invoice: makeInvoice() }))
  await Promise.all(events.map((event) => relay.publish(event)))
  const answers = await Promise.all(events.map(({ id }) => hearAnswer(app, id)))
  const paid = answers.filter(({ error }) => error === null).length
  const refused = answers.filter(({ error }) => error?.code === 'QUOTA_EXCEEDED').length
  const sentMsat = world.node.truth.sentMsat - had
  assert.equal(paid + refused, 50)
  const [connection] = await ann.call(listConnections, {})
  assert.equal(connection!.spentMsat, paid * 10_000)
  assert.equal(sentMsat, BigInt(paid) * 10_000n)
  assert.ok(sentMsat <= BigInt(connection!.weeklyBudgetMsat!))
  assert.equal(paid, 10)
})

test('expired and old requests are not executed and get no response', async () => {
  const app = await connect()
  const invoice = makeInvoice()
  const params = { invoice }
  const now = nowSeconds()
  const over = createRequest(app, { method: 'pay_invoice', params, createdAtSeconds: now, expiresAtSeconds: now - 1 })
  assert.equal((await relay.publish(over)).isAccepted, false)
  const old = createRequest(app, {
    method: 'pay_invoice',
    params,
    createdAtSeconds: now - 700,
    expiresAtSeconds: now + 60,
  })
  await relay.publish(old)
  const stateOf = async () => {
    const { rows } = await sql<{ state: string }>`
      SELECT state FROM wallet_request WHERE event_id = ${old.id}`.execute(world.world.database.read)
    return rows[0]?.state
  }
  await until(async () => (await stateOf()) === 'ignored')
  assert.equal(timesPaid(invoice), 0)
})

test('a connection cannot exceed its permissions, its largest payment or its expiry, nor act after its deletion', async () => {
  const reader = await connect({ permissions: ['get_balance'] })
  assert.equal(await codeOf(say(reader, 'pay_invoice', { invoice: makeInvoice() })), 'RESTRICTED')
  assert.equal(await codeOf(say(reader, 'list_transactions', {})), 'RESTRICTED')
  assert.equal(await codeOf(say(reader, 'pay_keysend', { amount: 1_000, pubkey: 'ab' })), 'RESTRICTED')
  assert.deepEqual((await say(reader, 'get_balance', {})).result, { balance: 1_000_000 })
  assert.deepEqual((await say(reader, 'get_info', {})).result?.['methods'], ['get_balance', 'get_info'])

  const small = await connect({ maxPaymentMsat: 9_999 })
  assert.equal(await codeOf(say(small, 'pay_invoice', { invoice: makeInvoice() })), 'QUOTA_EXCEEDED')

  const ending = await connect({ expiresAt: new Date(world.clock.now().getTime() + 60_000).toISOString() })
  assert.equal((await say(ending, 'get_balance', {})).error, null)
  world.clock.step(61_000)
  assert.equal(await codeOf(say(ending, 'get_balance', {})), 'UNAUTHORIZED')

  const params = { connectionId: small.connectionId }
  const describe = () => relay.list({ kinds: [13_194], authors: [small.walletPubkey] })
  assert.deepEqual(parseInfo((await describe())[0]!).methods, [
    'pay_invoice',
    'pay_keysend',
    'lookup_invoice',
    'get_balance',
    'get_info',
  ])
  await ann.prove(editConnection, { params, body: { ...terms, permissions: ['get_balance'] } })
  assert.deepEqual(parseInfo((await describe())[0]!).methods, ['get_balance', 'get_info'])
  await ann.call(deleteConnection, { params })
  assert.deepEqual(await describe(), [])
  assert.equal(await codeOf(say(small, 'get_balance', {})), 'UNAUTHORIZED')
  assert.equal((await refusalOf(ann.call(deleteConnection, { params }))).code, 'not-found')
})

test('a request encrypted for another connection cannot be read and gets no response', async () => {
  const app = await connect()
  const foreign = { ...app, secretKey: generateSecretKey() }
  assert.equal(await codeOf(say(foreign, 'get_balance', {})), 'UNAUTHORIZED')
  const mine = await connect()
  const swapped = { ...mine, walletPubkey: app.walletPubkey }
  assert.equal(await codeOf(say(swapped, 'get_balance', {})), 'UNAUTHORIZED')
  const unassigned = { ...app, walletPubkey: publicKeyOf(generateSecretKey()) }
  assert.equal((await relay.publish(ask(unassigned, 'get_balance', {}))).isAccepted, true)
  const strange = ask(app, 'get_balance', {})
  for (const params of [{ invoice: 7 }, { invoice: 'lnbc1' }, { invoice: '\0' }, {}]) {
    const answer = await say(app, 'pay_invoice', params as never)
    assert.equal(answer.error?.code, 'OTHER')
  }
  await relay.publish({ ...strange, content: 'changed' })
  assert.equal(await ann.balance(), 1_000_000)
})

test('a client that supports only nip04 gets its response in nip04', async () => {
  const app = await connect({}, 'nip04')
  assert.deepEqual((await say(app, 'get_balance', {})).result, { balance: 1_000_000 })
  const invoice = makeInvoice()
  assert.equal((await say(app, 'pay_invoice', { invoice })).error, null)
  assert.equal(timesPaid(invoice), 1)
})

test('the response to a payment with an unknown outcome is sent once the outcome is known, by any server', async () => {
  const app = await connect()
  const [lost, failed] = [makeInvoice(), makeInvoice(20_000n)]
  world.node.script({ does: 'hang' })
  const event = ask(app, 'pay_invoice', { invoice: lost })
  await relay.publish(event)
  const spent = async () => (await ann.call(listConnections, {}))[0]!.spentMsat
  const { paymentHash } = decodeInvoice(lost)
  await until(() => world.node.payCalls.some((payment) => payment.paymentHash === paymentHash))
  assert.equal(await spent(), 10_000 + RESERVE_MSAT)
  const isAnswered = () =>
    relay.answers.some(([, , said]) => (said as NostrEvent | undefined)?.tags?.some(([, value]) => value === event.id))
  assert.equal(isAnswered(), false)
  assert.equal(await codeOf(say(app, 'pay_invoice', { invoice: lost })), 'OTHER')
  // The service that started it has died: its lease ends, and another service takes over.
  await sql`UPDATE wallet_request SET leased_until = now() WHERE event_id = ${event.id}`.execute(
    world.world.database.read,
  )
  const other = startWalletService(world.world.wallets)
  await using _ = { [Symbol.asyncDispose]: () => other.stop() }
  world.node.finishPayment(paymentHash, { does: 'succeed', feeMsat: 100n })
  const answer = await hearAnswer(app, event.id)
  assert.equal(answer.result?.['fees_paid'], 100)
  assert.equal(await spent(), 10_100)

  world.node.script({ does: 'fail' })
  assert.equal(await codeOf(say(app, 'pay_invoice', { invoice: failed })), 'PAYMENT_FAILED')
  assert.equal(await spent(), 10_100)
})

test('a request claimed or received by a killed server is executed once by the next', async () => {
  const app = await connect()
  const invoices = [makeInvoice(), makeInvoice()]
  const [heard, taken] = invoices.map((invoice) => ask(app, 'pay_invoice', { invoice }))
  // Stored by a relay in another process, and recorded by a service that died at that moment.
  const now = world.clock.now()
  await world.world.database.transaction((tx) => storeOwnEvent(tx, heard!, now))
  await sql`INSERT INTO wallet_request (event_id, connection_id, operation_id, event, state, leased_until, created_at)
    VALUES (${taken!.id}, ${app.connectionId}, gen_random_uuid(), ${JSON.stringify(taken)}::jsonb, 'taken', now(),
      ${now})`.execute(world.world.database.read)
  for (const event of [heard!, taken!]) assert.equal((await hearAnswer(app, event.id)).error, null)
  assert.deepEqual(invoices.map(timesPaid), [1, 1])
  assert.equal(await ann.balance(), 980_000)
})

test('events from strangers do not delay a request that was not yet received', async () => {
  const app = await connect()
  const invoice = makeInvoice()
  const waiting = ask(app, 'pay_invoice', { invoice })
  const stranger = generateSecretKey()
  const tags = [publicKeyOf(stranger), app.walletPubkey].map((key) => ['p', key])
  const older = { kind: WALLET_REQUEST_KIND, pubkey: publicKeyOf(stranger), tags, created_at: nowSeconds() - 100 }
  await world.world.database.transaction(async (tx) => {
    for (let index = 0; index < 30; index++) {
      await storeOwnEvent(tx, signEvent({ ...older, content: `${index}` }, stranger), world.clock.now())
    }
    await storeOwnEvent(tx, waiting, world.clock.now())
  })
  assert.equal((await hearAnswer(app, waiting.id)).error, null)
  assert.equal(timesPaid(invoice), 1)
})

test('an account with held outgoing payments pays nothing; an invoice of another balance is paid internally', async () => {
  const app = await connect()
  const ben = await createTestUser(world)
  const { request } = await ben.call(createDeposit, { body: { msatAmount: 5_000 } })
  const inside = await say(app, 'pay_invoice', { invoice: request })
  const preimage = String(inside.result?.['preimage'])
  assert.deepEqual([hashOf(preimage), inside.result?.['fees_paid']], [decodeInvoice(request).paymentHash, 0])
  assert.equal(await ben.balance(), 5_000)
  const { result } = await say(app, 'lookup_invoice', { invoice: request })
  assert.deepEqual([result?.['type'], result?.['state'], result?.['preimage']], ['outgoing', 'settled', preimage])
  // The payee can read the preimage from their own node; an invoice that can still be paid proves nothing.
  const unpaid = await ben.call(createDeposit, { body: { msatAmount: 5_000 } })
  const open = await world.node.lookupInvoice(decodeInvoice(unpaid.request).paymentHash)
  assert.deepEqual(open, { state: 'open' })
  const hold = { cause: 'operator', reason: 'A test', now: world.clock.now() } as const
  await holdOutgoing(world.world.database.read, { ...hold, userId: ann.userId })
  assert.equal(await codeOf(say(app, 'pay_invoice', { invoice: makeInvoice() })), 'RESTRICTED')
})

const hexOf = (text: string) => Buffer.from(text).toString('hex')
const keysend = (more: object = {}) => ({ amount: 10_000, pubkey: world.node.outsidePubkey, ...more })
const sentTo = (hash: string) => world.node.truth.payments.get(hash) ?? 0
const spentBy = async ({ connectionId }: App) =>
  (await ann.call(listConnections, {})).find(({ id }) => id === connectionId)!.spentMsat

test('a keysend carries its records and its preimage, and each preimage is used once', async () => {
  const app = await connect()
  const preimage = randomBytes(32).toString('hex')
  const boost = hexOf(JSON.stringify({ action: 'boost', message: 'Good one', sender_name: 'Not ann' }))
  const tlv_records = [
    { type: 7_629_169, value: boost },
    { type: 696_969, value: 'AB01' },
  ]
  const first = await say(app, 'pay_keysend', keysend({ preimage: preimage.toUpperCase(), tlv_records }))
  assert.deepEqual(first.result, { preimage, fees_paid: 0 })
  const { customRecords, amountMsat, feeLimitMsat } = world.node.keysendCalls.at(-1)!
  assert.deepEqual(customRecords, { '7629169': boost, '696969': 'ab01' })
  assert.deepEqual([amountMsat, feeLimitMsat], [10_000n, BigInt(RESERVE_MSAT)])
  const again = await say(app, 'pay_keysend', keysend({ preimage }))
  assert.equal(again.error?.message, 'This preimage was used before.')
  assert.equal(sentTo(hashOf(preimage)), 1)
  const params = { connectionId: app.connectionId, page: '1' }
  const { payments } = await ann.call(listConnectionPayments, { params })
  assert.deepEqual(
    payments.map(({ description, state, msatSpent }) => [description, state, msatSpent]),
    [['Good one', 'settled', 10_000]],
  )
  // An invoice of ours cannot be paid as a keysend by another payer, even if its preimage is known.
  const ben = await createTestUser(world)
  const { request } = await ben.call(createDeposit, { body: { msatAmount: 5_000 } })
  const proof = String((await say(app, 'pay_invoice', { invoice: request })).result?.['preimage'])
  assert.equal(await codeOf(say(app, 'pay_keysend', keysend({ preimage: proof }))), 'OTHER')
  assert.equal(sentTo(hashOf(proof)), 0)
  assert.equal(await ann.balance(), 985_000)
})

test('a keysend to our own node pays the content it names, under its own hash, once per preimage', async () => {
  const app = await connect()
  const ben = await createTestUser(world)
  const artist = await ben.call(createArtist, { body: { name: 'Ben' } })
  const { nodePubkey: pubkey } = world.world.payments
  const calls = world.node.keysendCalls.length
  const tlv_records = [{ type: 16_180_339, value: hexOf(artist.id) }]
  const { result } = await say(app, 'pay_keysend', keysend({ pubkey, tlv_records }))
  const preimage = String(result?.['preimage'])
  assert.match(preimage, /^[0-9a-f]{64}$/)
  assert.equal(await ben.balance(), 9_500)
  const found = await say(app, 'lookup_invoice', { payment_hash: hashOf(preimage) })
  assert.deepEqual([found.result?.['state'], found.result?.['preimage']], ['settled', preimage])
  assert.equal(await codeOf(say(app, 'pay_keysend', keysend({ pubkey, tlv_records, preimage }))), 'OTHER')
  assert.equal(await codeOf(say(app, 'pay_keysend', keysend({ pubkey }))), 'OTHER')
  assert.equal(
    await codeOf(say(app, 'pay_keysend', keysend({ pubkey, tlv_records, amount: 990_001 }))),
    'INSUFFICIENT_BALANCE',
  )
  assert.deepEqual([await ben.balance(), await ann.balance(), await spentBy(app)], [9_500, 990_000, 10_000])
  assert.equal(world.node.keysendCalls.length, calls)
})

test('of forty payments of both kinds, delivered by two relays to two services against a budget for ten, ten are made', async () => {
  const app = await connect({ weeklyBudgetMsat: 100_000 + 10 * RESERVE_MSAT })
  const service = startWalletService(world.world.wallets)
  await using _ = { [Symbol.asyncDispose]: () => service.stop() }
  const other = await connectRelay(world.origin)
  const had = world.node.truth.sentMsat
  const events = Array.from({ length: 40 }, (_value, index) =>
    index % 2 === 0 ? ask(app, 'pay_keysend', keysend()) : ask(app, 'pay_invoice', { invoice: makeInvoice() }),
  )
  await Promise.all(events.flatMap((event) => [relay.publish(event), other.publish(event)]))
  const answers = await Promise.all(events.map(({ id }) => hearAnswer(app, id)))
  other.close()
  const refused = answers.filter(({ error }) => error?.code === 'QUOTA_EXCEEDED').length
  assert.deepEqual([answers.filter(({ error }) => error === null).length, refused], [10, 30])
  assert.equal(world.node.truth.sentMsat - had, 100_000n)
  assert.deepEqual([await spentBy(app), await ann.balance()], [100_000, 900_000])
})

test('a keysend with an unknown outcome has a response once it is known; one that was only claimed is made once', async () => {
  const app = await connect()
  const calls = world.node.keysendCalls.length
  const event = ask(app, 'pay_keysend', keysend())
  world.node.script({ does: 'unknown', truth: 'in_flight' })
  await relay.publish(event)
  await until(() => world.node.keysendCalls.length > calls)
  assert.equal(await spentBy(app), 10_000 + RESERVE_MSAT)
  const taken = ask(app, 'pay_keysend', keysend({ amount: 20_000 }))
  const { read } = world.world.database
  await sql`INSERT INTO wallet_request (event_id, connection_id, operation_id, event, state, leased_until, created_at)
    VALUES (${taken.id}, ${app.connectionId}, gen_random_uuid(), ${JSON.stringify(taken)}::jsonb, 'taken', now(),
      ${world.clock.now()})`.execute(read)
  assert.equal((await hearAnswer(app, taken.id)).error, null)
  // The service that started the first has died, so another one takes over.
  await sql`UPDATE wallet_request SET leased_until = now() WHERE event_id = ${event.id}`.execute(read)
  const { paymentHash, preimage } = world.node.keysendCalls[calls]!
  world.node.finishPayment(paymentHash, { does: 'succeed', feeMsat: 7n })
  const answer = await hearAnswer(app, event.id)
  assert.deepEqual([answer.resultType, answer.result], ['pay_keysend', { preimage, fees_paid: 7 }])
  assert.equal(await spentBy(app), 30_007)
  assert.equal(world.node.keysendCalls.length, calls + 2)

  world.node.script({ does: 'fail' })
  const failed = await say(app, 'pay_keysend', keysend())
  assert.deepEqual(
    [failed.resultType, failed.error?.code, await spentBy(app)],
    ['pay_keysend', 'PAYMENT_FAILED', 30_007],
  )
})

test('an invalid keysend is refused before anything is reserved', async () => {
  const app = await connect({ maxPaymentMsat: 50_000 })
  const calls = world.node.keysendCalls.length
  const record = (type: number | string, value: string) => keysend({ tlv_records: [{ type, value }] })
  const twice = ['aa', 'bb'].map((value) => ({ type: 696_969, value }))
  const many = Array.from({ length: 21 }, (_value, index) => ({ type: 700_001 + index, value: 'aa' }))
  const wrong: object[] = [
    ...[0, -10_000, 0.5, 999, 2 ** 53, '10000', null].map((amount) => keysend({ amount })),
    ...['', 'ab', `02${'ff'.repeat(32)}`, `04${'11'.repeat(32)}`, null].map((pubkey) => keysend({ pubkey })),
    ...['ab', 'zz'.repeat(32), 7].map((preimage) => keysend({ preimage })),
    ...[1, 8, 34_349_334.5, 65_535, 2 ** 53, '696969'].map((type) => record(type, 'aa')),
    ...['', 'a', 'xy', 'aa'.repeat(1_100)].map((value) => record(696_969, value)),
    record(5_482_373_484, 'aa'.repeat(32)),
    keysend({ tlv_records: twice }),
    keysend({ tlv_records: many }),
    keysend({ tlv_records: {} }),
    keysend({
      tlv_records: [
        { type: 700_001, value: 'aa'.repeat(500) },
        { type: 700_003, value: 'aa'.repeat(500) },
      ],
    }),
    {},
  ]
  for (const params of wrong) {
    assert.equal(await codeOf(say(app, 'pay_keysend', params as never)), 'OTHER', JSON.stringify(params).slice(0, 120))
  }
  assert.equal(await codeOf(say(app, 'pay_keysend', keysend({ amount: 50_001 }))), 'QUOTA_EXCEEDED')
  const hold = { cause: 'operator', reason: 'A test', now: world.clock.now() } as const
  await holdOutgoing(world.world.database.read, { ...hold, userId: ann.userId })
  assert.equal(await codeOf(say(app, 'pay_keysend', keysend())), 'RESTRICTED')
  assert.deepEqual([world.node.keysendCalls.length, await ann.balance()], [calls, 1_000_000])
})

test('a node that cannot send keysend, or a connection that may not, neither offers nor makes one', async () => {
  const payer = await connect({ permissions: ['pay_invoice'] })
  assert.equal(await codeOf(say(payer, 'pay_keysend', keysend())), 'RESTRICTED')
  const only = await connect({ permissions: ['pay_keysend'] })
  assert.equal(await codeOf(say(only, 'pay_invoice', { invoice: makeInvoice() })), 'RESTRICTED')
  const params = { connectionId: only.connectionId }
  world.node.capabilities.keysend = false
  const cannot = await codeOf(say(only, 'pay_keysend', keysend()))
  const { result } = await say(only, 'get_info', {})
  await ann.prove(editConnection, { params, body: { ...terms, permissions: ['pay_keysend'] } })
  const [described] = await relay.list({ kinds: [13_194], authors: [only.walletPubkey] })
  world.node.capabilities.keysend = true
  assert.equal(cannot, 'NOT_IMPLEMENTED')
  assert.deepEqual([result?.['methods'], parseInfo(described!).methods], [['get_info'], ['get_info']])
  await ann.call(deleteConnection, { params })
  assert.equal(await codeOf(say(only, 'pay_keysend', keysend())), 'UNAUTHORIZED')
})

test('too many requests of one app are refused, and other apps are not affected', async () => {
  const [app, other] = [await connect(), await connect()]
  // A whole minute is left for them.
  const minute = new Date(Math.ceil(world.clock.now().getTime() / 60_000) * 60_000)
  world.clock.step(minute.getTime() - world.clock.now().getTime())
  await sql`
    INSERT INTO rate_limit (key, window_start, count)
    VALUES (${`wallet:${app.connectionId}`}, ${minute}, 119)`.execute(world.world.database.read)
  const events = [ask(app, 'get_info', {}), ask(app, 'get_info', {})]
  await Promise.all(events.map((event) => relay.publish(event)))
  const answers = await Promise.all(events.map(({ id }) => hearAnswer(app, id)))
  const limited = answers.filter(({ error }) => error?.code === 'RATE_LIMITED').length
  assert.equal(limited, 1)
  assert.equal((await say(other, 'get_info', {})).error, null)
})
