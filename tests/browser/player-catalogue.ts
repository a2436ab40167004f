/** The content of the player tests: an album whose first track has timed lyrics and timed artwork, and a podcast
 * with chapters and a pause in its speech. Created over /v1. */
import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createEpisode, getEpisode } from '#contract/catalog/episodes.ts'
import { addContentPicture, setArtworkSegments, setChapters } from '#contract/catalog/moments.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { putAudio, until, type TestUser } from '../users.ts'
import { makeSpeech, makeWav } from '../audio-samples.ts'
import type { TestWorld } from '../world.ts'

export type PlayerCatalogue = { albumId: string; trackIds: string[]; episodeId: string; podcastId: string }

export const SONG_SECONDS = 40
export const EPISODE_SECONDS = 60

const LYRICS = [
  '[00:00.00] Slow is the light',
  '[00:10.00] And the rain comes after',
  '[00:20.00] <00:20.00>Count <00:24.00>with <00:28.00>me<00:36.00>',
].join('\n')

const picture = async (background: string): Promise<File> => {
  const bytes = await sharp({ create: { width: 640, height: 640, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'cover.jpg', { type: 'image/jpeg' })
}

export async function makePlayerCatalogue(world: TestWorld, owner: TestUser): Promise<PlayerCatalogue> {
  const artist = await owner.call(createArtist, { body: { name: 'Mara Okafor' } })
  const album = await owner.call(createAlbum, {
    body: { artistId: artist.id, title: 'Slow Lightning', artwork: await picture('#d6246e') },
  })
  const trackIds: string[] = []
  for (const [index, title] of ['First Light', 'Last Bus', 'Kite String', 'Half a Moon'].entries()) {
    const body = {
      albumId: album.id,
      title,
      order: index + 1,
      extension: 'wav',
      ...(index === 0 && { lyrics: LYRICS }),
    }
    const track = await owner.call(createTrack, { body })
    trackIds.push(track.id)
    if (index === 0) await putAudio(world, track.presignedUrl, makeWav(SONG_SECONDS))
  }
  const [first = ''] = trackIds
  await until(async () => (await owner.call(getTrack, { params: { trackId: first } })).liveUrl !== null, 60_000)
  await lendSound(world, first, trackIds.slice(1))
  const { artworkUrl } = await owner.call(addContentPicture, {
    params: { contentId: first },
    body: { artwork: await picture('#5ee6b3') },
  })
  await owner.call(setArtworkSegments, {
    params: { trackId: first },
    body: [{ artworkUrl, startTime: 15, duration: 10 }],
  })
  await owner.call(publish, { params: { contentId: album.id }, body: { contentType: 'album' } })
  return { albumId: album.id, trackIds, ...(await makeShow(world, owner)) }
}

/** One encoded song is enough: the others get copies of its file. */
async function lendSound({ world }: TestWorld, fromId: string, toIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ live_key: string }>`SELECT live_key FROM track WHERE id = ${fromId}`.execute(
    world.database.read,
  )
  const key = rows[0]!.live_key
  const { files } = world
  assert.ok('pathOf' in files, 'files of a test are on the disk')
  for (const id of toIds) {
    const ownKey = key.replace(/[^/]+$/, `${id}.mp3`)
    await fs.copyFile(files.pathOf(key), files.pathOf(ownKey))
    await sql`
      UPDATE track SET live_key = ${ownKey}, processing_state = 'finished',
        duration_ms = (SELECT duration_ms FROM track WHERE id = ${fromId}) WHERE id = ${id}`.execute(
      world.database.read,
    )
  }
}

async function makeShow(world: TestWorld, owner: TestUser): Promise<{ episodeId: string; podcastId: string }> {
  const podcast = await owner.call(createPodcast, { body: { name: 'Night Trains', artwork: await picture('#2a1648') } })
  const episode = await owner.call(createEpisode, {
    body: { podcastId: podcast.id, title: 'The Sleeper to Bergen', order: 1, extension: 'wav' },
  })
  await putAudio(world, episode.presignedUrl, makeSpeech(EPISODE_SECONDS))
  const params = { episodeId: episode.id }
  await until(async () => (await owner.call(getEpisode, { params })).liveUrl !== null, 60_000)
  await owner.call(setChapters, {
    params,
    body: [
      { startTime: 0, title: 'Platform 9' },
      { startTime: 30, title: 'Over the mountains' },
    ],
  })
  await owner.call(publish, { params: { contentId: podcast.id }, body: { contentType: 'podcast' } })
  return { episodeId: episode.id, podcastId: podcast.id }
}
