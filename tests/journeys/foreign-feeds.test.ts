/** Feeds of other servers: adding, reading and paying them. The other servers are simulated; money is compared exactly. */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as boosts from '#contract/listening/foreign/boosts.ts'
import * as feeds from '#contract/listening/foreign/feeds.ts'
import { readUserBalance } from '#server/ledger/balances.ts'
import { refreshForeignFeeds } from '#server/foreign/refresh.ts'
import { startAddressServer, type AddressServer } from '../address-server.ts'
import { startHttpDouble, type CannedResponse, type HttpDouble } from '../http-double.ts'
import { neededOf } from '../proofs.ts'
import { assertBooksBalance, refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, type TestUser, until } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let host: HttpDouble
let artists: AddressServer
let curators: AddressServer
let listener: TestUser
const responses = new Map<string, CannedResponse>()

before(async () => {
  host = await startHttpDouble()
  host.answerWith(({ path }) => responses.get(path) ?? { status: 404, text: '' })
  artists = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  curators = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  const allowed = [new URL(host.url).host, artists.hostAndPort, curators.hostAndPort].join(',')
  world = await createTestWorld({ settings: { OUTBOUND_ALLOW: allowed, STEP_UP_MSAT: '5000000' } })
  listener = await createTestUser(world)
  await fillBalance(world, listener, 20_000_000)
})
after(async () => {
  await assertBooksBalance(world)
  await world[Symbol.asyncDispose]()
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

test('hostile feeds are refused in words, and nothing is stored of them', async () => {
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
  const bomb = gzipSync(Buffer.alloc(60_000_000, ' '))
  const cases: [string, string][] = [
    [serve('/entities', rss(item('one')).replace('<rss', `${entities}<rss`)), 'feed-unreadable'],
    [serve('/html', '<html><body>Hi</body></html>'), 'feed-unreadable'],
    [serve('/large', rss(' '.repeat(11_000_000))), 'feed-unreadable'],
    [serve('/bomb', bomb, { 'content-encoding': 'gzip' }), 'feed-unreadable'],
    [serve('/deep', rss('<a>'.repeat(1_000))), 'feed-unreadable'],
    ['http://127.0.0.1:1/feed', 'feed-unreadable'],
    ['https://localhost/feed', 'feed-unreadable'],
    ['data:text/xml,<rss/>', 'feed-unreadable'],
    ['no address', 'feed-unreadable'],
  ]
  responses.set('/loop', { status: 302, text: '', headers: { location: '/loop' } })
  responses.set('/inside', { status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } })
  cases.push([`${host.url}/loop`, 'feed-unreadable'], [`${host.url}/inside`, 'feed-unreadable'])
  for (const [url, code] of cases) assert.equal((await refusalOf(add(url))).code, code, url.slice(0, 60))
  const { rows } = await sql<{ problem: string; count: number }>`
    SELECT problem, count(*)::int AS count FROM foreign_feed WHERE problem IS NOT NULL GROUP BY 1 ORDER BY 1`.execute(
    world.world.database.read,
  )
  assert.deepEqual(
    rows.map(({ problem, count }) => [problem, count]),
    [
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
