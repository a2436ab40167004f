/** Feeds of other servers: adding, reading and paying them. The other servers are simulated; money is compared exactly. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { getTransaction, listTransactions } from '#contract/accounts/account.ts'
import * as boosts from '#contract/listening/foreign/boosts.ts'
import * as feeds from '#contract/listening/foreign/feeds.ts'
import { readUserBalance } from '#server/ledger/balances.ts'
import { refreshForeignFeeds } from '#server/foreign/refresh.ts'
import { reviewFailedPayouts } from '#server/payments/payouts/payout.ts'
import { type AddressFault, startAddressServer, type AddressServer } from '../address-server.ts'
import { startHttpDouble, type CannedResponse, type HttpDouble } from '../http-double.ts'
import { neededOf } from '../proofs.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, publishTrack, type TestUser, until } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let host: HttpDouble
let artists: AddressServer
let curators: AddressServer
let listener: TestUser
let fault: AddressFault = 'none'
const responses = new Map<string, CannedResponse>()

before(async () => {
  host = await startHttpDouble()
  host.answerWith(({ path }) => responses.get(path) ?? { status: 404, text: '' })
  artists = await startAddressServer(
    (invoice) => world.node.makeInvoice(invoice),
    () => fault,
  )
  curators = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  const allowed = [new URL(host.url).host, artists.hostAndPort, curators.hostAndPort, '127.0.0.1:9'].join(',')
  world = await createTestWorld({
    settings: { OUTBOUND_ALLOW: allowed, STEP_UP_MSAT: '5000000', PUBLIC_URL: 'https://peal.example' },
    expectedLogs: ['paid-after-release'],
  })
  listener = await createTestUser(world)
  await fillBalance(world, listener, 20_000_000)
})
after(async () => {
  await closeBalanced(world)
  await artists.close()
  await curators.close()
  await host[Symbol.asyncDispose]()
})

const recipient = (address: string, split: string, more = '') =>
  `<podcast:valueRecipient name="${address.split('@')[0]}" type="lnaddress" address="${address}" split="${split}" ${more}/>`
const value = (...recipients: string[]) =>
  `<podcast:value type="lightning" method="lnaddress">${recipients.join('')}</podcast:value>`
const item = (guid: string, more = '') =>
  `<item><title>Item ${guid}</title><guid>${guid}</guid>
    <enclosure url="/audio/${guid}.mp3" length="lies" type="x"/>${more}</item>`
const rss = (...parts: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>A show</title>${parts.join('')}</channel></rss>`
const serve = (path: string, text: string | Buffer, headers = {}) => {
  responses.set(path, { text, headers })
  return `${host.url}${path}`
}
const add = (url: string, user = listener) => user.call(feeds.addForeignFeed, { body: { url } })
const read = (feedId: string, user = listener) => user.call(feeds.getForeignFeed, { params: { feedId } })
const refresh = () => refreshForeignFeeds({ ...world.world, outbound: world.world.origins.outbound })
const sharesOf = (itemId: string, msatAmount: number, more: { seconds?: string } = {}) =>
  listener.call(boosts.getBoostShares, { params: { itemId }, query: { msatAmount: String(msatAmount), ...more } })
const boostOf = (boostId: string) => listener.call(boosts.getBoost, { params: { boostId } })
type Boosted = Awaited<ReturnType<typeof boostOf>>
const isOver = ({ legs }: Boosted) => legs.every(({ state }) => state !== 'pending')
const statesOf = ({ legs }: Boosted) => legs.map(({ state }) => state)
/** Boosts by the shares that are shown now, and waits for all outcomes. */
async function boost(itemId: string, msatAmount: number): Promise<Boosted> {
  const { sharesHash } = await sharesOf(itemId, msatAmount)
  const { id } = await listener.call(boosts.sendBoost, { params: { itemId }, body: { msatAmount, sharesHash } })
  await until(async () => isOver(await boostOf(id)))
  return boostOf(id)
}
async function retry(boostId: string): Promise<Boosted> {
  await listener.call(boosts.retryBoost, { params: { boostId } })
  await until(async () => isOver(await boostOf(boostId)))
  return boostOf(boostId)
}
async function addItem(path: string, ...parts: string[]): Promise<string> {
  const feed = await add(serve(path, rss(item('one', value(...parts)))))
  return (await read(feed.id)).items[0]!.id
}
async function linesOf(user = listener) {
  const { transactions } = await user.call(listTransactions, { params: { page: '1' }, query: {} })
  return Object.values(transactions).flat()
}
/** The one line of a boost is explained by its legs, and nothing else is written about it. */
async function assertExplained(boostId: string, before: bigint): Promise<void> {
  const { legs, createdAt } = await boostOf(boostId)
  const paid = legs.filter(({ state }) => state === 'settled')
  const amountMsat = paid.reduce((sum, leg) => sum + leg.msatAmount, 0)
  const feeMsat = paid.reduce((sum, leg) => sum + leg.msatFee, 0)
  const lines = (await linesOf()).filter((line) => line.createdAt >= createdAt)
  assert.deepEqual(
    lines.map((line) => [line.type, line.note, line.paymentId, line.msatAmount, line.feeMsat, line.msatChange]),
    [['Zap Sent', 'boost', boostId, amountMsat, feeMsat, -amountMsat - feeMsat]],
  )
  assert.equal(Number(before - (await msatOf())), amountMsat + feeMsat)
  const receipt = await listener.call(getTransaction, { params: { type: 'Zap Sent', paymentId: boostId } })
  assert.deepEqual([receipt.msatChange, receipt.feeMsat, receipt.state], [-amountMsat - feeMsat, feeMsat, 'settled'])
}
const msatOf = () => readUserBalance(world.world.database.read, listener.userId)

test('a feed is added by its address, and its items are listed in its order', async () => {
  const audio = '<itunes:duration>1:02:03</itunes:duration><pubDate>Thu, 01 Jan 1970 00:00:00 GMT</pubDate>'
  const odd = item('two', '<description>&lt;p&gt;Hello &amp;amp; welcome&lt;/p&gt;</description>')
  const url = serve(
    '/show',
    rss(item('one', audio), item('one'), odd, item('x').replace('/audio/x.mp3', 'data:audio/mp3,x')),
  )
  const feed = await add(url)
  assert.equal((await add(url)).id, feed.id)
  const { items } = await read(feed.id)
  assert.deepEqual(
    items.map(({ title, duration, publishedAt, description }) => [title, duration, publishedAt, description]),
    [
      ['Item one', 3_723, null, null],
      ['Item two', null, null, 'Hello & welcome'],
    ],
  )
  assert.equal(items[0]!.audioUrl, `${host.url}/audio/one.mp3`)
  assert.equal((await listener.call(feeds.getForeignItem, { params: { itemId: items[0]!.id } })).title, 'Item one')
  const stranger = await createTestUser(world)
  assert.equal((await refusalOf(read(feed.id, stranger))).status, 404)
  await listener.call(feeds.removeForeignFeed, { params: { feedId: feed.id } })
  assert.equal((await refusalOf(read(feed.id))).status, 404)
})

test('a feed is refreshed only as its site permits, whose robots.txt is read once a day', async () => {
  const url = serve('/polite', rss(item('one')))
  const feed = await add(url)
  const asked = (path: string) => host.asked.filter((one) => one.path === path).length
  const again = async () => {
    await sql`UPDATE foreign_feed SET next_fetch_at = '2000-01-01' WHERE url = ${url}`.execute(
      world.world.database.read,
    )
    await refresh()
    return asked('/polite')
  }
  responses.set('/robots.txt', { text: 'User-agent: *\nDisallow: /polite' })
  const before = asked('/robots.txt')
  world.clock.step(90_000_000)
  assert.equal(await again(), 1)
  assert.equal(await again(), 1)
  const { rows } = await sql<{ problem: string }>`SELECT problem FROM foreign_feed WHERE url = ${url}`.execute(
    world.world.database.read,
  )
  assert.equal(rows[0]!.problem, 'robots')
  assert.equal(asked('/robots.txt'), before + 1)
  responses.delete('/robots.txt')
  world.clock.step(90_000_000)
  assert.equal(await again(), 2)
  await listener.call(feeds.removeForeignFeed, { params: { feedId: feed.id } })
})

test('a feed of which only the beginning arrives keeps the items that are known', async () => {
  const whole = rss(item('one', '<x><![CDATA[</rss>]]></x>'), item('two'))
  const feed = await add(serve('/long', `${whole}<!-- cached -->`))
  const guids = async () => (await read(feed.id)).items.map(({ title }) => title)
  assert.deepEqual(await guids(), ['Item one', 'Item two'])
  const [inText, atEnd] = [whole.indexOf('</x>'), whole.lastIndexOf('</rss>')]
  for (const bytes of [inText, atEnd, whole.length]) {
    serve('/long', whole.slice(0, bytes))
    world.clock.step(90_000_000)
    await refresh()
    assert.deepEqual(await guids(), ['Item one', 'Item two'])
  }
  await listener.call(feeds.removeForeignFeed, { params: { feedId: feed.id } })
})

test('hostile feeds are refused in words, and nothing is stored of them', async () => {
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
  const bomb = gzipSync(Buffer.alloc(60_000_000, ' '))
  const cases: [string, string][] = [
    [serve('/entities', rss(item('one')).replace('<rss', `${entities}<rss`)), 'feed-unreadable'],
    [`${host.url}/nothing-here`, 'feed-missing'],
    ['http://127.0.0.1:9/rss', 'feed-connection-refused'],
    [serve('/html', '<html><body>Hi</body></html>'), 'feed-unreadable'],
    [serve('/large', rss(' '.repeat(11_000_000))), 'feed-too-large'],
    [serve('/bomb', bomb, { 'content-encoding': 'gzip' }), 'feed-too-large'],
    [serve('/deep', rss('<a>'.repeat(1_000))), 'feed-unreadable'],
    [serve('/cut', rss(item('one'), item('two')).slice(0, -60)), 'feed-incomplete'],
    [
      serve('/cut-gzip', gzipSync(rss(item('one'))).subarray(0, -30), { 'content-encoding': 'gzip' }),
      'feed-incomplete',
    ],
    ['http://127.0.0.1:1/feed', 'feed-address-private'],
    ['https://localhost/feed', 'feed-address-private'],
    ['data:text/xml,<rss/>', 'feed-address-invalid'],
    ['no address', 'feed-address-invalid'],
  ]
  responses.set('/loop', { status: 302, text: '', headers: { location: '/loop' } })
  responses.set('/inside', { status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } })
  responses.set('/half', { goes: 'half' })
  cases.push([`${host.url}/half`, 'feed-incomplete'])
  cases.push([`${host.url}/loop`, 'feed-unreachable'], [`${host.url}/inside`, 'feed-address-private'])
  for (const [url, code] of cases) assert.equal((await refusalOf(add(url))).code, code, url.slice(0, 60))
  const { rows } = await sql<{ problem: string; count: number }>`
    SELECT problem, count(*)::int AS count FROM foreign_feed WHERE problem IS NOT NULL GROUP BY 1 ORDER BY 1`.execute(
    world.world.database.read,
  )
  assert.deepEqual(
    rows.map(({ problem, count }) => [problem, count]),
    [
      ['connection-refused', 1],
      ['incomplete', 3],
      ['missing', 1],
      ['not-a-feed', 3],
      ['refused', 1],
      ['too-large', 2],
      ['unreachable', 1],
    ],
  )
  assert.deepEqual(await listener.call(feeds.listForeignFeeds, {}), [])
})

test('an unchanged feed is not read again, and an OPML file adds many', async () => {
  responses.set('/etag', { text: rss(item('one')), headers: { etag: '"1"' } })
  const opml = `<opml version="2.0"><body><outline text="All"><outline type="rss" xmlUrl="${host.url}/etag"/>
    <outline xmlUrl="ftp://old.example/"/></outline></body></opml>`
  assert.deepEqual(await listener.call(feeds.importForeignFeeds, { body: { opml } }), { added: 1, refused: 1 })
  await refresh()
  const [feed] = await listener.call(feeds.listForeignFeeds, {})
  assert.equal(feed!.title, 'A show')
  responses.set('/etag', { status: 304, text: '' })
  await sql`UPDATE foreign_feed SET next_fetch_at = '2000-01-01'`.execute(world.world.database.read)
  await refresh()
  assert.equal(host.asked.filter(({ path }) => path === '/etag').at(-1)!.headers['if-none-match'], '"1"')
  assert.equal((await read(feed!.id)).items.length, 1)
})

test('a playlist here with tracks there pays both artists and the curator, and a failed recipient is paid again alone', async () => {
  const [one, two] = [`one@${artists.hostAndPort}`, `two@${artists.hostAndPort}`]
  const curator = `cleo@${curators.hostAndPort}`
  const node = '<podcast:valueRecipient name="node" type="node" address="02aa" split="1"/>'
  const block = value(recipient(one, '2'), recipient(two, '1'), recipient(`nil@${artists.hostAndPort}`, '0'), node)
  serve('/album', rss('<podcast:medium>music</podcast:medium>', block, item('song')))
  const remote = (guid: string, path: string) => `<podcast:remoteItem itemGuid="${guid}" feedUrl="${host.url}${path}"/>`
  const list = rss(
    '<podcast:medium>musicL</podcast:medium>',
    value(recipient(curator, '10', 'fee="true"')),
    // A cycle: the playlist names itself.
    ...[remote('song', '/album'), remote('x', '/list')],
  )
  const playlist = await add(serve('/list', list))
  await refresh()
  const { items } = await read(playlist.id)
  assert.deepEqual(
    items.map(({ title, isPayable }) => [title, isPayable]),
    [['Item song', true]],
  )
  const params = { itemId: items[0]!.id }
  const query = { msatAmount: '100001', playlistId: playlist.id }
  const { shares, msatPayable, sharesHash } = await listener.call(boosts.getBoostShares, { params, query })
  assert.deepEqual(
    shares.map(({ name, msatAmount, state, role }) => [name, msatAmount, state, role]),
    [
      ['cleo', 10_000, 'payable', 'curator'],
      ['one', 45_001, 'payable', 'share'],
      ['two', 22_500, 'payable', 'share'],
      ['node', 22_500, 'unpayable', 'share'],
    ],
  )
  assert.equal(msatPayable, 77_501)
  curators.isThere = false
  const before = await msatOf()
  const body = { msatAmount: 100_001, playlistId: playlist.id, message: 'Lovely', sharesHash }
  const boost = await listener.call(boosts.sendBoost, { params, body })
  assert.deepEqual(boost.leftOut, [{ name: 'node', role: 'share', msatAmount: 22_500, place: 3 }])
  const again = () => listener.call(boosts.getBoost, { params: { boostId: boost.id } })
  await until(async () => (await again()).legs.filter(({ state }) => state === 'settled').length === 2)
  const [unpaid] = (await again()).legs
  assert.deepEqual([unpaid!.state, unpaid!.reason], ['unpaid', 'lightning-address-unreachable'])
  curators.isThere = true
  await listener.call(boosts.retryBoost, { params: { boostId: boost.id } })
  await until(async () => (await again()).legs.every(({ state }) => state === 'settled'))
  await listener.call(boosts.retryBoost, { params: { boostId: boost.id } })
  assert.deepEqual(
    [...artists.given, ...curators.given]
      .map(({ amountMsat, comment }) => [amountMsat, comment])
      .toSorted(([one], [other]) => Number(one! as bigint) - Number(other! as bigint)),
    [
      [10_000n, 'Lovely'],
      [22_500n, 'Lovely'],
      [45_001n, 'Lovely'],
    ],
  )
  const { rows } = await sql<{ fee: bigint }>`
    SELECT sum(fee_msat)::bigint AS fee FROM payout WHERE user_id = ${listener.userId}`.execute(
    world.world.database.read,
  )
  assert.equal(before - (await msatOf()), 77_501n + rows[0]!.fee)
  const stranger = await createTestUser(world)
  assert.equal((await refusalOf(stranger.call(boosts.getBoost, { params: { boostId: boost.id } }))).status, 404)
  assert.equal((await refusalOf(stranger.call(boosts.retryBoost, { params: { boostId: boost.id } }))).status, 404)
})

test('a boost is one line, explained to the msat: routing fees, a failed recipient paid again, and one paid here', async () => {
  world.clock.step(60_000)
  const [ann, song] = [await createTestUser(world, { name: 'ann' }), await createTestUser(world, { name: 'dia' })]
  const { trackId } = await publishTrack(world, song)
  const [one, two] = [`fee@${artists.hostAndPort}`, `two@${artists.hostAndPort}`]
  const inside = [recipient('ann@peal.example', '1'), recipient(`track.${trackId}@peal.example`, '1')]
  const itemId = await addItem('/mixed', recipient(one, '5', 'fee="true"'), recipient(two, '2'), ...inside)
  const before = await msatOf()
  world.node.script({ does: 'succeed', feeMsat: 7n }, { does: 'fail' })
  const first = await boost(itemId, 80_000)
  assert.equal(statesOf(first).filter((state) => state === 'failed').length, 1)
  await assertExplained(first.id, before)
  world.node.script({ does: 'succeed', feeMsat: 11n })
  const second = await retry(first.id)
  assert.deepEqual(
    second.legs.map(({ role, msatAmount, state }) => [role, msatAmount, state]),
    [
      ['fee', 4_000, 'settled'],
      ['share', 38_000, 'settled'],
      ['share', 19_000, 'settled'],
      ['share', 19_000, 'settled'],
    ],
  )
  assert.equal(
    second.legs.reduce((sum, { msatFee }) => sum + msatFee, 0),
    18,
  )
  await assertExplained(first.id, before)
  assert.deepEqual(
    (await linesOf(ann)).map(({ type, msatChange }) => [type, msatChange]),
    [['Zap', 19_000]],
  )
  assert.deepEqual(
    (await linesOf(song)).map(({ type, msatChange }) => [type, msatChange]),
    [['Earnings', 18_050]],
  )
})

test('a recipient whose invoice is of another amount is refused, and paid alone once its invoice is right', async () => {
  world.clock.step(60_000)
  const [one, two] = [recipient(`one@${curators.hostAndPort}`, '1'), recipient(`two@${artists.hostAndPort}`, '1')]
  const itemId = await addItem('/lies', one, two)
  const before = await msatOf()
  fault = 'other-amount'
  const { id, legs } = await boost(itemId, 50_000)
  assert.deepEqual(
    legs.map(({ state, reason }) => [state, reason]),
    [
      ['settled', null],
      ['unpaid', 'lightning-address-answer-wrong'],
    ],
  )
  fault = 'none'
  const paid = curators.given.length
  assert.deepEqual(statesOf(await retry(id)), ['settled', 'settled'])
  assert.equal(curators.given.length, paid)
  await assertExplained(id, before)
})

test('a boost pays the shares that were shown, or nothing; a repeat has the first result', async () => {
  const path = '/changing'
  const itemId = await addItem(path, recipient(`one@${artists.hostAndPort}`, '1'))
  const { sharesHash } = await sharesOf(itemId, 20_000)
  const order = { params: { itemId }, body: { msatAmount: 20_000, sharesHash } }
  const idempotencyKey = randomUUID()
  const first = await listener.call(boosts.sendBoost, order, { idempotencyKey })
  serve(path, rss(item('one', value(recipient(`thief@${artists.hostAndPort}`, '1')))))
  await sql`UPDATE foreign_feed SET next_fetch_at = '2000-01-01'`.execute(world.world.database.read)
  await refresh()
  const given = artists.given.length
  assert.equal((await refusalOf(listener.call(boosts.sendBoost, order))).code, 'shares-changed')
  assert.equal((await listener.call(boosts.sendBoost, order, { idempotencyKey })).id, first.id)
  assert.equal(artists.given.length, given)
  const other = {
    params: { itemId },
    body: { msatAmount: 20_001, sharesHash: (await sharesOf(itemId, 20_000)).sharesHash },
  }
  assert.equal((await refusalOf(listener.call(boosts.sendBoost, other))).code, 'shares-changed')
})

test('at a position, the block of the time split is paid, also that of an item of another feed', async () => {
  const at = (name: string) => recipient(`${name}@${artists.hostAndPort}`, '1')
  serve('/song', rss(item('song', value(at('singer'), recipient(`label@${curators.hostAndPort}`, '10', 'fee="true"')))))
  const remote = (path: string, guid: string) => `<podcast:remoteItem feedUrl="${host.url}${path}" itemGuid="${guid}"/>`
  const during = (start: string, content: string, percent = '') =>
    `<podcast:valueTimeSplit startTime="${start}" duration="10" ${percent}>${content}</podcast:valueTimeSplit>`
  const splits = [
    during('10', remote('/song', 'song'), 'remotePercentage="90"'),
    during('30.5', at('guest')),
    // A cycle: the item names itself, whose splits are not followed.
    during('50', remote('/mix', 'one')),
    during('70', remote('/nowhere', 'x'), 'remotePercentage="500"'),
    during('-1', at('nobody')),
  ]
  const host5 = recipient(`host@${curators.hostAndPort}`, '5', 'fee="true"')
  const itemId = await addItem('/mix', at('dj'), host5, ...splits)
  await refresh()
  const partsAt = async (seconds: string) =>
    (await sharesOf(itemId, 100_000, { seconds })).shares.map((one) => [one.name, one.role, one.msatAmount, one.state])
  const fee = ['host', 'fee', 5_000, 'payable']
  assert.deepEqual(await partsAt('5'), [fee, ['dj', 'share', 95_000, 'payable']])
  assert.deepEqual(await partsAt('10'), [
    fee,
    ['dj', 'share', 9_500, 'payable'],
    ['label', 'time-split', 8_550, 'payable'],
    ['singer', 'time-split', 76_950, 'payable'],
  ])
  assert.deepEqual(await partsAt('30'), await partsAt('20'))
  assert.deepEqual(await partsAt('31'), [fee, ['guest', 'time-split', 95_000, 'payable']])
  assert.deepEqual(await partsAt('50'), [
    fee,
    ['host', 'time-split', 4_750, 'payable'],
    ['dj', 'time-split', 90_250, 'payable'],
  ])
  // Nobody is known who could be paid, so it stays with the payer.
  assert.deepEqual(await partsAt('79'), [fee, [null, 'time-split', 95_000, 'unpayable']])
  assert.deepEqual(await partsAt('80'), await partsAt('5'))
  const { items } = await read((await listener.call(feeds.getForeignItem, { params: { itemId } })).feedId!)
  assert.equal(items.length, 1)
})

test('shares of any size are split, and what goes above the limit needs a proof', async () => {
  const many = Array.from({ length: 120 }, (_one, index) => recipient(`n${index}@${artists.hostAndPort}`, '1'))
  const feed = await add(
    serve('/many', rss(item('one', value(...many)), item('two', value(recipient(artists.address, '1e9'))))),
  )
  const [first, second] = (await read(feed.id)).items
  assert.equal(second!.isPayable, false)
  const query = { msatAmount: '100000' }
  const { shares } = await listener.call(boosts.getBoostShares, { params: { itemId: first!.id }, query })
  assert.deepEqual([shares.length, shares.reduce((sum, { msatAmount }) => sum + msatAmount, 0)], [100, 100_000])
  const large = value(recipient(artists.address, '1000000000000'), recipient(`b@${artists.hostAndPort}`, '1'))
  const huge = await add(serve('/huge', rss(item('one', large))))
  const itemId = (await read(huge.id)).items[0]!.id
  const parts = (await listener.call(boosts.getBoostShares, { params: { itemId }, query })).shares
  assert.deepEqual(
    parts.map(({ msatAmount, state }) => [msatAmount, state]),
    [
      [100_000, 'payable'],
      [0, 'too-small'],
    ],
  )
  const { sharesHash } = await sharesOf(itemId, 6_000_000)
  const order = { params: { itemId }, body: { msatAmount: 6_000_000, sharesHash } }
  assert.equal((await neededOf(listener.call(boosts.sendBoost, order))).action, 'keysend')
  const boost = await listener.prove(boosts.sendBoost, order)
  await until(
    async () => (await listener.call(boosts.getBoost, { params: { boostId: boost.id } })).legs[0]!.state === 'settled',
  )
})

test('a leg that is paid after it had failed and was paid again is on the line twice, as it was paid', async () => {
  listener = await createTestUser(world)
  await fillBalance(world, listener, 100_000)
  const itemId = await addItem('/late', recipient(`late@${artists.hostAndPort}`, '1'))
  const before = await msatOf()
  world.node.script({ does: 'fail' })
  const { id } = await boost(itemId, 30_000)
  const late = artists.given.at(-1)!.paymentHash
  await retry(id)
  world.node.finishPayment(late, { does: 'succeed', feeMsat: 5n })
  await until(async () => {
    world.clock.step(61_000)
    await reviewFailedPayouts(world.world.payments)
    return (await boostOf(id)).legs.length === 2
  })
  const { legs } = await boostOf(id)
  assert.deepEqual(
    legs.map(({ state, msatAmount, msatFee }) => [state, msatAmount, msatFee]),
    [
      ['settled', 30_000, 0],
      ['settled', 30_000, 5],
    ],
  )
  const line = (await linesOf()).find(({ paymentId }) => paymentId === id)!
  assert.deepEqual([line.msatAmount, line.msatChange, line.feeMsat], [60_000, -60_005, 5])
  assert.equal(before - (await msatOf()), 60_005n)
})
