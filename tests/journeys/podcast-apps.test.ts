/** Podcast apps pay content and users here: with an rss::payment in the LNURL comment, or by keysend to the node that
 * `/.well-known/keysend/` names. Their metadata is shown as unverified, and money is split once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { getTransaction, listTransactions, exportStatement } from '#contract/accounts/account.ts'
import { listComments } from '#contract/community/comments.ts'
import { createTimeSplits } from '#contract/catalog/splits.ts'
import { topics } from '#server/events.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { startHttpDouble, type CannedResponse, type ReceivedRequest, type HttpDouble } from '../http-double.ts'
import { createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import { closeBalanced } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let podcastApp: HttpDouble
let mara: TestUser
let dia: TestUser
let own: PublishedTrack

before(async () => {
  podcastApp = await startHttpDouble()
  world = await createTestWorld({ settings: { OUTBOUND_ALLOW: new URL(podcastApp.url).host } })
  mara = await createTestUser(world, { name: 'mara' })
  dia = await createTestUser(world, { name: 'dia' })
  own = await publishTrack(world, mara, { title: 'Rain' })
  const guest = await publishTrack(world, dia, { title: 'Guest' })
  const half = { startSeconds: 0, endSeconds: 60, shareNumerator: 1, shareDenominator: 2 }
  const timeSplits = [{ ...half, recipientContentId: guest.trackId }]
  await mara.call(createTimeSplits, { body: { contentId: own.trackId, timeSplits } })
})
after(async () => {
  await closeBalanced(world)
  await podcastApp[Symbol.asyncDispose]()
})

type Json = Record<string, unknown>
const get = async (path: string) => (await fetch(world.origin + path)).json() as Promise<Json>

/** Pays by LNURL as a podcast app does, and waits until the payment is booked. */
async function payWith(comment: string, { name = `track.${own.trackId}`, t = '' } = {}): Promise<void> {
  const before0 = await mara.balance()
  const query = new URLSearchParams({ amount: '10000', comment, ...(t !== '' && { t }) })
  const { pr } = await get(`/lnurlp/${name}/callback?${query}`)
  await world.node.settleInvoice(String(pr))
  await until(async () => (await mara.balance()) > before0)
}

/** Waits until all booked messages are comments, and every URL was requested or refused. */
async function settled(): Promise<void> {
  await until(async () => {
    const { rows } = await sql`SELECT FROM outbox WHERE done_at IS NULL LIMIT 1`.execute(world.world.database.read)
    return rows.length === 0
  })
}

async function commentsNow() {
  await settled()
  // As a signed-in user: responses to visitors are cached.
  return (await mara.call(listComments, { params: { contentId: own.trackId }, query: {} })).comments
}
const newestLine = async () => {
  const { transactions } = await mara.call(listTransactions, { params: { page: '1' }, query: {} })
  return Object.values(transactions).flat()[0]!
}
const appSays =
  (said: Record<string, string | number>) =>
  (_asked: ReceivedRequest): CannedResponse => ({
    text: 'A page for people.',
    headers: { 'x-rss-payment': encodeURIComponent(JSON.stringify(said)) },
  })

const FOUNTAIN = {
  action: 'boost',
  message: 'Great song!',
  app_name: 'Fountain',
  sender_name: 'oscar@fountain.fm',
  position: 31,
  feed_guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810',
}

test("the message alone is public; the app and its sender are on the payment's page, in the receipt and in the CSV", async () => {
  podcastApp.answerWith(appSays(FOUNTAIN))
  await payWith(`rss::payment::boost ${podcastApp.url}/show/1?payment=A Great song!`)
  const [comment] = await commentsNow()
  assert.deepEqual(
    [comment?.content, comment?.appName, comment?.senderName, comment?.contentTime, comment?.name],
    ['Great song!', 'Fountain', 'oscar@fountain.fm', 31, null],
  )
  assert.deepEqual(
    podcastApp.asked.map(({ method, path }) => `${method} ${path}`),
    ['GET /show/1?payment=A'],
  )
  const { paymentId } = await newestLine()
  const payment = await mara.call(getTransaction, { params: { type: 'Earnings', paymentId } })
  assert.deepEqual(
    [payment.comment, payment.appName, payment.payerName, payment.paidBy],
    ['Great song!', 'Fountain', 'oscar@fountain.fm', 'invoice'],
  )
  const file = await fetch(`${world.origin}/v1${exportStatement.path}`, {
    headers: { authorization: `Bearer ${mara.token}` },
  })
  const [head, line] = (await file.text()).split('\r\n')
  assert.match(head!, /,Message,Address,Sender \(unverified\),App \(unverified\),Payment,Paid by the house,For,/)
  assert.match(line!, /,Great song!,,oscar@fountain\.fm,Fountain,/)
})

test('the address is requested once, however often the outbox repeats it', async () => {
  const count = podcastApp.asked.length
  const { paymentId } = await newestLine()
  await publish(world.world.database.read, topics.originDue, `again:${paymentId}`, { paymentId })
  await settled()
  assert.equal(podcastApp.asked.length, count)
})

test('a stream is a payment without a comment, by invoice and by keysend', async () => {
  podcastApp.answerWith(appSays({ ...FOUNTAIN, action: 'stream' }))
  const count = (await commentsNow()).length
  await payWith(`rss::payment::stream ${podcastApp.url}/show/2 Streaming`)
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const streamed = { action: 'stream', message: 'Streaming', app_name: 'An app' }
  const before0 = await mara.balance()
  world.node.receiveKeysend({
    amountMsat: 1_000n,
    customRecords: { '16180339': hex(own.trackId), '7629169': hex(JSON.stringify(streamed)) },
  })
  await until(async () => (await mara.balance()) > before0)
  assert.equal((await commentsNow()).length, count)
  assert.equal((await newestLine()).comment, null)
})

test('a payment already split by a value block is not split by time again', async () => {
  const before0 = await Promise.all([mara.balance(), dia.balance()])
  await payWith('rss::payment::boost https://app.example/x Once', { t: '30' })
  assert.deepEqual(await Promise.all([mara.balance(), dia.balance()]), [before0[0] + 9_500, before0[1]])
  // Without a value block, the same position is split by time.
  await payWith('By hand', { t: '30' })
  assert.equal(await dia.balance(), before0[1] + 4_750)
})

test('with any response of the address, the payment keeps its message and nothing else', async () => {
  const huge = (): CannedResponse => ({ text: '', headers: { 'x-rss-payment': 'x'.repeat(12_000) } })
  const answers: ((asked: ReceivedRequest) => CannedResponse)[] = [
    huge,
    () => ({ text: '', headers: { 'x-rss-payment': '%7Bnot json' } }),
    () => ({ goes: 'cut' }),
    () => ({ goes: 'endless' }),
    () => ({ status: 302, text: '', headers: { location: 'http://127.0.0.1:1/private' } }),
    () => ({ status: 302, text: '', headers: { location: '/round/and/round' } }),
    () => ({ status: 500, text: '' }),
  ]
  for (const [index, answer] of answers.entries()) {
    podcastApp.answerWith(answer)
    await payWith(`rss::payment::boost ${podcastApp.url}/hostile/${index} Hostile ${index}`)
    const [comment] = await commentsNow()
    assert.deepEqual([comment?.content, comment?.appName, comment?.senderName], [`Hostile ${index}`, null, null])
  }
  const round = podcastApp.asked.filter(({ path }) => path === '/round/and/round')
  assert.equal(round.length, 3)
  const elsewhere = [
    'http://127.0.0.1:5432/',
    'https://169.254.169.254/latest',
    'https://localhost/',
    'file:///etc/passwd',
  ]
  for (const url of elsewhere) {
    await payWith(`rss::payment::boost ${url} To ${url.length}`)
    const [comment] = await commentsNow()
    assert.deepEqual([comment?.content, comment?.appName], [`To ${url.length}`, null])
  }
})

test('an app without a sender cannot forge one: texts are cut and cleaned', async () => {
  podcastApp.answerWith(appSays({ app_name: 'A\u202epp'.padEnd(500, '!'), sender_name: '  ', position: 99_999_999 }))
  await payWith(`rss::payment::boost ${podcastApp.url}/cut Cut`)
  const [comment] = await commentsNow()
  assert.deepEqual([comment?.appName, comment?.senderName, comment?.contentTime], ['App'.padEnd(100, '!'), null, null])
})

test('a podcast app finds node and record of an address, and its payment arrives', async () => {
  const { pubkey } = await world.node.info(AbortSignal.timeout(1_000))
  const record = (customValue: string) => ({
    status: 'OK',
    tag: 'keysend',
    pubkey,
    customData: [{ customKey: '16180339', customValue }],
  })
  assert.deepEqual(await get(`/.well-known/keysend/track.${own.trackId}`), record(own.trackId))
  assert.deepEqual(await get('/.well-known/keysend/mara'), record(mara.userId))
  const nobody = await get('/.well-known/keysend/nobody-here')
  assert.equal(nobody['status'], 'ERROR')

  const before0 = await mara.balance()
  const customRecords = {
    '16180339': Buffer.from(mara.userId).toString('hex'),
    '7629169': Buffer.from(JSON.stringify({ message: 'To you', sender_name: 'Ana', app_name: 'An app' })).toString(
      'hex',
    ),
  }
  world.node.receiveKeysend({ amountMsat: 4_321n, customRecords })
  await until(async () => (await mara.balance()) === before0 + 4_321)
  const line = await newestLine()
  assert.deepEqual([line.type, line.comment, line.msatAmount], ['Zap', 'To you', 4_321])
  const payment = await mara.call(getTransaction, { params: { type: 'Zap', paymentId: line.paymentId } })
  assert.deepEqual([payment.paidBy, payment.payerName, payment.appName], ['keysend', 'Ana', 'An app'])
})
