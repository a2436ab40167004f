/** A user's plays: by day, month, content, release, agent and source, read from roll-ups. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openFileCatalog, type CatalogUser } from '#server/catalog/catalog.fixture.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { addPlays } from '#server/plays/roll-up-queries.ts'
import { newId } from '#server/platform/ids.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import * as plays from './plays.ts'
import type { Stats } from './stats.ts'
import { countEarnings } from './subscribers.ts'
import { listReleases, listTotals, listTotalsEver } from './totals.ts'

const { catalog, ada, ben } = await openFileCatalog()
let stats: Stats
let album = { albumId: '', artistId: '', trackIds: [''] }
let podcast = { podcastId: '', episodeId: '' }

before(async () => {
  stats = { database: catalog.database, clock: { now: () => catalog.now() }, files: { publicUrl: (key) => key } }
  album = await catalog.album(ada, ['One', 'Two'])
  const made = await ada.form('POST', '/v1/podcasts/create', { name: 'Night talk' })
  const body = { podcastId: made.data.id, title: 'First night', order: 1, extension: 'mp3' }
  const episode = await ada.send('POST', '/v1/episodes', body)
  podcast = { podcastId: made.data.id, episodeId: episode.data.id }
  const [one = '', two = ''] = album.trackIds
  await add([
    ['2030-06-15', one, 'Firefox', 'release', 5],
    ['2030-06-15', two, 'Chrome', 'playlist', 2],
    ['2030-06-14', one, 'Chrome', 'chart', 3],
    ['2030-05-16', one, 'Chrome', 'chart', 11],
    ['2030-03-02', podcast.episodeId, 'Overcast', 'app', 7],
  ])
})

type Sum = [day: string, contentId: string, agent: string, source: string, plays: number]
const add = (sums: Sum[]) =>
  catalog.database.transaction((tx) =>
    addPlays(
      tx,
      sums.map(([day, contentId, agent, source, count]) => ({
        ownerId: ada.userId,
        contentId,
        day,
        agent,
        source,
        plays: count,
      })),
    ),
  )
const callerOf = ({ userId }: CatalogUser): Caller => signedIn(userId)

test('plays are returned for the last 30 days, a range, and all time', async () => {
  const caller = callerOf(ada)
  assert.deepEqual(await plays.readPlays(stats, caller, {}), { playTotal: 10 })
  assert.deepEqual(await plays.readPlays(stats, caller, { from: '2030-03-01', to: '2030-05-31' }), { playTotal: 18 })
  assert.deepEqual(await plays.readAllPlays(stats, caller), { playTotal: 28 })
  const days = await plays.listPlayDays(stats, caller, {})
  assert.equal(days.length, 30)
  assert.deepEqual(days.slice(-2), [
    { createdAt: '2030-06-14', playTotal: 3 },
    { createdAt: '2030-06-15', playTotal: 7 },
  ])
  assert.deepEqual(await plays.listPlayMonths(stats, caller), [
    { createdAt: '2030-03', playTotal: 7 },
    { createdAt: '2030-04', playTotal: 0 },
    { createdAt: '2030-05', playTotal: 11 },
    { createdAt: '2030-06', playTotal: 10 },
  ])
})

test('plays are listed by content, by agent and by source, most first', async () => {
  const caller = callerOf(ada)
  const contents = await plays.listPlayedContents(stats, caller, {})
  assert.deepEqual(
    contents.map(({ title, playTotal }) => [title, playTotal]),
    [
      ['One', 8],
      ['Two', 2],
    ],
  )
  assert.deepEqual(await plays.listPlayAgents(stats, caller, {}), [
    { agent: 'Chrome', playTotal: 5 },
    { agent: 'Firefox', playTotal: 5 },
  ])
  assert.deepEqual(await plays.listPlaySources(stats, caller, {}), [
    { source: 'release', playTotal: 5 },
    { source: 'chart', playTotal: 3 },
    { source: 'playlist', playTotal: 2 },
  ])
})

test('totals combine earnings and plays, also for content with only one of them', async () => {
  const caller = callerOf(ada)
  const two = album.trackIds[1]!
  const earnings = (contentId: string, amountMsat: number) => ({ userId: ada.userId, contentId, amountMsat })
  await countEarnings(catalog.database)([
    {
      paymentId: newId(),
      contentId: two,
      payerId: null,
      namelessPayerId: null,
      amountMsat: 9_000,
      feeMsat: 4_100,
      shares: [],
      earnings: [earnings(two, 4_000), earnings(album.artistId, 900)],
      comment: null,
      contentTimeSeconds: null,
      settledAt: '2030-06-15T10:00:00.000Z',
    },
  ])
  const figures = ({ title, msatTotal, playTotal }: { title: string; msatTotal: bigint; playTotal: number }) => [
    title,
    msatTotal,
    playTotal,
  ]
  assert.deepEqual((await listTotals(stats, caller, {})).map(figures), [
    ['Two', 4_000n, 2],
    ['Ada', 900n, 0],
    ['One', 0n, 8],
  ])
  assert.deepEqual((await listTotalsEver(stats, caller, {})).map(figures), [
    ['Two', 4_000n, 2],
    ['Ada', 900n, 0],
    ['One', 0n, 19],
    ['First night', 0n, 7],
  ])
  assert.deepEqual(await listTotalsEver(stats, caller, { page: 2 }), [])
  const releases = await listReleases(stats, caller, { from: '2030-03-01', to: '2030-06-15' })
  assert.deepEqual(
    releases.map((release) => [...figures(release), release.contentType]),
    [
      ['Dawn', 4_000n, 21, 'album'],
      ['Ada', 900n, 0, 'artist'],
      ['Night talk', 0n, 7, 'podcast'],
    ],
  )
})

test('other users and visitors see none of it', async () => {
  const caller = callerOf(ben)
  assert.deepEqual(await plays.readPlays(stats, caller, {}), { playTotal: 0 })
  assert.deepEqual(await plays.readAllPlays(stats, caller), { playTotal: 0 })
  assert.deepEqual(await plays.listPlayMonths(stats, caller), [])
  for (const list of [
    plays.listPlayedContents,
    plays.listPlayAgents,
    plays.listPlaySources,
    listTotals,
    listReleases,
  ]) {
    assert.deepEqual(await list(stats, caller, {}), [])
  }
  assert.deepEqual(await listTotalsEver(stats, caller, {}), [])
  const visitor: Caller = { kind: 'visitor', ip: '192.0.2.1' }
  for (const list of [plays.readPlays, plays.listPlayDays, plays.listPlayAgents, plays.listPlaySources, listTotals]) {
    await assert.rejects(async () => list(stats, visitor, {}), { status: 401 })
  }
})
