/** The podcast:guid of a show: assigned once by a server with a public address, derived by a sandbox without one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createPodcast, getPodcast } from '#contract/catalog/podcasts.ts'
import { guidOfFeed } from '#protocols/rss/guid.ts'
import { assignMissingFeedGuids } from '#server/catalog/feed-guids.ts'
import { createTestUser } from '../users.ts'
import { createTestWorld } from '../world.ts'

test('with a public URL the guid is that of the feed, and stays when the URL changes', async () => {
  await using world = await createTestWorld({ settings: { PUBLIC_URL: 'https://peal.example' } })
  const mara = await createTestUser(world, { name: 'mara' })
  const { id: podcastId } = await mara.call(createPodcast, { body: { name: 'Songs I Found' } })
  const read = async () => (await mara.call(getPodcast, { params: { podcastId } })).guid
  const guid = guidOfFeed(`https://peal.example/rss/podcast/${podcastId}`)
  assert.equal(await read(), guid)
  const { database, clock } = world.world
  const moved = { origin: 'https://elsewhere.example', isLasting: true }
  await assignMissingFeedGuids(database, moved, clock)
  assert.equal(await read(), guid)
  // An older show gets one at the next start of the server.
  await sql`DELETE FROM feed_identity`.execute(database.read)
  await assignMissingFeedGuids(database, moved, clock)
  assert.equal(await read(), guidOfFeed(`https://elsewhere.example/rss/podcast/${podcastId}`))
})

test('a sandbox without one derives the guid from a reserved address, and stores nothing', async () => {
  await using world = await createTestWorld()
  const mara = await createTestUser(world, { name: 'mara' })
  const { id: podcastId } = await mara.call(createPodcast, { body: { name: 'Songs I Found' } })
  const { guid } = await mara.call(getPodcast, { params: { podcastId } })
  assert.equal(guid, guidOfFeed(`https://sandbox.invalid/rss/podcast/${podcastId}`))
  const { rows } = await sql`SELECT FROM feed_identity`.execute(world.world.database.read)
  assert.equal(rows.length, 0)
})
