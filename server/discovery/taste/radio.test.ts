/** Radios: no track twice among a hundred, no artist twice among five, the same pages for the same request, and some
 * tracks by artists who are little heard. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { RADIO_ARTIST_SPACING, RADIO_NO_REPEAT } from '#contract/listening/taste.ts'
import { openTestDiscovery, type TestDiscovery } from '#server/discovery/discovery.fixture.ts'
import { type Candidate, orderRadio } from './radio-order.ts'
import { readRadio } from './radio.ts'

let discovery: TestDiscovery
const artists: { id: string; trackIds: string[] }[] = []

before(async () => {
  discovery = await openTestDiscovery()
  for (let index = 0; index < 12; index++) {
    const id = await discovery.artist(`Artist ${index}`)
    artists.push({ id, ...(await discovery.album(id, `Album ${index}`, ['One', 'Two', 'Three'], 1 + (index % 2))) })
  }
  const [first, second] = artists
  await sql`INSERT INTO similar_artist (artist_id, similar_id, closeness) VALUES (${first!.id}, ${second!.id}, 0.9)`.execute(
    discovery.database.read,
  )
})
after(() => discovery.close())

/** Two equal items fewer than `distance` places apart, or null. */
function findClose<Item>(items: readonly Item[], distance: number): Item | null {
  const places = new Map<Item, number>()
  for (const [place, item] of items.entries()) {
    const before = places.get(item)
    if (before !== undefined && place - before < distance) return item
    places.set(item, place)
  }
  return null
}

const candidates = fc
  .array(
    fc.record({
      artist: fc.integer({ min: 0, max: 30 }),
      fit: fc.double({ min: 0, max: 1, noNaN: true }),
      isLittleHeard: fc.boolean(),
      loudness: fc.option(fc.double({ min: -30, max: -5, noNaN: true })),
    }),
    { maxLength: 150 },
  )
  .map((list) =>
    list.map(({ artist, ...one }, index): Candidate => ({
      ...one,
      id: `track ${index}`,
      artistId: `artist ${artist}`,
    })),
  )

test('with any candidates, tracks and artists keep their distance, and a longer radio begins as a shorter one', () => {
  fc.assert(
    fc.property(candidates, fc.nat(), (list, seed) => {
      const order = orderRadio(list, seed, 260)
      const artistOf = new Map(list.map(({ id, artistId }) => [id, artistId]))
      assert.equal(findClose(order, RADIO_NO_REPEAT), null)
      assert.equal(
        findClose(
          order.map((id) => artistOf.get(id)),
          RADIO_ARTIST_SPACING,
        ),
        null,
      )
      assert.deepEqual(orderRadio(list, seed, 30), order.slice(0, 30))
    }),
    { numRuns: 60 },
  )
})

test('every fourth track is by an artist who is little heard', () => {
  const list = Array.from({ length: 60 }, (_, index): Candidate => {
    const isLittleHeard = index % 2 === 0
    return { id: String(index), artistId: String(index), fit: isLittleHeard ? 0 : 1, isLittleHeard, loudness: null }
  })
  const order = orderRadio(list, 7, 40)
  assert.equal(order.filter((id) => Number(id) % 2 === 0).length, 10)
})

test('pages continue where the one before ended, and a repeated request has the same response', async () => {
  const from = artists[0]!.trackIds[0]!
  const first = await readRadio(discovery, { from, limit: 10, seed: 5 })
  assert.deepEqual(await readRadio(discovery, { from, limit: 10, seed: 5 }), first)
  const second = await readRadio(discovery, { from, limit: 10, after: first.next! })
  const whole = await readRadio(discovery, { from, limit: 20, seed: 5 })
  const idsOf = ({ tracks }: typeof first) => tracks.map(({ id }) => id)
  assert.deepEqual([...idsOf(first), ...idsOf(second)], idsOf(whole))
  assert.ok(!idsOf(whole).includes(from), 'the track it starts from was just heard')
  const other = await readRadio(discovery, { from, limit: 20, seed: 6 })
  assert.notDeepEqual(idsOf(other), idsOf(whole))
})

test('an artist and a genre start a radio, with their names; an unknown id does not', async () => {
  const radio = await readRadio(discovery, { from: artists[0]!.id, limit: 5 })
  assert.equal(radio.title, 'Artist 0')
  assert.ok(radio.tracks.length === 5)
  const genre = await readRadio(discovery, { from: 2, limit: 5 })
  assert.equal(genre.title, 'Alternative & Indie')
  const odd = new Set(artists.flatMap(({ trackIds }, index) => (index % 2 === 1 ? trackIds : [])))
  assert.ok(
    genre.tracks.every(({ id }) => odd.has(id)),
    'those of the genre come first',
  )
  await assert.rejects(readRadio(discovery, { from: '01890000-0000-7000-8000-000000000000' }), { status: 404 })
})

test('explicit tracks are left out on request', async () => {
  const { trackIds } = artists[3]!
  await sql`UPDATE track SET is_explicit = true WHERE id = ANY(${trackIds}::uuid[])`.execute(discovery.database.read)
  const all = await readRadio(discovery, { from: 2, limit: 40 })
  const clean = await readRadio(discovery, { from: 2, limit: 40, explicit: false })
  const has = ({ tracks }: typeof all) => tracks.some(({ isExplicit }) => isExplicit)
  assert.deepEqual([has(all), has(clean)], [true, false])
})
