/** `t`: values are filled in, and numbers select plural forms. The texts are checked in tests/texts.test.ts, their uses
 * in tests/text-uses.test.ts. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { languages } from '#contract/languages.ts'
import { writeIn } from './language.ts'
import { catalogues } from './source.ts'
import { t, type TranslationKey } from './words.ts'

const WEB = fileURLToPath(new URL('..', import.meta.url))

test('placeholders are replaced by values', () => {
  assert.equal(
    t('player.nowPlaying', { title: 'Paper Boats', artist: 'The Quiet Hours' }),
    'Now playing: Paper Boats by The Quiet Hours',
  )
})

test('a value is inserted as it is, never interpreted as a pattern', () => {
  assert.equal(t('player.playTitle', { title: '$& {title}' }), 'Play $& {title}')
})

test('a number selects the plural form and is formatted for the language', () => {
  const say = (count: number) => languages.map((language) => writeIn(language, () => t('catalog.songs', { count })))
  assert.deepEqual(say(1), ['1 song', '1 Song', '1 canción', '1 música', '1曲'])
  assert.deepEqual(say(12_345), ['12,345 songs', '12.345 Songs', '12.345 canciones', '12.345 músicas', '12,345曲'])
  assert.equal(t('catalog.songs', { count: 0 }), '0 songs')
})

test('one sat is singular, in every language', () => {
  const say = (sats: string) => languages.map((language) => writeIn(language, () => t('wallet.arrivedToast', { sats })))
  assert.deepEqual(say('1').slice(0, 4), [
    '1 sat has arrived.',
    '1 Sat ist angekommen.',
    'Ha llegado 1 sat.',
    '1 sat chegou.',
  ])
  assert.equal(say('2,001')[0], '2,001 sats have arrived.')
  assert.equal(t('catalog.sats', { sats: '1' }), '1 sat')
  for (const sats of ['11', '2,101', '0.1', '<1', '21']) assert.equal(t('catalog.sats', { sats }), `${sats} sats`)
  assert.equal(t('notes.zapOne', { who: 'Ben', sats: '1', what: 'Kite' }), 'You received 1 sat from Ben for Kite')
  for (const language of languages) {
    for (const [key, text] of Object.entries(catalogues[language])) {
      if (!text.includes('{sats} ')) continue
      const said = writeIn(language, () => t(key as TranslationKey, { sats: '1' }))
      assert.doesNotMatch(said, /(^|\D)1 sats/i, `${language} ${key}`)
    }
  }
})

test('keys are literal in the source, because the build replaces them by texts', () => {
  const sources = fs.globSync('**/*.{ts,tsx}', { cwd: WEB })
  const wrong = sources.filter((file) => /\bt\(\s*`/.test(fs.readFileSync(path.join(WEB, file), 'utf8')))
  assert.deepEqual(wrong, [])
})

test('numbers, dates and amounts are formatted in the language of the page', () => {
  const sources = fs
    .globSync('**/*.{ts,tsx}', { cwd: WEB })
    .filter((file) => !/^(words|design)\/|\.test\.ts/.test(file))
  const foreign =
    /toLocale\w*String\(|Intl\.(Number|DateTime|RelativeTime)Format\(\s*'|format\w*Sats[^}]*\} from .#contract/
  assert.deepEqual(
    sources.filter((file) => foreign.test(fs.readFileSync(path.join(WEB, file), 'utf8'))),
    [],
  )
})
