/** Any wallet pays to the lightning address of a user here, over the URLs of LUD-16 and LUD-06. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { listTransactions } from '#contract/accounts/account.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import {
  findPlainText,
  parsePayInvoice,
  parsePayOffer,
  type PayInvoice,
  type PayOffer,
} from '#protocols/lightning/lnurl.ts'
import { createTestUser, until, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const HOST = 'peal.example'

let world: TestWorld
let ann: TestUser

before(async () => {
  world = await createTestWorld({ settings: { PUBLIC_URL: `https://${HOST}` } })
  world.expectLogs('invoice-not-made')
  ann = await createTestUser(world, { name: 'ann-marie' })
})
after(() => world[Symbol.asyncDispose]())

type Raw = { status: number; headers: Headers; json: Record<string, unknown> }

/** In this test, the server of the public URL listens on another address. */
async function get(address: string): Promise<Raw> {
  const response = await fetch(address.replace(`https://${HOST}`, world.origin))
  return { status: response.status, headers: response.headers, json: (await response.json()) as Raw['json'] }
}
const offerOf = async (name: string) =>
  parsePayOffer((await get(`https://${HOST}/.well-known/lnurlp/${name}`)).json) as PayOffer
const callbackOf = (query: string, name = 'ann-marie') => get(`https://${HOST}/lnurlp/${name}/callback${query}`)

async function invoiceFor(query: string): Promise<string> {
  const { status, json } = await callbackOf(query)
  assert.equal(status, 200, JSON.stringify(json))
  return (parsePayInvoice(json) as PayInvoice).bolt11
}

test('the address states its limits and where its invoices come from', async () => {
  const { status, headers, json } = await get(`https://${HOST}/.well-known/lnurlp/ann-marie`)
  assert.equal(status, 200)
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  const address = `ann-marie@${HOST}`
  const long = 'A payment to ann-marie. All of it arrives in their balance.'
  const metadata = `[["text/plain","To ${address}"],["text/identifier","${address}"],["text/long-desc","${long}"]]`
  assert.deepEqual(json, {
    tag: 'payRequest',
    callback: `https://${HOST}/lnurlp/ann-marie/callback/${createHash('sha256').update(metadata).digest('hex')}`,
    minSendable: 1_000,
    maxSendable: 100_000_000,
    metadata,
    commentAllowed: 312,
    payerData: { name: { mandatory: false }, pubkey: { mandatory: false }, identifier: { mandatory: false } },
    allowsNostr: false,
  })
  assert.equal(findPlainText((await offerOf('Ann-Marie')).metadata), `To ann-marie@${HOST}`)
  assert.deepEqual(await offerOf('ann-marie+tips'), await offerOf('ann-marie'))
})

test('an invoice for exactly the amount, bound to the metadata, is credited without a fee', async () => {
  const { metadata, callback } = await offerOf('ann-marie')
  const comment = 'For the song about rain ☔'
  const { json, headers } = await get(`${callback}?amount=12345&comment=${encodeURIComponent(comment)}`)
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.deepEqual(json['routes'], [])
  const invoice = decodeInvoice((parsePayInvoice(json) as PayInvoice).bolt11)
  assert.equal(invoice.amountMsat, 12_345n)
  assert.equal(invoice.descriptionHash, createHash('sha256').update(metadata).digest('hex'))
  assert.equal(invoice.payee, world.world.payments.nodePubkey)

  await world.node.settle(invoice.paymentHash)
  await until(async () => (await ann.balance()) === 12_345)
  const { transactions } = await ann.call(listTransactions, { params: { page: '1' }, query: {} })
  const [line, ...others] = Object.values(transactions).flat()
  assert.equal(others.length, 0)
  assert.equal(line?.type, 'Zap')
  assert.equal(line.msatAmount, 12_345)
  assert.equal(line.comment, comment)
  const { rows } = await sql<{ fees: string }>`
    SELECT count(*) AS fees FROM entry JOIN account ON account.id = entry.account_id
    WHERE account.kind = 'platform_fee'`.execute(world.world.database.read)
  assert.equal(Number(rows[0]!.fees), 0)
})

test('two concurrent payments are two invoices, and an overpayment is credited too', async () => {
  const before0 = await ann.balance()
  const [one, other] = await Promise.all([invoiceFor('?amount=1000'), invoiceFor('?amount=1000')])
  assert.notEqual(one, other)
  await world.node.settleInvoice(one)
  await world.node.settleInvoice(one)
  await world.node.settleInvoice(other, 1_500n)
  await until(async () => (await ann.balance()) === before0 + 2_500)
})

test('an invalid amount or comment is refused, and no invoice is created', async () => {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM invoice`.execute(
      world.world.database.read,
    )
    return rows[0]!.count
  }
  const before0 = await count()
  const table: [query: string, status: number][] = [
    ['', 400],
    ['?amount=', 400],
    ['?amount=0', 400],
    ['?amount=-1000', 400],
    ['?amount=1000.5', 400],
    ['?amount=1e3', 400],
    ['?amount=%201000', 400],
    ['?amount=01000', 400],
    ['?amount=0x3e8', 400],
    ['?amount=NaN', 400],
    ['?amount=Infinity', 400],
    ['?amount=1000&amount=2000', 400],
    ['?amount[]=1000', 400],
    ['?amount=99999999999999999', 400],
    ['?amount=9007199254740993', 422],
    ['?amount=999', 422],
    ['?amount=100000001', 422],
    [`?amount=1000&comment=${'a'.repeat(313)}`, 400],
    [`?amount=1000&comment=${encodeURIComponent('♥'.repeat(313))}`, 400],
    ['?amount=1000&comment=%00', 400],
    ['?amount=1000&comment=a&comment=b', 400],
  ]
  for (const [query, status] of table) {
    const answer = await callbackOf(query)
    assert.equal(answer.status, status, query)
    assert.deepEqual(Object.keys(answer.json), ['status', 'reason'], query)
    assert.equal(answer.json['status'], 'ERROR')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  }
  assert.equal(await count(), before0)
  await invoiceFor(`?amount=1000&comment=${encodeURIComponent('🎵'.repeat(312))}`)
})

test('there is no address for a user who does not exist, was deleted, or could not have that name', async () => {
  const gone = await createTestUser(world, { name: 'gone-soon' })
  await offerOf('gone-soon')
  await sql`UPDATE person SET deleted_at = now() WHERE id = ${gone.userId}`.execute(world.world.database.read)
  for (const name of [
    'nobody-here',
    'gone-soon',
    'a',
    'ann-marie.',
    '%00',
    '%F0%9F%8E%B5',
    'x'.repeat(90),
    '+ann-marie',
  ]) {
    for (const path of [`/.well-known/lnurlp/${name}`, `/lnurlp/${name}/callback?amount=1000`]) {
      const { status, json } = await get(`https://${HOST}${path}`)
      assert.ok(status === 404 || status === 400, `${path}: ${status}`)
      assert.equal(json['status'], 'ERROR', path)
      assert.equal(typeof json['reason'], 'string')
    }
  }
})

test('an unreachable node is reported in the words of LUD-06', async () => {
  world.node.isAway = true
  const { status, json } = await callbackOf('?amount=1000')
  world.node.isAway = false
  assert.equal(status, 503)
  assert.equal(json['status'], 'ERROR')
})

test('one visitor cannot create unlimited invoices', async () => {
  // More than twice the limit per minute, because the minute may change in between.
  const statuses = await Promise.all(Array.from({ length: 130 }, async () => (await callbackOf('?amount=1000')).status))
  assert.ok(statuses.includes(429))
})
