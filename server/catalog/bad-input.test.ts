/** For any invalid input to the catalogue endpoints, the response says what is wrong with it: never a 500. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestCatalog, type TestCatalog, type CatalogUser } from './catalog.fixture.ts'

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'
const LONG = 'x'.repeat(300)
const HUGE = 'x'.repeat(21_000)

let catalog: TestCatalog
let ada: CatalogUser
const ids = { artistId: '', albumId: '', trackId: '', podcastId: '', episodeId: '' }

before(async () => {
  catalog = await openTestCatalog()
  ada = await catalog.person('ada')
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['One'])
  const podcastId = (await ada.form('POST', '/v1/podcasts/create', { name: 'Show' })).data.id
  const episode = { podcastId, title: 'One', order: 1, extension: 'mp3' }
  const episodeId = (await ada.send('POST', '/v1/episodes', episode)).data.id
  Object.assign(ids, { artistId, albumId, trackId: trackIds[0], podcastId, episodeId })
})
after(() => catalog.close())

/** Values that are invalid for any text, number, flag, date or list. */
const badTexts: unknown[] = [5, true, [], {}, 'a\0b', 'half \ud800 a letter', LONG]
const badIds: unknown[] = ['', 'x', 5, null, [], '../../etc/passwd', "' OR 1=1 --"]
const badNumbers: unknown[] = [
  '',
  'x',
  '1e3',
  ' 1',
  '0x1',
  -1,
  0,
  1.5,
  1e12,
  null,
  true,
  [],
  '9999999999',
  '99999999999999999999',
]
const badFlags: unknown[] = ['yes', 1, 0, 'true ', [], null]
const badCredits: unknown[] = [
  'x',
  {},
  [{}],
  [{ name: 'X' }],
  [{ name: '', role: 'Y' }],
  [{ name: 'X', role: LONG }],
  [{ name: 'X', role: 'Y', userId: UNKNOWN_ID }],
  [{ name: 'X', role: 'Y', username: 'nobody-here' }],
  Array.from({ length: 101 }, () => ({ name: 'X', role: 'Y' })),
]

type Sent = [what: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object]

function sentTo(path: string, method: 'POST' | 'PUT', right: object, wrong: Record<string, unknown[]>): Sent[] {
  return Object.entries({ ...wrong, unknown: [1] }).flatMap(([field, values]) =>
    values.map((value): Sent => [`${field}: ${shown(value)}`, method, path, { ...right, [field]: value }]),
  )
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 60)

async function assertRefuses(sent: readonly Sent[], send: CatalogUser['send']): Promise<void> {
  const wrong: string[] = []
  for (const [what, method, path, body] of sent) {
    const { status, code, error } = await send(method, path, body)
    if (status >= 400 && status < 500 && code && error) continue
    wrong.push(`${method} ${path} ${what}: ${status} ${code}`)
  }
  assert.deepEqual(wrong, [])
}

test('JSON with anything wrong in it is refused with a code', async () => {
  const words = { isrc: ['x', 'USRC1760783', 5, LONG], credits: badCredits, explicit: badFlags, isExplicit: badFlags }
  const lyrics = [5, [], HUGE, 'a\0b', '[00:99.00] x', '[1:2x] y']
  const track = { albumId: ids.albumId, title: 'New', order: 1, extension: 'mp3' }
  const episode = { podcastId: ids.podcastId, title: 'New', order: 1, extension: 'mp3' }
  const season = ['x', '1000', 0, -1, 1.5, 1000, []]
  const number = ['x', '100000', 0, -1, 1.5, 100_000, []]
  const kind = ['Trailer', '', null, 1, []]
  const extension = ['exe', '', 5, null, 'mp3/../x', 'svg']
  const titles = ['', '  ', null, ...badTexts]
  await assertRefuses(
    [
      ...sentTo('/v1/tracks', 'POST', track, {
        ...words,
        lyrics,
        extension,
        title: titles,
        order: [...badNumbers, 51, '51'],
        albumId: [...badIds, UNKNOWN_ID],
      }),
      ...sentTo(
        '/v1/tracks/update',
        'PUT',
        { trackId: ids.trackId },
        {
          ...words,
          lyrics,
          extension,
          title: titles,
          order: [...badNumbers, 51],
          trackId: [...badIds, UNKNOWN_ID],
          albumId: [...badIds, UNKNOWN_ID],
        },
      ),
      ...sentTo('/v1/episodes', 'POST', episode, {
        season,
        number,
        kind,
        extension,
        credits: badCredits,
        title: titles,
        order: badNumbers,
        podcastId: [...badIds, UNKNOWN_ID],
      }),
      ...sentTo(
        '/v1/episodes/update',
        'PUT',
        { episodeId: ids.episodeId },
        {
          season,
          number,
          kind,
          extension,
          title: titles,
          description: [5, [], 'x'.repeat(4_001)],
          notes: [5, [], 'x'.repeat(100_000)],
          soundbites: [
            5,
            {},
            [{ startTime: -1, duration: 5, title: 'A' }],
            [{ startTime: 1, duration: 0, title: 'A' }],
          ],
          location: [5, [], 'x'.repeat(129)],
          geo: [5, '91,0', '0,181', 'north'],
          licence: ['cc', 'MIT'],
          artworkUrl: [5, '/media/unknown.jpg'],
          episodeId: [...badIds, UNKNOWN_ID],
          podcastId: [...badIds, UNKNOWN_ID],
        },
      ),
      ...sentTo(
        '/v1/tracks/bulk',
        'PUT',
        {},
        {
          tracks: [
            null,
            [],
            {},
            [{}],
            [{ trackId: 'x' }],
            [{ trackId: UNKNOWN_ID }],
            [{ trackId: ids.trackId, albumId: ids.albumId }],
            Array.from({ length: 301 }, () => ({ trackId: ids.trackId })),
          ],
        },
      ),
      ...sentTo(
        `/v1/publish/${ids.albumId}`,
        'POST',
        {},
        {
          isDraft: badFlags,
          publishedAt: ['', 'tomorrow', 5, '2030-13-01T00:00:00Z', '2030-01-01'],
          contentType: ['artist', 'x', 5, null, 'track'],
          albumId: [...badIds, UNKNOWN_ID],
          podcastId: [...badIds, UNKNOWN_ID],
        },
      ),
    ],
    ada.send,
  )
})

test('forms with anything wrong in them are refused with a code', async () => {
  const texts = ['a\0b', LONG.repeat(20)]
  const numbers = ['x', '1e3', '-1', '1.5', '9999999999', '99999999999999999999']
  const flags = ['yes', '1', 'TRUE']
  const dates = ['tomorrow', '2030-01-01', '2030-13-01T00:00:00Z', '5']
  const album = {
    title: ['', '  ', ...texts],
    description: texts,
    genreId: [...numbers, '777'],
    subgenreId: [...numbers, '777'],
    upc: ['1', '036000291453', 'x'],
    kind: ['Album', 'box', '5'],
    originalDate: ['0000', '9999', '2024-13', 'today', 'a\0b'],
    label: texts,
    phonogramLine: texts,
    copyrightLine: texts,
    licence: ['cc', 'CC-BY', 'MIT'],
    language: ['German', 'd', 'de_DE', 'a\0b'],
    credits: ['{', '{}', '5', '[{"name":"X"}]', JSON.stringify(badCredits.at(-1))],
    isSingle: flags,
    isDraft: flags,
    publishedAt: dates,
  }
  const links = { twitter: texts, npub: texts, website: texts }
  const places = { primaryCategoryId: [...numbers, '777'], secondarySubcategoryId: [...numbers, '101'] }
  const podcast = { ...links, ...places, description: texts, explicit: flags, isDraft: flags, publishedAt: dates }
  const name = ['', '  ', ...texts]
  await assertRefuses(
    [
      ...sentTo(
        '/v1/albums',
        'POST',
        { artistId: ids.artistId, title: 'New' },
        { ...album, artistId: ['x', UNKNOWN_ID] },
      ),
      ...sentTo('/v1/albums/update', 'POST', { albumId: ids.albumId }, { ...album, albumId: ['', 'x', UNKNOWN_ID] }),
      ...sentTo('/v1/artists/create', 'POST', { name: 'New' }, { ...links, name, bio: ['x'.repeat(1_001)] }),
      ...sentTo(
        '/v1/artists/update',
        'POST',
        { artistId: ids.artistId },
        { ...links, name, artistId: ['x', UNKNOWN_ID] },
      ),
      ...sentTo('/v1/podcasts/create', 'POST', { name: 'New' }, { ...podcast, name }),
      ...sentTo(
        '/v1/podcasts/update',
        'POST',
        { podcastId: ids.podcastId },
        { ...podcast, name, podcastId: ['x', UNKNOWN_ID] },
      ),
    ],
    ada.form,
  )
  const json = await ada.send('POST', '/v1/albums/update', { albumId: ids.albumId })
  assert.deepEqual([json.status, json.code], [415, 'unsupported-media-type'])
})

test('addresses with anything wrong in them are refused with a code', async () => {
  const wrongIds = ['x', UNKNOWN_ID, '%00', '..%2f..', "'", 'a'.repeat(200)]
  const paths = (pattern: string): Sent[] =>
    wrongIds.map((id): Sent => [id, 'GET', pattern.replace(':id', encodeURIComponent(decodeURIComponent(id)))])
  const deletes = ['albums', 'artists', 'podcasts', 'tracks', 'episodes'].flatMap((kind) =>
    ['x', UNKNOWN_ID].map((id): Sent => [id, 'DELETE', `/v1/${kind}/${id}`]),
  )
  await assertRefuses(
    [
      ...paths('/v1/albums/:id'),
      ...paths('/v1/albums/:id/artist'),
      ...paths('/v1/tracks/:id'),
      ...paths('/v1/tracks/:id/album'),
      ...paths('/v1/tracks/:id/artist'),
      ...paths('/v1/tracks/:id/artwork-segments'),
      ...paths('/v1/episodes/:id/podcast'),
      ...paths('/v1/episodes/:id/chapters'),
      ...paths('/v1/artists/:id/url'),
      ...paths('/v1/podcasts/:id/url'),
      ...paths('/v1/meta/music/subgenres/:id'),
      ...deletes,
      ['page', 'GET', '/v1/albums/account?page=x'],
      ['limit', 'GET', '/v1/tracks/account?limit=-1'],
      ['limit', 'GET', '/v1/tracks/random?limit=many'],
      ['long', 'GET', `/v1/tracks?title=${LONG}`],
      ['nul', 'GET', '/v1/tracks?title=%00'],
    ],
    ada.send,
  )
})

test('pages beyond the end and excessive limits return what exists', async () => {
  for (const path of [
    '/v1/albums/account?page=999999999&limit=999999999',
    '/v1/tracks/account?page=1&limit=0',
    '/v1/tracks/random?limit=999999999',
    '/v1/content/collaborations?page=10000',
    `/v1/tracks/${ids.artistId}/artist?page=5000`,
  ]) {
    assert.equal((await ada.send('GET', path)).status, 200, path)
  }
})
