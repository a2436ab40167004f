/** Tickets of an event belong to it: creating another event cannot change them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import { createConcert, getConcert, listOwnConcerts } from '#contract/concerts/concerts.ts'
import { publishTestConcert } from '#tests/concerts.ts'
import { refusalOf } from '#tests/refusals.ts'
import { createTestUser, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let mara: TestUser
let mallory: TestUser

before(async () => {
  world = stack.use(await createTestWorld())
  mara = await createTestUser(world, { name: 'mara' })
  mallory = await createTestUser(world, { name: 'mallory' })
})
after(() => stack.disposeAsync())

test('a new event with the id of a ticket of another event is refused, and that ticket keeps its price', async () => {
  const concert = await publishTestConcert(world, mara, { sats: 1_000 })
  const params = { concertId: concert.id }
  const before = await world.call(getConcert, { params })
  const { id: artistId } = await mallory.call(createArtist, { body: { name: 'Mallory' } })
  const { name, place, city, beginsAt, endsAt, timeZone, personMax } = before
  const tiers = [{ id: concert.tierId, name: 'Mine', seats: 3, msatPrice: 1_000, centsPrice: null }]
  const event = { name, place, city, beginsAt, endsAt, timeZone, personMax, tiers }
  const refused = await refusalOf(mallory.call(createConcert, { body: { artistId, event } }))
  assert.deepEqual((await world.call(getConcert, { params })).tiers, before.tiers)
  assert.deepEqual(refused, { status: 422, code: 'rule-broken' })
  assert.deepEqual((await mallory.call(listOwnConcerts, {})).own, [])
})
