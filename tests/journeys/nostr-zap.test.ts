/** Nostr zaps (NIP-57) from request to receipt: to a user and to content, over HTTP and to relays; and attempts to get
 * a receipt wrongly. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { listTransactions } from '#contract/accounts/account.ts'
import { linkNostrKey } from '#contract/accounts/nostr.ts'
import { createDeposit, createInvoice, getInvoice, getPayment, withdraw } from '#contract/payments/payments.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { encodeLnurl } from '#protocols/lightning/lnurl-text.ts'
import { type NostrEvent, readEvent, signEvent } from '#protocols/nostr/event.ts'
import { draftHttpAuth, encodeHttpAuth } from '#protocols/nostr/http-auth.ts'
import { generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import { writeZapReceipts } from '#server/nostr/receipts.ts'
import {
  fillBalance,
  createTestUser,
  PASSWORD,
  publishTrack,
  until,
  type TestUser,
  type PublishedTrack,
} from '#tests/users.ts'
import { startRelayServer, type RelayServer } from '#tests/relay-server.ts'
import { grantFor, provingCall } from '#tests/proofs.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const HOST = 'peal.example'

const senderKey = generateSecretKey()
const annKey = generateSecretKey()
const benKey = generateSecretKey()
const strangerKey = generateSecretKey()

let relay: RelayServer
let otherRelay: RelayServer
let world: TestWorld
let ann: TestUser
let ben: TestUser
let track: PublishedTrack

before(async () => {
  relay = await startRelayServer()
  otherRelay = await startRelayServer()
  const settings = { PUBLIC_URL: `https://${HOST}`, OUTBOUND_ALLOW: `${relay.hostAndPort},${otherRelay.hostAndPort}` }
  world = await createTestWorld({ settings })
  world.expectLogs('money-in-suspense')
  ann = await createTestUser(world, { name: 'ann' })
  ben = await createTestUser(world, { name: 'ben' })
  await linkKey(ann, annKey)
  await linkKey(ben, benKey)
  track = await publishTrack(world, ann, { title: 'Rain' })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await relay.close()
  await otherRelay.close()
})

async function linkKey(user: TestUser, key: Uint8Array): Promise<void> {
  const body = JSON.stringify({ authToken: user.token })
  const url = `https://${HOST}/v1/accounts/pubkey`
  const draft = draftHttpAuth({ method: 'POST', url, nowSeconds: world.clock.now().getTime() / 1_000 }, body)
  const needed = { action: 'add-nostr-key', amountMsat: null, destination: publicKeyOf(key), label: null } as const
  const proof = await grantFor(user.call, needed, { method: 'password', password: PASSWORD })
  const authorization = encodeHttpAuth(signEvent(draft, key))
  const answer = await fetch(`${world.origin}${new URL(url).pathname}`, {
    method: linkNostrKey.method,
    headers: { authorization, 'content-type': 'application/json', 'x-proof': proof },
    body,
  })
  assert.equal(answer.status, 200, await answer.text())
}

type Parts = {
  to?: Uint8Array
  amount?: number
  relays?: string[]
  content?: string
  ageSeconds?: number
  more?: string[][]
}

function signZap({
  to = annKey,
  amount = 21_000,
  relays = [relay.url],
  content = '',
  ageSeconds = 0,
  more = [],
}: Parts = {}) {
  const tags = [['p', publicKeyOf(to)], ['amount', String(amount)], ['relays', ...relays], ...more]
  const created_at = Math.floor(world.clock.now().getTime() / 1_000) - ageSeconds
  return JSON.stringify(signEvent({ kind: 9_734, created_at, tags, content }, senderKey))
}

async function ask(name: string, request: string, amount = 21_000, more = '') {
  const query = `amount=${amount}&nostr=${encodeURIComponent(request)}${more}`
  const response = await fetch(`${world.origin}/lnurlp/${name}/callback?${query}`)
  return { status: response.status, json: (await response.json()) as Record<string, string> }
}

async function pay(name: string, request: string, amount = 21_000): Promise<string> {
  const { status, json } = await ask(name, request, amount)
  assert.equal(status, 200, JSON.stringify(json))
  await world.node.settleInvoice(json['pr']!)
  return json['pr']!
}

const tagOf = (event: NostrEvent, name: string) => event.tags.find((tag) => tag[0] === name)?.[1]
const receiptsFor = (server: RelayServer, request: string) =>
  server.taken.filter((event) => tagOf(event, 'description') === request)

async function newestComment(user: TestUser) {
  const { transactions } = await user.call(listTransactions, { params: { page: '1' }, query: {} })
  const [line] = Object.values(transactions).flat()
  return line
}

test('a paid zap to a user has a receipt on each named relay, signed by the key that the address states', async () => {
  const lnurl = encodeLnurl(`https://${HOST}/.well-known/lnurlp/ann`)
  const more = [
    ['lnurl', lnurl],
    ['e', 'a'.repeat(64)],
  ]
  const request = signZap({ content: 'For the chorus ♥', relays: [relay.url, otherRelay.url, relay.url], more })
  const { json } = await ask('ann', request)
  const invoice = decodeInvoice(json['pr']!)
  assert.equal(invoice.descriptionHash, createHash('sha256').update(request).digest('hex'))
  assert.equal(relay.taken.length, 0)
  const { settledAt } = await world.node.settleInvoice(json['pr']!)
  for (const server of [relay, otherRelay]) await until(() => receiptsFor(server, request).length === 1)
  const [receipt] = receiptsFor(relay, request)
  assert.deepEqual(readEvent(receipt), receipt)
  assert.deepEqual(receiptsFor(otherRelay, request), [receipt])
  const offer = (await (await fetch(`${world.origin}/.well-known/lnurlp/ann`)).json()) as Record<string, unknown>
  assert.equal(receipt!.pubkey, offer['nostrPubkey'])
  assert.equal(receipt!.kind, 9_735)
  assert.equal(receipt!.content, '')
  assert.equal(receipt!.created_at, Math.floor(settledAt.getTime() / 1_000))
  assert.equal(tagOf(receipt!, 'p'), publicKeyOf(annKey))
  assert.equal(tagOf(receipt!, 'P'), publicKeyOf(senderKey))
  assert.equal(tagOf(receipt!, 'e'), 'a'.repeat(64))
  assert.equal(tagOf(receipt!, 'bolt11'), json['pr'])
  const preimage = Buffer.from(tagOf(receipt!, 'preimage')!, 'hex')
  assert.equal(createHash('sha256').update(preimage).digest('hex'), invoice.paymentHash)
  const line = await newestComment(ann)
  assert.equal(line?.comment, 'For the chorus ♥')
  const payment = await ann.call(getPayment, { params: { paymentId: line.paymentId } })
  assert.equal(payment.payerPubkey, publicKeyOf(senderKey))
})

test('a zap to content is split by its terms, and names a key of its creator', async () => {
  const name = `track.${track.trackId}`
  {
    const [to, amount] = [annKey, 10_000]
    const had = await ann.balance()
    const more = [
      ['a', `31337:${publicKeyOf(to)}:rain`],
      ['k', '31337'],
    ]
    const request = signZap({ to, amount, content: 'x'.repeat(400), more })
    await pay(name, request, amount)
    await until(() => receiptsFor(relay, request).length === 1)
    const [receipt] = receiptsFor(relay, request)
    assert.equal(tagOf(receipt!, 'a'), more[0]![1])
    assert.equal(tagOf(receipt!, 'k'), '31337')
    assert.equal(await ann.balance(), had + 9_500)
    assert.equal((await newestComment(ann))?.comment, `${'x'.repeat(311)}…`)
  }
  const { nostrPubkey } = world.world.payments
  const own = signZap({ more: [] }).replaceAll(publicKeyOf(annKey), nostrPubkey)
  assert.equal((await ask(name, own)).status, 400, 'changed after it was signed')
})

test('a request names a linked key of a recipient, or our own for content without any', async () => {
  const cem = await createTestUser(world, { name: 'cem' })
  const keyless = await publishTrack(world, cem, { title: 'No key' })
  const shared = await publishTrack(world, cem, {
    title: 'Shared',
    split: [
      { name: 'ann', share: 1 },
      { name: 'cem', share: 9 },
    ],
  })
  const { nostrPubkey: platform } = world.world.payments
  const [annPubkey, stranger] = [publicKeyOf(annKey), publicKeyOf(strangerKey)]
  const offerOf = async (name: string) =>
    (await (await fetch(`${world.origin}/.well-known/lnurlp/${name}`)).json()) as Record<string, unknown>
  const signFor = (pubkey: string) => {
    const tags = [
      ['p', pubkey],
      ['amount', '21000'],
      ['relays', relay.url],
    ]
    const created_at = Math.floor(world.clock.now().getTime() / 1_000)
    return JSON.stringify(signEvent({ kind: 9_734, created_at, tags, content: '' }, senderKey))
  }
  const album = (published: PublishedTrack) => `album.${published.albumId}`
  const table: [name: string, pubkey: string, status: number][] = [
    ['ann', annPubkey, 200],
    ['ann', stranger, 422],
    ['ann', platform, 422],
    ['cem', stranger, 422],
    ['cem', platform, 422],
    ['cem', annPubkey, 422],
    [album(keyless), platform, 200],
    [album(keyless), stranger, 422],
    [album(keyless), annPubkey, 422],
    [album(shared), annPubkey, 200],
    [album(shared), platform, 422],
    [album(shared), stranger, 422],
  ]
  for (const [name, pubkey, status] of table) {
    assert.equal((await ask(name, signFor(pubkey))).status, status, `${name} ${pubkey}`)
  }
  assert.deepEqual([(await offerOf('cem'))['allowsNostr'], 'nostrPubkey' in (await offerOf('cem'))], [false, false])
  for (const name of ['ann', album(keyless)]) {
    const offer = await offerOf(name)
    assert.deepEqual([offer['allowsNostr'], offer['nostrPubkey']], [true, platform], name)
  }
  // Requests signed by our own pages name a key that is accepted.
  for (const [{ albumId: contentId }, pubkey] of [
    [keyless, platform],
    [shared, annPubkey],
  ] as const) {
    assert.equal((await world.call(getTerms, { params: { contentId } })).zapPubkey, pubkey)
  }
})

/** The receipt of a paid zap. */
async function paidOf(bolt11: string, zapRequest: string) {
  const { paymentHash } = decodeInvoice(bolt11)
  const { rows } = await sql<{ id: string; settled_at: Date }>`
    SELECT id, settled_at FROM invoice WHERE payment_hash = ${paymentHash}`.execute(world.world.database.read)
  const { id: paymentId, settled_at: paidAt } = rows[0]!
  return { paymentId, zapRequest, bolt11, paymentHash, paidAt: paidAt.toISOString() }
}

test('a zap reported twice, to two servers at the same time, has one receipt, sent once to each relay', async () => {
  const request = signZap({ content: 'once' })
  const bolt11 = await pay('ann', request)
  await until(() => receiptsFor(relay, request).length === 1)
  const paid = await paidOf(bolt11, request)
  const { paymentId } = paid
  const again = Array.from({ length: 5 }, () => writeZapReceipts(world.world.nostr)(paid))
  await Promise.all(again)
  await world.node.settleInvoice(bolt11)
  const { id } = receiptsFor(relay, request)[0]!
  const tellings = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM outbox WHERE topic = 'nostr-delivery' AND payload ->> 'eventId' = ${id}`.execute(
    world.world.database.read,
  )
  assert.equal(tellings.rows[0]!.n, 1n)
  const kept = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM zap_receipt WHERE payment_id = ${paymentId}`.execute(world.world.database.read)
  assert.equal(kept.rows[0]!.n, 1n)
})

test('the relays in the settings get the receipt, whichever relays are named', async () => {
  const request = signZap({ content: 'for everybody' })
  const bolt11 = await pay('ann', request)
  await until(() => receiptsFor(relay, request).length === 1)
  assert.deepEqual(receiptsFor(otherRelay, request), [])
  const deps = { ...world.world.nostr, publicRelays: [otherRelay.url, relay.url] }
  await writeZapReceipts(deps)(await paidOf(bolt11, request))
  await until(() => receiptsFor(otherRelay, request).length === 1)
  assert.deepEqual(receiptsFor(otherRelay, request), receiptsFor(relay, request))
})

test('an unreachable relay gets the receipt later; one that refuses is not retried', async () => {
  otherRelay.answer = () => [false, 'rate-limited: later']
  relay.answer = () => [false, 'blocked: never']
  const request = signZap({ content: 'patience', relays: [relay.url, otherRelay.url] })
  await pay('ann', request)
  await until(() => receiptsFor(relay, request).length === 1 && receiptsFor(otherRelay, request).length === 1)
  const attempts = async (server: RelayServer) =>
    (
      await sql<{ attempt: number; waits: boolean }>`
        SELECT (payload ->> 'attempt')::int AS attempt, done_at IS NULL AS waits FROM outbox
        WHERE topic = 'nostr-delivery' AND payload ->> 'relay' = ${server.url}
          AND payload -> 'event' ->> 'id' = ${receiptsFor(otherRelay, request)[0]!.id} ORDER BY 1`.execute(
        world.world.database.read,
      )
    ).rows
  // The first delivery is complete only when the second is stored.
  await until(async () => (await attempts(otherRelay))[0]?.waits === false)
  assert.deepEqual(await attempts(otherRelay), [
    { attempt: 1, waits: false },
    { attempt: 2, waits: true },
  ])
  relay.answer = () => [true, '']
  otherRelay.answer = () => [true, 'duplicate: I have it']
  await sql`UPDATE outbox SET run_at = now() WHERE topic = 'nostr-delivery' AND done_at IS NULL`.execute(
    world.world.database.read,
  )
  await until(() => receiptsFor(otherRelay, request).length === 2)
  assert.equal((await attempts(relay)).length, 1)
})

test('in the sandbox, and into private networks, nothing is sent', async () => {
  const hostile = [
    'wss://relay.damus.io',
    'ws://127.0.0.1:9/',
    'wss://localhost/',
    'wss://169.254.169.254/',
    'wss://[::1]/',
    `https://${relay.hostAndPort}/`,
    'javascript:alert(1)',
    'wss://user:secret@127.0.0.1/',
    `ws://${HOST}/relay`,
    '',
    'x'.repeat(600),
  ]
  const request = signZap({ content: 'nowhere', relays: hostile })
  const bolt11 = await pay('ann', request)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM invoice WHERE bolt11 = ${bolt11}`.execute(world.world.database.read)
  const receiptOf = async () =>
    (
      await sql<{ event_id: string }>`
        SELECT event_id FROM zap_receipt WHERE payment_id = ${rows[0]!.id}`.execute(world.world.database.read)
    ).rows[0]
  await until(async () => (await receiptOf()) !== undefined)
  const { event_id: eventId } = (await receiptOf())!
  const told =
    await sql`SELECT FROM outbox WHERE topic = 'nostr-delivery' AND payload ->> 'eventId' = ${eventId}`.execute(
      world.world.database.read,
    )
  assert.equal(told.rows.length, 0)
  // Our own relay has the receipt in any case.
  const stored = await sql`SELECT FROM nostr_event WHERE id = ${eventId}`.execute(world.world.database.read)
  assert.equal(stored.rows.length, 1)
})

test('a zap invoice paid from a balance here has its receipt too', async () => {
  await fillBalance(world, ben, 50_000)
  const request = signZap({ content: 'from inside' })
  const { json } = await ask('ann', request)
  const call = provingCall(ben.call, { method: 'password', password: PASSWORD })
  await call(withdraw, { body: { invoice: json['pr']! } })
  await until(() => receiptsFor(relay, request).length === 1)
  assert.equal(tagOf(receiptsFor(relay, request)[0]!, 'preimage'), undefined)
})

test('an invoice of our own pages for a signed zap keeps its position, and is checked as strictly as the address', async () => {
  const { trackId: contentId } = track
  const lnurl = encodeLnurl(`https://${HOST}/.well-known/lnurlp/track.${contentId}`)
  const zapRequest = signZap({ content: 'From the web', more: [['lnurl', lnurl]] })
  const zap = { contentId, msatAmount: 21_000, contentTime: 1 }
  const { request, invoiceId } = await world.call(createInvoice, { body: { ...zap, zapRequest } })
  const hash = createHash('sha256').update(zapRequest).digest('hex')
  assert.equal(decodeInvoice(request).descriptionHash, hash)
  await world.node.settleInvoice(request)
  await until(() => receiptsFor(relay, zapRequest).length === 1)
  assert.equal(tagOf(receiptsFor(relay, zapRequest)[0]!, 'P'), publicKeyOf(senderKey))
  assert.equal((await world.call(getInvoice, { params: { invoiceId } })).state, 'paid')
  const line = await newestComment(ann)
  assert.equal(line?.comment, 'From the web')
  assert.equal((await ann.call(getPayment, { params: { paymentId: line.paymentId } })).contentTime, 1)
  for (const [why, body] of [
    [/not a key of a recipient/, { ...zap, zapRequest: signZap({ to: benKey }) }],
    [/another amount/, { ...zap, zapRequest: signZap({ amount: 22_000 }) }],
    [/paid before/, { ...zap, zapRequest }],
    [/not JSON/, { ...zap, zapRequest: 'nonsense' }],
    [/with isAnonymous/, { ...zap, zapRequest: signZap(), isAnonymous: true }],
  ] as const) {
    await assert.rejects(world.call(createInvoice, { body }), why)
  }
})

test('a request that is forged, old, for another user or already paid gets no invoice', async () => {
  const count = async () =>
    (await sql<{ n: bigint }>`SELECT count(*) AS n FROM invoice`.execute(world.world.database.read)).rows[0]!.n
  const paid = signZap({ content: 'paid once' })
  await pay('ann', paid)
  await until(() => receiptsFor(relay, paid).length === 1)
  const before0 = await count()
  const good = JSON.parse(signZap()) as NostrEvent
  const table: [why: RegExp, status: number, name: string, request: string, amount?: number, more?: string][] = [
    [/does not match/, 400, 'ann', JSON.stringify({ ...good, content: 'forged' })],
    [/does not match/, 400, 'ann', JSON.stringify({ ...good, pubkey: publicKeyOf(benKey) })],
    [/signature/, 400, 'ann', JSON.stringify({ ...good, sig: '0'.repeat(128) })],
    [/another amount/, 400, 'ann', signZap(), 22_000],
    [/more than one p/, 400, 'ann', signZap({ more: [['p', publicKeyOf(annKey)]] })],
    [/P tag/, 400, 'ann', signZap({ more: [['P', publicKeyOf(annKey)]] })],
    // A payment to one user with a receipt for another.
    [/not a key of a recipient/, 422, 'ann', signZap({ to: benKey })],
    [/not a key of a recipient/, 422, `track.${track.trackId}`, signZap({ to: benKey })],
    [
      /another address/,
      422,
      'ann',
      signZap({ more: [['lnurl', encodeLnurl(`https://${HOST}/.well-known/lnurlp/ben`)]] }),
    ],
    [
      /another address/,
      422,
      'ann',
      signZap({ more: [['lnurl', encodeLnurl('https://evil.example/.well-known/lnurlp/ann')]] }),
    ],
    [/another address/, 422, 'ann', signZap({ more: [['lnurl', 'ann@evil.example']] })],
    [/another address/, 422, 'ann', signZap({ more: [['lnurl', 'nonsense']] })],
    [/more than a day/, 422, 'ann', signZap({ ageSeconds: 90_000 })],
    [/future/, 422, 'ann', signZap({ ageSeconds: -7_200 })],
    [/paid before/, 422, 'ann', paid],
    [/not JSON/, 400, 'ann', 'nonsense'],
    [/with payerdata/, 400, 'ann', signZap(), 21_000, '&payerdata=%7B%7D'],
  ]
  for (const [why, status, name, request, amount, more] of table) {
    const answer = await ask(name, request, amount, more)
    assert.match(answer.json['reason'] ?? '', why)
    assert.equal(answer.status, status, answer.json['reason'])
    assert.equal(answer.json['status'], 'ERROR')
  }
  assert.equal(await count(), before0)
  for (const lnurl of [
    'ann@peal.example',
    `https://${HOST}/.well-known/lnurlp/ann`,
    `lnurlp://${HOST}/.well-known/lnurlp/Ann`,
  ]) {
    assert.equal((await ask('ann', signZap({ more: [['lnurl', lnurl]] }))).status, 200, lnurl)
  }
})

test('an underpayment, or a payment that is no zap, has no receipt', async () => {
  const had = relay.taken.length
  const { json } = await ask('ann', signZap({ content: 'underpaid' }))
  await world.node.settleInvoice(json['pr']!, 20_999n)
  const { request } = await ben.call(createDeposit, { body: { msatAmount: 5_000 } })
  await world.node.settleInvoice(request)
  await pay('ann', signZap({ content: 'last' }))
  await until(() => relay.taken.length > had)
  assert.equal(relay.taken.length, had + 1)
})
