/** The studio tabs as a table: by path and what the user owns. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { t } from '#web/words/words.ts'
import { studioTabs, type Owned } from './studio-tabs.ts'

const id = '0199a5a0-0000-7000-8000-000000000001'

/** Every studio path and its active tab, when the owner has content for that tab. */
const CHOSEN: Record<string, string | null> = {
  '/studio': 'Studio',
  '/studio/': 'Studio',
  '/Studio': 'Studio',
  '/studio/analytics': 'Analytics',
  [`/studio/analytics/${id}`]: 'Analytics',
  '/studio/albums': 'Releases',
  '/studio/albums/': 'Releases',
  [`/studio/albums/${id}`]: 'Releases',
  [`/studio/albums/${id}/preview`]: 'Releases',
  '/studio/artists': 'Artists',
  [`/studio/artists/${id}`]: 'Artists',
  '/studio/podcasts': 'Podcasts',
  [`/studio/podcasts/${id}`]: 'Podcasts',
  [`/studio/podcasts/${id}/preview`]: 'Podcasts',
  '/studio/upload': null,
  '/studio/upload/albums': null,
  '/studio/create': null,
  '/studio/create/album': null,
  '/studio/create/artist': null,
  '/studio/create/podcast': null,
  '/studio/edit': null,
  [`/studio/edit/album/${id}`]: null,
  [`/studio/edit/track/${id}`]: null,
  [`/studio/edit/episode/${id}`]: null,
  [`/studio/edit/artist/${id}`]: null,
  [`/studio/edit/podcast/${id}`]: null,
  '/studio/events': 'Events',
  [`/studio/events/${id}`]: 'Events',
  '/studio/create/event': null,
  '/studio/promos': 'Promos',
  '/studio/fans': null,
  '/studio/albumsies': null,
}

const NEEDS: Record<string, keyof Owned> = {
  Releases: 'albums',
  Artists: 'artists',
  Events: 'artists',
  Promos: 'albums',
  Podcasts: 'podcasts',
}
const ORDER = ['Studio', 'Analytics', 'Releases', 'Artists', 'Events', 'Promos', 'Podcasts']

/** What the bar shows: labels in order, and the active ones. */
const barAt = (path: string, owned: Owned | null) => {
  const tabs = studioTabs(path, owned)
  return {
    tabs: tabs.map(({ label }) => t(label)),
    selected: tabs.filter(({ isSelected }) => isSelected).map(({ label }) => t(label)),
  }
}

for (const albums of [0, 1, 12]) {
  for (const artists of [0, 1, 3]) {
    for (const podcasts of [0, 1, 2]) {
      const owned = { albums, artists, podcasts, promotable: albums }
      describe(`with ${albums} albums, ${artists} artists and ${podcasts} podcasts`, () => {
        const isOwner = albums + artists + podcasts > 0
        const expected = isOwner ? ORDER.filter((name) => !NEEDS[name] || owned[NEEDS[name]] > 0) : []
        test(`the tabs are ${expected.join(', ') || 'not there'} everywhere`, () => {
          for (const path of Object.keys(CHOSEN)) assert.deepEqual(barAt(path, owned).tabs, expected, path)
        })
        test('the selected tab follows the URL', () => {
          for (const [path, name] of Object.entries(CHOSEN)) {
            const selected = name !== null && expected.includes(name) ? [name] : []
            assert.deepEqual(barAt(path, owned).selected, selected, path)
          }
        })
      })
    }
  }
}

test('while the user is unknown, there are no tabs', () => {
  for (const path of Object.keys(CHOSEN)) assert.deepEqual(barAt(path, null), { tabs: [], selected: [] }, path)
})

test('the title is the brand name and Studio, at every URL', () => {
  assert.equal(t('studio.documentTitle', { brand: 'Peal' }), 'Peal Studio')
})
