/** Public pages as robots and browsers without scripts get them: complete HTML, metadata for sharing, one URL each,
 * and the files that search engines request. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { getArtist } from '#contract/catalog/artists.ts'
import { createEpisode } from '#contract/catalog/episodes.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { publish } from '#contract/catalog/publish.ts'
import { search } from '#contract/listening/search.ts'
import { agreeToAll } from '../agreements.ts'
import { createTestUser, publishTrack, putAudio, until, type TestUser, type PublishedTrack } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import { publishTestConcert } from '../concerts.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const PUBLIC_URL = 'https://peal.example'

let world: TestWorld
let mara: TestUser
let content: PublishedTrack
let podcastId: string
let episodeId: string

before(async () => {
  world = await createTestWorld({ pages: true, settings: { PUBLIC_URL } })
  mara = await createTestUser(world, { name: 'mara' })
  content = await publishTrack(world, mara, { title: 'First Light' })
  await sql`UPDATE album SET genre_id = 11 WHERE id = ${content.albumId}`.execute(world.world.database.read)
  podcastId = (await mara.call(createPodcast, { body: { name: 'Songs I Found', primaryCategoryId: '11' } })).id
  const made = await mara.call(createEpisode, { body: { podcastId, title: 'The Attic', order: 1, extension: 'wav' } })
  await putAudio(world, made.presignedUrl, makeWav(2))
  await mara.call(publish, { params: { contentId: podcastId }, body: { contentType: 'podcast' } })
  episodeId = made.id
  await until(async () => (await fetch(`${world.origin}/v1/episodes/${episodeId}`)).status === 200)
  await until(async () => (await world.call(search, { query: { term: 'attic' } })).length > 0)
})
after(() => world[Symbol.asyncDispose]())

async function read(path: string): Promise<{ status: number; html: string; text: string }> {
  const response = await fetch(world.origin + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  const html = await response.text()
  const text = html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  return { status: response.status, html, text }
}
const meta = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]

test('pages of tracks and episodes state where their audio is and its type, in machine-readable form', async () => {
  for (const [path, field] of [
    [`/track/${content.trackId}`, 'audio'],
    [`/episode/${episodeId}`, 'associatedMedia'],
  ] as const) {
    const { html } = await read(path)
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    const sound = (JSON.parse(json) as Record<string, Record<string, string>>)[field]
    assert.deepEqual(
      [sound?.['@type'], sound?.['encodingFormat'], sound?.['duration']],
      ['AudioObject', 'audio/mpeg', 'PT2S'],
    )
    const file = await fetch(sound!['contentUrl']!.replace(PUBLIC_URL, world.origin))
    assert.equal(file.headers.get('content-type'), sound!['encodingFormat'])
    await file.body?.cancel()
  }
})

test('a page in another language is embedded in that language', async () => {
  const { html } = await read(`/de/track/${content.trackId}`)
  const address = /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/.exec(html)?.[1] ?? ''
  assert.ok(address.includes(encodeURIComponent(`${PUBLIC_URL}/de/track/`)), address)
  assert.equal(meta(html, 'twitter:player'), `${PUBLIC_URL}/embed/track/${content.trackId}?lang=de`)
})

test('the manifest has a maskable icon, shortcuts, and a page for content that other apps share', async () => {
  const manifest = (await (await fetch(`${world.origin}/manifest.webmanifest`)).json()) as {
    shortcuts: { name: string; url: string }[]
    icons: { src: string; purpose: string }[]
    share_target: { action: string; method: string; params: Record<string, string> }
  }
  const sources = (purpose: string) => manifest.icons.flatMap((icon) => (icon.purpose === purpose ? icon.src : []))
  const [masked = ''] = sources('maskable')
  assert.ok(!sources('any').includes(masked))
  assert.equal((await fetch(world.origin + masked)).headers.get('content-type'), 'image/png')
  assert.deepEqual(
    manifest.shortcuts.map(({ name, url }) => `${name} ${url}`),
    ['Search /search', 'Library /library', 'Wallet /transactions', 'Upload /studio/upload'],
  )
  for (const { url } of manifest.shortcuts) assert.equal((await fetch(world.origin + url)).status, 200, url)
  const { action, method, params } = manifest.share_target
  assert.deepEqual([action, method, Object.keys(params)], ['/open', 'GET', ['title', 'text', 'url']])
  const shared = new URLSearchParams({ title: 'A song', url: `${PUBLIC_URL}/track/${content.trackId}?t=1` })
  const response = await fetch(`${world.origin}${action}?${shared}`, { redirect: 'manual' })
  assert.deepEqual([response.status, response.headers.get('location')], [302, `/track/${content.trackId}?t=1`])
})

test('every public page is complete without scripts, and describes itself when shared', async () => {
  const artist = 'artist-of-mara'
  const { id: concertId } = await publishTestConcert(world, mara)
  const pages: [path: string, shows: RegExp, kind: string][] = [
    ['/', /New releases.*Album of First Light/, 'WebSite'],
    ['/top', /Top 40/, ''],
    ['/top?phase=day', /Today/, ''],
    ['/new', /Album of First Light/, 'ItemList'],
    ['/artists', /Artist of mara/, ''],
    ['/artists?letter=A', /Artist of mara/, ''],
    ['/genre/folk', /Album of First Light/, 'ItemList'],
    ['/shows', /Songs I Found/, 'ItemList'],
    ['/podcasts', /Songs I Found.*The Attic/, 'ItemList'],
    [`/album/${content.albumId}`, /Album of First Light.*First Light/, 'MusicAlbum'],
    [`/track/${content.trackId}`, /First Light/, 'MusicRecording'],
    [`/artist/${artist}`, /Artist of mara.*First Light/, 'MusicGroup'],
    ['/podcast/songs-i-found', /Songs I Found.*The Attic/, 'PodcastSeries'],
    [`/episode/${episodeId}`, /The Attic/, 'PodcastEpisode'],
    ['/profile/mara', /mara/, 'ProfilePage'],
    [`/event/${concertId}`, /Rooms at night.*Berlin/, 'MusicEvent'],
  ]
  for (const [path, shows, kind] of pages) {
    const { status, html, text } = await read(path)
    assert.equal(status, 200, path)
    assert.match(text, shows, path)
    assert.match(html, /<title>[^<]+<\/title>/, path)
    assert.match(html, /<h1[^>]*>/, path)
    for (const name of [
      'description',
      'og:title',
      'og:description',
      'og:image',
      'og:url',
      'twitter:card',
      'twitter:title',
    ]) {
      assert.ok(meta(html, name), `${path} has no ${name}`)
    }
    assert.ok(html.includes(`<link rel="canonical" href="${PUBLIC_URL}${path}"`), `${path} has no canonical address`)
    for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)) JSON.parse(json)
    if (kind !== '') assert.ok(html.includes(`"@type":"${kind}"`), `${path} is no ${kind}`)
  }
  const event = await read(`/event/${concertId}`)
  assert.equal(meta(event.html, 'og:image'), `${PUBLIC_URL}/cards/event/${concertId}.jpg`)
  const { html } = await read(`/track/${content.trackId}`)
  assert.equal(meta(html, 'og:title'), 'First Light via Peal @ BTC24')
})

test('the album page does not name a partner who has not agreed yet', async () => {
  const june = await createTestUser(world, { name: 'june' })
  const splitRecipients = [mara, june].map(({ name }, index) => ({ name, share: [57, 43][index]! }))
  await mara.call(createSplit, { body: { contentId: content.albumId, splitRecipients } })
  const textOfPage = async () => (await read(`/album/${content.albumId}`)).text
  await until(async () => /mara\s+57 %\s+Not agreed yet, returns to the artist\s+43 %/.test(await textOfPage()), 10_000)
  assert.doesNotMatch(await textOfPage(), /june/)
  await agreeToAll(june.call)
  await until(async () => /mara\s+57 %\s+june\s+43 %/.test(await textOfPage()), 10_000)
})

test('search works without scripts, and search engines do not index its results', async () => {
  const { status, html, text } = await read('/search?q=frist+light')
  assert.equal(status, 200)
  assert.match(text, /First Light/)
  assert.equal(meta(html, 'robots'), 'noindex')
  assert.match((await read('/search?q=zzqqxx')).text, /No results/)
  assert.match((await read('/search')).text, /Folk/)
})

test('unknown content is a 404 page, and so are an unknown genre and letter', async () => {
  for (const path of ['/genre/noise-of-nobody', '/artist/nobody', `/album/${content.trackId}`, '/nowhere']) {
    assert.equal((await read(path)).status, 404, path)
  }
  assert.equal((await read('/artists?letter=%3C')).status, 200)
})

test('the sitemap lists every public page, and robots.txt names the sitemap', async () => {
  const robots = await (await fetch(`${world.origin}/robots.txt`)).text()
  assert.ok(robots.includes(`Sitemap: ${PUBLIC_URL}/sitemap.xml`) && robots.includes('Disallow: /studio'))
  const index = await (await fetch(`${world.origin}/sitemap.xml`)).text()
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!)
  const urls: string[] = []
  for (const part of parts) {
    const response = await fetch(part.replace(PUBLIC_URL, world.origin))
    assert.match(response.headers.get('content-type') ?? '', /xml/)
    urls.push(...[...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!))
  }
  const wanted = [
    '/',
    '/top',
    '/shows',
    `/album/${content.albumId}`,
    `/track/${content.trackId}`,
    '/artist/artist-of-mara',
  ]
  for (const path of [...wanted, '/podcast/songs-i-found', `/episode/${episodeId}`, '/genre/folk']) {
    assert.ok(urls.includes(PUBLIC_URL + path), `${path} is not in the sitemap`)
  }
  for (const url of urls) assert.equal((await read(url.replace(PUBLIC_URL, ''))).status, 200, url)
  assert.equal((await fetch(`${world.origin}/sitemaps/track-99.xml`)).status, 404)
  assert.equal((await fetch(`${world.origin}/sitemaps/person-1.xml`)).status, 404)
})

test('a page is never mistaken for the response of a call at the same address', async () => {
  const page = await fetch(`${world.origin}/`, { headers: { accept: 'text/html' } })
  await page.body?.cancel()
  const varies = (page.headers.get('vary') ?? '').split(/, */)
  assert.ok(varies.includes('accept'), 'a browser would use its cached page as the response to a data request')
})

test('a page asks the database nothing twice', async () => {
  const { http } = world.app
  const responses = http.visitorResponses
  http.visitorResponses = null
  const { artistUrl } = await world.call(getArtist, { params: { artistId: content.artistId } })
  const paths = [
    `/artist/${artistUrl}`,
    `/album/${content.albumId}`,
    `/track/${content.trackId}`,
    `/episode/${episodeId}`,
  ]
  for (const path of paths) {
    const statements = await recordStatements(async () => {
      const { statusCode } = await http.inject({ url: `${path}?recorded`, headers: { accept: 'text/html' } })
      assert.equal(statusCode, 200)
    })
    assert.ok(statements.length > 5)
    const repeated = statements.filter((one, index) => statements.indexOf(one) < index)
    assert.deepEqual(repeated, [], path)
  }
  http.visitorResponses = responses
})

type Statement = { text?: string; values?: unknown[] }

/** Without times and limits: the same rows with another limit are read twice, too. */
async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const recording = new AsyncLocalStorage<true>()
  const prototype = pg.Client.prototype as unknown as { query: (statement: Statement) => unknown }
  const original = prototype.query
  prototype.query = function (statement) {
    const asked = (statement.values ?? []).filter((value) => !(value instanceof Date) && typeof value !== 'number')
    if (recording.getStore()) statements.push(`${statement.text} ${JSON.stringify(asked)}`)
    return Reflect.apply(original, this, arguments) as unknown
  }
  await recording.run(true, work).finally(() => (prototype.query = original))
  return statements
}
