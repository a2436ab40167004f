/** Deleting a track: unpublished ones leave the cached lists immediately, published ones with the next fetch. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAlbumTracks, listOwnTracks } from '#contract/catalog/tracks.ts'
import { createQueries, queryKeyOf } from '#web/data/queries.ts'
import { dropAudioFromCache } from './drop-audio.ts'

const albumKey = queryKeyOf(listAlbumTracks, { params: { albumId: 'one' }, query: { unpublished: 'true' } })
const ownKey = queryKeyOf(listOwnTracks, { query: {} })
const out = { id: 'out', isDraft: false, publishedAt: '2020-01-01T00:00:00.000Z' }
const draft = { id: 'draft', isDraft: true, publishedAt: null }
const scheduled = { id: 'scheduled', isDraft: false, publishedAt: '2999-01-01T00:00:00.000Z' }

function cacheOf() {
  const queries = createQueries()
  queries.setQueryData(albumKey, [out, draft, scheduled])
  queries.setQueryData(ownKey, [draft, out])
  const ids = (key: readonly unknown[]) => queries.getQueryData<{ id: string }[]>(key)?.map(({ id }) => id)
  return { queries, ids }
}

test('a deleted draft leaves every list', () => {
  const { queries, ids } = cacheOf()
  dropAudioFromCache(queries, draft)
  assert.deepEqual(ids(albumKey), ['out', 'scheduled'])
  assert.deepEqual(ids(ownKey), ['out'])
})

test('deleted scheduled content is not public yet and leaves too', () => {
  const { queries, ids } = cacheOf()
  dropAudioFromCache(queries, scheduled)
  assert.deepEqual(ids(albumKey), ['out', 'draft'])
})

test('deleted published content stays until the lists are fetched again', () => {
  const { queries, ids } = cacheOf()
  dropAudioFromCache(queries, out)
  assert.deepEqual(ids(albumKey), ['out', 'draft', 'scheduled'])
})
