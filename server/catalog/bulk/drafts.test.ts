/** Drafts and what they lack, over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()

type Draft = { id: string; lacks: string[]; isComplete: boolean; tracks: { state: string; file: object | null }[] }
const list = async (): Promise<Draft[]> => (await ada.send('GET', '/v1/albums/drafts')).data
const find = async (id: string) => (await list()).find((draft) => draft.id === id)
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const cover = () => new File([PICTURE], 'cover.png', { type: 'image/png' })

test('a draft says what it lacks until it is complete, and leaves the list when it is published', async () => {
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['One'], { title: 'Noon' })
  assert.deepEqual((await find(albumId))?.lacks, ['cover', 'date', 'price'])
  await ada.form('POST', '/v1/albums/update', { albumId, originalDate: '1969' })
  assert.deepEqual((await find(albumId))?.isComplete, false)
  const withCover = await ada.form('POST', '/v1/albums/update', { albumId, artwork: cover() })
  assert.equal(withCover.status, 200, withCover.error)
  const complete = await find(albumId)
  assert.deepEqual([complete?.lacks, complete?.isComplete], [['price'], true])
  await ada.send('PUT', '/v1/tracks/update', { trackId: trackIds[0], disc: 2 })
  assert.deepEqual((await find(albumId))?.lacks, ['disc', 'price'])
  const twin = await ada.form('POST', '/v1/albums', { artistId, title: 'noon' })
  assert.deepEqual((await find(albumId))?.lacks, ['disc', 'duplicate', 'price'])
  assert.deepEqual((await find(twin.data.id))?.lacks, ['tracks', 'cover', 'date', 'duplicate', 'price'])
  const past = { contentType: 'album', publishedAt: '1969-01-01T00:00:00.000Z' }
  assert.equal((await ada.send('POST', `/v1/publish/${albumId}`, past)).status, 200)
  assert.equal(await find(albumId), undefined)
  await ada.send('POST', `/v1/publish/${albumId}`, { isDraft: true })
  assert.equal(await find(albumId), undefined, 'hiding it does not make it a draft again')
})

test('files that have not arrived are listed with what was announced, and failed ones too', async () => {
  const { albumId } = await catalog.album(ada, ['One'], { title: 'Night' })
  const file = { name: 'b 🎹.wav', sizeBytes: 9, modifiedAt: '2030-01-01T00:00:00.000Z' }
  const body = { albumId, title: 'Two', order: 2, extension: 'wav', file }
  await ada.send('POST', '/v1/tracks', body)
  await catalog.failAudio((await ada.send('POST', '/v1/tracks', { ...body, order: 3 })).data.id, 'No audio.')
  const draft = await find(albumId)
  assert.deepEqual(draft?.lacks, ['files', 'failed', 'cover', 'date', 'price'])
  assert.deepEqual(
    draft?.tracks.map((track) => [track.state, track.file]),
    [
      ['ready', null],
      ['awaiting', file],
      ['failed', file],
    ],
  )
})

test('nobody sees the drafts of another user', async () => {
  assert.deepEqual((await ben.send('GET', '/v1/albums/drafts')).data, [])
  assert.equal((await catalog.visitor.send('GET', '/v1/albums/drafts')).status, 401)
})
