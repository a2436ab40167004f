/** Performers in the tags of files. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPerformers } from './tag-performers.ts'

const read = (title: string | null, artists: string[], others: { remixers?: string[]; producers?: string[] } = {}) => {
  const found = readPerformers({ title, artists, remixers: [], producers: [], ...others })
  return [found.title, ...found.performers.map(({ name, role }) => `${role}: ${name}`)]
}

test('guests are found in the artist and in the title, and taken out of the title', () => {
  const both = ['main: Ada', 'featured: Björn']
  for (const artist of ['Ada feat. Björn', 'Ada ft Björn', 'Ada (Featuring Björn)', 'Ada [feat. Björn]']) {
    assert.deepEqual(read('Dawn', [artist]), ['Dawn', ...both])
  }
  for (const title of ['Dawn (feat. Björn)', 'Dawn [ft. Björn]', 'Dawn feat. Björn']) {
    assert.deepEqual(read(title, ['Ada']), ['Dawn', ...both])
  }
  assert.deepEqual(read('Dawn (feat. Björn) [Live]', ['Ada feat. Björn']), ['Dawn [Live]', ...both])
  assert.deepEqual(read('Dawn (with Björn & Cleo)', ['Ada']), ['Dawn', 'main: Ada', 'with: Björn', 'with: Cleo'])
})

test('several guests are taken apart, main performers are not', () => {
  assert.deepEqual(read('Dawn', ['Simon & Garfunkel feat. Björn, Cleo & Dana x Eva and Finn']), [
    'Dawn',
    'main: Simon & Garfunkel',
    ...['Björn', 'Cleo', 'Dana', 'Eva', 'Finn'].map((name) => `featured: ${name}`),
  ])
  assert.deepEqual(read('Dawn', ['Ada', 'Björn']), ['Dawn', 'main: Ada', 'main: Björn'])
})

test('remixers and producers have tags of their own, and nobody is named twice in a role', () => {
  const others = { remixers: ['Rex', 'rex'], producers: ['Pia', 'Ada'] }
  assert.deepEqual(read('Dawn (Rex Remix)', ['Ada'], others), [
    'Dawn (Rex Remix)',
    'main: Ada',
    'remixer: Rex',
    'producer: Pia',
    'producer: Ada',
  ])
})

test('words that only look like guests stay', () => {
  for (const title of [
    'Defeat the Night',
    'Feat.',
    'With You',
    'Dawn (With Strings)',
    'Stay (With Me Tonight',
    'Featherweight',
    'Left Alone',
  ]) {
    assert.equal(read(title, ['Ada'])[0], title)
  }
  assert.deepEqual(read(null, []), [null])
  assert.deepEqual(read('🎷 شمس (feat. نور 🌙)', ['אדה']), ['🎷 شمس', 'main: אדה', 'featured: نور 🌙'])
})

test('a file cannot name more performers than a track may have', () => {
  const many = Array.from({ length: 200 }, (_, index) => `Guest ${index}`).join(', ')
  assert.equal(read('Dawn', [`Ada feat. ${many}`]).length, 1 + 50)
})
