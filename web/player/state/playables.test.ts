/** What the player gets of tracks and episodes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EpisodeWire, playablesOfEpisodes, playablesOfTracks, type TrackWire } from './playables.ts'
import { coverSeedOf } from './queue.ts'

test('in rows and the player, the drawing of content without an image is that of its album or show', () => {
  const [id, liveUrl, artist, podcastUrl] = ['own', '/files/own.mp3', 'Ann', 'talk']
  const track = { id, liveUrl, artist, artistUrl: 'ann', albumId: 'album' }
  const episode = { id, liveUrl, podcastUrl, podcastId: 'show' }
  const playables = [...playablesOfTracks([track as TrackWire]), ...playablesOfEpisodes([episode as EpisodeWire])]
  assert.deepEqual(playables.map(coverSeedOf), ['album', 'show'])
  // Queues that an earlier version saved.
  assert.equal(coverSeedOf({ id }), 'own')
})
