/** Podcasts and episodes over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DESCRIPTION_MAX } from '#contract/fields.ts'
import { openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()

test('a podcast can be created in any letter case of the path', async () => {
  const made = await ada.form('POST', '/v1/Podcasts/create', {
    name: ' Stroll ',
    nostr: 'npub1',
    primaryCategoryId: '3',
  })
  assert.equal(made.status, 200)
  assert.equal(made.data.name, 'Stroll')
  assert.equal(made.data.podcastUrl, 'stroll')
  assert.equal(made.data.npub, 'npub1')
  assert.equal(made.data.primaryCategoryId, 3)
  assert.equal(made.data.isDraft, true)
  assert.equal((await ada.send('GET', `/V1/PODCASTS/${made.data.id}`)).data.name, 'Stroll')
})

test('a draft podcast and its episodes are hidden until it is published, newest episode first', async () => {
  const { data: podcast } = await ada.form('POST', '/v1/podcasts/create', { name: 'Talk' })
  const episode = { podcastId: podcast.id, order: 1, extension: 'mp3' }
  assert.equal((await ben.send('POST', '/v1/episodes', { ...episode, title: 'Mine' })).status, 403)
  const first = await ada.send('POST', '/v1/episodes', { ...episode, title: 'First', description: '  ' })
  assert.equal(first.status, 200)
  assert.equal(first.data.description, null)
  assert.match(first.data.presignedUrl, /signature=/)
  const second = await ada.send('POST', '/v1/episodes', { ...episode, order: '2', title: 'Second' })
  for (const path of [`podcasts/${podcast.id}`, `podcasts/talk/url`, `episodes/${first.data.id}`]) {
    assert.equal((await catalog.visitor.send('GET', `/v1/${path}`)).status, 404, path)
    assert.equal((await ada.send('GET', `/v1/${path}`)).status, 200, path)
  }
  for (const id of [first.data.id, second.data.id]) await catalog.finishAudio(id)
  await ada.send('POST', `/v1/publish/${podcast.id}`, {})
  const { data } = await catalog.visitor.send('GET', '/v1/podcasts/talk/url')
  assert.deepEqual(
    data.episodes.map((each: { title: string }) => each.title),
    ['Second', 'First'],
  )
  const listed = await catalog.visitor.send('GET', '/v1/podcasts')
  assert.deepEqual(listed.data.pagination, { currentPage: 1, perPage: 50, total: 1, totalPages: 1 })
  const own = await ada.send('GET', '/v1/podcasts/account')
  const talk = own.data.find((each: { id: string }) => each.id === podcast.id)
  assert.deepEqual([talk.status, talk.episodeCount], ['published', 2])
})

test('the waveform of an episode is visible to anybody who may play it', async () => {
  const { data: podcast } = await ada.form('POST', '/v1/podcasts/create', { name: 'Shape' })
  const { data: episode } = await ada.send('POST', '/v1/episodes', {
    podcastId: podcast.id,
    title: 'One',
    order: 1,
    extension: 'mp3',
  })
  await catalog.finishAudio(episode.id)
  assert.equal((await catalog.visitor.send('GET', `/v1/waveforms/${episode.id}`)).status, 404)
  const own = await ada.send('GET', `/v1/waveforms/${episode.id}`)
  assert.equal(own.data.peaks.length, 1_000)
  await ada.send('POST', `/v1/publish/${episode.id}`, { podcastId: podcast.id })
  assert.equal((await catalog.visitor.send('GET', `/v1/waveforms/${episode.id}`)).status, 200)
})

test('line breaks of a form, which browsers send as CRLF, are stored and counted as one character', async () => {
  const description = `one\n\ntwo${'\n.'.repeat(DESCRIPTION_MAX)}`.slice(0, DESCRIPTION_MAX)
  const made = await ada.form('POST', '/v1/podcasts/create', { name: 'Lines', description })
  assert.deepEqual([made.status, made.data.description], [200, description])
})
