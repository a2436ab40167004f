/** Uploads that are paused, resumed, given a new URL, or filled in from their tags.
 * The normal course of an upload is uploads.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, createCall } from '#web/data/api.ts'
import { createQueries } from '#web/data/queries.ts'
import { PutError, type PutFile } from './put-file.ts'
import { sampleOf } from './sample.ts'
import { announce, type Comparing } from './send.ts'
import type { AudioParent } from './upload.ts'
import { createUploads } from './uploads.ts'

const album: AudioParent = { kind: 'album', id: 'a1', artistName: 'Mara' }
const ID = '01890000-0000-7000-8000-000000000001'
const settle = () => new Promise((resolve) => setTimeout(resolve, 25))

type Put = { url: string; end: (error?: Error) => void; onProgress: (part: number) => void }

/** A server with responses by path; uploads finish on command. */
function start(responses: Record<string, (count: number) => unknown> = {}, comparing?: Comparing) {
  const puts: Put[] = []
  const asked: string[] = []
  const call = createCall(async (path) => {
    asked.push(path)
    const respond = Object.entries(responses).find(([part]) => path.includes(part))?.[1]
    const made = { id: `t${asked.length}`, presignedUrl: `/files/incoming/${ID}.wav?n=${asked.length}` }
    return { status: 200, json: { data: respond?.(asked.length) ?? made } }
  })
  const put: PutFile = (url, _file, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      puts.push({ url, onProgress, end: (error) => (error === undefined ? resolve() : reject(error)) })
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  const store = createUploads(put, comparing)
  const site = { call, queries: createQueries() }
  const one = () => store.getState().uploads[0]!
  return { store, actions: store.getState(), site, puts, asked, one }
}

test('a paused upload keeps what was sent, and resumes at the same URL', async () => {
  const { actions, site, puts, asked, one } = start()
  actions.prepare(album, [new File(['sound'], 'One.wav')])
  actions.send(site, 'a1', 1)
  await settle()
  puts[0]!.onProgress(0.4)
  actions.pause(one().key)
  await settle()
  assert.deepEqual([one().state, one().part], ['paused', 0.4])
  actions.resume(site, one().key)
  await settle()
  assert.equal(one().state, 'uploading')
  assert.equal(puts[1]!.url, puts[0]!.url)
  puts[1]!.end()
  await settle()
  assert.equal(one().state, 'sent')
  assert.equal(asked.filter((path) => path.endsWith('/v1/tracks')).length, 1)
})

test('a waiting upload can be paused, and the next one takes its place', async () => {
  const { store, actions, site, puts } = start()
  const files = ['a.wav', 'b.wav', 'c.wav', 'd.wav'].map((name) => new File(['sound'], name))
  actions.prepare(album, files)
  actions.send(site, 'a1', 1)
  await settle()
  actions.pause(store.getState().uploads[2]!.key)
  puts[0]!.end()
  await settle()
  assert.deepEqual(
    store.getState().uploads.map(({ state }) => state),
    ['sent', 'uploading', 'paused', 'uploading'],
  )
})

test('an expired URL is replaced by another for the same upload', async () => {
  const presignedUrl = `/files/incoming/${ID}.wav?n=new`
  const { actions, site, puts, asked, one } = start({ '/renew': () => ({ uploadId: ID, presignedUrl }) })
  actions.prepare(album, [new File(['sound'], 'One.wav')])
  actions.send(site, 'a1', 1)
  await settle()
  puts[0]!.end(new PutError(403, 'This link has expired'))
  await settle()
  assert.equal(puts[1]!.url, presignedUrl)
  assert.equal(one().presignedUrl, presignedUrl)
  puts[1]!.end()
  await settle()
  assert.equal(one().state, 'sent')
  assert.ok(asked.some((path) => path.endsWith(`/v1/uploads/${ID}/renew`)))
})

test('a full server is distinguished from other failures', async () => {
  const { actions, site, puts, one } = start()
  actions.prepare(album, [new File(['sound'], 'One.wav')])
  actions.send(site, 'a1', 1)
  await settle()
  puts[0]!.end(new PutError(503, 'There is no room'))
  await settle()
  assert.deepEqual(one().trouble, { kind: 'room', message: 'There is no room' })
})

test('tags fill in empty fields, and order the files', async () => {
  const noTags = {
    title: null,
    artist: null,
    album: null,
    albumArtist: null,
    discNumber: null,
    genre: null,
    year: null,
  }
  const tagsOf = (count: number) => ({
    tags: {
      ...noTags,
      title: `Tagged ${count}`,
      trackNumber: 4 - count,
      isrc: null,
      lyrics: 'la la',
      pictureUrl: null,
    },
  })
  const { store, actions, site } = start({ '/uploads/tags': tagsOf })
  const files = ['a.wav', 'b.wav', 'c.wav'].map((name) => new File(['sound'], name))
  actions.prepare(album, files, site)
  actions.edit(store.getState().uploads[1]!.key, { title: 'My own' })
  await settle()
  assert.deepEqual(
    store.getState().uploads.map(({ title, lyrics, file }) => `${file.name} ${title} ${lyrics}`),
    ['c.wav Tagged 3 la la', 'b.wav My own la la', 'a.wav Tagged 1 la la'],
  )
})

test('a file is sent after its tags are read, under their title', async () => {
  let tell: (() => void) | undefined
  const told = new Promise<void>((resolve) => (tell = resolve))
  const sent: { title: string; credits?: unknown; performers?: unknown; disc?: number }[] = []
  const call = createCall(async (path, { body }) => {
    if (path.includes('/uploads/tags')) {
      await told
      const tags = {
        title: 'Night Train',
        trackNumber: null,
        discNumber: 2,
        isrc: null,
        lyrics: null,
        performers: [
          { name: 'mara', role: 'main' },
          { name: 'Björn', role: 'featured' },
        ],
        composers: ['Ada'],
        lyricists: [],
      }
      return { status: 200, json: { data: { tags } } }
    }
    sent.push(JSON.parse(body as string) as { title: string })
    return { status: 200, json: { data: { id: 't1', presignedUrl: `/files/incoming/${ID}.wav` } } }
  })
  const store = createUploads(() => new Promise(() => undefined))
  const site = { call, queries: createQueries() }
  store.getState().prepare(album, [new File(['sound'], '03_final_MIX2.wav')], site)
  store.getState().send(site, 'a1', 1)
  await settle()
  assert.deepEqual([store.getState().uploads[0]?.state, sent], ['waiting', []])
  tell?.()
  await settle()
  assert.deepEqual(
    sent.map(({ title, credits, performers, disc }) => ({ title, credits, performers, disc })),
    [
      {
        title: 'Night Train',
        credits: [{ name: 'Ada', role: 'composer' }],
        performers: [{ name: 'Björn', role: 'featured' }],
        disc: 2,
      },
    ],
  )
})

test('files sent while their tags are read are in the order of the tags', async () => {
  const sent: { title: string; order: number }[] = []
  let read = 0
  const call = createCall(async (path, { body }) => {
    if (path.includes('/uploads/tags')) {
      read += 1
      const tags = { title: `Song ${3 - read}`, trackNumber: 3 - read, discNumber: null, isrc: null, lyrics: null }
      return { status: 200, json: { data: { tags } } }
    }
    sent.push(JSON.parse(body as string) as { title: string; order: number })
    return { status: 200, json: { data: { id: `t${sent.length}`, presignedUrl: `/files/incoming/${ID}.wav` } } }
  })
  const store = createUploads(() => new Promise(() => undefined))
  const site = { call, queries: createQueries() }
  const files = ['a.wav', 'b.wav'].map((name) => new File(['sound'], name))
  store.getState().prepare(album, files, site)
  store.getState().send(site, 'a1', 7)
  await settle()
  assert.deepEqual(
    sent.map(({ title, order }) => [title, order]),
    [
      ['Song 1', 7],
      ['Song 2', 8],
    ],
  )
})

test('a file chosen again resumes the interrupted upload', async () => {
  const presignedUrl = `/files/incoming/${ID}.wav?n=again`
  const { actions, site, puts, asked, one } = start({
    '/renew': () => ({ uploadId: ID, presignedUrl }),
    '/uploads/open': () => [],
  })
  const file = new File(['sound'], 'One.wav')
  actions.continueWith(site, album, { id: 't1', title: 'One', uploadId: ID }, file)
  await settle()
  assert.deepEqual([puts[0]?.url, one().contentId, one().state], [presignedUrl, 't1', 'uploading'])
  assert.ok(!asked.some((path) => path.endsWith('/v1/tracks') || path.endsWith('/tracks/update')))
  actions.cancel(one().key)
  await settle()
  assert.equal(one(), undefined, 'the row of the track says how far it is')
})

test('another file of the same name, size and time is sent from the beginning', async () => {
  const made = new File(['sound'], 'One.wav', { lastModified: 1 })
  const other = new File(['noise'], 'One.wav', { lastModified: 1 })
  const { sizeBytes, modifiedAt, name } = announce(made)
  const sampleOfBoth = async (file: File) => (file === other ? 'b' : 'a').repeat(64)
  const file = { name, sizeBytes, modifiedAt, sample: await sampleOfBoth(made) }
  const { actions, site, asked } = start(
    {
      '/uploads/open': () => [
        { uploadId: ID, state: 'awaiting-upload', progress: 0, receivedBytes: 3, file, queuePlace: null },
      ],
    },
    { sample: sampleOfBoth, onOther: ({ name: said }) => asked.push(`other ${said}`) },
  )
  const content = { id: 't1', title: 'One', uploadId: ID }
  actions.continueWith(site, album, content, other)
  await settle()
  assert.deepEqual(
    asked.filter((path) => /renew|update|other/.test(path)),
    ['other One.wav', '/v1/tracks/update'],
  )
  asked.length = 0
  actions.continueWith(site, album, content, made)
  await settle()
  assert.deepEqual(
    asked.filter((path) => /renew|update/.test(path)),
    [`/v1/uploads/${ID}/renew`],
  )
})

test('the sample of a file has pieces of its beginning, its middle and its end', async () => {
  const bytes = new Uint8Array(3_000_000)
  const whole = await sampleOf(new Blob([bytes]))
  for (const place of [0, 1_400_000, 2_999_999]) {
    assert.notEqual(await sampleOf(new Blob([bytes.with(place, 1)])), whole, String(place))
  }
  assert.equal(await sampleOf(new Blob([bytes])), whole)
})

test('a row whose creation got no response is not created twice', async () => {
  const paths: string[] = []
  const call = createCall(async (path, { method }) => {
    paths.push(`${method} ${path.replace(/\?.*/, '')}`)
    if (method === 'POST') throw new ApiError(0, 'timeout', 'Timed out')
    if (method === 'GET') return { status: 200, json: { data: [{ id: 't7', title: 'One', order: 1, liveUrl: null }] } }
    return { status: 200, json: { data: { id: 't7', presignedUrl: `/files/incoming/${ID}.wav` } } }
  })
  const store = createUploads(() => new Promise(() => undefined))
  const site = { call, queries: createQueries() }
  store.getState().prepare(album, [new File(['sound'], 'One.wav')])
  store.getState().send(site, 'a1', 1)
  await settle()
  store.getState().retry(site, store.getState().uploads[0]!.key)
  await settle()
  assert.deepEqual(paths, ['POST /v1/tracks', 'GET /v1/tracks/a1/album', 'PUT /v1/tracks/update'])
  assert.equal(store.getState().uploads[0]?.contentId, 't7')
})
