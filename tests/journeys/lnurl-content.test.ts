/** Any wallet pays any content by its lightning address: what LUD-06, 09, 12, 16, 18, 20 and 21 require of both
 * responses, and what is refused. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { getPayment } from '#contract/payments/payments.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { createTimeSplits } from '#contract/catalog/splits.ts'
import { listTransactions } from '#contract/accounts/account.ts'
import { updateTrack } from '#contract/catalog/tracks.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { decodeLnurl } from '#protocols/lightning/lnurl-text.ts'
import { createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const HOST = 'peal.example'

let world: TestWorld
let ann: TestUser
let ben: TestUser
let cleo: TestUser
let own: PublishedTrack
let guest: PublishedTrack

before(async () => {
  world = await createTestWorld({ settings: { PUBLIC_URL: `https://${HOST}` } })
  ann = await createTestUser(world, { name: 'ann' })
  ben = await createTestUser(world, { name: 'ben' })
  cleo = await createTestUser(world, { name: 'cleo' })
  const split = [
    { name: 'ann', share: 57 },
    { name: 'ben', share: 43 },
  ]
  own = await publishTrack(world, ann, { title: 'Rain', split })
  guest = await publishTrack(world, cleo, { title: 'Guest' })
  const times = [
    {
      startSeconds: 10,
      endSeconds: 20,
      shareNumerator: 1,
      shareDenominator: 4,
      recipientContentId: guest.trackId,
    },
  ]
  await ann.call(createTimeSplits, { body: { contentId: own.trackId, timeSplits: times } })
})
after(() => world[Symbol.asyncDispose]())

type Json = Record<string, unknown>

async function get(address: string): Promise<{ status: number; headers: Headers; json: Json }> {
  const response = await fetch(address.replace(`https://${HOST}`, world.origin))
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json }
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const offerOf = async (name: string, query = '') =>
  (await get(`https://${HOST}/.well-known/lnurlp/${name}${query}`)).json
const payTo = async (name: string, query: string, at = '') => {
  const offer = await offerOf(name, at)
  const { json } = await get(`${String(offer['callback'])}?${query}`)
  assert.equal(typeof json['pr'], 'string', JSON.stringify(json))
  return { offer, json, invoice: decodeInvoice(String(json['pr'])) }
}
const said = (data: object) => encodeURIComponent(JSON.stringify(data))

test('every kind of content has an address that says what it is', async () => {
  const names = [
    `artist.${own.artistId}`,
    `album.${own.albumId}`,
    `track.${own.trackId}`,
    `TRACK.${own.trackId.toUpperCase()}`,
    `track.${own.trackId}+for-my-brother`,
  ]
  for (const written of names) {
    const name = written.toLowerCase().replace(/\+.*/, '')
    const { headers, json, status } = await get(`https://${HOST}/.well-known/lnurlp/${written}`)
    assert.equal(status, 200, written)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    const metadata = String(json['metadata'])
    const entries = Object.fromEntries(JSON.parse(metadata) as [string, string][])
    assert.equal(entries['text/identifier'], `${name}@${HOST}`)
    assert.match(entries['text/plain'] ?? '', /^Zap: /)
    assert.ok((entries['text/long-desc'] ?? '').length > 20)
    assert.equal(json['callback'], `https://${HOST}/lnurlp/${name}/callback/${hashOf(metadata)}`)
    assert.equal(json['allowsNostr'], true)
    assert.match(String(json['nostrPubkey']), /^[0-9a-f]{64}$/)
    assert.equal(json['commentAllowed'], 312)
    const { invoice } = await payTo(written, 'amount=5000')
    assert.equal(invoice.descriptionHash, hashOf(metadata))
    assert.equal(invoice.amountMsat, 5_000n)
  }
})

test('the terms of content name its address and LNURL', async () => {
  const { lightningAddress, lnurl } = await world.call(getTerms, { params: { contentId: own.trackId } })
  assert.equal(lightningAddress, `track.${own.trackId}@${HOST}`)
  assert.equal(decodeLnurl(lnurl), `https://${HOST}/.well-known/lnurlp/track.${own.trackId}`)
})

test("a payment to an address is split, keeps its comment and the payer's name, and the payer can verify it", async () => {
  const [annHad, benHad] = [await ann.balance(), await ben.balance()]
  const payerData = { name: 'Dora ♥', identifier: 'dora@wallet.example' }
  const query = `amount=5000&comment=${encodeURIComponent('On repeat')}&payerdata=${said(payerData)}`
  const { offer, json, invoice } = await payTo(`track.${own.trackId}`, query)
  assert.equal(invoice.descriptionHash, hashOf(String(offer['metadata']) + JSON.stringify(payerData)))
  assert.deepEqual(json['successAction'], {
    tag: 'url',
    description: 'Thank you! It is on its way to all who made this.',
    url: `https://${HOST}/track/${own.trackId}`,
  })
  const verify = async () => (await get(String(json['verify']))).json
  assert.deepEqual(await verify(), { status: 'OK', settled: false, preimage: null, pr: json['pr'] })
  await world.node.settle(invoice.paymentHash)
  await until(async () => (await ann.balance()) === annHad + 2_708 && (await ben.balance()) === benHad + 2_042)
  const verified = await verify()
  assert.equal(verified['settled'], true)
  assert.equal(
    createHash('sha256')
      .update(Buffer.from(String(verified['preimage']), 'hex'))
      .digest('hex'),
    invoice.paymentHash,
  )
  const { transactions } = await ann.call(listTransactions, { params: { page: '1' }, query: {} })
  const [line] = Object.values(transactions).flat()
  assert.equal(line?.comment, 'On repeat')
  const payment = await ann.call(getPayment, { params: { paymentId: line.paymentId } })
  assert.equal(payment.payerName, 'Dora ♥')
  assert.equal(payment.name, null)
})

test('a position in the address pays the recipients of the time split', async () => {
  const table: [at: string, cleoGets: number][] = [
    ['?t=9', 0],
    ['?t=10', 2_375],
    ['?t=19', 2_375],
    ['?t=20', 0],
  ]
  for (const [at, cleoGets] of table) {
    const had = await cleo.balance()
    const annHad = await ann.balance()
    const { offer, invoice } = await payTo(`track.${own.trackId}`, 'amount=10000', at)
    assert.ok(String(offer['callback']).endsWith(at.replace('?t=', '-')))
    await world.node.settle(invoice.paymentHash)
    await until(async () => (await ann.balance()) > annHad)
    assert.equal(await cleo.balance(), had + cleoGets, at)
  }
  const had = await cleo.balance()
  const { json } = await get(`https://${HOST}/lnurlp/track.${own.trackId}/callback?amount=10000&t=15`)
  await world.node.settleInvoice(String(json['pr']))
  await until(async () => (await cleo.balance()) === had + 2_375)
})

test('an invoice is never for anything other than what the payer was shown', async () => {
  const offer = await offerOf(`track.${guest.trackId}`)
  await cleo.call(updateTrack, { body: { trackId: guest.trackId, title: 'Renamed' } })
  const { status, json } = await get(`${String(offer['callback'])}?amount=1000`)
  assert.equal(status, 409)
  assert.equal(json['status'], 'ERROR')
  assert.match(String(json['reason']), /renamed/)
  const { invoice, offer: fresh } = await payTo(`track.${guest.trackId}`, 'amount=1000')
  assert.match(String(fresh['metadata']), /Renamed/)
  assert.equal(invoice.descriptionHash, hashOf(String(fresh['metadata'])))
})

test('unknown names get an error in the words of LNURL, and no invoice', async () => {
  const count = async () =>
    Number((await sql<{ n: bigint }>`SELECT count(*) AS n FROM invoice`.execute(world.world.database.read)).rows[0]!.n)
  const before0 = await count()
  const track = `track.${own.trackId}`
  const table: [path: string, status: number][] = [
    [`/.well-known/lnurlp/album.${own.trackId}`, 404],
    ['/.well-known/lnurlp/track.01890000-0000-7000-8000-000000000000', 404],
    ['/.well-known/lnurlp/track.x', 404],
    ['/.well-known/lnurlp/track.', 404],
    [`/.well-known/lnurlp/playlist.${own.trackId}`, 404],
    [`/.well-known/lnurlp/${own.trackId}`, 404],
    [`/.well-known/lnurlp/track.${own.trackId}%00`, 400],
    [`/.well-known/lnurlp/${track}?t=-1`, 400],
    [`/.well-known/lnurlp/${track}?t=1.5`, 400],
    [`/.well-known/lnurlp/${track}?t=99999`, 400],
    [`/lnurlp/${track}/callback`, 400],
    [`/lnurlp/${track}/callback?amount=999`, 422],
    [`/lnurlp/${track}/callback?amount=100000001`, 422],
    [`/lnurlp/${track}/callback/x?amount=1000`, 400],
    [`/lnurlp/${track}/callback/${'0'.repeat(64)}?amount=1000`, 409],
    [`/lnurlp/${track}/callback?amount=1000&payerdata=x`, 400],
    [`/lnurlp/${track}/callback?amount=1000&payerdata=[]`, 400],
    [`/lnurlp/${track}/callback?amount=1000&payerdata=${said({ email: 'a@b.example' })}`, 400],
    [`/lnurlp/${track}/callback?amount=1000&payerdata=${said({ name: 7 })}`, 400],
    [`/lnurlp/${track}/callback?amount=1000&payerdata=${said({ name: '' })}`, 400],
    [`/lnurlp/${track}/callback?amount=1000&payerdata=${said({ name: 'x'.repeat(256) })}`, 400],
    [`/lnurlp/${track}/callback?amount=1000&payerdata=${said({ name: 'a\0' })}`, 400],
    [`/lnurlp/${track}/callback?amount=1000&payerdata=${said({ pubkey: 'ff' })}`, 400],
    [`/lnurlp/${track}/callback?amount=1000&payerdata=${said({ identifier: 'nobody' })}`, 400],
    [`/lnurlp/${track}/callback?amount=1000&payerdata=${encodeURIComponent(`{"name":"${'x'.repeat(2_000)}"}`)}`, 400],
    [`/lnurlp/${track}/verify/${'0'.repeat(64)}`, 404],
    [`/lnurlp/${track}/verify/x`, 400],
  ]
  for (const [path, status] of table) {
    const answer = await get(`https://${HOST}${path}`)
    assert.equal(answer.status, status, path)
    assert.deepEqual(Object.keys(answer.json), ['status', 'reason'], path)
    assert.equal(answer.json['status'], 'ERROR')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  }
  assert.equal(await count(), before0)
})

test('an invoice that was not created by the address cannot be read through it', async () => {
  const { json } = await payTo('ann', 'amount=1000')
  const verify = String(json['verify'])
  assert.equal((await get(verify)).status, 200)
  // The same hash under another username.
  assert.equal((await get(verify.replace('/lnurlp/ann/', '/lnurlp/ben/'))).status, 404)
})

test('a node of whole sats creates no invoice for fractions of a sat', async () => {
  const { capabilities } = world.node
  Object.assign(capabilities, { msatInvoices: false })
  try {
    assert.equal((await get(`https://${HOST}/lnurlp/ann/callback?amount=1001`)).status, 422)
    assert.equal((await get(`https://${HOST}/lnurlp/ann/callback?amount=2000`)).status, 200)
  } finally {
    Object.assign(capabilities, { msatInvoices: true })
  }
})

test('drafts accept no payments', async () => {
  await sql`UPDATE track SET is_draft = TRUE WHERE id = ${guest.trackId}`.execute(world.world.database.read)
  for (const path of ['/.well-known/lnurlp/NAME', '/lnurlp/NAME/callback?amount=1000']) {
    const { status, json } = await get(`https://${HOST}${path.replace('NAME', `track.${guest.trackId}`)}`)
    assert.deepEqual([status, json['status']], [422, 'ERROR'])
  }
})
