/** Formatting times and names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration, shortenName } from './format.ts'

test('a duration is minutes and seconds, with hours only when there are any', () => {
  assert.deepEqual([0, 59.9, 60, 102, 3725].map(formatDuration), ['0:00', '0:59', '1:00', '1:42', '1:02:05'])
})

test('an unknown duration is 0:00', () => {
  assert.equal(formatDuration(Number.NaN), '0:00')
})

test('twelve characters stay, thirteen become eleven and an ellipsis', () => {
  assert.equal(shortenName('abcdefghijkl'), 'abcdefghijkl')
  assert.equal(shortenName('abcdefghijklm'), 'abcdefghijk…')
})

test('a character of several code units counts once', () => {
  assert.equal(shortenName('👩‍🎤👩‍🎤👩‍🎤👩‍🎤'), '👩‍🎤👩‍🎤👩‍🎤👩‍🎤')
})
