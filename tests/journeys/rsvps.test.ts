/** Responses on nostr to events of this server (NIP-52): which of them count, over our relay and from the public ones. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { blockNostrKey } from '#contract/community/blocks.ts'
import { getConcert, publishConcert } from '#contract/concerts/concerts.ts'
import { findOnNostr } from '#contract/accounts/nostr.ts'
import { naddrEncode } from 'nostr-tools/nip19'
import { addressOfCalendarEvent, CALENDAR_EVENT_KIND, draftCalendarEvent } from '#protocols/nostr/calendar-events.ts'
import { type NostrEvent, signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf, secretFromHex } from '#protocols/nostr/keys.ts'
import { fetchRsvps } from '#server/nostr/rsvps.ts'
import { type KeyHolder, makeKeyHolder } from '../browser/nostr-people.ts'
import { publishTestConcert } from '../concerts.ts'
import { answerWell, type ListeningRelay, startListeningRelay } from '../listening-relay.ts'
import { faultsOfEvent } from '../nostr-schemas.ts'
import { connectRelay, type RelayClient } from '../relay-client.ts'
import { createTestUser, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

/** Long past on every clock. */
const NOW = 1_700_000_000
const stack = new AsyncDisposableStack()
let world: TestWorld
let elsewhere: ListeningRelay
let client: RelayClient
let mara: KeyHolder
let fan: TestUser
let second = 0

before(async () => {
  elsewhere = stack.use(await startListeningRelay())
  const settings = { PUBLIC_RELAYS: elsewhere.address, OUTBOUND_ALLOW: new URL(elsewhere.address).host }
  world = stack.use(await createTestWorld({ settings }))
  client = await connectRelay(world.origin)
  stack.defer(() => client.close())
  mara = await makeKeyHolder(world, 'mara')
  fan = await createTestUser(world)
})
after(() => stack.disposeAsync())

const make = (by: Uint8Array, parts: Partial<UnsignedEvent>) =>
  signEvent({ kind: 31_925, created_at: NOW + ++second, tags: [], content: '', ...parts }, by)
const send = async (event: NostrEvent) => {
  const { isAccepted, words } = await client.publish(event)
  assert.ok(isAccepted, words)
  return event
}
const respond = (by: Uint8Array, address: string, status: string, d = 'response') =>
  make(by, {
    tags: [
      ['a', address],
      ['d', d],
      ['status', status],
    ],
  })
/** As a signed-in user: what visitors get is cached for a while. */
const goingTo = async (concertId: string) => (await fan.call(getConcert, { params: { concertId } })).goingOnNostr

/** Published here, and on nostr with the artist's key. */
async function publishOnNostr(signer = secretFromHex(mara.key.secretHex)) {
  const concert = await publishTestConcert(world, { call: mara.call, name: 'mara' })
  const wire = await world.call(getConcert, { params: { concertId: concert.id } })
  const by = { pubkey: publicKeyOf(signer), publicUrl: world.world.publicUrl }
  await send(signEvent({ ...draftCalendarEvent(wire, by).draft, created_at: NOW }, signer))
  return { id: concert.id, address: addressOfCalendarEvent(by.pubkey, concert.id) }
}

test('the newest response of each key counts, and a deleted one does not', async () => {
  const { id, address } = await publishOnNostr()
  const [ann, ben, carl] = [generateSecretKey(), generateSecretKey(), generateSecretKey()]
  assert.equal(await goingTo(id), 0)
  const first = await send(respond(ann, address, 'accepted'))
  assert.deepEqual(faultsOfEvent(first), [])
  await send(respond(ben, address, 'accepted'))
  await send(respond(carl, address, 'tentative'))
  assert.equal(await goingTo(id), 2)
  // A client that chooses another d tag each time is still one key.
  await send(respond(ann, address, 'accepted', 'another'))
  assert.equal(await goingTo(id), 2)
  await send(respond(ann, address, 'declined', 'a third'))
  await send(respond(carl, address, 'accepted'))
  await send(respond(carl, address, 'certainly', 'not a status'))
  assert.equal(await goingTo(id), 2)
  const deletion = { kind: 5, tags: [['a', `31925:${publicKeyOf(carl)}:response`]] }
  await send(make(carl, deletion))
  assert.equal(await goingTo(id), 1)
  const forged = { ...respond(generateSecretKey(), address, 'accepted'), pubkey: publicKeyOf(ann) }
  assert.equal((await client.publish(forged)).isAccepted, false)
  await mara.call(blockNostrKey, { body: { pubkey: publicKeyOf(ben) } })
  assert.equal(await goingTo(id), 0)
})

test('only responses to the calendar event of the owner count, and only while the event is public', async () => {
  const stranger = generateSecretKey()
  const { id, address } = await publishOnNostr(stranger)
  await send(respond(generateSecretKey(), address, 'accepted'))
  assert.equal(await goingTo(id), 0)
  const own = addressOfCalendarEvent(mara.key.pubkey, id)
  await send(respond(generateSecretKey(), own, 'accepted'))
  assert.equal(await goingTo(id), 0, 'the owner has not published it')
  const { id: publicId, address: ownAddress } = await publishOnNostr()
  await send(respond(generateSecretKey(), ownAddress, 'accepted'))
  assert.equal(await goingTo(publicId), 1)
  const params = { concertId: publicId }
  await mara.call(publishConcert, { params, body: { isDraft: true } })
  assert.equal((await mara.call(getConcert, { params })).goingOnNostr, 0)
  const code = naddrEncode({ kind: CALENDAR_EVENT_KIND, pubkey: mara.key.pubkey, identifier: publicId })
  assert.equal((await world.call(findOnNostr, { query: { code } })).path, `/event/${publicId}`)
})

test('responses and their deletions come from the public relays too, and what was not requested does not', async () => {
  const { id, address } = await publishOnNostr()
  const otherAddress = addressOfCalendarEvent(publicKeyOf(generateSecretKey()), id)
  const [ann, ben] = [generateSecretKey(), generateSecretKey()]
  const accepted = respond(ann, address, 'accepted')
  const other = respond(generateSecretKey(), otherAddress, 'accepted')
  const note = make(generateSecretKey(), { kind: 1, tags: [['a', address]] })
  const forged = { ...respond(ben, address, 'accepted'), sig: accepted.sig }
  elsewhere.stored = [accepted, respond(ben, address, 'accepted'), other, note, forged, 'nonsense', null]
  await fetchRsvps(world.world.nostr)
  await fetchRsvps(world.world.nostr)
  assert.equal(await goingTo(id), 2)
  assert.equal((await client.list({ ids: [other.id, note.id] })).length, 0)

  const tags = [
    ['e', accepted.id],
    ['k', '31925'],
  ]
  elsewhere.stored = [make(ann, { kind: 5, tags }), make(generateSecretKey(), { kind: 5, tags })]
  await fetchRsvps(world.world.nostr)
  assert.equal(await goingTo(id), 1)
  // The relay still has it, and ours knows that it is deleted.
  elsewhere.stored = [accepted]
  await fetchRsvps(world.world.nostr)
  assert.equal(await goingTo(id), 1)

  elsewhere.answer = () => [
    ['NOTICE', 'error: not now'],
    ['CLOSED', 'peal', 'error: not now'],
  ]
  await fetchRsvps(world.world.nostr)
  elsewhere.answer = (message) => answerWell(elsewhere, message)
  assert.equal(await goingTo(id), 1)
})
