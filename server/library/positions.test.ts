/** Resume positions over HTTP: the last device to play wins, and users cannot read those of others. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEpisode, getEpisode } from '#contract/catalog/episodes.ts'
import { listPositions, putPositions } from '#contract/listening/positions.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTestUser, putAudio, until, type TestUser } from '#tests/users.ts'
import { makeWav } from '#tests/audio-samples.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { deleteLibrary } from './user-library.ts'

let world: TestWorld
let host: TestUser
let ann: TestUser
const episodeIds: string[] = []

before(async () => {
  world = await createTestWorld()
  host = await createTestUser(world)
  ann = await createTestUser(world)
  const podcast = await host.call(createPodcast, { body: { name: 'Night Trains' } })
  for (const order of [1, 2, 3]) {
    const body = { podcastId: podcast.id, title: `Part ${order}`, order, extension: 'wav' }
    const episode = await host.call(createEpisode, { body })
    await putAudio(world, episode.presignedUrl, makeWav(20))
    await until(async () => (await host.call(getEpisode, { params: { episodeId: episode.id } })).liveUrl !== null)
    episodeIds.push(episode.id)
  }
  await host.call(publish, { params: { contentId: podcast.id }, body: { contentType: 'podcast' } })
})
after(() => world[Symbol.asyncDispose]())

const at = (secondsAgo: number) => new Date(world.clock.now().getTime() - secondsAgo * 1000).toISOString()
const put = (user: TestUser, index: number, positionSeconds: number, listenedAt = at(0)) =>
  user.call(putPositions, { body: { positions: [{ contentId: episodeIds[index]!, positionSeconds, listenedAt }] } })
const read = (user: TestUser, query: { contentId?: string; limit?: string; unfinished?: string } = {}) =>
  user.call(listPositions, { query })

test('positions saved by a device are read by another, last heard first, with the episode', async () => {
  assert.deepEqual(await put(ann, 0, 7.25, at(60)), { noted: 1 })
  assert.deepEqual(await put(ann, 1, 3, at(30)), { noted: 1 })
  const positions = await read(ann)
  assert.deepEqual(
    positions.map(({ contentId, positionSeconds, isFinished }) => [contentId, positionSeconds, isFinished]),
    [
      [episodeIds[1], 3, false],
      [episodeIds[0], 7.25, false],
    ],
  )
  assert.equal(positions[1]!.episode?.title, 'Part 1')
  assert.equal((await read(ann, { limit: '1' })).length, 1)
  assert.deepEqual(
    (await read(ann, { contentId: episodeIds[0]! })).map(({ positionSeconds }) => positionSeconds),
    [7.25],
  )
})

test('an earlier position does not replace a later one, and times in the future count as now', async () => {
  await put(ann, 0, 9, at(-86_400))
  assert.equal((await read(ann, { contentId: episodeIds[0]! }))[0]!.positionSeconds, 9)
  assert.ok(new Date((await read(ann, { contentId: episodeIds[0]! }))[0]!.listenedAt) <= world.clock.now())
  assert.deepEqual(await put(ann, 0, 2, at(600)), { noted: 0 })
  assert.equal((await read(ann, { contentId: episodeIds[0]! }))[0]!.positionSeconds, 9)
  world.clock.step(1_000)
  await put(ann, 0, 1)
  assert.equal((await read(ann, { contentId: episodeIds[0]! }))[0]!.positionSeconds, 1)
})

test('finished episodes are excluded from the unfinished list', async () => {
  world.clock.step(1_000)
  await put(ann, 2, 500)
  const [finished] = await read(ann, { contentId: episodeIds[2]! })
  assert.deepEqual([finished!.positionSeconds, finished!.isFinished], [20, true])
  const unfinished = await read(ann, { unfinished: 'true' })
  assert.deepEqual(unfinished.map(({ contentId }) => contentId).includes(episodeIds[2]!), false)
})

test('positions are private; unknown and unpublished episodes are ignored', async () => {
  assert.deepEqual(await read(host), [])
  const strange = { contentId: '01890000-0000-7000-8000-000000000000', positionSeconds: 1, listenedAt: at(0) }
  assert.deepEqual(await ann.call(putPositions, { body: { positions: [strange] } }), { noted: 0 })
})

test('deleting the account deletes its positions', async () => {
  await put(host, 0, 4)
  assert.equal((await read(host)).length, 1)
  await world.world.database.transaction((tx) => deleteLibrary(tx, host.userId))
  assert.deepEqual(await read(host), [])
})
