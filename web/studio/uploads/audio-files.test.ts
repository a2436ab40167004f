/** Titles guessed from file names, and files refused before anything is sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes } from '#web/format/bytes.ts'
import { guessTitle, guessTitles, inNaturalOrder, refusalOf } from './audio-files.ts'

test('a title is the file name without number, underscores and extension', () => {
  const guesses = {
    '01 - Kite_String.flac': 'Kite String',
    '1. Low Tide.mp3': 'Low Tide',
    '03 Amber Rooms.wav': 'Amber Rooms',
    'Track 4 - Salt Hymn.ogg': 'Salt Hymn',
    'Mara Okafor - 02 - Paper Boats.m4a': 'Paper Boats',
    'mara okafor – Half a Moon.mp3': 'Half a Moon',
  }
  for (const [name, title] of Object.entries(guesses)) assert.equal(guessTitle(name, 'Mara Okafor'), title, name)
})

test('a number that is part of the name stays', () => {
  for (const name of ['7 Rings', '1999', '99 Luftballons', '3.14', 'Mara Okafor']) {
    assert.equal(guessTitle(`${name}.mp3`, 'Mara Okafor'), name)
  }
})

test('numbers at the start of all dropped files are their order', () => {
  assert.deepEqual(guessTitles(['1 One.wav', '2 Two.wav', '10 Ten.wav']), ['One', 'Two', 'Ten'])
  assert.deepEqual(guessTitles(['01 One.wav', '02 Two.wav', '10 Ten.wav']), ['One', 'Two', 'Ten'])
  assert.deepEqual(guessTitles(['9 - One.wav', '10 Two.wav'], 'Mara'), ['One', 'Two'])
  assert.deepEqual(guessTitles(['01 - 7 Rings.mp3', '02 - 99 Luftballons.mp3']), ['7 Rings', '99 Luftballons'])
  assert.deepEqual(guessTitles(['7 Rings.mp3', 'Low Tide.mp3']), ['7 Rings', 'Low Tide'])
  assert.deepEqual(guessTitles(['7 Rings.mp3']), ['7 Rings'])
})

test('a title is never empty and never too long', () => {
  assert.equal(guessTitle('.mp3'), '.mp3')
  assert.equal(guessTitle('01 - .mp3'), '01 -')
  assert.equal(guessTitle(`${'a'.repeat(400)}.mp3`).length, 255)
})

test('a file that cannot be audio is refused before it is sent', () => {
  assert.equal(refusalOf({ name: 'song.FLAC', size: 10 }), null)
  assert.equal(refusalOf({ name: 'list.m3u8', size: 10 }), 'kind')
  assert.equal(refusalOf({ name: 'no ending', size: 10 }), 'kind')
  assert.equal(refusalOf({ name: 'song.mp3', size: 0 }), 'empty')
  assert.equal(refusalOf({ name: 'song.wav', size: 2 * 2 ** 30 + 1 }), 'large')
})

test('files are in the order of their numbers', () => {
  const names = ['10 b.mp3', '2 a.mp3', '1 c.mp3'].map((name) => ({ name }))
  assert.deepEqual(
    inNaturalOrder(names).map(({ name }) => name),
    ['1 c.mp3', '2 a.mp3', '10 b.mp3'],
  )
})

test('sizes are formatted as file managers do', () => {
  assert.deepEqual([5, 1_400_000, 31_457_280, 2_147_483_648].map(formatBytes), ['1 kB', '1.4 MB', '31 MB', '2.15 GB'])
})

test('files of several folders stay together, each folder in its order', () => {
  const paths = [
    'Mixes/CD 10/01.wav',
    'Mixes/CD 2/02.wav',
    'Mixes/CD 2/01.wav',
    'Mixes/CD 1/02.wav',
    'Mixes/CD 1/01.wav',
  ]
  const files = paths.map((path) => ({ name: path.split('/').at(-1)!, webkitRelativePath: path }))
  assert.deepEqual(
    inNaturalOrder(files).map(({ webkitRelativePath }) => webkitRelativePath),
    paths.toReversed(),
  )
})
