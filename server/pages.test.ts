/** The cache of rendered pages, and which files of the build a page needs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createPageCache, type Page } from './pages.ts'
import { createAssetMap, encodingFor, FASTEST, PageBody } from './pages/built-files.ts'

const page = (status = 200, text = 'x'): Page => ({
  status,
  location: null,
  etag: '"1"',
  body: new PageBody(Buffer.from(text), 4),
})

test('a page is rendered once while it is fresh, also for concurrent requests', async () => {
  let [renders, nowMs] = [0, 0]
  const { read } = createPageCache(
    async () => {
      renders++
      return page()
    },
    () => nowMs,
  )
  await Promise.all([read('/'), read('/'), read('/?a=1')])
  assert.equal(renders, 2)
  nowMs = 4_999
  await read('/')
  assert.equal(renders, 2)
  nowMs = 5_000
  await read('/')
  assert.equal(renders, 3)
})

test('a page with an error is not cached', async () => {
  let renders = 0
  const { read } = createPageCache(async () => {
    renders++
    if (renders === 1) throw new Error('no')
    return page(renders === 2 ? 500 : 200)
  })
  await assert.rejects(read('/'))
  assert.equal((await read('/')).status, 500)
  assert.equal((await read('/')).status, 200)
  assert.equal((await read('/')).status, 200)
  assert.equal(renders, 3)
})

test('a page that cannot be rendered is served as it was, for ten minutes at most and never after a change', async () => {
  let [isAway, nowMs] = [false, 0]
  const { read, forget } = createPageCache(
    async () => {
      if (isAway && nowMs < 320_000) throw new Error('no database')
      return page(isAway ? 503 : 200, `rendered at ${nowMs}`)
    },
    () => nowMs,
  )
  const textNow = async () => (await read('/')).body.plain.toString()
  assert.equal(await textNow(), 'rendered at 0')
  nowMs = 300_000
  assert.equal(await textNow(), 'rendered at 300000')
  isAway = true
  for (nowMs of [310_000, 320_000, 899_999]) assert.equal(await textNow(), 'rendered at 300000')
  nowMs = 905_000
  assert.equal((await read('/')).status, 503)
  isAway = false
  assert.equal(await textNow(), 'rendered at 905000')
  isAway = true
  forget()
  assert.equal((await read('/')).status, 503)
})

test('the cache is limited, and drops the least recently requested page', async () => {
  const rendered: string[] = []
  const { read } = createPageCache(async (path) => {
    rendered.push(path)
    return page()
  })
  for (let index = 0; index < 500; index++) await read(`/${index}`)
  await read('/0')
  await read('/one-more')
  await read('/0')
  assert.equal(rendered.length, 501)
  await read('/1')
  assert.equal(rendered.length, 502)
})

test('the cache is limited by bytes', async () => {
  let renders = 0
  const { read, forget } = createPageCache(async () => {
    renders++
    return { ...page(), body: new PageBody(Buffer.alloc(20 * 1024 * 1024), 4) }
  })
  for (const path of ['/1', '/2', '/3']) await read(path)
  for (const path of ['/1', '/2', '/3']) await read(path)
  assert.equal(renders, 3)
  await read('/4')
  await read('/4')
  assert.equal(renders, 4)
  await read('/1')
  assert.equal(renders, 5)
  forget()
  for (const path of ['/1', '/2', '/3', '/1']) await read(path)
  assert.equal(renders, 8)
})

test('a page that was invalidated while it was rendered is not cached', async () => {
  const rendering = [Promise.withResolvers<Page>(), Promise.withResolvers<Page>()]
  let renders = 0
  const { read, forget } = createPageCache(() => rendering[renders++]!.promise)
  const before = read('/')
  await Promise.resolve()
  forget()
  const after = read('/')
  rendering[0]!.resolve(page())
  rendering[1]!.resolve({ ...page(), etag: '"2"' })
  assert.equal((await before).etag, '"1"')
  assert.equal((await after).etag, '"2"')
  assert.equal((await read('/')).etag, '"2"')
  assert.equal(renders, 2)
})

const MANIFEST = {
  'web/boot.ts': { file: 'assets/boot.js' },
  'web/entry-client.tsx': { file: 'assets/client.js', imports: ['_shared.js'] },
  'web/catalog/album-page.tsx': {
    file: 'assets/album.js',
    imports: ['web/entry-client.tsx', '_wave.js'],
  },
  'style.css': { file: 'assets/style.css' },
  '_shared.js': { file: 'assets/shared.js' },
  '_wave.js': { file: 'assets/wave.js', imports: ['_shared.js'] },
  'fonts/some-latin-wdth-normal.woff2': { file: 'assets/latin.woff2' },
  'fonts/some-latin-ext-wdth-normal.woff2': { file: 'assets/latin-ext.woff2' },
}

test('a document names every module its page needs, once, and only the Latin fonts', () => {
  assert.deepEqual(createAssetMap(MANIFEST)('catalog/album-page.tsx'), {
    boot: '/assets/boot.js',
    scripts: ['/assets/client.js'],
    styles: ['/assets/style.css'],
    modules: ['/assets/shared.js', '/assets/album.js', '/assets/wave.js'],
    fonts: ['/assets/latin.woff2'],
  })
})

test('the document of a lazily loaded page only loads the entry', () => {
  assert.deepEqual(createAssetMap(MANIFEST)(undefined).modules, ['/assets/shared.js'])
})

test('the encoding follows the Accept-Encoding of the client', () => {
  assert.equal(encodingFor('gzip, deflate, br'), 'br')
  assert.equal(encodingFor('gzip'), 'gzip')
  assert.equal(encodingFor('br;q=0, gzip;q=0.5'), 'gzip')
  assert.equal(encodingFor(undefined), 'identity')
  assert.equal(encodingFor('gzip, deflate, br, zstd'), 'br')
  assert.equal(encodingFor('gzip, deflate, br, zstd', FASTEST), 'zstd')
  assert.equal(encodingFor('gzip, br, zstd;q=0', FASTEST), 'br')
})

test('a body has the same bytes in each encoding', async () => {
  const { body } = page(200, 'the same bytes')
  assert.deepEqual(zstdDecompressSync(await body.as('zstd')), body.plain)
  assert.deepEqual(brotliDecompressSync(await body.as('br')), body.plain)
  assert.deepEqual(gunzipSync(await body.as('gzip')), body.plain)
  assert.equal(body.as('identity'), body.plain)
})
