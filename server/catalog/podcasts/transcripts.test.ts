/** Transcripts over HTTP: which files are accepted, and who may read and replace them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeWav } from '#tests/audio-samples.ts'
import { CUES_MAX } from '#protocols/rss/transcript.ts'
import { deleteWork, exportWork } from '#server/catalog/lists/user-content.ts'
import { type CatalogUser, openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()
const { data: podcast } = await ada.form('POST', '/v1/podcasts/create', { name: 'Spoken' })
const episode = { podcastId: podcast.id, title: 'One', order: 1, extension: 'mp3' }
const { id } = (await ada.send('POST', '/v1/episodes', episode)).data
await catalog.finishAudio(id)
const path = `/v1/episodes/${id}/transcript`

const upload = (content: BlobPart, caller: CatalogUser = ada, to = path) =>
  caller.form('POST', to, { transcript: new File([content], 'a.vtt') })
const vtt = (...cues: string[]) => `WEBVTT\n\n${cues.join('\n\n')}`
const FIRST = '00:00.250 --> 00:01.000\n<v Ada>One <script>alert(1)</script>'
const lengthOf = async () => (await ada.send('GET', `/v1/episodes/${id}`)).data.transcriptCharacters

test('a transcript is replaced as a whole, and deleted', async () => {
  assert.deepEqual((await ada.send('GET', path)).data, { lines: [] })
  assert.equal(await lengthOf(), 0)
  const set = await upload(vtt(FIRST))
  assert.equal(set.status, 200, set.error)
  const lines = [{ startTime: 0.25, endTime: 1, speaker: 'Ada', text: 'One alert(1)' }]
  assert.deepEqual(set.data, { lines })
  assert.deepEqual((await ada.send('GET', path)).data, { lines })
  assert.equal(await lengthOf(), 12)
  const srt = '1\n00:00:00,500 --> 00:00:00,900\nTwo'
  assert.deepEqual((await upload(srt)).data, { lines: [{ startTime: 0.5, endTime: 0.9, text: 'Two' }] })
  assert.deepEqual((await ada.send('DELETE', path)).data, { lines: [] })
  assert.equal(await lengthOf(), 0)
})

test('only the owner replaces it, and who may not play the episode does not read it', async () => {
  assert.equal((await upload(vtt(FIRST), ben)).status, 403)
  assert.equal((await ben.send('DELETE', path)).status, 403)
  assert.equal((await ben.send('GET', path)).status, 404)
  assert.equal((await catalog.visitor.send('GET', path)).status, 404)
  const { trackIds } = await catalog.album(ada, ['Song'])
  assert.equal((await upload(vtt(FIRST), ada, `/v1/episodes/${trackIds[0]}/transcript`)).status, 422)
})

test('a hostile file is refused with its reason, and what was there stays', async () => {
  await upload(vtt(FIRST))
  const many = Array.from({ length: 100_000 }, () => '00:00.000 --> 00:00.001\na')
  const wrong: [what: string, content: BlobPart, status: number, code: string][] = [
    ['Latin-1', Buffer.from(vtt('00:00.000 --> 00:01.000\nJosé'), 'latin1'), 422, 'transcript-encoding'],
    ['UTF-16', Buffer.from(vtt(FIRST), 'utf16le'), 422, 'transcript-invalid'],
    ['an image', Buffer.from('89504e470d0a1a0a', 'hex'), 422, 'transcript-invalid'],
    ['a WAV', new Uint8Array(makeWav(1)), 422, 'transcript-invalid'],
    ['nothing', '', 422, 'transcript-invalid'],
    ['HTML', '<p>Sorry</p>', 422, 'transcript-invalid'],
    ['a negative time', vtt('-00:01.000 --> 00:01.000\na'), 422, 'transcript-invalid'],
    ['a line beyond the end', vtt(FIRST, '09:00:00.000 --> 09:00:01.000\na'), 422, 'transcript-invalid'],
    ['100,000 lines', vtt(...many), 413, 'transcript-too-long'],
    ['6 MB', 'a'.repeat(6_000_000), 413, 'transcript-too-long'],
    ['25 MB', 'a'.repeat(25_000_000), 413, 'payload-too-large'],
  ]
  for (const [what, content, status, code] of wrong) {
    const refused = await upload(content)
    assert.deepEqual([refused.status, refused.code], [status, code], what)
  }
  assert.equal((await ada.form('POST', path, { transcript: 'text' })).status, 400)
  assert.match((await upload(vtt('00:01.000 --> 00:00.000\na'))).error, /segment 3: /)
  assert.ok(CUES_MAX < many.length)
  assert.equal((await ada.send('GET', path)).data.lines.length, 1)
})

test('a transcript is in the export of its owner, and deleted with its episode or the account', async () => {
  const exported = () => exportWork(catalog.database.read, ada.userId)
  await upload(vtt(FIRST))
  const second = (await ada.send('POST', '/v1/episodes', { ...episode, title: 'Two' })).data.id
  await upload(vtt(FIRST), ada, `/v1/episodes/${second}/transcript`)
  assert.equal((await exported())['transcripts']!.length, 2)
  assert.equal((await ada.send('DELETE', `/v1/episodes/${second}`)).status, 200)
  assert.equal((await exported())['transcripts']!.length, 1)
  await catalog.database.transaction((tx) => deleteWork(tx, ada.userId, catalog.now()))
  assert.deepEqual((await exported())['transcripts'], [])
})
