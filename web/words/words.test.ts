/** The text catalogues: placeholders are filled in, none is left open, and every language is complete. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { languages } from '#contract/languages.ts'
import { writeIn } from './language.ts'
import { catalogues } from './source.ts'
import { t } from './words.ts'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const { en } = catalogues
const others = languages.filter((language) => language !== 'en')

test('values take their place in the words', () => {
  assert.equal(
    t('player.nowPlaying', { title: 'Paper Boats', artist: 'The Quiet Hours' }),
    'Now playing: Paper Boats by The Quiet Hours',
  )
})

test('a value is put in as it is, never read as a pattern', () => {
  assert.equal(t('player.playTitle', { title: '$& {title}' }), 'Play $& {title}')
})

test('a number decides the form and is written as the language writes numbers', () => {
  const say = (count: number) => languages.map((language) => writeIn(language, () => t('catalog.songs', { count })))
  assert.deepEqual(say(1), ['1 song', '1 Song', '1 canción', '1 música', '1曲'])
  assert.deepEqual(say(12_345), ['12,345 songs', '12.345 Songs', '12.345 canciones', '12.345 músicas', '12,345曲'])
  assert.equal(t('catalog.songs', { count: 0 }), '0 songs')
})

test('one sat is one sat, in every language', () => {
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
  assert.equal(t('notes.zapOne', { who: 'Ben', sats: '1', what: 'Kite' }), 'Ben paid 1 sat for Kite')
  for (const language of languages) {
    for (const [key, words] of Object.entries(catalogues[language])) {
      if (!words.includes('{sats} ')) continue
      const said = writeIn(language, () => t(key as 'catalog.sats', { sats: '1' }))
      assert.doesNotMatch(said, /(^|\D)1 sats/i, `${language} ${key}`)
    }
  }
})

const namesIn = (words: string) => [...new Set(words.match(/\{\w+\}/g))].sort().join(' ')
const formsIn = (words: string) => words.split(' | ').length

/** Names, symbols and units that are the same in every language. */
const EVERYWHERE = [
  ...['Apple', 'Bitcoin', 'CSV', 'Google', 'ISRC', 'Instagram', 'Nostr', 'Signet', 'Testnet', 'YouTube', 'npub1…'],
  ...['https', 'openapi.json', 'Sat', 'sat', 'Sats', 'sats', 'GB', 'MB', 'min', 'h', 'Zap', 'Top', 'Shift', 'regtest'],
]
/** Words borrowed from English, or spelt the same by chance. */
const TAKEN_OVER: Readonly<Record<string, readonly string[]>> = {
  de: [
    ...['Album', 'Code', 'Genre', 'Genres', 'Link', 'Links', 'Mails', 'Name', 'Normal', 'Offline', 'Passkey'],
    ...['Passkeys', 'Person', 'Player', 'Playlist', 'Playlists', 'Podcast', 'Podcasts', 'Position', 'Preimage'],
    ...['Sandbox', 'Single', 'Song', 'Songs', 'Status', 'Studio', 'System', 'Wallet', 'Website', 'in'],
  ],
  es: ['Normal', 'Playlist', 'Playlists', 'Sandbox'],
  pt: [
    ...['E-mail', 'Link', 'Links', 'Normal', 'Offline', 'Player', 'Playlist', 'Playlists', 'Podcast', 'Podcasts'],
    ...['Sandbox', 'Single', 'Status', 'Volume'],
  ],
  ja: [],
}

for (const language of others) {
  describe(`the words in ${language}`, () => {
    const words = catalogues[language]

    test('say everything that is said in English, and nothing else', () => {
      assert.deepEqual(
        Object.keys(en).filter((key) => !Object.hasOwn(words, key)),
        [],
        'missing',
      )
      assert.deepEqual(
        Object.keys(words).filter((key) => !Object.hasOwn(en, key)),
        [],
        'no longer in English',
      )
    })

    test('name the same values, and have the forms of their language', () => {
      const wrong = Object.entries(words).filter(([key, said]) => {
        const english = en[key] ?? ''
        const forms = language === 'ja' ? 1 : formsIn(english)
        return namesIn(said) !== namesIn(english) || formsIn(said) !== forms
      })
      assert.deepEqual(wrong, [])
    })

    test('are not English by accident', () => {
      const left = Object.entries(words).filter(([key, said]) => said === en[key] && !isSameEverywhere(said, language))
      assert.deepEqual(left, [])
    })
  })
}

function isSameEverywhere(words: string, language: string): boolean {
  const known = new Set([...EVERYWHERE, ...(TAKEN_OVER[language] ?? [])])
  return words
    .replaceAll(/\{\w+\}/g, ' ')
    .split(/[\s,:·()]+/)
    .every((word) => known.has(word) || !/[a-z]{2}/i.test(word))
}

test('no entry is empty', () => {
  for (const language of languages) {
    assert.deepEqual(
      Object.entries(catalogues[language]).filter(([, words]) => words.trim() === ''),
      [],
    )
  }
})

test('a form for one number is chosen by {count}', () => {
  const wrong = Object.entries(en).filter(([, words]) => formsIn(words) > 1 && !/\{(count|sats)\}/.test(words))
  assert.deepEqual(wrong, [])
})

test('every key is said somewhere', () => {
  const catalogue = new RegExp(`^words/(${languages.join('|')})[.-]`)
  const sources = fs
    .globSync('**/*.{ts,tsx}', { cwd: WEB })
    .filter((file) => !catalogue.test(file) && !/\.test\./.test(file))
  const literals = sources.flatMap((file) =>
    fs.readFileSync(path.join(WEB, file), 'utf8').match(/(['"])[a-z][\w.]+\1/g),
  )
  const said = new Set(literals.map((literal) => literal?.slice(1, -1)))
  assert.deepEqual(
    Object.keys(en).filter((key) => !said.has(key)),
    [],
  )
})

test('keys stand in the source whole, for the build writes the words in their place', () => {
  const sources = fs.globSync('**/*.{ts,tsx}', { cwd: WEB })
  const wrong = sources.filter((file) => /\bt\(\s*`/.test(fs.readFileSync(path.join(WEB, file), 'utf8')))
  assert.deepEqual(wrong, [])
})

test('no number, date or amount is written in a language of its own', () => {
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
