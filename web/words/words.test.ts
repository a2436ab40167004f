/** The word catalogue: values are filled in, nothing is left open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from './en.ts'
import { t } from './words.ts'

test('values take their place in the words', () => {
  assert.equal(
    t('player.nowPlaying', { title: 'Paper Boats', artist: 'The Quiet Hours' }),
    'Now playing: Paper Boats by The Quiet Hours',
  )
})

test('a value is put in as it is, never read as a pattern', () => {
  assert.equal(t('player.playTitle', { title: '$& {title}' }), 'Play $& {title}')
})

test('no entry is empty', () => {
  assert.deepEqual(
    Object.entries(en).filter(([, words]) => words.trim() === ''),
    [],
  )
})
