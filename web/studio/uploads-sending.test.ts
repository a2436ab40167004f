/** Uploads that are held, taken up again, given another address, or filled in from their tags.
 * The plain way of an upload is uploads.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCall } from '../api.ts'
import { createQueries } from '../queries.ts'
import { PutError, type PutFile } from './put-file.ts'
import type { SoundParent } from './upload.ts'
import { createUploads } from './uploads.ts'

const album: SoundParent = { kind: 'album', id: 'a1', artistName: 'Mara' }
const ID = '01890000-0000-7000-8000-000000000001'
const settle = () => new Promise((resolve) => setTimeout(resolve, 25))

type Put = { url: string; end: (error?: Error) => void; onProgress: (part: number) => void }

/** A server whose answers are by path; puts end when told to. */
function start(answers: Record<string, (count: number) => unknown> = {}) {
  const puts: Put[] = []
  const asked: string[] = []
  const call = createCall(async (path) => {
    asked.push(path)
    const answer = Object.entries(answers).find(([part]) => path.includes(part))?.[1]
    const made = { id: `t${asked.length}`, presignedUrl: `/files/incoming/${ID}.wav?n=${asked.length}` }
    return { status: 200, json: { data: answer?.(asked.length) ?? made } }
  })
  const put: PutFile = (url, _file, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      puts.push({ url, onProgress, end: (error) => (error === undefined ? resolve() : reject(error)) })
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  const store = createUploads(put)
  const site = { call, queries: createQueries() }
  const one = () => store.getState().uploads[0]!
  return { store, actions: store.getState(), site, puts, asked, one }
}

test('a paused upload keeps what has left, and goes on at the same address', async () => {
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

test('one that only waits can be paused, and the next one goes instead', async () => {
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

test('an address that has run out is replaced by another for the same upload', async () => {
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

test("a file that goes to another's store is announced when it is there", async () => {
  const away = `https://store.example/peal/incoming/${ID}.wav?X-Amz-Signature=1`
  const { actions, site, puts, asked } = start({ '/v1/tracks': () => ({ id: 't1', presignedUrl: away }) })
  actions.prepare(album, [new File(['sound'], 'One.wav')])
  actions.send(site, 'a1', 1)
  await settle()
  puts[0]!.end()
  await settle()
  assert.ok(asked.some((path) => path.endsWith(`/v1/uploads/${ID}/complete`)))
})

test('a full server is told apart from other trouble', async () => {
  const { actions, site, puts, one } = start()
  actions.prepare(album, [new File(['sound'], 'One.wav')])
  actions.send(site, 'a1', 1)
  await settle()
  puts[0]!.end(new PutError(503, 'There is no room'))
  await settle()
  assert.deepEqual(one().trouble, { kind: 'room', message: 'There is no room' })
})

test('tags fill in what nobody has written, and put the files in their order', async () => {
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
