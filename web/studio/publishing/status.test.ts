/** Which studio content listeners can find. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOut } from './status.ts'

const track = { isDraft: false, publishedAt: '2026-01-01T00:00:00.000Z', liveUrl: 'https://peal.example/sound.mp3' }

test('a track is published when it is no draft, its date has passed and its audio is ready', () => {
  assert.ok(isOut(track))
  assert.ok(!isOut({ ...track, isDraft: true }))
  assert.ok(!isOut({ ...track, publishedAt: '2999-01-01T00:00:00.000Z' }))
  assert.ok(!isOut({ ...track, liveUrl: null }), 'its file failed, or is not ready yet')
})

test('a release has no audio of its own', () => {
  assert.ok(isOut({ isDraft: false, publishedAt: null }))
})
