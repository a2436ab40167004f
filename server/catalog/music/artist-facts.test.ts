/** What is known of an artist, over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada } = await openFileCatalog()

test('an artist has a location, genres and members, which can be changed and cleared', async () => {
  const members = [{ name: 'Ada Berg', from: 2001, until: 2009 }, { name: 'נועה 🌙' }]
  const fields = { location: 'Reykjavík', genreIds: '[14,9]', members: JSON.stringify(members) }
  const made = await ada.form('POST', '/v1/artists/create', { name: 'Known', ...fields })
  assert.equal(made.status, 200, made.error)
  const { id: artistId } = made.data
  const { data } = await catalog.visitor.send('GET', `/v1/artists/${artistId}`)
  assert.equal(data.location, 'Reykjavík')
  assert.deepEqual(
    data.genres.map(({ id }: { id: number }) => id),
    [14, 9],
  )
  assert.deepEqual(data.members, [members[0], { name: 'נועה 🌙', from: null, until: null }])
  const update = (changes: object) => ada.form('POST', '/v1/artists/update', { artistId, ...changes })
  assert.deepEqual((await update({ bio: 'Other' })).data.genreIds, [14, 9], 'absent fields stay')
  const cleared = (await update({ location: '', genreIds: '', members: '' })).data
  assert.deepEqual([cleared.location, cleared.genreIds, cleared.members], [null, [], []])
})

test('invalid facts are refused', async () => {
  const { id: artistId } = (await ada.form('POST', '/v1/artists/create', { name: 'Known' })).data
  const wrong: [object, number][] = [
    [{ location: 'x'.repeat(256) }, 400],
    [{ location: 'a\0b' }, 400],
    [{ genreIds: '[999999]' }, 422],
    [{ genreIds: '[1,2,3,4]' }, 400],
    [{ genreIds: '["x"]' }, 400],
    [{ genreIds: 'x' }, 400],
    [{ members: '[{}]' }, 400],
    [{ members: '[{"name":" "}]' }, 400],
    [{ members: '[{"name":"Ada","from":2009,"until":2001}]' }, 400],
    [{ members: '[{"name":"Ada","from":1}]' }, 400],
    [{ members: JSON.stringify(Array.from({ length: 51 }, () => ({ name: 'Ada' }))) }, 400],
  ]
  for (const [fields, status] of wrong) {
    const sent = await ada.form('POST', '/v1/artists/update', { artistId, ...fields })
    assert.equal(sent.status, status, `${JSON.stringify(fields).slice(0, 80)}: ${sent.error}`)
  }
})
