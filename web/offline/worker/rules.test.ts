/** The worker's rules without a browser: which requests it responds to and how, and ranges of audio files. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressesOf, addressesToDrop, type SavedItem } from '#web/offline/saved-data.ts'
import { respondWithRange, partOf } from './ranges.ts'
import { filesFor, filesIn, languageOf, offlinePath, plainPath, ruleFor, toEvict } from './rules.ts'

const ORIGIN = 'https://peal.example'
const rule = (path: string, more: Partial<Parameters<typeof ruleFor>[0]> = {}) =>
  ruleFor({ method: 'GET', url: new URL(path, ORIGIN).href, mode: 'cors', accept: '*/*', ...more }, ORIGIN)

test('pages come from the network first, build files from the cache, audio from what was saved', () => {
  assert.equal(rule('/album/1', { mode: 'navigate' }), 'page')
  assert.equal(rule('/de/library/saved?x=1', { mode: 'navigate' }), 'page')
  assert.equal(rule('/assets/en-1a2b/client.js'), 'file')
  assert.equal(rule('/files/media/a/b.mp3'), 'audio')
  assert.equal(rule('/files/media/a/b.mp3', { method: 'HEAD' }), 'audio')
  assert.equal(rule('/files/media/a/b-320.webp?v=2'), 'image')
  assert.equal(rule('/v1/albums/1'), 'call')
})

test('writes, streams, other hosts, embedded players and private files bypass the worker', () => {
  assert.equal(rule('/v1/send', { method: 'POST' }), null)
  assert.equal(rule('/v1/events', { accept: 'text/event-stream' }), null)
  assert.equal(rule('https://elsewhere.example/files/media/b.mp3'), null)
  assert.equal(rule('/files/originals/b.wav?signature=1'), null)
  for (const path of [
    '/embed/track/1',
    '/oembed',
    '/rss/podcast/1',
    '/sandbox/state',
    '/worker.js',
    '/sitemap.xml',
    '/openapi.json',
    '/docs/operating.md',
    '/v1/x',
  ]) {
    assert.equal(rule(path, { mode: 'navigate' }), null, path)
  }
})

test('the files of a page are found in its HTML; those of the app are in the folder of its language', () => {
  const html =
    '<link href="/assets/a.css"><script src="/assets/de-1/b.js"></script><a href="/album/1"><link href="/assets/a.css">'
  assert.deepEqual(filesIn(html), ['/assets/a.css', '/assets/de-1/b.js'])
  const build = { files: ['assets/a.css', '*/b.js'], folders: { en: 'assets/en-1', de: 'assets/de-1' } }
  assert.deepEqual(filesFor(build, 'de'), ['/assets/a.css', '/assets/de-1/b.js'])
  assert.equal(languageOf('/ja/album/1'), 'ja')
  assert.equal(plainPath('/ja/album/1'), '/album/1')
  assert.deepEqual([offlinePath('en'), offlinePath('pt')], ['/offline', '/pt/offline'])
})

test('the least recently used entry is evicted first, and saved ones never', () => {
  const seen = ['/a', '/saved', '/b', '/c']
  assert.deepEqual(
    toEvict(seen, 2, (address) => address === '/saved'),
    ['/a'],
  )
  assert.deepEqual(
    toEvict(seen, 9, () => false),
    [],
  )
})

test('a range of audio is what was requested, and no more than there is', () => {
  const parts = ['bytes=0-', 'bytes=2-4', 'bytes=-3', 'bytes=8-99', null, 'bytes=4-2', 'seconds=1-2'].map((range) =>
    partOf(range, 10),
  )
  assert.deepEqual(parts, [
    { status: 206, start: 0, end: 10 },
    { status: 206, start: 2, end: 5 },
    { status: 206, start: 7, end: 10 },
    { status: 206, start: 8, end: 10 },
    { status: 200, start: 0, end: 10 },
    { status: 200, start: 0, end: 10 },
    { status: 200, start: 0, end: 10 },
  ])
  assert.equal(partOf('bytes=10-', 10).status, 416)
  assert.equal(partOf('bytes=-0', 10).status, 416)
})

test('a partial response states its position in the whole', async () => {
  const saved = () => new Response('0123456789', { headers: { 'content-type': 'audio/mpeg' } })
  const part = await respondWithRange(saved(), 'bytes=2-4', false)
  assert.equal(part.status, 206)
  assert.equal(part.headers.get('content-range'), 'bytes 2-4/10')
  assert.equal(part.headers.get('content-type'), 'audio/mpeg')
  assert.equal(await part.text(), '234')
  const none = await respondWithRange(saved(), 'bytes=12-', false)
  assert.deepEqual([none.status, none.headers.get('content-range'), await none.text()], [416, 'bytes */10', ''])
  assert.equal(await (await respondWithRange(saved(), null, true)).text(), '')
})

test('files shared by two saved releases stay until both are removed', () => {
  const sound = (name: string) => ({ audioUrl: `/files/media/${name}.mp3`, artworkUrl: '/files/media/cover.jpg' })
  const item = (path: string, ...names: string[]) =>
    ({ path, artworkUrl: '/files/media/cover.jpg', sounds: names.map(sound), answers: [`/v1${path}`] }) as SavedItem
  const [album, list] = [item('/album/1', 'a', 'b'), item('/playlist/1', 'b')]
  assert.deepEqual(addressesToDrop(album, [list]), ['/files/media/a.mp3', '/v1/album/1'])
  assert.ok(addressesOf(list).includes('/files/media/cover-96.webp'))
})
