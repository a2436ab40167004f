/** The chat room of an artist over HTTP: which events create one, who may open and close it, and who sees it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { draftChannel } from '#protocols/nostr/channel.ts'
import { type NostrEvent, signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { publicKeyOf } from '#protocols/nostr/keys.ts'
import { addIdentity } from '#server/accounts/identities.ts'
import { openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const KEY = new Uint8Array(32).fill(7)
const OTHER_KEY = new Uint8Array(32).fill(8)
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'
const { catalog, ada, ben } = await openFileCatalog()

before(async () => {
  await catalog.database.transaction((tx) =>
    addIdentity(tx, ada.userId, { issuer: 'nostr', subject: publicKeyOf(KEY) }, new Date()),
  )
})

const nowSeconds = () => Math.floor(catalog.now().getTime() / 1_000)

function makeChannel(parts: Partial<UnsignedEvent> = {}, key = KEY): NostrEvent {
  const draft = draftChannel({ name: 'Ada', about: null, picture: null, relays: [] }, nowSeconds())
  return signEvent({ ...draft, ...parts }, key)
}

async function makeArtist(): Promise<string> {
  const { data } = await ada.form('POST', '/v1/artists/create', { name: 'Ada' })
  return data.id as string
}

const chatOf = async (artistId: string) => (await catalog.visitor.send('GET', `/v1/artists/${artistId}`)).data.room

test('an artist has a chat room only while its owner has one open', async () => {
  const artistId = await makeArtist()
  const path = `/v1/artists/${artistId}/room`
  assert.equal(await chatOf(artistId), null)
  const event = makeChannel()
  const opened = await ada.send('PUT', path, { event })
  assert.deepEqual([opened.status, opened.data], [200, { id: event.id, pubkey: publicKeyOf(KEY) }])
  assert.deepEqual(await chatOf(artistId), { id: event.id, pubkey: publicKeyOf(KEY) })
  // Repeating the request is a no-op; a different event is refused.
  assert.equal((await ada.send('PUT', path, { event })).status, 200)
  const another = makeChannel({ created_at: nowSeconds() - 1 })
  assert.equal((await ada.send('PUT', path, { event: another })).status, 409)
  assert.equal((await chatOf(artistId)).id, event.id)
  for (const _ of [1, 2]) assert.deepEqual((await ada.send('DELETE', path)).data, { artistId })
  assert.equal(await chatOf(artistId), null)
  assert.equal((await ada.send('PUT', path, { event: another })).status, 200)
  assert.equal((await chatOf(artistId)).id, another.id)
})

test('only the owner opens or closes the chat room', async () => {
  const artistId = await makeArtist()
  const path = `/v1/artists/${artistId}/room`
  const event = makeChannel()
  assert.equal((await catalog.visitor.send('PUT', path, { event })).status, 401)
  assert.equal((await ben.send('PUT', path, { event })).status, 403)
  assert.equal((await ada.send('PUT', path, { event })).status, 200)
  assert.equal((await catalog.visitor.send('DELETE', path)).status, 401)
  assert.equal((await ben.send('DELETE', path)).status, 403)
  assert.equal((await chatOf(artistId)).id, event.id)
  assert.equal((await ada.send('PUT', `/v1/artists/${UNKNOWN_ID}/room`, { event })).status, 404)
  assert.equal((await ada.send('DELETE', `/v1/artists/${UNKNOWN_ID}/room`)).status, 404)
})

test('anything except a channel signed by a key of the owner is refused, with the reason', async () => {
  const artistId = await makeArtist()
  const good = makeChannel()
  const table: [status: number, message: RegExp, event: unknown][] = [
    [400, /./, undefined],
    [400, /./, { ...good, kind: 41 }],
    [400, /./, { ...good, id: good.id.toUpperCase() }],
    [400, /./, { ...good, more: 1 }],
    [422, /does not match/, { ...good, content: '{"name":"Forged"}' }],
    [422, /signature/, { ...good, sig: '0'.repeat(128) }],
    [422, /no name/, makeChannel({ content: '{}' })],
    [422, /future/, makeChannel({ created_at: nowSeconds() + 601 })],
    [422, /not linked/, makeChannel({}, OTHER_KEY)],
  ]
  for (const [status, message, event] of table) {
    const response = await ada.send('PUT', `/v1/artists/${artistId}/room`, { event })
    assert.equal(response.status, status, JSON.stringify(response))
    assert.match(JSON.stringify(response), message)
  }
  assert.equal(await chatOf(artistId), null)
})
