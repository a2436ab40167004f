/** How tracks follow each other, and which stream is played. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseStream } from './quality.ts'
import { emptyQueue, type Playable, type Queue } from './queue.ts'
import { transitionTo } from './transition.ts'

const track = (id: string, albumId: string, more: Partial<Playable> = {}): Playable => ({
  id,
  albumId,
  title: id,
  artist: 'Mara',
  artworkUrl: null,
  audioUrl: `/files/media/${id}.mp3`,
  durationSeconds: 200,
  contentType: 'track',
  contentHref: `/track/${id}`,
  parentContentHref: '/artist/mara',
  ...more,
})
const queueOf = (tracks: Playable[], more: Partial<Queue> = {}): Queue => ({
  ...emptyQueue,
  activeTrackList: tracks,
  activeTrackIndex: 0,
  ...more,
})
const step = (queue: Queue, index = 1) => ({ ...queue, activeTrackIndex: index })

test('a crossfade is off by default, never within an album in its order, and never for speech', () => {
  const mixed = queueOf([track('a', 'one'), track('b', 'two')])
  assert.equal(transitionTo(step(mixed), mixed, 0), 'gapless')
  assert.deepEqual(transitionTo(step(mixed), mixed, 6), { fadeSeconds: 6 })
  const album = queueOf([track('a', 'one'), track('b', 'one'), track('c', 'one')])
  assert.equal(transitionTo(step(album), album, 6), 'gapless')
  const shuffled = { ...album, shuffle: true }
  assert.deepEqual(transitionTo(step(shuffled, 2), shuffled, 6), { fadeSeconds: 6 })
  const speech = queueOf([track('a', 'one'), track('b', 'two', { contentType: 'episode' })])
  assert.equal(transitionTo(step(speech), speech, 6), 'cut')
})

test('a short track is faded for a third of its length at most', () => {
  const short = queueOf([track('a', 'one', { durationSeconds: 9 }), track('b', 'two')])
  assert.deepEqual(transitionTo(step(short), short, 12), { fadeSeconds: 3 })
})

test('automatic quality follows the connection; a stream the browser cannot play is replaced', () => {
  const all = () => true
  assert.equal(chooseStream('automatic', undefined, all), 'medium')
  assert.equal(chooseStream('automatic', { effectiveType: '4g' }, all), 'medium')
  assert.equal(chooseStream('automatic', { effectiveType: '3g' }, all), 'low')
  assert.equal(chooseStream('automatic', { effectiveType: '4g', saveData: true }, all), 'low')
  assert.equal(chooseStream('high', { saveData: true }, all), 'high')
  assert.equal(
    chooseStream('high', undefined, (type) => type === 'audio/mpeg'),
    'medium',
  )
})
