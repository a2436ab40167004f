/** The calls of the first implementation's mobile client, each made to a running server with real data: every field it
 * reads is there and of its type. One row of the table is one call; a field is `name: type`, `?` for nullable. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addToLibrary } from '#contract/listening/library.ts'
import { createEpisode, getEpisode } from '#contract/catalog/episodes.ts'
import { linkNostrKey } from '#contract/accounts/nostr.ts'
import { listReceivedComments } from '#contract/community/comments.ts'
import { send, withdraw } from '#contract/payments/payments.ts'
import { addPlaylistTrack, createPlaylist } from '#contract/listening/playlists.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { updateAlbum } from '#contract/catalog/albums.ts'
import { signEvent } from '#protocols/nostr/event.ts'
import { generateKeyPhrase } from '#protocols/nostr/key-phrase.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import { createPhraseSigner, restorePhraseKey } from '#web/nostr/phrase-key.ts'
import { createSignedCall } from '#web/nostr/signer.ts'
import { fillBalance, createTestUser, PASSWORD, type TestUser, publishTrack, putAudio, until } from '../users.ts'
import { grantFor, type Needed, provingCall } from '../proofs.ts'
import { connectRelay } from '../relay-client.ts'
import { makeWav } from '../audio-samples.ts'
import { type Row, type Shape, type TypeName, types } from '../stock-client-shapes.ts'
import { stockCalls } from '../stock-client-table.ts'
import { createTestWorld, transportTo, type TestWorld } from '../world.ts'

let test_: TestWorld
let users: { artist: TestUser; listener: TestUser }
/** Values for `{name}` in a path or a field. */
const places: Record<string, string> = {}
const clientKey = restorePhraseKey(generateKeyPhrase()).pubkey

const EVIDENCE = { method: 'password', password: PASSWORD } as const

before(async () => {
  test_ = await createTestWorld()
  const [artist, listener] = [
    await createTestUser(test_, { name: 'maker' }),
    await createTestUser(test_, { name: 'stockuser' }),
  ]
  // If the client is refused, the user gives a proof.
  listener.call = provingCall(listener.call, EVIDENCE)
  users = { artist, listener }
  const made = await publishTrack(test_, artist, { title: 'Stockholm' })
  await artist.call(updateAlbum, { body: { albumId: made.albumId, genreId: '1' } })
  const podcastId = await publishEpisode(artist)
  Object.assign(places, { artist: made.artistId, album: made.albumId, track: made.trackId, podcast: podcastId })
  Object.assign(places, { listener: listener.name, listenerId: listener.userId, genre: '1' })
  places['pubkey'] = await linkKey(listener)
  await fillBalance(test_, listener, 200_000)
  await listener.call(send, { body: { contentId: made.trackId, msatAmount: 10_000, comment: 'Lovely' } })
  await until(async () => (await artist.call(listReceivedComments, { query: {} })).comments.length > 0)
  await listener.call(withdraw, { body: { invoice: test_.node.makeInvoice({ amountMsat: 10_000n }).bolt11 } })
  places['today'] = test_.clock.now().toISOString().slice(0, 10)
  const playlist = await listener.call(createPlaylist, { body: { title: 'Shared', visibility: 'public' } })
  places['playlist'] = playlist.id
  await listener.call(addPlaylistTrack, { body: { playlistId: playlist.id, trackId: made.trackId } })
  // A chart is cached for half a minute.
  test_.clock.step(31_000)
  await until(async () => (await test_.call(listTopTracks, { query: {} })).length > 0)
  for (const contentId of Object.values(made)) await listener.call(addToLibrary, { body: { contentId } })
})
after(() => test_[Symbol.asyncDispose]())

async function publishEpisode(owner: TestUser): Promise<string> {
  const podcast = await owner.call(createPodcast, { body: { name: 'Talk' } })
  const body = { podcastId: podcast.id, title: 'One', order: 1, extension: 'wav' }
  const made = await owner.call(createEpisode, { body })
  await putAudio(test_, made.presignedUrl, makeWav(2))
  const params = { episodeId: made.id }
  await until(async () => (await owner.call(getEpisode, { params })).liveUrl !== null)
  await owner.call(publish, { params: { contentId: podcast.id }, body: { contentType: 'podcast' } })
  return podcast.id
}

/** A key of this user whose profile and follow list are only on our relay. */
async function linkKey(user: TestUser): Promise<string> {
  const key = restorePhraseKey(generateKeyPhrase())
  const signer = createPhraseSigner(key)
  const signed = provingCall(
    createSignedCall(signer, transportTo(test_.origin), test_.world.publicUrl),
    EVIDENCE,
    user.call,
  )
  await signed(linkNostrKey, { body: { authToken: user.token } })
  const relay = await connectRelay(test_.origin)
  const created_at = Math.floor(test_.clock.now().getTime() / 1_000)
  const secret = secretFromHex(key.secretHex)
  const events = [
    { kind: 0, tags: [], content: JSON.stringify({ name: 'stock', picture: 'https://example.com/a.png' }) },
    { kind: 3, tags: [['p', clientKey]], content: '' },
  ]
  for (const event of events) await relay.publish(signEvent({ ...event, created_at }, secret))
  relay.close()
  return key.pubkey
}

const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => places[name] ?? `no ${name}`)

async function ask({ call, by, body, isForm }: Row): Promise<{ status: number; answer: { data?: unknown } }> {
  const [method = '', path = ''] = call.split(' ')
  const given = body?.()
  const form = new FormData()
  if (isForm) for (const [name, value] of Object.entries(given ?? {})) form.set(name, String(value))
  const response = await fetchProving(test_.origin + fill(path), {
    method,
    headers: {
      ...(by !== undefined && { authorization: `Bearer ${users[by].token}` }),
      ...(given !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(given !== undefined && { body: isForm ? form : JSON.stringify(given) }),
  })
  return { status: response.status, answer: (await response.json()) as { data?: unknown } }
}

/** The listener gives the proof that a call requires, and the call is repeated. */
async function fetchProving(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 403) return response
  const { proof } = (await response.clone().json()) as { proof?: Needed }
  if (proof === undefined) return response
  const grant = await grantFor(users.listener.call, proof, EVIDENCE)
  return fetch(url, { ...init, headers: { ...init.headers, 'x-proof': grant } })
}

/** The fields of the shape that are missing or of another type. */
function faultsOf(value: unknown, shape: Shape, where: string): string[] {
  if (typeof shape === 'string') {
    const isOptional = shape.endsWith('?')
    const fits = types[(isOptional ? shape.slice(0, -1) : shape) as TypeName]
    const isRight = (isOptional && value === null) || fits(value)
    return isRight ? [] : [`${where} is ${value === undefined ? 'missing' : JSON.stringify(value)}, not ${shape}`]
  }
  if (Array.isArray(shape)) {
    const [one] = shape as readonly [Shape]
    if (!Array.isArray(value)) return [`${where} is no list`]
    if (value.length === 0) return [`${where} is empty`]
    return value.flatMap((entry: unknown, index) => faultsOf(entry, one, `${where}[${index}]`))
  }
  if (!types.object(value)) return [`${where} is no object`]
  return Object.entries(shape as Record<string, Shape>).flatMap(([name, inner]) =>
    faultsOf((value as Record<string, unknown>)[fill(name)], inner, `${where}.${fill(name)}`),
  )
}

for (const row of stockCalls(places, clientKey)) {
  test(`${row.call} returns every field that the stock client reads`, async () => {
    const { status, answer } = await ask(row)
    assert.equal(status, row.status ?? 200, JSON.stringify(answer))
    assert.deepEqual(faultsOf(answer.data, row.reads, 'data'), [])
  })
}

test('a missing field, a field of another type and an empty list are faults', () => {
  const shape = { id: 'uuid', tracks: [{ title: 'text', bio: 'text?' }] } as const
  assert.equal(faultsOf({ id: 'x', tracks: [{ title: 1 }] }, shape, 'data').length, 3)
  assert.equal(faultsOf({ id: null, tracks: [] }, shape, 'data').length, 2)
})

test('a client that keeps its own secret gets no secret, and its connection is deleted by its key', async () => {
  const { listener } = users
  const bearer = { authorization: `Bearer ${listener.token}`, 'content-type': 'application/json' }
  const { pubkey } = restorePhraseKey(generateKeyPhrase())
  const terms = { name: 'Own key', requestMethods: ['pay_invoice'], msatBudget: 0, maxMsatPaymentAmount: 1_000 }
  const make = async (more: object) => {
    const body = JSON.stringify({ pubkey, ...terms, ...more })
    const response = await fetchProving(`${test_.origin}/v1/accounts/connections`, {
      method: 'POST',
      headers: bearer,
      body,
    })
    return { status: response.status, answer: (await response.json()) as { data: { uri: string; connection: object } } }
  }
  const { status, answer } = await make({})
  assert.equal(status, 200)
  assert.deepEqual(
    { ...answer.data.connection, id: '', createdAt: '', expiresAt: null },
    {
      id: '',
      createdAt: '',
      expiresAt: null,
      name: 'Own key',
      permissions: ['pay_invoice'],
      weeklyBudgetMsat: null,
      maxPaymentMsat: 1_000,
      spentMsat: 0,
      lastUsedAt: null,
      lastUsed: null,
      isPaused: false,
      pubkey,
      userId: listener.userId,
      pay_invoice: true,
      get_balance: false,
      make_invoice: false,
      lookup_invoice: false,
      msatBudget: 0,
      maxMsatPaymentAmount: 1_000,
      deleted: false,
    },
  )
  assert.doesNotMatch(answer.data.uri, /secret/)
  assert.match(answer.data.uri, /^nostr\+walletconnect:\/\/[0-9a-f]{64}\?relay=/)
  assert.equal((await make({})).status, 409, 'the same key again')
  assert.equal((await make({ requestMethods: ['sing'] })).status, 422)
  assert.equal((await make({ pubkey: 'f'.repeat(64) })).status, 422, 'a key that is not a point of the curve')
  assert.equal((await make({ msatBudget: -1 })).status, 400)
  assert.equal((await make({ permissions: ['pay_invoice'] })).status, 400, 'both forms at once')
  const end = () =>
    fetch(`${test_.origin}/v1/accounts/connections/${pubkey}`, {
      method: 'DELETE',
      headers: { authorization: bearer.authorization },
    })
  assert.equal((await end()).status, 200)
  assert.equal((await end()).status, 404)
})

test('a key is linked only by a proof: naming it when the user is created does nothing', async () => {
  const { pubkey } = restorePhraseKey(generateKeyPhrase())
  const response = await fetch(`${test_.origin}/v1/accounts/user`, {
    method: 'POST',
    headers: { authorization: `Bearer ${users.artist.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pubkey }),
  })
  assert.equal(response.status, 201)
  const { data } = (await response.json()) as { data: object }
  assert.ok(!('pubkey' in data))
  const account = await fetch(`${test_.origin}/v1/accounts/pubkey/${pubkey}`)
  assert.equal(account.status, 404)
})
