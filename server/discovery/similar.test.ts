/** Artists with the same listeners and supporters are found as similar; those heard by everybody are not. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'
import { openTestDiscovery, type TestDiscovery } from './discovery.fixture.ts'
import { listSimilarArtists, listSimilarTracks, refreshSimilar } from './similar.ts'

let discovery: TestDiscovery
const artists: { id: string; trackIds: string[] }[] = []
const [FOLK, NOISE, STARS] = [
  [0, 1, 2, 3],
  [4, 5, 6, 7],
  [8, 9],
]

before(async () => {
  discovery = await openTestDiscovery()
  for (let index = 0; index < 13; index++) {
    const id = await discovery.artist(`Artist ${index}`)
    const { trackIds } = await discovery.album(id, `Album ${index}`, ['One', 'Two'], index === 12 ? 1 : 2)
    artists.push({ id, trackIds })
  }
  // Two groups that listen to their own artists, and everybody to the stars. One pair has only supporters in common.
  for (let listener = 0; listener < 40; listener++) {
    const own = listener % 2 === 0 ? FOLK : NOISE
    for (const index of [...own, ...STARS]) {
      if ((listener + index) % 5 !== 0) await play(`listener ${listener}`, artists[index]!.trackIds[listener % 2]!)
    }
  }
  for (let payer = 0; payer < 4; payer++) {
    const payerId = newId()
    for (const index of [10, 11]) await pay(payerId, artists[index]!.trackIds[0]!)
  }
  await refreshSimilar(discovery)
})
after(() => discovery.close())

async function play(listener: string, trackId: string): Promise<void> {
  const key = createHash('sha256').update(listener).digest()
  await sql`
    INSERT INTO play (play_id, content_id, owner_id, listener, started_at, ended_at, arrived_at, agent, source)
    SELECT ${newId()}, ${trackId}, ${newId()}, ${key}, at, at, at, 'test', 'other'
    FROM (VALUES (${discovery.now}::timestamptz)) now (at)`.execute(discovery.database.read)
}

async function pay(payerId: string, trackId: string): Promise<void> {
  await sql`
    INSERT INTO counted_payment (payment_id, content_id, payer_id, day)
    VALUES (${newId()}, ${trackId}, ${payerId}, ${discovery.now}::date)`.execute(discovery.database.read)
}

const similarTo = async (index: number, limit = 3): Promise<number[]> => {
  const found = await listSimilarArtists(discovery, artists[index]!.id, limit)
  return found.map(({ id }) => artists.findIndex((artist) => artist.id === id))
}

test('clusters are found: the most similar artists are those with the same listeners', async () => {
  for (const group of [FOLK, NOISE]) {
    for (const index of group) {
      const closest = (await similarTo(index)).sort((one, other) => one - other)
      assert.deepEqual(
        closest,
        group.filter((one) => one !== index),
      )
    }
  }
})

test('artists with the same payers are similar too, and artists without common listeners are not similar', async () => {
  assert.deepEqual(await similarTo(10), [11])
  assert.deepEqual(await similarTo(12), [])
})

test('after a track come similar artists, then the genre, then others, so the list is never empty', async () => {
  const [first] = artists[0]!.trackIds
  const next = await listSimilarTracks(discovery, first!, 20)
  assert.equal(next.length, 20)
  assert.ok(!next.some(({ id }) => id === first))
  assert.equal(new Set(next.map(({ id }) => id)).size, 20)
  const group = next.slice(0, 3).map(({ artistId }) => artists.findIndex(({ id }) => id === artistId))
  assert.ok(group.every((index) => FOLK.includes(index)))
  // The remaining tracks are drawn at random, and may repeat those already listed: here both
  // tracks of this artist, adjacent.
  const { trackIds } = artists[12]!
  await sql`UPDATE track SET lot = 0.5 WHERE id = ANY(${trackIds}::uuid[])`.execute(discovery.database.read)
  for (let draw = 0; draw < 30; draw++) {
    assert.equal((await listSimilarTracks(discovery, trackIds[0]!, 5)).length, 5)
  }
})

test('a later run reduces the weight of earlier results', async () => {
  const sumCloseness = async () => {
    const { rows } = await sql<{ sum: number }>`SELECT sum(closeness)::float AS sum FROM similar_artist`.execute(
      discovery.database.read,
    )
    return rows[0]!.sum
  }
  const before = await sumCloseness()
  await sql`DELETE FROM play`.execute(discovery.database.read)
  await sql`DELETE FROM counted_payment`.execute(discovery.database.read)
  const later = new Date(discovery.clock.now().getTime() + 60 * 86_400_000)
  await refreshSimilar({ ...discovery, clock: { now: () => later } })
  const ratio = (await sumCloseness()) / before
  assert.ok(ratio > 0.45 && ratio < 0.51, `half is left after sixty days, not ${ratio}`)
})
