/** A rush on an event: 1 000 viewers open its page within a second while its tickets are being sold, each with a connection of
 * their own and without waiting for the others. Beside a bare server in the same process that has the same bytes ready, in turn
 * with ours. Page and call as visitors get them, from the cache for as long as it is valid. */
import { createTestUser, fillBalance } from '#tests/users.ts'
import { publishTestConcert, type TestConcert } from '#tests/concerts.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import type { Call } from '#web/data/api.ts'
import { percentile, promised, SAME_BYTES, serveBare } from './bare-page.ts'
import type { BenchResult } from './measure.ts'
import { sendVisitors } from './visitors.ts'

const VIEWERS = 1_000
const WITHIN_MS = 1_000
/** The first round of each is discarded: it includes compiling. */
const ROUNDS = 9
const PROMISED_MS = 50
const BUYERS = 12
const PERSON_MAX = 20
const SALE_EVERY_MS = 200

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld({ pages: true })
  const owner = await createTestUser(world)
  const fields = { personMax: PERSON_MAX }
  const concert = await publishTestConcert(world, owner, { seats: 2 * BUYERS * PERSON_MAX, fields })
  const buyers: Call[] = []
  for (let index = 0; index < BUYERS; index++) {
    const buyer = await createTestUser(world)
    await fillBalance(world, buyer, 100_000)
    buyers.push(buyer.call)
  }
  const sale = sellOn(concert, buyers)
  const results = [
    await rushOn(world, 'event page', `/event/${concert.id}`),
    await rushOn(world, 'an event', `/v1/concerts/${concert.id}`),
  ]
  await sale.stop()
  return results
}

async function rushOn(world: TestWorld, name: string, path: string): Promise<BenchResult> {
  const bare = await serveBare(world.origin + path)
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [side, origin] of [
      ['bare', bare.origin],
      ['ours', world.origin],
    ] as const) {
      const urls = Array.from({ length: VIEWERS }, () => origin + path)
      const waited = await sendVisitors({ kind: 'rushing', urls, withinMs: WITHIN_MS })
      if (round > 0) times[side].push(...waited)
    }
  }
  await bare.close()
  const [value, limit] = [percentile(times.ours, 0.95), percentile(times.bare, 0.95)]
  return promised(`${name} in a rush of ${VIEWERS} viewers, p95`, value, limit, PROMISED_MS, SAME_BYTES)
}

/** One ticket after another, so that what is left changes all the time. */
function sellOn(concert: TestConcert, buyers: readonly Call[]) {
  let isOver = false
  const selling = (async () => {
    for (let count = 0; count < BUYERS * PERSON_MAX && !isOver; count++) {
      await concert.buy(buyers[count % BUYERS]!)
      await new Promise((resolve) => setTimeout(resolve, SALE_EVERY_MS))
    }
  })()
  return {
    async stop() {
      isOver = true
      await selling
    },
  }
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
