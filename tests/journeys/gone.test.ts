/** Deleted or taken-down content: its pages say so (410), lists leave it out, and content that never existed stays
 * unknown (404). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { takeDown, undoTakedown } from '#contract/operator/admin.ts'
import { createAlbum, deleteAlbum } from '#contract/catalog/albums.ts'
import { getArtist, updateArtist } from '#contract/catalog/artists.ts'
import { createEpisode, deleteEpisode } from '#contract/catalog/episodes.ts'
import { createPodcast, deletePodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { search } from '#contract/listening/search.ts'
import { deleteTrack } from '#contract/catalog/tracks.ts'
import { setRole } from '#server/accounts/roles.ts'
import { createTestUser, publishTrack, putAudio, until, type TestUser, type PublishedTrack } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

let world: TestWorld
let boss: TestUser
let mara: TestUser
let song: PublishedTrack

before(async () => {
  world = await createTestWorld({ pages: true, settings: { PUBLIC_URL: 'https://peal.example' } })
  boss = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  mara = await createTestUser(world, { name: 'mara' })
  song = await publishTrack(world, mara, { title: 'Afterglow' })
  await until(async () => (await world.call(search, { query: { term: 'afterglow' } })).length > 0)
})
after(() => world[Symbol.asyncDispose]())

async function read(path: string) {
  const response = await fetch(world.origin + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  return { status: response.status, cache: response.headers.get('cache-control'), html: await response.text() }
}
const statusOf = async (path: string) => (await fetch(world.origin + path, { redirect: 'manual' })).status
const codeOf = async (path: string) => {
  const response = await fetch(world.origin + path)
  return [response.status, ((await response.json()) as { code?: string }).code]
}
const pagesOf = ({ trackId, albumId }: PublishedTrack) => [
  `/artist/artist-of-mara`,
  `/album/${albumId}`,
  `/track/${trackId}`,
]

async function assertGone(path: string): Promise<void> {
  const { status, html, cache } = await read(path)
  assert.equal(status, 410, path)
  assert.equal(cache, 'no-store', path)
  assert.match(html, /This is no longer available/, path)
  assert.match(html, /<meta name="robots" content="noindex"/, path)
  assert.equal((await read(`/de${path}`)).status, 410, path)
}

test('content that was taken down has pages that say so, and is in no list or embed', async () => {
  const { takedownId } = await boss.call(takeDown, { body: { artistIds: [song.artistId], reason: 'Not theirs' } })
  for (const path of pagesOf(song)) await assertGone(path)
  await assertGone(`/artist/${song.artistId}`)
  assert.deepEqual(await codeOf(`/v1/tracks/${song.trackId}`), [404, 'content-gone'])
  assert.deepEqual(await codeOf('/v1/artists/artist-of-mara/url'), [404, 'content-gone'])
  const url = encodeURIComponent(`https://peal.example/track/${song.trackId}`)
  assert.equal(await statusOf(`/oembed?url=${url}`), 404)
  assert.equal(await statusOf(`/embed/track/${song.trackId}`), 404)
  await until(async () => (await world.call(search, { query: { term: 'afterglow' } })).length === 0)
  const sitemap = async () => (await fetch(`${world.origin}/sitemaps/tracks-1.xml`)).text()
  await until(async () => !(await sitemap()).includes(song.trackId))
  // Its owner still reads it.
  assert.equal((await mara.call(getArtist, { params: { artistId: song.artistId } })).id, song.artistId)
  await boss.call(undoTakedown, { params: { takedownId: takedownId! }, body: { reason: 'It was theirs' } })
  for (const path of pagesOf(song)) assert.equal((await read(path)).status, 200, path)
})

test('content that never existed is not found, nor is a deleted draft', async () => {
  for (const path of [
    `/track/${UNKNOWN_ID}`,
    `/album/${UNKNOWN_ID}`,
    `/artist/no-such-name`,
    '/podcast/nowhere',
    '/nowhere',
  ]) {
    assert.equal((await read(path)).status, 404, path)
  }
  const { id } = await mara.call(createAlbum, { body: { artistId: song.artistId, title: 'Never out' } })
  assert.equal((await read(`/album/${id}`)).status, 404)
  await mara.call(deleteAlbum, { params: { albumId: id } })
  assert.equal((await read(`/album/${id}`)).status, 404)
  assert.deepEqual(await codeOf(`/v1/albums/${id}`), [404, 'not-found'])
})

test('a former name redirects while its artist exists', async () => {
  await mara.call(updateArtist, { body: { artistId: song.artistId, name: 'Mara Renamed' } })
  const { status } = await read('/artist/artist-of-mara')
  assert.equal(status, 301)
})

test('deleted tracks, episodes and podcasts are gone too, podcasts under their slugs', async () => {
  const { id: podcastId } = await mara.call(createPodcast, { body: { name: 'Last Words', primaryCategoryId: '11' } })
  const made = await mara.call(createEpisode, { body: { podcastId, title: 'The End', order: 1, extension: 'wav' } })
  await putAudio(world, made.presignedUrl, makeWav(2))
  await mara.call(publish, { params: { contentId: podcastId }, body: { contentType: 'podcast' } })
  await until(async () => (await statusOf(`/v1/episodes/${made.id}`)) === 200)
  await mara.call(deleteEpisode, { params: { episodeId: made.id } })
  await assertGone(`/episode/${made.id}`)
  await mara.call(deletePodcast, { params: { podcastId } })
  await assertGone('/podcast/last-words')
  await mara.call(deleteTrack, { params: { trackId: song.trackId } })
  await assertGone(`/track/${song.trackId}`)
})
