/** The statement: one line per payment, filters, totals, the balance after each line, the CSV, and who may read it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  exportStatement,
  getTransaction,
  getTransactionSplits,
  listTransactions,
  TransactionType,
} from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { pathOf } from '#contract/endpoint.ts'
import { getPayment, send, withdraw } from '#contract/payments/payments.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { agreeToAll } from '../agreements.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let ana: TestUser
let ben: TestUser
let cem: TestUser
let zapId: string
let contentId: string

const ZAPS = 45

before(async () => {
  world = await createTestWorld({ settings: { PUBLIC_URL: 'https://peal.example' } })
  ana = await createTestUser(world, { name: 'ana' })
  ben = await createTestUser(world, { name: 'ben' })
  cem = await createTestUser(world, { name: 'cem' })
  contentId = (await ben.call(createArtist, { body: { name: '=Formula, "quoted"' } })).id
  const splitRecipients = [
    { name: 'ben', share: 57 },
    { name: 'cem', share: 43 },
  ]
  await ben.call(createSplit, { body: { contentId, splitRecipients } })
  await agreeToAll(cem.call)
  await fillBalance(world, ana, 1_000_000)
  const zap = await ana.call(send, { body: { contentId, msatAmount: 5_000, comment: 'Thank you' } })
  zapId = zap.paymentId
  for (let count = 1; count < ZAPS; count++) await ana.call(send, { body: { contentId, msatAmount: 1_000 } })
  world.node.script({ does: 'succeed', feeMsat: 70n }, { does: 'fail' })
  for (const amountMsat of [30_000n, 40_000n]) {
    const invoice = world.node.makeInvoice({ amountMsat }).bolt11
    const { paymentId } = await ana.call(withdraw, { body: { invoice } })
    await until(async () => (await ana.call(getPayment, { params: { paymentId } })).state !== 'pending')
  }
  await ana.call(withdraw, { body: { lightningAddress: 'ben@peal.example', msatAmount: 2_000, comment: '@you' } })
})
after(() => closeBalanced(world))

const pageOf = async (user: TestUser, page: string, filters?: string) => {
  const query = filters === undefined ? {} : { filters }
  const answer = await user.call(listTransactions, { params: { page }, query })
  return { ...answer, lines: Object.values(answer.transactions).flat() }
}

test('one line per payment, 40 a page, each with the balance after it', async () => {
  const [first, second] = [await pageOf(ana, '1'), await pageOf(ana, '2')]
  const lines = [...first.lines, ...second.lines]
  assert.deepEqual(first.pagination, { currentPage: 1, perPage: 40, total: ZAPS + 4, totalPages: 2 })
  assert.equal(lines.length, ZAPS + 4)
  let balance = await ana.balance()
  for (const line of lines) {
    assert.equal(line.msatBalanceAfter, balance)
    balance -= line.msatChange
  }
  assert.equal(balance, 0)
  const failed = lines.find((line) => line.type === 'Withdraw' && !line.success)
  assert.deepEqual([failed?.msatChange, failed?.failureReason], [0, 'no-route'])
})

test('filters name types, and totals cover all pages of those types', async () => {
  const zaps = await pageOf(ana, '1', 'Zap Sent')
  assert.ok(zaps.lines.every((line) => line.type === 'Zap Sent' && line.msatBalanceAfter === null))
  assert.deepEqual(zaps.totals, { msatIn: 0, msatOut: 5_000 + (ZAPS - 1) * 1_000 + 2_000 })
  const both = await pageOf(ana, '1', 'Deposit, Withdraw')
  assert.deepEqual(both.totals, { msatIn: 1_000_000, msatOut: 30_070 })
  // Types that have lines, with any filter.
  assert.deepEqual([zaps.types, both.types], [both.types, ['Deposit', 'Withdraw', 'Zap Sent']])
  assert.equal(both.pagination.total, 3)
  assert.equal((await pageOf(ben, '1', 'Zap')).lines[0]?.comment, '@you')
  assert.equal((await refusalOf(pageOf(ana, '1', 'Tips'))).status, 400)
})

test('page numbers start at 1', async () => {
  for (const page of ['0', '-1', '1.5', '1e3', 'NaN', '1000000000', '9007199254740993', '01', ' 1']) {
    assert.equal((await refusalOf(pageOf(ana, page))).status, 400, page)
  }
  assert.deepEqual((await pageOf(ana, '10000')).lines, [])
})

test('a zap shows its exact arithmetic, to the payer and to the recipient', async () => {
  const sent = await ana.call(getTransaction, { params: { type: 'Zap Sent', paymentId: zapId } })
  const legs = sent.legs.map(({ role, name, share, msatAmount }) => [role, name, share, msatAmount])
  assert.deepEqual(legs, [
    ['recipient', 'ben', 57, 2_708],
    ['recipient', 'cem', 43, 2_042],
    ['platform', null, null, 250],
  ])
  assert.deepEqual([sent.msatAmount, sent.msatChange, sent.feePpm, sent.splitMsatAmount], [5_000, -5_000, 50_000, null])
  const earned = await cem.call(getTransaction, { params: { type: 'Earnings', paymentId: zapId } })
  assert.deepEqual([earned.msatChange, earned.splitMsatAmount, earned.name], [2_042, 2_042, 'ana'])
  const shares = await cem.call(getTransactionSplits, { params: { paymentId: zapId } })
  assert.deepEqual(
    shares.map(({ name, msatAmount, feeMsat }) => [name, msatAmount, feeMsat]),
    [
      ['ben', 2_708, 143],
      ['cem', 2_042, 107],
    ],
  )
})

test('payments of other users, other types and unknown payments are not found', async () => {
  const stranger = await createTestUser(world)
  for (const type of Object.values(TransactionType.def.entries)) {
    const refused = await refusalOf(stranger.call(getTransaction, { params: { type, paymentId: zapId } }))
    assert.deepEqual(refused, { status: 404, code: 'not-found' }, type)
  }
  const wrongType = ana.call(getTransaction, { params: { type: 'Withdraw', paymentId: zapId } })
  assert.equal((await refusalOf(wrongType)).status, 404)
  assert.equal((await refusalOf(stranger.call(getTransactionSplits, { params: { paymentId: zapId } }))).status, 404)
  const noType = ana.call(getTransaction, { params: { type: 'Tip' as never, paymentId: zapId } })
  assert.equal((await refusalOf(noType)).status, 400)
})

test('the CSV has every line in whole msat, and nothing that a spreadsheet would execute', async () => {
  const ask = (token: string, query = '') =>
    fetch(`${world.origin}${pathOf(exportStatement)}${query}`, { headers: { authorization: `Bearer ${token}` } })
  const answer = await ask(ana.token)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
  const rows = (await answer.text()).trimEnd().split('\r\n')
  assert.equal(rows.length, 1 + ZAPS + 4)
  assert.ok(rows.some((row) => row.includes(',Zap Sent,settled,5000,0,-5000,"\'=Formula, ""quoted""",Thank you,,')))
  assert.ok(rows.some((row) => row.includes(",Zap Sent,settled,2000,0,-2000,,'@you,ben@peal.example,")))
  const earnings = (await (await ask(ben.token, '?filters=Earnings')).text()).trimEnd().split('\r\n')
  assert.equal(earnings.length, 1 + ZAPS)
  assert.equal((await ask(ana.token, '?filters=Tips')).status, 400)
  assert.equal((await fetch(world.origin + pathOf(exportStatement))).status, 401)
})
