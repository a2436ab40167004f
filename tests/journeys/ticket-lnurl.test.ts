/** Tickets bought by wallets and Nostr apps that do not know this site: the Lightning address of an event, zap requests to its
 * calendar event, and everything that is refused. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { listTickets, openTickets } from '#contract/concerts/tickets.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { parsePayInvoice, parsePayOffer, urlOfCallback } from '#protocols/lightning/lnurl.ts'
import { type NostrEvent, signEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import { addIdentity } from '#server/accounts/identities.ts'
import { storeEvent } from '#server/relay/store.ts'
import { publishTestConcert, type TestConcert } from '../concerts.ts'
import { closeBalanced } from '../refusals.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const [ownerKey, fanKey, strangerKey] = [generateSecretKey(), generateSecretKey(), generateSecretKey()]
const PRICE_MSAT = 2_100_000

let world: TestWorld
let owner: TestUser
let fan: TestUser
let concert: TestConcert
let networks = 0

before(async () => {
  world = await createTestWorld({ settings: { TRUSTED_PROXIES: '127.0.0.1' } })
  owner = await createTestUser(world)
  fan = await createTestUser(world)
  await linkKey(owner, ownerKey)
  await linkKey(fan, fanKey)
  concert = await publishTestConcert(world, owner, { sats: PRICE_MSAT / 1_000, personMax: 4 })
})
after(() => closeBalanced(world))

const linkKey = ({ userId }: TestUser, key: Uint8Array) =>
  world.world.database.transaction((tx) =>
    addIdentity(tx, userId, { issuer: 'nostr', subject: publicKeyOf(key) }, world.clock.now()),
  )
const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const nowSeconds = () => Math.floor(world.clock.now().getTime() / 1_000)

/** Each from a network of its own, because a network has one unpaid hold. */
async function get(url: string, address = `203.0.113.${++networks}`) {
  const { pathname, search } = new URL(url, world.origin)
  const response = await fetch(world.origin + pathname + search, { headers: { 'x-forwarded-for': address } })
  return { status: response.status, json: (await response.json()) as Record<string, string> }
}
async function reasonOf(url: string, address?: string): Promise<string> {
  const { status, json } = await get(url, address)
  assert.ok(status >= 400 && json['status'] === 'ERROR', JSON.stringify(json))
  return json['reason']!
}

type Zap = { key?: Uint8Array; to?: string; msat?: number; tags?: string[][] }
const addressOf = (key: Uint8Array, id = concert.id) => ['a', `31923:${publicKeyOf(key)}:${id}`]

function signZap({ key = fanKey, to = publicKeyOf(ownerKey), msat = PRICE_MSAT, tags = [addressOf(ownerKey)] }: Zap) {
  const own = [['p', to], ['amount', String(msat)], ['relays', 'wss://relay.example'], ...tags]
  return JSON.stringify(signEvent({ kind: 9_734, created_at: nowSeconds(), tags: own, content: '' }, key))
}
function urlOfZap(zap: Zap, request = signZap(zap)): string {
  return `/v1/tickets/invoice?amount=${zap.msat ?? PRICE_MSAT}&nostr=${encodeURIComponent(request)}`
}

test('a wallet pays the Lightning address of an event and gets the page of its ticket', async () => {
  const offer = parsePayOffer((await get(`/.well-known/lnurlp/event.${concert.id}`)).json)
  assert.ok(!('reason' in offer))
  assert.deepEqual([offer.minSendableMsat, offer.maxSendableMsat], [BigInt(PRICE_MSAT), BigInt(PRICE_MSAT)])
  const { json } = await get(urlOfCallback(offer, BigInt(PRICE_MSAT), null))
  const invoice = parsePayInvoice(json)
  assert.ok(!('reason' in invoice))
  const { amountMsat, descriptionHash } = decodeInvoice(invoice.bolt11)
  assert.deepEqual([amountMsat, descriptionHash], [BigInt(PRICE_MSAT), hashOf(offer.metadata)])
  const { successAction, verify } = json as unknown as { successAction: { url: string }; verify: string }
  assert.equal(((await get(verify)).json as unknown as { settled: boolean }).settled, false)
  await world.node.settleInvoice(invoice.bolt11)
  const token = new URL(successAction.url).hash.slice(1)
  const open = () => world.call(openTickets, { body: { tokens: [token] } })
  await until(async () => (await open()).tickets.length === 1)
  assert.equal((await open()).tickets[0]?.concert.id, concert.id)
  assert.equal(((await get(verify)).json as unknown as { settled: boolean }).settled, true)
  const byMetadata = `/v1/tickets/invoice?amount=${PRICE_MSAT}&metadata=`
  const again = await get(byMetadata + encodeURIComponent(offer.metadata))
  assert.equal(decodeInvoice(again.json['pr']!).descriptionHash, hashOf(offer.metadata))
  const changed = offer.metadata.replace('Rooms at night', 'Rooms by day')
  assert.match(await reasonOf(byMetadata + encodeURIComponent(changed)), /renamed/)
})

test('a zap request buys several tickets for the account of its key, once', async () => {
  const zap = { msat: 2 * PRICE_MSAT, tags: [addressOf(ownerKey), ['count', '2']] }
  const request = signZap(zap)
  const first = await get(urlOfZap(zap, request))
  assert.deepEqual(first.json['routes'], [])
  assert.equal(decodeInvoice(first.json['pr']!).descriptionHash, hashOf(request))
  assert.deepEqual(await get(urlOfZap(zap, request)), first, 'the same request has the same seats')
  assert.match(await reasonOf(urlOfZap({ tags: [addressOf(ownerKey)] })), /already have seats on hold/)
  await world.node.settleInvoice(first.json['pr']!)
  const own = async () => (await fan.call(listTickets, {})).tickets.length
  await until(async () => (await own()) === 2)
  assert.match(await reasonOf(urlOfZap(zap, request)), /paid before/)
  const over = { msat: 3 * PRICE_MSAT, tags: [addressOf(ownerKey), ['count', '3']] }
  assert.match(await reasonOf(urlOfZap(over)), /more tickets than one person/)
})

test('the e tag names a calendar event that our relay has', async () => {
  const draft = { kind: 31_923, created_at: nowSeconds(), tags: [['d', concert.id]], content: '' }
  const publish = async (event: NostrEvent) => {
    await storeEvent(world.world.database.read, event, world.clock.now())
    return urlOfZap({ key: generateSecretKey(), tags: [['e', event.id]] })
  }
  assert.match((await get(await publish(signEvent(draft, ownerKey)))).json['pr'] ?? '', /^lnbcrt/)
  assert.match(await reasonOf(await publish(signEvent(draft, strangerKey))), /not signed by the owner/)
})

test('what does not fit is refused as LUD-06 says', async () => {
  const key = generateSecretKey()
  const refused = (zap: Zap) => reasonOf(urlOfZap({ key, ...zap }))
  assert.match(await refused({ msat: PRICE_MSAT + 1_000 }), /One ticket costs 2,100 sats/)
  assert.match(await refused({ tags: [addressOf(ownerKey), ['count', '2']] }), /not the price/)
  assert.match(await refused({ tags: [addressOf(ownerKey), ['count', '0']] }), /count tag/)
  assert.match(await refused({ tags: [addressOf(ownerKey), ['tier', concert.artistId]] }), /no such kind/)
  assert.match(await refused({ tags: [addressOf(strangerKey)] }), /not signed by the owner/)
  assert.match(await refused({ tags: [] }), /calendar event/)
  assert.match(await refused({ to: publicKeyOf(strangerKey) }), /p tag/)
  assert.match(await refused({ tags: [addressOf(ownerKey, concert.artistId)] }), /./)
  assert.match(await reasonOf(`/v1/tickets/invoice?amount=${PRICE_MSAT}`), /./)
  assert.match(await reasonOf(`/v1/tickets/invoice?amount=0&nostr=%7B%7D`), /./)
  const callback = `/lnurlp/event.${concert.id}/callback?amount=${PRICE_MSAT}`
  assert.equal((await get(callback, '203.0.113.250')).status, 200)
  assert.match(await reasonOf(callback, '203.0.113.250'), /already have seats on hold/)
  const small = await publishTestConcert(world, owner, { sats: 100, seats: 1 })
  assert.equal((await get(`/lnurlp/event.${small.id}/callback?amount=100000`)).status, 200)
  assert.match(await reasonOf(`/lnurlp/event.${small.id}/callback?amount=100000`), /not enough tickets/)
  assert.match(await reasonOf(`/.well-known/lnurlp/event.${small.id}`), /not enough tickets/)
  const free = await publishTestConcert(world, owner, { sats: 0 })
  assert.match(await reasonOf(`/.well-known/lnurlp/event.${free.id}`), /./)
  assert.equal((await get('/.well-known/lnurlp/event.01890000-0000-7000-8000-000000000000')).status, 404)
})
