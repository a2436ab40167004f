/** Search finds what users mean: with typing errors, without accents, in other scripts, and
 * before the last word is complete. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'
import { openTestDiscovery, type TestDiscovery } from './discovery.fixture.ts'
import { indexDue } from './search-index.ts'
import { selectFoundPlaylists } from './hit-queries.ts'
import { searchFor } from './search.ts'
import { findSpeech } from './speech.ts'
import { createWordSearch } from './word-search.ts'

let discovery: TestDiscovery

const ARTISTS = [
  ...['Mara Okafor', 'Teodor Lind', 'Sunday Laundry', 'Hana Tanimori 谷森はな', 'Luz Quintela', 'Björn Åkesson'],
  ...[
    'Sigríður Þórsdóttir',
    'Motörcycle Choir',
    'Zoë Delacroix',
    'Łukasz Wiśniewski',
    'Ночные Снайперы',
    'Мумий Тролль',
  ],
  ...[
    'Кино',
    'Аквариум',
    'さくら音楽団',
    'サカナクション',
    '東京事変',
    '椎名林檎',
    'きゃりーぱみゅぱみゅ',
    '宇多田ヒカル',
  ],
  ...[
    'Metal Harvest',
    'Harvest Moon Trio',
    'The Quiet Hours',
    'Halcyon Motel',
    'Juniper & Sons',
    'AC/DC Tribute Union',
  ],
  ...[
    'Daft Punkt',
    'Beyoncé Tribute',
    'Νίκος Παπάζογλου',
    'Señor Coconut',
    'Céline Marchand',
    'Rhythm & Rhyme',
    'Xylophone Exchange',
  ],
]
const ALBUMS: [artist: string, album: string, tracks: string[]][] = [
  ['Mara Okafor', 'Slow Lightning', ['Slow Lightning', 'Paper Boats', 'Kite String', 'Half a Moon']],
  ['Luz Quintela', 'Night Bus 41', ['Night Bus 41', 'Canción para volver']],
  ['Hana Tanimori 谷森はな', '雨のあと (After the Rain)', ['雨のあと (After the Rain)']],
  ['東京事変', '群青日和', ['群青日和', '遭難']],
  ['宇多田ヒカル', 'はじめての恋', ['はじめての恋', 'ひかり']],
  ['Кино', 'Группа крови', ['Группа крови', 'Звезда по имени Солнце']],
  ['Аквариум', 'Город золотой', ['Город золотой']],
  ['The Quiet Hours', 'Undertow', ['Undertow', 'Amber Rooms', 'Salt Hymn']],
  ['Sigríður Þórsdóttir', 'Ágætis Ljós', ['Ágætis Ljós', 'Næturflug']],
  ['Halcyon Motel', 'Low Tide Radio', ['Low Tide Radio', 'Bell Weather']],
  ['Metal Harvest', 'Thunderstruck Orchard', ['Thunderstruck Orchard']],
]
const SHOWS: [podcast: string, episodes: string[]][] = [
  ['Field Recordings of a Made-up Town', ['The Harbour Before Six', 'The Radio Repair Shop']],
  ['Bitcoin und Brötchen', ['Frühstück mit Satoshi']],
]

before(async () => {
  discovery = await openTestDiscovery()
  const ids = new Map<string, string>()
  for (const name of ARTISTS) ids.set(name, await discovery.artist(name))
  for (const [artist, album, tracks] of ALBUMS) await discovery.album(ids.get(artist)!, album, tracks)
  for (const [podcast, episodes] of SHOWS) await discovery.podcast(podcast, episodes)
  await discovery.person('robin', 'Robin Ashdown')
  // Many similar entries, so that finding the right one is significant.
  const filler = await discovery.artist('Various Echoes')
  for (const one of ['Paper', 'Night', 'Slow', 'Half', 'Kite', 'Low', 'Amber', 'Golden', 'Quiet', 'Radio']) {
    const others = ['Moon', 'Boats', 'Light', 'Bus', 'Hours', 'Town', 'Tide', 'String', 'Rooms', 'Harvest']
    await discovery.album(
      filler,
      `${one} Collection`,
      others.map((other) => `${one} ${other} Song`),
    )
  }
  while (await indexDue(discovery.database));
})
after(() => discovery.close())

const find = async (term: string, limit = 10) =>
  searchFor(discovery, createWordSearch(discovery.database), { term, type: undefined, limit })

/** The typed text, and the result that must be among the first three. */
const QUERIES: [typed: string, wanted: string][] = [
  // Exact names, and prefixes.
  ['mara okafor', 'Mara Okafor'],
  ['sunday lau', 'Sunday Laundry'],
  ['slow light', 'Slow Lightning'],
  ['hal', 'Halcyon Motel'],
  ['paper boats', 'Paper Boats'],
  // Typing errors: letters changed, missed, added, swapped.
  ['mara okafar', 'Mara Okafor'],
  ['mara okfor', 'Mara Okafor'],
  ['teodro lind', 'Teodor Lind'],
  ['sunday laundery', 'Sunday Laundry'],
  ['sundya laundri', 'Sunday Laundry'],
  ['slwo lightning', 'Slow Lightning'],
  ['slow lightening', 'Slow Lightning'],
  ['lihgtnign slow', 'Slow Lightning'],
  ['quintella', 'Luz Quintela'],
  ['halycon motel', 'Halcyon Motel'],
  ['thunderstuck', 'Thunderstruck Orchard'],
  ['xilophone exchange', 'Xylophone Exchange'],
  ['rythm and rhyme', 'Rhythm & Rhyme'],
  ['undertwo', 'Undertow'],
  ['amberr rooms quiet hours', 'Amber Rooms'],
  ['feild recordings', 'Field Recordings of a Made-up Town'],
  ['radio repiar shop', 'The Radio Repair Shop'],
  ['junper and sons', 'Juniper & Sons'],
  ['robn ashdown', 'Robin Ashdown'],
  // Words of the artist with words of the song, in any order, and as one word.
  ['kite string mara', 'Kite String'],
  ['okafor half a moon', 'Half a Moon'],
  ['sundaylaundry', 'Sunday Laundry'],
  ['acdc tribute', 'AC/DC Tribute Union'],
  // Without accents and special letters.
  ['bjorn akesson', 'Björn Åkesson'],
  ['sigridur thorsdottir', 'Sigríður Þórsdóttir'],
  ['motorcycle choir', 'Motörcycle Choir'],
  ['zoe delacroix', 'Zoë Delacroix'],
  ['lukasz wisniewski', 'Łukasz Wiśniewski'],
  ['cancion para volver', 'Canción para volver'],
  ['senor coconut', 'Señor Coconut'],
  ['brotchen', 'Bitcoin und Brötchen'],
  ['frühstuck', 'Frühstück mit Satoshi'],
  // Cyrillic, with errors, and transliterated. Greek.
  ['кино', 'Кино'],
  ['ночные снайперы', 'Ночные Снайперы'],
  ['ночные снаиперы', 'Ночные Снайперы'],
  ['звезда по имени', 'Звезда по имени Солнце'],
  ['акварум', 'Аквариум'],
  ['gruppa krovi', 'Группа крови'],
  ['παπαζογλου', 'Νίκος Παπάζογλου'],
  // Japanese: a part of the name, the other kana, transliterated.
  ['東京事変', '東京事変'],
  ['林檎', '椎名林檎'],
  ['さかなくしょん', 'サカナクション'],
  ['谷森', 'Hana Tanimori 谷森はな'],
  ['雨のあと', '雨のあと (After the Rain)'],
  ['sakanakushon', 'サカナクション'],
  ['ぱみゅぱみゅ', 'きゃりーぱみゅぱみゅ'],
  ['ヒカル', '宇多田ヒカル'],
]

test('of more than fifty queries, nine in ten have the expected result among the first three', async () => {
  assert.ok(QUERIES.length >= 50)
  const missed: string[] = []
  for (const [typed, wanted] of QUERIES) {
    const names = (await find(typed, 3)).map(({ name }) => name)
    if (!names.includes(wanted)) missed.push(`${typed}: ${names.join(', ') || 'nothing'}`)
  }
  assert.ok(missed.length <= QUERIES.length / 10, `${missed.length} missed:\n${missed.join('\n')}`)
})

test('words that are typed without the space between them are found', async () => {
  for (const typed of [
    'nightbus',
    'nightbus 41',
    'nightbus41',
    'night bus41',
    'paperboats',
    'mara paperboats',
    'thequiet hours',
  ]) {
    const [first] = await find(typed, 3)
    assert.match(first?.name ?? 'nothing', /^(Night Bus 41|Paper Boats|The Quiet Hours)$/, typed)
  }
})

test('a misspelled word beside a correct one does not empty the result', async () => {
  const first = async (term: string) => (await find(term, 3)).map(({ name }) => name)[0]
  // A letter missing in a short word; a word without any match; two such words; before or after a matching one.
  for (const term of ['slo lightning', 'qqz lightning', 'lightning qqz', 'qqzx xqvj lightning', 'lightning slooooow']) {
    assert.equal(await first(term), 'Slow Lightning', term)
  }
  assert.equal(await first('papr xqv boats'), 'Paper Boats')
  // The likely meaning of the short word still counts, if there is one.
  const slow = (await find('slo lightning')).map(({ name }) => name)
  assert.deepEqual(slow.slice(0, 2), ['Slow Lightning', 'Slow Lightning'])
  assert.deepEqual(await find('qqzxqwv xqvjkz'), [])
})

test('exact matches come first, and an artist before their songs', async () => {
  assert.deepEqual(
    (await find('undertow'))
      .slice(0, 2)
      .map(({ type }) => type)
      .sort(),
    ['album', 'track'],
  )
  assert.equal((await find('mara okafor'))[0]!.type, 'artist')
})

test('results can be limited to a kind', async () => {
  const port = createWordSearch(discovery.database)
  const hits = await searchFor(discovery, port, { term: 'slow lightning', type: 'track', limit: 5 })
  assert.ok(hits.length > 0 && hits.every(({ type, track }) => type === 'track' && track !== null))
})

test('nonsense, empty text and punctuation find nothing, without an error', async () => {
  for (const term of ['qqzxqwv', '', '   ', '!!!', "'; DROP TABLE artist; --", '\0', '%_%', 'a'.repeat(200), '🎸']) {
    assert.ok(Array.isArray(await find(term)))
  }
  assert.deepEqual(await find('qqzxqwv'), [])
})

test('renamed content is found by its new name, with its children; hidden content is not found', async () => {
  const artistId = await discovery.artist('Old Nameling')
  const { trackIds } = await discovery.album(artistId, 'Pomegranate')
  while (await indexDue(discovery.database));
  await sql`UPDATE artist SET name = 'Fresh Nomenclature' WHERE id = ${artistId}`.execute(discovery.database.read)
  while (await indexDue(discovery.database));
  assert.ok((await find('pomegranate nomenclature')).some(({ id }) => id === trackIds[0]))
  assert.deepEqual(await find('nameling'), [])
  await sql`UPDATE artist SET taken_down_at = now() WHERE id = ${artistId}`.execute(discovery.database.read)
  assert.deepEqual(await find('pomegranate'), [], 'also before the index knows')
  while (await indexDue(discovery.database));
  assert.deepEqual(await find('pomegranate'), [])
})

test('a track is found by everybody who performs it, also after a linked artist has a new name', async () => {
  const artistId = await discovery.artist('Quilla Fernwood')
  const guestId = await discovery.artist('Ozren Vukovar')
  const { albumId, trackIds } = await discovery.album(artistId, 'Marginalia', ['Footnote', 'Endpaper'])
  const { read } = discovery.database
  await sql`INSERT INTO performer (content_id, album_id, position, role, name, artist_id, is_confirmed) VALUES
    (${trackIds[0]}, ${albumId}, 1, 'featured', 'Ozren V.', ${guestId}, true),
    (${albumId}, ${albumId}, 1, 'main', 'Tamsin Yarrow', NULL, false)`.execute(read)
  const found = async (term: string) => {
    while (await indexDue(discovery.database));
    return (await find(term)).map(({ name, artist }) => `${name} by ${artist}`).sort()
  }
  const footnote = 'Footnote by Tamsin Yarrow feat. Ozren Vukovar'
  assert.ok((await found('vukovar footnote')).includes(footnote))
  assert.ok((await found('ozren vukovar')).includes(footnote))
  const everything = ['Endpaper by Tamsin Yarrow', footnote, 'Marginalia by Tamsin Yarrow']
  assert.deepEqual(await found('tamsin yarrow'), everything)
  await sql`UPDATE artist SET name = 'Ozren Bell' WHERE id = ${guestId}`.execute(read)
  assert.ok((await found('footnote bell')).includes('Footnote by Tamsin Yarrow feat. Ozren Bell'))
  await sql`DELETE FROM performer WHERE content_id = ${albumId}`.execute(read)
  assert.deepEqual(await found('tamsin yarrow'), [])
})

test('what is said in public episodes is found with its second, and forgotten with its transcript', async () => {
  const tx = discovery.database.read
  const podcastId = await discovery.podcast('Deep Water', ['Whales', 'Hidden'])
  const { rows } = await sql<{
    id: string
    title: string
  }>`SELECT id, title FROM episode WHERE podcast_id = ${podcastId}`.execute(tx)
  const idOf = (title: string) => rows.find((row) => row.title === title)!.id
  const say = async (id: string, lines: readonly [number, string][]) => {
    const cues = lines.map(([second, text]) => ({
      startMs: second * 1_000,
      endMs: second * 1_000 + 900,
      speaker: null,
      text,
    }))
    await sql`INSERT INTO transcript (episode_id, cues, characters) VALUES (${id}, ${JSON.stringify(cues)}::jsonb, 1)`.execute(
      tx,
    )
  }
  await say(idOf('Whales'), [
    [1, 'Welcome to the harbour.'],
    [59.5, 'The Größe of the whale'],
    [60.25, 'is hard to imagine, she answers.'],
    [7_200, 'The whale dives at last; クジラ.'],
  ])
  await say(idOf('Hidden'), [[3, 'The whale is hidden here.']])
  await sql`UPDATE episode SET published_at = ${new Date(discovery.now.getTime() + 1_000)} WHERE id = ${idOf('Hidden')}`.execute(
    tx,
  )
  while (await indexDue(discovery.database));
  const find = async (term: string) =>
    (await findSpeech(discovery, { term })).map(({ episode, startTime, text }) => [episode.title, startTime, text])
  const acrossMinutes = [['Whales', 59.5, 'The Größe of the whale is hard to imagine, she answers.']]
  assert.deepEqual(await find('whale imagine'), acrossMinutes)
  assert.deepEqual(await find('GROSSE'), [['Whales', 59.5, 'The Größe of the whale']])
  assert.deepEqual(await find('dives'), [['Whales', 7_200, 'The whale dives at last; クジラ.']])
  assert.deepEqual(await find('クジラ'), [['Whales', 7_200, 'The whale dives at last; クジラ.']])
  for (const term of ['harbour dives', 'hidden', 'unicorn', '…']) assert.deepEqual(await find(term), [], term)
  await sql`DELETE FROM transcript WHERE episode_id = ${idOf('Whales')}`.execute(tx)
  while (await indexDue(discovery.database));
  assert.deepEqual(await find('whale'), [])
})

test('a found playlist has the cover of its first track that is public', async () => {
  const { database, now } = discovery
  const tx = database.read
  const userId = await discovery.person('collector', 'Collector')
  const artistId = await discovery.artist('Covered')
  const [taken, rescheduled, open] = await Promise.all(
    ['Taken', 'Later', 'Open'].map((title) => discovery.album(artistId, title)),
  )
  const later = new Date(now.getTime() + 1_000)
  await sql`UPDATE track SET taken_down_at = ${now} WHERE album_id = ${taken!.albumId}`.execute(tx)
  await sql`UPDATE album SET published_at = ${later} WHERE id = ${rescheduled!.albumId}`.execute(tx)
  const playlistId = newId()
  await sql`INSERT INTO playlist (id, user_id, title, visibility, created_at, updated_at)
    VALUES (${playlistId}, ${userId}, 'Mixed', 'public', ${now}, ${now})`.execute(tx)
  for (const [position, { albumId, trackIds }] of [taken!, rescheduled!, open!].entries()) {
    await sql`UPDATE album SET artwork_key = ${albumId} WHERE id = ${albumId}`.execute(tx)
    await sql`INSERT INTO playlist_entry (id, playlist_id, track_id, position, added_at)
      VALUES (${newId()}, ${playlistId}, ${trackIds[0]!}, ${position}, ${now})`.execute(tx)
  }
  const [found] = await selectFoundPlaylists(tx, [playlistId], now)
  assert.equal(found!.artwork_key, open!.albumId)
})
