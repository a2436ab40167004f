/** Updating, ordering and deleting podcasts and episodes over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, openFileCatalog, type CatalogUser } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()

const make = async (fields: object = {}) => {
  const made = await ada.form('POST', '/v1/podcasts/create', { name: 'Show', ...fields })
  assert.equal(made.status, 200, made.error)
  return made.data
}
const addEpisode = async (podcastId: string, title: string, fields: object = {}) => {
  const body = { podcastId, title, order: 1, extension: 'mp3', ...fields }
  const made = await ada.send('POST', '/v1/episodes', body)
  assert.equal(made.status, 200, made.error)
  return made.data.id as string
}
const update = (fields: object, caller = ada) => caller.form('POST', '/v1/podcasts/update', fields)
const edit = (body: object, caller = ada) => caller.send('PUT', '/v1/episodes/update', body)
const episodes = async (podcastId: string, caller: Pick<CatalogUser, 'send'> = ada, query = '?unpublished=true') =>
  (await caller.send('GET', `/v1/episodes/${podcastId}/podcast${query}`)).data
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('absent fields stay, empty fields are cleared, and a new category clears the subcategory', async () => {
  const places = { primaryCategoryId: '11', primarySubcategoryId: '1102', secondaryCategoryId: '1' }
  const podcast = await make({ description: 'Words', nostr: 'npub1', explicit: 'true', language: 'de', ...places })
  assert.deepEqual([podcast.isExplicit, podcast.language], [true, 'de'])
  const changed = await update({ podcastId: podcast.id, description: '', website: ' a.example ' })
  assert.equal(changed.status, 200, changed.error)
  const { description, npub, website, primarySubcategoryId, isExplicit } = changed.data
  assert.deepEqual(
    [description, npub, website, primarySubcategoryId, isExplicit],
    [null, 'npub1', 'https://a.example', 1102, true],
  )
  const moved = await update({
    podcastId: podcast.id,
    primaryCategoryId: '3',
    isExplicit: 'false',
    npub: '',
    language: '',
  })
  const { primarySubcategoryId: below, secondaryCategoryId, ...cleared } = moved.data
  assert.deepEqual([below, cleared.isExplicit, cleared.npub, cleared.language], [null, false, null, null])
  assert.equal(secondaryCategoryId, 1)
  assert.equal((await update({ podcastId: podcast.id, secondarySubcategoryId: '301' })).status, 422)
})

test('the list can be filtered by category, primary or secondary', async () => {
  const first = await make({ primaryCategoryId: '7' })
  const second = await make({ primaryCategoryId: '11', secondaryCategoryId: '7' })
  const other = await make({ primaryCategoryId: '11' })
  for (const { id } of [first, second, other]) await ada.send('POST', `/v1/publish/${id}`, {})
  const list = async (query: string) => (await catalog.visitor.send('GET', `/v1/podcasts${query}`)).data
  const narrowed = await list('?categoryId=7')
  assert.deepEqual(new Set(idsOf(narrowed.podcasts)), new Set([first.id, second.id]))
  assert.equal(narrowed.podcasts.length, 2)
  assert.equal(narrowed.pagination.total, 2)
  assert.equal((await list('')).podcasts.length, 3)
})

test('a new name changes the slug, and the former one redirects', async () => {
  const podcast = await make({ name: 'Early Talk' })
  assert.equal((await update({ podcastId: podcast.id, name: 'Late Talk' })).data.podcastUrl, 'late-talk')
  await ada.send('POST', `/v1/publish/${podcast.id}`, {})
  const moved = await catalog.visitor.send('GET', '/v1/podcasts/early-talk/url')
  assert.deepEqual([moved.status, moved.code], [301, 'moved'])
  assert.equal((await make({ name: 'Early Talk' })).podcastUrl, 'early-talk-2')
  assert.equal((await catalog.visitor.send('GET', '/v1/podcasts/late-talk/url')).data.id, podcast.id)
})

test('the former slug of a draft does not redirect visitors', async () => {
  const podcast = await make({ name: 'Secret One' })
  await update({ podcastId: podcast.id, name: 'Secret Two' })
  assert.equal((await catalog.visitor.send('GET', '/v1/podcasts/secret-one/url')).status, 404)
  assert.equal((await ada.send('GET', '/v1/podcasts/secret-one/url')).status, 301)
})

test('a podcast to be published when ready is published with its first finished episode', async () => {
  const podcast = await make({ name: 'Ready', isDraft: 'false' })
  assert.equal(podcast.isDraft, true)
  const id = await addEpisode(podcast.id, 'Pilot')
  assert.equal((await catalog.visitor.send('GET', `/v1/podcasts/${podcast.id}`)).status, 404)
  await catalog.finishAudio(id)
  assert.deepEqual(idsOf((await catalog.visitor.send('GET', `/v1/podcasts/${podcast.id}`)).data.episodes), [id])
})

test('a scheduled episode becomes public automatically', async () => {
  const podcast = await make({ name: 'Scheduled' })
  const [now, later] = [await addEpisode(podcast.id, 'Now'), await addEpisode(podcast.id, 'Later')]
  for (const id of [now, later]) await catalog.finishAudio(id)
  await ada.send('POST', `/v1/publish/${now}`, { contentType: 'episode', podcastId: podcast.id })
  const publishedAt = new Date(catalog.now().getTime() + DAY_MS).toISOString()
  await ada.send('POST', `/v1/publish/${later}`, { podcastId: podcast.id, publishedAt })
  assert.deepEqual(idsOf(await episodes(podcast.id, catalog.visitor, '')), [now])
  catalog.step(DAY_MS)
  assert.deepEqual(idsOf(await episodes(podcast.id, catalog.visitor, '')), [later, now])
})

test('the texts, season, credits and audio of an episode can be changed', async () => {
  const podcast = await make({ name: 'Words' })
  const id = await addEpisode(podcast.id, 'One', {
    season: 2,
    credits: [{ name: 'Ben', role: 'host', username: 'ben' }],
  })
  await addEpisode(podcast.id, 'Two')
  await catalog.finishAudio(id)
  const first = (await ada.send('GET', `/v1/episodes/${id}`)).data
  assert.deepEqual([first.season, first.credits], [2, [{ name: 'Ben', role: 'host', username: 'ben' }]])
  const changed = await edit({
    episodeId: id,
    title: ' Uno ',
    description: 'Words',
    season: null,
    explicit: true,
    order: '9',
  })
  assert.equal(changed.status, 200, changed.error)
  const { title, description, season, isExplicit, order, credits } = changed.data
  assert.deepEqual([title, description, season, isExplicit, order], ['Uno', 'Words', null, true, 9])
  assert.equal(credits.length, 1)
  assert.equal((await edit({ episodeId: id, title: 'Two' })).status, 200)
  const replacing = (await edit({ episodeId: id, extension: 'flac' })).data
  assert.match(replacing.presignedUrl, /incoming/)
  assert.deepEqual([replacing.liveUrl, replacing.isProcessing], [first.liveUrl, true])
  await catalog.finishAudio(id)
  assert.notEqual((await ada.send('GET', `/v1/episodes/${id}`)).data.liveUrl, first.liveUrl)
})

test('an episode is counted within its season, and two may have the same number or both be trailers', async () => {
  const podcast = await make({ name: 'Seasons' })
  const plain = await addEpisode(podcast.id, 'Plain')
  const first = (await ada.send('GET', `/v1/episodes/${plain}`)).data
  assert.deepEqual([first.season, first.number, first.kind], [null, null, 'full'])
  const trailer = { season: 2, number: 9_999, kind: 'trailer' }
  const ids = [await addEpisode(podcast.id, 'A', trailer), await addEpisode(podcast.id, 'B', trailer)]
  for (const id of ids) {
    const { season, number, kind } = (await ada.send('GET', `/v1/episodes/${id}`)).data
    assert.deepEqual({ season, number, kind }, trailer)
  }
  const notes = '*Later*'
  const { data } = await edit({ episodeId: ids[0]!, number: null, kind: 'bonus', notes: ` ${notes} ` })
  assert.deepEqual([data.season, data.number, data.kind, data.notes], [2, null, 'bonus', notes])
})

test('only the owner can change, order and delete', async () => {
  const podcast = await make({ name: 'Owned' })
  const id = await addEpisode(podcast.id, 'One')
  assert.equal((await update({ podcastId: podcast.id, name: 'Mine' }, ben)).status, 403)
  assert.equal((await edit({ episodeId: id, title: 'Mine' }, ben)).status, 403)
  assert.equal((await ben.send('DELETE', `/v1/episodes/${id}`)).status, 403)
  assert.equal((await ben.send('DELETE', `/v1/Podcasts/${podcast.id}`)).status, 403)
  const order = await ben.send('PUT', `/v1/podcasts/${podcast.id}/order`, { episodeIds: [id] })
  assert.equal(order.status, 403)
  const other = await make({ name: 'Other' })
  assert.equal((await edit({ episodeId: id, podcastId: other.id })).code, 'parent-mismatch')
})

test('episodes are renumbered in a single call', async () => {
  const podcast = await make({ name: 'Ordered' })
  const ids = [await addEpisode(podcast.id, 'A'), await addEpisode(podcast.id, 'B'), await addEpisode(podcast.id, 'C')]
  const order = (episodeIds: string[]) => ada.send('PUT', `/v1/podcasts/${podcast.id}/order`, { episodeIds })
  assert.equal((await order(ids.toReversed())).status, 200)
  assert.deepEqual(idsOf(await episodes(podcast.id)), ids)
  assert.equal((await order(ids.slice(1))).status, 422)
})

test('a podcast with episodes is not deleted; without episodes it is', async () => {
  const podcast = await make({ name: 'Going' })
  const id = await addEpisode(podcast.id, 'One')
  const refused = await ada.send('DELETE', `/v1/Podcasts/${podcast.id}`)
  assert.deepEqual([refused.status, refused.code], [409, 'has-children'])
  const deleted = await ada.send('DELETE', `/v1/episodes/${id}`)
  assert.deepEqual(deleted.data, { id, title: 'One', podcastId: podcast.id })
  assert.deepEqual((await ada.send('DELETE', `/v1/Podcasts/${podcast.id}`)).data, { id: podcast.id, name: 'Going' })
  assert.equal((await ada.send('GET', `/v1/podcasts/${podcast.id}`)).status, 404)
  assert.equal((await ada.send('GET', `/v1/episodes/${id}`)).status, 404)
})

test('own episodes and podcasts are listed in pages, with drafts on request', async () => {
  const cleo = await catalog.person('cleo')
  const podcast = (await cleo.form('POST', '/v1/podcasts/create', { name: 'Mine' })).data
  const body = { podcastId: podcast.id, order: 1, extension: 'mp3' }
  const [out, draft] = await Promise.all(
    ['Out', 'Draft'].map(
      async (title) => (await cleo.send('POST', '/v1/episodes', { ...body, title })).data.id as string,
    ),
  )
  await catalog.finishAudio(out!)
  await cleo.send('POST', `/v1/publish/${out}`, {})
  const list = async (query: string) => idsOf((await cleo.send('GET', `/v1/episodes/account${query}`)).data)
  assert.deepEqual(await list(''), [out])
  assert.deepEqual(await list('?unpublished=true'), [draft, out])
  assert.deepEqual(await list('?unpublished=true&limit=1&page=2'), [out])
  assert.deepEqual(idsOf(await episodes(podcast.id, ben)), [out])
  assert.equal((await ada.send('GET', '/v1/podcasts/account?limit=1')).data.length, 1)
})

test('a podcast is deleted with its episodes on request', async () => {
  const podcast = await make({ name: 'All of it' })
  const id = await addEpisode(podcast.id, 'One')
  assert.equal((await ada.send('DELETE', `/v1/podcasts/${podcast.id}`)).code, 'has-children')
  assert.equal((await ada.send('DELETE', `/v1/podcasts/${podcast.id}?withChildren=true`)).status, 200)
  assert.equal((await ada.send('GET', `/v1/episodes/${id}`)).status, 404)
})
