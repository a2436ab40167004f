/** Plays over HTTP with a real database: what counts, the resulting statistics, and what is stored about listeners. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { openTestCatalog, type TestCatalog, type CatalogUser } from '#server/catalog/catalog.fixture.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { newId } from '#server/platform/ids.ts'
import { silentLog } from '#server/platform/log.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { deleteListening, rollUpPlays } from './roll-up.ts'
import { playRoutes } from './routes.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let catalog: TestCatalog
let http: FastifyInstance
let ada: CatalogUser
let album = { albumId: '', trackIds: [''] }
let hosts = 0
let ip = ''

before(async () => {
  catalog = await openTestCatalog()
  ada = await catalog.person('ada')
  album = await catalog.album(ada, ['One', 'Two', 'Three', 'Draft'])
  await ada.send('POST', `/v1/publish/${album.albumId}`, { contentType: 'album' })
  await ada.send('POST', `/v1/publish/${album.trackIds[3]!}`, { contentType: 'track', isDraft: true })
  // A realistic duration.
  await sql`UPDATE track SET duration_ms = 180000 WHERE album_id = ${album.albumId}`.execute(catalog.database.read)
  const authenticate = async ({
    headers,
    ip: address,
  }: {
    headers: Record<string, unknown>
    ip: string
  }): Promise<Caller> =>
    typeof headers['x-user'] === 'string'
      ? {
          kind: 'user',
          userId: headers['x-user'],
          role: null,
          lacksSecondFactor: false,
          isLocked: false,
          isFresh: true,
          sessionId: null,
          ip: address,
        }
      : { kind: 'visitor', ip: address }
  http = await createHttpServer({ database: catalog.database, log: silentLog, trustedProxies: '', authenticate })
  playRoutes(http, { database: catalog.database, clock: { now: () => catalog.now() }, secret: 'a secret of this test' })
})
after(async () => {
  await http.close()
  await catalog.close()
})
// Each test has its own listener and starts an hour after the previous one.
beforeEach(() => {
  ip = `198.51.100.${++hosts}`
  catalog.step(3_600_000)
})

type PlayOptions = {
  secondsAgo?: number
  secondsHeard?: number
  playId?: string
  agent?: string
  source?: string
  heard?: number[]
}
const play = (contentId: string, { secondsAgo = 60, secondsHeard = 40, ...more }: PlayOptions = {}) => ({
  playId: newId(),
  contentId,
  secondsHeard,
  startedAt: new Date(catalog.now().getTime() - secondsAgo * 1_000).toISOString(),
  agent: 'peal-web/1',
  ...more,
})
type ReportResult = { counted: number; refused: { playId: string; reason: string }[] }

async function sendReport(plays: object[], headers: Record<string, string> = {}, from = ip) {
  const response = await http.inject({
    method: 'POST',
    url: '/v1/plays',
    remoteAddress: from,
    headers: { 'user-agent': FIREFOX, ...headers },
    payload: { plays },
  })
  const { data } = response.json<{ data: ReportResult }>()
  return {
    status: response.statusCode,
    counted: data?.counted ?? 0,
    reasons: data?.refused.map(({ reason }) => reason) ?? [],
  }
}

async function countPlays(contentId: string): Promise<number> {
  await rollUpPlays({ database: catalog.database })
  const { rows } = await sql<{ plays: bigint }>`
    SELECT plays FROM play_total WHERE content_id = ${contentId}`.execute(catalog.database.read)
  return Number(rows[0]?.plays ?? 0n)
}
const trackId = (index: number): string => album.trackIds[index]!

test('a play counts once, and reported again it is a replay', async () => {
  const one = play(trackId(0))
  assert.deepEqual(await sendReport([one]), { status: 200, counted: 1, reasons: [] })
  assert.deepEqual(await sendReport([one]), { status: 200, counted: 0, reasons: ['replayed'] })
  // It does not count for another listener either.
  assert.deepEqual((await sendReport([one], {}, '203.0.113.200')).reasons, ['replayed'])
  assert.equal(await countPlays(trackId(0)), 1)
})

test('a play that was reported too early counts when more of it was heard', async () => {
  const one = play(trackId(1), { secondsHeard: 12 })
  assert.deepEqual((await sendReport([one])).reasons, ['too-short'])
  assert.equal((await sendReport([{ ...one, secondsHeard: 31 }])).counted, 1)
})

test('drafts, artists and unknown content do not count', async () => {
  const draft = await sendReport([play(trackId(3)), play(album.albumId), play(newId())])
  assert.deepEqual(draft, { status: 200, counted: 0, reasons: ['not-public', 'not-public', 'not-public'] })
  const own = await sendReport([play(trackId(3))], { 'x-user': ada.userId })
  assert.deepEqual(own.reasons, ['not-public'])
})

test('robots are refused, identified by the request or by the player', async () => {
  assert.deepEqual((await sendReport([play(trackId(0))], { 'user-agent': 'Googlebot/2.1' })).reasons, ['robot'])
  const mixed = await sendReport([play(trackId(0), { agent: 'AhrefsBot/7.0' }), play(trackId(1))])
  assert.deepEqual(mixed, { status: 200, counted: 1, reasons: ['robot'] })
})

test('a script that claims a thousand plays adds one', async () => {
  const before0 = await countPlays(trackId(2))
  const batches = Array.from({ length: 20 }, (_, batch) =>
    Array.from({ length: 50 }, (_one, index) => play(trackId(2), { secondsAgo: 500_000 - (batch * 50 + index) * 400 })),
  )
  const results = await Promise.all(batches.map((batch) => sendReport(batch)))
  assert.equal(
    results.reduce((sum, { counted }) => sum + counted, 0),
    1,
  )
  // Different tracks count as one play as well: not enough time has passed for more.
  const various = await sendReport([0, 1, 2].map((index) => play(trackId(index), { secondsAgo: 9_000 - index * 100 })))
  assert.equal(various.counted, 0)
  assert.equal((await countPlays(trackId(2))) - before0, 1)
})

test('a script with a new user agent for each request is limited by its address', async () => {
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, index) => sendReport([play(trackId(0))], { 'user-agent': `Player/${index}` })),
  )
  assert.equal(
    results.reduce((sum, { counted }) => sum + counted, 0),
    5,
  )
})

test('listeners behind one address count separately, and signed-in users by account', async () => {
  assert.equal((await sendReport([play(trackId(0))])).counted, 1)
  assert.equal((await sendReport([play(trackId(0))], { 'user-agent': CHROME })).counted, 1)
  const ben = await catalog.person(`ben${hosts}`)
  assert.equal((await sendReport([play(trackId(0))], { 'x-user': ben.userId })).counted, 1)
  const elsewhere = await sendReport([play(trackId(0))], { 'x-user': ben.userId, 'user-agent': CHROME }, '203.0.113.9')
  assert.deepEqual(elsewhere.reasons, ['too-soon'])
})

test('continuous listening keeps counting', async () => {
  let counted = 0
  for (let round = 0; round < 15; round++) {
    catalog.step(180_000)
    counted += (await sendReport([play(trackId(round % 3), { secondsAgo: 180, secondsHeard: 180 })])).counted
  }
  // Each of three tracks once per half hour, and three quarters of an hour have passed.
  assert.equal(counted, 6)
})

test('statistics are rolled up by content, by agent, by source and in total', async () => {
  const day = catalog.now().toISOString().slice(0, 10)
  const read = async () => {
    await rollUpPlays({ database: catalog.database })
    const { rows } = await sql<{ plays: number }>`
      SELECT plays FROM play_agent_day WHERE owner_id = ${ada.userId} AND day = ${day}
        AND agent = 'Chrome' AND source = 'playlist'`.execute(catalog.database.read)
    return rows[0]?.plays ?? 0
  }
  const before0 = await read()
  await sendReport([play(trackId(0), { source: 'playlist' })], { 'user-agent': CHROME })
  assert.equal((await read()) - before0, 1)
})

test('the last report of a play says which parts were heard, and they are added once', async () => {
  const read = async () => {
    await rollUpPlays({ database: catalog.database })
    const { rows } = await sql<{ plays: number; heard: number[] }>`
      SELECT plays, heard FROM heard_month WHERE content_id = ${trackId(1)}`.execute(catalog.database.read)
    return rows[0] ?? { plays: 0, heard: [] }
  }
  const one = play(trackId(1), { secondsAgo: 90 })
  assert.equal((await sendReport([one])).counted, 1)
  assert.equal((await read()).plays, 0)
  // Of three minutes, the first and the last 18 seconds.
  const heard = [0, 18, 162, 180]
  for (let round = 0; round < 2; round++) {
    assert.deepEqual((await sendReport([{ ...one, secondsHeard: 60, heard }])).reasons, ['replayed'])
  }
  const { plays, heard: parts } = await read()
  assert.equal(plays, 1)
  assert.deepEqual([parts.indexOf(0), parts.lastIndexOf(0)], [10, 89])
  const tooMany = Array.from({ length: 101 }, () => 1)
  assert.equal((await sendReport([{ ...one, heard: tooMany }])).status, 400)
})

test('several servers roll up concurrently, and each play is counted once', async () => {
  const before0 = await countPlays(trackId(1))
  for (let index = 0; index < 30; index++) await sendReport([play(trackId(1))], {}, `203.0.113.${index + 10}`)
  await Promise.all(Array.from({ length: 6 }, () => rollUpPlays({ database: catalog.database })))
  assert.equal((await countPlays(trackId(1))) - before0, 30)
})

test('nothing stored identifies listeners: no address, no name, and no salt of another day', async () => {
  const reader = await catalog.person(`reader${hosts}`)
  await sendReport([play(trackId(0))])
  await sendReport([play(trackId(0))], { 'x-user': reader.userId })
  const read = () =>
    sql<{ all: string }>`
      SELECT (SELECT string_agg(p::text, ' ') FROM play p) || (SELECT string_agg(l::text, ' ') FROM listener l)
        || (SELECT coalesce(string_agg(r::text, ' '), '') FROM rate_limit r WHERE key LIKE 'plays%') AS all`.execute(
      catalog.database.read,
    )
  const { all } = (await read()).rows[0]!
  for (const secret of [ip, reader.userId, 'Mozilla']) assert.ok(!all.includes(secret), secret)
  catalog.step(86_400_000)
  await deleteListening({ database: catalog.database, clock: { now: () => catalog.now() } })
  const { rows } = await sql<{ salts: number; listeners: number }>`
    SELECT (SELECT count(*) FROM play_salt)::int AS salts, (SELECT count(*) FROM listener)::int AS listeners`.execute(
    catalog.database.read,
  )
  assert.deepEqual(rows[0], { salts: 0, listeners: 0 })
})

test('ids of plays are stored while a replay would be accepted, statistics forever', async () => {
  const before0 = await countPlays(trackId(0))
  catalog.step(9 * 86_400_000)
  await deleteListening({ database: catalog.database, clock: { now: () => catalog.now() } })
  const { rows } = await sql`SELECT FROM play`.execute(catalog.database.read)
  assert.equal(rows.length, 0)
  assert.equal(await countPlays(trackId(0)), before0)
})

test('a report has one to fifty complete plays', async () => {
  assert.equal((await sendReport([])).status, 400)
  assert.equal((await sendReport(Array.from({ length: 51 }, () => play(trackId(0))))).status, 400)
  assert.equal((await sendReport([{ ...play(trackId(0)), secondsHeard: -1 }])).status, 400)
  assert.equal((await sendReport([{ ...play(trackId(0)), secondsHeard: 1e9 }])).status, 400)
  assert.equal((await sendReport([{ ...play(trackId(0)), startedAt: 'yesterday' }])).status, 400)
  assert.equal((await sendReport([{ ...play(trackId(0)), ip: '1.2.3.4' }])).status, 400)
})
