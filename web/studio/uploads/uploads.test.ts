/** Uploads: two at a time, in order, every failure recoverable, and nothing lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCall } from '#web/data/api.ts'
import { createQueries } from '#web/data/queries.ts'
import { PutError, type PutFile } from './put-file.ts'
import { toLines } from '#web/studio/audio/lines.ts'
import type { AudioItem } from './audio-items.ts'
import type { AudioParent } from './upload.ts'
import { createUploads } from './uploads.ts'

const album: AudioParent = { kind: 'album', id: 'a1', artistName: 'Mara' }

type Answer = { status: number; json: unknown }
const made = (id: string): Answer => ({ status: 201, json: { data: { id, presignedUrl: `/files/${id}` } } })
const refused = (status: number, code: string): Answer => ({ status, json: { error: code, code } })

/** A server that first returns `responses` in turn, then creates tracks; uploads finish on command. */
function start(responses: Answer[] = []) {
  const sent: Record<string, unknown>[] = []
  const running = new Map<string, { resolve: () => void; reject: (error: unknown) => void }>()
  const call = createCall(async (_, { body }) => {
    sent.push(JSON.parse(body as string) as Record<string, unknown>)
    return responses.shift() ?? made(`t${sent.length}`)
  })
  const put: PutFile = (url, _, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      onProgress(0.5)
      running.set(url, { resolve, reject })
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  const store = createUploads(put)
  const site = { call, queries: createQueries() }
  const files = (...names: string[]) => names.map((name) => new File(['sound'], name))
  const states = () => store.getState().uploads.map(({ title, state }) => `${title} ${state}`)
  const keyOf = (title: string) => store.getState().uploads.find((one) => one.title === title)?.key ?? ''
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
  return { store, actions: store.getState(), site, sent, running, files, states, keyOf, settle }
}

test('two uploads run at a time, in the given order, and the next one follows', async () => {
  const { actions, site, sent, running, files, states, keyOf, settle } = start()
  actions.prepare(album, files('01 - One.wav', '02 - Two.wav', '03 - Three.mp3'))
  actions.move(keyOf('Three'), -1)
  actions.edit(keyOf('One'), { title: ' First ' })
  assert.deepEqual(sent, [], 'nothing leaves before it is sent')
  actions.send(site, 'a1', 4)
  await settle()
  assert.deepEqual(states(), ['First uploading', 'Three uploading', 'Two waiting'])
  running.get('/files/t1')?.resolve()
  await settle()
  assert.deepEqual(states(), ['First sent', 'Three uploading', 'Two uploading'])
  assert.deepEqual(
    sent.map(({ title, order, extension }) => [title, order, extension]),
    [
      ['First', 4, 'wav'],
      ['Three', 5, 'mp3'],
      ['Two', 6, 'wav'],
    ],
  )
})

test('after the last position all come last, as when the place of a removed track is filled', async () => {
  const { actions, site, sent, files, settle } = start()
  actions.prepare(album, files('One.wav', 'Two.wav'))
  actions.send(site, 'a1', 50)
  await settle()
  assert.deepEqual(
    sent.map(({ title, order }) => [title, order]),
    [
      ['One', 50],
      ['Two', 50],
    ],
  )
})

test('an interrupted connection resumes at the same URL', async () => {
  const { store, actions, site, sent, running, files, states, keyOf, settle } = start()
  actions.prepare(album, files('One.wav'))
  actions.send(site, 'a1', 1)
  await settle()
  running.get('/files/t1')?.reject(new PutError(0, null))
  await settle()
  assert.equal(store.getState().uploads[0]?.trouble?.kind, 'other')
  actions.retry(site, keyOf('One'))
  await settle()
  running.get('/files/t1')?.reject(new PutError(409, 'This file has been uploaded already'))
  await settle()
  assert.deepEqual(states(), ['One sent'], 'a file that is there already has arrived')
  assert.equal(sent.length, 1)
})

test('without a URL the upload could not start, and can be retried', async (context) => {
  const logged = context.mock.method(console, 'error', () => undefined)
  const { store, actions, site, files, states, keyOf, settle } = start([
    { status: 201, json: { data: { id: 't0', presignedUrl: '' } } },
  ])
  actions.prepare(album, files('One.wav'))
  actions.send(site, 'a1', 1)
  await settle()
  assert.equal(store.getState().uploads[0]?.trouble?.message, 'Upload could not start')
  assert.equal(logged.mock.callCount(), 1)
  actions.retry(site, keyOf('One'))
  await settle()
  assert.deepEqual(states(), ['One uploading'])
})

test('an expired session keeps the work', async () => {
  const { store, actions, site, files, states, keyOf, settle } = start([refused(401, 'unauthorized')])
  actions.prepare(album, files('One.wav'))
  actions.send(site, 'a1', 1)
  await settle()
  assert.equal(store.getState().uploads[0]?.trouble?.kind, 'login')
  actions.retry(site, keyOf('One'))
  await settle()
  assert.deepEqual(states(), ['One uploading'])
})

test('every file has its row on the server before its turn, so it survives closing the window', async () => {
  const { actions, site, sent, files, states, settle } = start()
  actions.prepare(album, files('a.wav', 'b.wav', 'c.wav', 'd.wav'))
  actions.send(site, 'a1', 1)
  await settle()
  assert.deepEqual(states(), ['a uploading', 'b uploading', 'c waiting', 'd waiting'])
  assert.deepEqual(
    sent.map(({ title, file }) => [title, (file as { name: string; sizeBytes: number }).name]),
    [
      ['a', 'a.wav'],
      ['b', 'b.wav'],
      ['c', 'c.wav'],
      ['d', 'd.wav'],
    ],
  )
})

test('cancelling ends an upload and starts the next', async () => {
  const { actions, site, files, states, keyOf, settle } = start()
  actions.prepare(album, files('a.wav', 'b.wav', 'c.wav'))
  actions.send(site, 'a1', 1)
  await settle()
  actions.cancel(keyOf('a'))
  await settle()
  assert.deepEqual(states(), ['a cancelled', 'b uploading', 'c uploading'])
})

test('files prepared for a release that does not exist yet are added to it once it does', async () => {
  const { store, actions, site, sent, files, settle } = start()
  const nobody: AudioParent = { kind: 'album', id: 'new', artistName: '' }
  actions.prepare(nobody, files('01 - One.wav'))
  actions.adopt('new', album)
  assert.deepEqual(
    store.getState().uploads.map(({ parent }) => parent.id),
    ['a1'],
  )
  actions.send(site, 'a1', 1)
  await settle()
  assert.deepEqual(
    sent.map(({ albumId }) => albumId),
    ['a1'],
  )
})

test('a file that replaces audio keeps the row, and cancelling it leaves no trace', async () => {
  const { store, actions, site, sent, running, files, states, keyOf, settle } = start()
  const [file] = files('new.flac')
  actions.replace(site, album, { id: 't9', title: 'One' }, file!)
  await settle()
  assert.deepEqual(
    sent.map(({ trackId, extension }) => [trackId, extension]),
    [['t9', 'flac']],
  )
  assert.deepEqual(states(), ['One uploading'])
  running.get('/files/t1')?.resolve()
  await settle()
  assert.deepEqual(states(), ['One sent'])
  actions.replace(site, album, { id: 't9', title: 'One' }, file!)
  await settle()
  assert.deepEqual(states(), ['One uploading'])
  actions.cancel(keyOf('One'))
  await settle()
  assert.deepEqual(store.getState().uploads, [])
})

test('files without tags keep their order, also when one of them failed first', async () => {
  const { store, actions, site, sent, files, settle } = start([made('t1'), refused(500, 'internal-error')])
  actions.prepare(album, files('1 Ash.wav', '2 Birch.wav'))
  actions.prepare(album, files('Alder.wav'))
  actions.send(site, 'a1', 1)
  await settle()
  assert.deepEqual(
    sent.map(({ title, order }) => [title, order]),
    [
      ['Ash', 1],
      ['Birch', 2],
      ['Alder', 3],
    ],
  )
  const audioItems = [audioItem('t1', 'Ash', 1), audioItem('t3', 'Alder', 3)]
  const rows = toLines('album', audioItems, store.getState().uploads)
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['Ash', 'Birch', 'Alder'],
  )
  const newestFirst = toLines('podcast', audioItems.toReversed(), store.getState().uploads)
  assert.deepEqual(
    newestFirst.map(({ title }) => title),
    ['Alder', 'Birch', 'Ash'],
  )
})

const audioItem = (id: string, title: string, order: number) => ({ id, title, order }) as AudioItem
