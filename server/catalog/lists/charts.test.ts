/** Totals and charts computed from settled payments. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { DAY_MS, openTestCatalog, type TestCatalog, type CatalogUser } from '#server/catalog/catalog.fixture.ts'
import { refreshCharts } from './charts.ts'
import { countPayments } from '#server/catalog/subscribers.ts'

let catalog: TestCatalog
let ada: CatalogUser
let tracks: string[]

before(async () => {
  catalog = await openTestCatalog()
  ada = await catalog.person('ada')
  const { albumId, trackIds } = await catalog.album(ada, ['One', 'Two', 'Three'])
  await ada.send('POST', `/v1/publish/${albumId}`, {})
  tracks = trackIds
})
after(() => catalog.close())

const settled = (contentId: string, amountMsat: number, { daysAgo = 0, payerId = newId() } = {}) => ({
  paymentId: newId(),
  contentId,
  payerId,
  namelessPayerId: null,
  amountMsat,
  feeMsat: 0,
  shares: [{ contentId, amountMsat }],
  earnings: [],
  comment: null,
  contentTimeSeconds: null,
  settledAt: new Date(catalog.now().getTime() - daysAgo * DAY_MS).toISOString(),
})
const count = (event: ReturnType<typeof settled>) => countPayments(catalog.database)([event])
const received = async (trackId: string) => {
  const { data } = await catalog.visitor.send('GET', `/v1/tracks/${trackId}`)
  return [data.msatTotal, data.msatTotal1Days, data.msatTotal7Days, data.msatTotal30Days]
}
type Place = {
  id: string
  rank: number
  previousRank: number | null
  isNew: boolean
  msatChart: number
  msatByDay: number[]
}
const chart = async (phase = 'week'): Promise<Place[]> =>
  (await catalog.visitor.send('GET', `/v1/charts/music/top?phase=${phase}`)).data
const top = async (): Promise<string[]> => (await chart()).map(({ id }) => id)
/** Half a minute passes, and the job runs. */
const pass = (ms = 31_000) => refreshCharts(catalog.database, catalog.step(ms))

test('a payment is counted once, however often and late its event arrives', async () => {
  const [one = ''] = tracks
  const today = settled(one, 5_000)
  await Promise.all(Array.from({ length: 5 }, () => count(today)))
  await count(today)
  await count(settled(one, 100, { daysAgo: 6 }))
  await count(settled(one, 20, { daysAgo: 29 }))
  await count(settled(one, 3, { daysAgo: 30 }))
  await count(today)
  assert.deepEqual(await received(one), [5_123, 5_000, 5_100, 5_120])
})

test('payments to two contents are counted for both, also when concurrent events have the opposite order', async () => {
  const [, two = '', three = ''] = tracks
  const shared = (first: string, second: string) => ({
    ...settled(first, 3),
    shares: [
      { contentId: first, amountMsat: 2 },
      { contentId: second, amountMsat: 1 },
    ],
  })
  const crossing = Array.from({ length: 10 }, (_, index) => (index % 2 ? shared(two, three) : shared(three, two)))
  await Promise.all(crossing.map(count))
  assert.deepEqual([(await received(two))[0], (await received(three))[0]], [15, 15])
})

test('the chart counts seven days, and ties are broken by the number of payers', async () => {
  const [one = '', two = '', three = ''] = tracks
  await count(settled(two, 10_000))
  const payerId = newId()
  await count(settled(three, 5_000, { payerId }))
  await count(settled(three, 5_000, { payerId }))
  await pass()
  assert.deepEqual(await top(), [two, three, one])
  await count(settled(one, 1_000_000, { daysAgo: 7 }))
  await pass()
  assert.deepEqual(await top(), [two, three, one])
})

test('a chart is cached for half a minute, and hidden content disappears from it immediately', async () => {
  const [one = '', two = ''] = tracks
  const before = await top()
  await count(settled(one, 1_000_000))
  assert.deepEqual(await top(), before)
  await pass()
  assert.equal((await top())[0], one)
  await ada.send('POST', `/v1/publish/${two}`, { isDraft: true })
  assert.equal((await top()).includes(two), false)
})

test('the home page has each list, and "new" is the first track of each release', async () => {
  const { data } = await catalog.visitor.send('GET', '/v1/tracks/featured')
  assert.equal(data.featured[0].id, tracks[0])
  const { data: short } = await catalog.visitor.send('GET', '/v1/tracks/featured?limit=1')
  for (const [list, all] of Object.entries<object[]>(data)) assert.deepEqual(short[list], all.slice(0, 1))
  assert.equal(data.trending[0].id, tracks[0])
  assert.equal(data.forYou.length, 2)
  assert.equal(data.newTracks.length, 1)
  const { data: news } = await catalog.visitor.send('GET', '/v1/tracks/new?limit=5')
  assert.equal(news.length, 1)
})

test('day, week and month have separate charts, with the rank of the previous day', async () => {
  const [one = '', two = '', three = ''] = tracks
  await pass(DAY_MS)
  assert.deepEqual(
    (await chart()).map(({ rank, previousRank, isNew }) => [rank, previousRank, isNew]),
    [
      [1, 1, false],
      [2, 2, false],
    ],
    'nothing was paid since',
  )
  assert.deepEqual(await chart('day'), [])
  await count(settled(three, 50_000_000))
  await pass()
  const [today] = await chart('day')
  assert.deepEqual([today!.id, today!.msatChart, today!.isNew], [three, 50_000_000, false])
  const [first, second] = await chart()
  assert.deepEqual([first!.id, first!.previousRank, first!.msatByDay.at(-1)], [three, 2, 50_000_000])
  assert.deepEqual([second!.id, second!.previousRank], [one, 1])
  await ada.send('POST', `/v1/publish/${two}`, { isDraft: false })
  await pass()
  assert.deepEqual(
    (await chart('month')).map(({ id }) => id),
    [three, one, two],
  )
  const { status } = await catalog.visitor.send('GET', '/v1/charts/music/top?phase=year')
  assert.equal(status, 400)
})
