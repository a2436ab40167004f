/** The texts in locales/: every language has every text, with the placeholders and plural forms of the English one. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '#contract/languages.ts'

type Area = Readonly<Record<string, string>>

const LOCALES = fileURLToPath(new URL('../locales', import.meta.url))
const AREAS_MAX = 25

const areasIn = (language: string) => fs.readdirSync(path.join(LOCALES, language)).sort()
const fileOf = (language: string, area: string) => fs.readFileSync(path.join(LOCALES, language, area), 'utf8')
const readArea = (language: string, area: string) => JSON.parse(fileOf(language, area)) as Area
const readAll = (language: string): Area =>
  Object.assign({}, ...areasIn(language).map((area) => readArea(language, area))) as Area

const areas = areasIn('en')
const catalogues = Object.fromEntries(languages.map((language) => [language, readAll(language)])) as Record<
  Language,
  Area
>
const { en } = catalogues

const formsIn = (text: string) => text.split(' | ').length
const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ')
/** Japanese has no singular. */
const formsOf = (english: string, language: Language) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories.includes('one') ? formsIn(english) : 1

/** Names, symbols and units that are the same in every language. */
const EVERYWHERE = [
  ...[
    'Apple',
    'Bitcoin',
    'CSV',
    'EP',
    'Google',
    'ISRC',
    'ISWC',
    'Instagram',
    'Mixtape',
    'Nostr',
    'Signet',
    'Testnet',
    'YouTube',
    'npub1…',
  ],
  ...[
    'https',
    'openapi.json',
    'Sat',
    'sat',
    'Sats',
    'sats',
    'GB',
    'MB',
    'min',
    'h',
    'Zap',
    'Zaps',
    'Top',
    'Shift',
    'regtest',
  ],
]
/** Words borrowed from English, or spelled the same by chance. */
const TAKEN_OVER: Readonly<Record<string, readonly string[]>> = {
  de: [
    ...[
      'Instrumental',
      'Remix',
      'Remixer',
      'Album',
      'Audio',
      'Bonus',
      'Code',
      'Compilation',
      'Compilations',
      'Downloads',
      'Events',
      'Fans',
      'Genre',
      'Genres',
      'Label',
      'Link',
      'Links',
      'Live',
      'Mails',
      'Max.',
      'Name',
      'Normal',
      'Offline',
      'Passkey',
    ],
    ...[
      'Passkeys',
      'Person',
      'Player',
      'Playlist',
      'Playlists',
      'Podcast',
      'Podcasts',
      'Position',
      'Preimage',
      'Radio',
    ],
    ...[
      'Sandbox',
      'Single',
      'Song',
      'Songs',
      'Status',
      'Studio',
      'System',
      'Team',
      'Text',
      'Tickets',
      'Trailer',
      'Wallet',
      'Website',
      'in',
    ],
  ],
  es: ['Audio', 'Fans', 'Instrumental', 'No', 'Normal', 'Playlist', 'Playlists', 'Radio', 'Sandbox', 'Total'],
  pt: [
    ...[
      'Instrumental',
      'Remix',
      'Remixer',
      'Downloads',
      'E-mail',
      'E-mails',
      'Link',
      'Links',
      'Normal',
      'Offline',
      'Player',
      'Playlist',
      'Playlists',
      'Podcast',
    ],
    ...['Podcasts', 'Sandbox', 'Single', 'Status', 'Total', 'Trailer', 'Volume'],
  ],
  ja: [],
}

function isSameEverywhere(text: string, language: string): boolean {
  const known = new Set([...EVERYWHERE, ...(TAKEN_OVER[language] ?? [])])
  return text
    .replaceAll(/\{\w+\}/g, ' ')
    .split(/[\s,:·()]+/)
    .every((word) => known.has(word) || !/[a-z]{2}/i.test(word))
}

test('there is a folder for each language, and otherwise only code', () => {
  const folders = fs.readdirSync(LOCALES).filter((name) => !name.endsWith('.ts'))
  assert.deepEqual(folders, languages.toSorted())
  assert.ok(areas.length <= AREAS_MAX, `${areas.length} areas`)
})

test('the boot script, which imports nothing, knows the languages', () => {
  const boot = fs.readFileSync(path.join(LOCALES, '../web/boot.ts'), 'utf8')
  assert.ok(boot.includes(`[${languages.map((language) => `'${language}'`).join(', ')}]`))
})

test('a key is in one area, and so are all keys with the same beginning', () => {
  const areaOf = new Map<string, string>()
  for (const area of areas) {
    for (const key of Object.keys(readArea('en', area))) {
      assert.match(key, /^[a-z]\w*(\.[\w-]+)+$/)
      const beginning = key.slice(0, key.indexOf('.'))
      assert.equal(areaOf.get(beginning) ?? area, area, key)
      areaOf.set(beginning, area)
    }
  }
})

test('a key stands once in its file: of two, JSON would keep the last', () => {
  const twice = languages.flatMap((language) =>
    areas.flatMap((area) => {
      const keys = [...fileOf(language, area).matchAll(/^  "([^"]+)":/gm)].map((match) => match[1]!)
      return keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${language}/${area} ${key}`)
    }),
  )
  assert.deepEqual(twice, [])
})

test('a plural form is chosen by {count} or {sats}', () => {
  const wrong = Object.entries(en).filter(([, text]) => formsIn(text) > 1 && !/\{(count|sats)\}/.test(text))
  assert.deepEqual(wrong, [])
})

test('a person without a name is called by the same word everywhere', () => {
  const keys = [
    'wallet.somebody',
    'notes.somebody',
    'push.part.somebody',
    'horizon.somebody',
    'quote.somebody',
    'comments.nameless',
  ]
  for (const language of languages) {
    assert.equal(new Set(keys.map((key) => catalogues[language][key]!.toLowerCase())).size, 1, language)
  }
})

/** Their number is never 1. */
const ALWAYS_MANY = new Set([
  ...['waysIn.wordsRight', 'analytics.most', 'imagery.galleryHint', 'playlists.full', 'playlists.hidden'],
  ...['notes.zapMany', 'notes.addressMany', 'notes.commentMany', 'notes.genreNewsMany', 'zap.paidToMany'],
  ...['push.zap-received-many', 'push.address-received-many', 'push.genre-news-many', 'wallet.daysTitle'],
  ...['fans.nextAt', 'fans.sentTo', 'fans.sentFew', 'fans.reach', 'fans.reachFew'],
  ...['wallet.feeHint', 'wallet.proofAbove', 'wallet.proofNext'],
])

test('a text whose words depend on a number has a form for 1', () => {
  const depends =
    /\{\w+\} (sats )?(are|were|have|go|come|return|stay|leave|wait)\b|\{count\} ((other|new) )?[a-z]+s\b|\{count\} people\b/
  const isAmount = /\{(sats|amount|kept|rest|left|needed|count)\}/
  const found = Object.entries(en).filter(
    ([key, text]) => formsIn(text) === 1 && depends.test(text) && isAmount.test(text) && !ALWAYS_MANY.has(key),
  )
  assert.deepEqual(found, [])
})

test('words that are not used: "sign out" beside "log in", "catalogue" beside "catalog", and "Sie" in German', () => {
  const having = (area: Area, wrong: RegExp) => Object.entries(area).filter(([, text]) => wrong.test(text))
  assert.deepEqual(having(en, /\bsign(s|ed|ing)? (in|out)\b|\bcatalogue/i), [])
  // At the beginning of a sentence, it may be the plural.
  assert.deepEqual(having(catalogues.de, /en Sie\b|(?<=[a-zäöüß,] )(Sie|Ihnen|Ihre?[mnrs]?)\b/), [])
})

for (const language of languages) {
  describe(`the texts in ${language}`, () => {
    test('have the keys of English, in the same files and order, each once', () => {
      assert.deepEqual(areasIn(language), areas)
      for (const area of areas) {
        const keys = Object.keys(readArea(language, area))
        assert.deepEqual(keys, Object.keys(readArea('en', area)), area)
        // A repeated key would silently replace the first one.
        assert.equal(fileOf(language, area).match(/^ {2}"/gm)?.length, keys.length, area)
      }
    })

    test('are not empty', () => {
      assert.deepEqual(
        Object.entries(catalogues[language]).filter(([, text]) => text.trim() === ''),
        [],
      )
    })

    test('have the placeholders of English, and the plural forms of their language', () => {
      const wrong = Object.entries(catalogues[language]).filter(([key, text]) => {
        const english = en[key] ?? ''
        return namesIn(text) !== namesIn(english) || formsIn(text) !== formsOf(english, language)
      })
      assert.deepEqual(wrong, [])
    })

    if (language === 'en') return

    test('are not English by accident', () => {
      const left = Object.entries(catalogues[language]).filter(
        ([key, text]) => text === en[key] && !isSameEverywhere(text, language),
      )
      assert.deepEqual(left, [])
    })
  })
}
