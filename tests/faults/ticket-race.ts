/** Many buyers for few seats, at two servers at the same moment. In turn, they pay from their balances or by invoices. */
import assert from 'node:assert/strict'
import { buyTickets, holdTickets, listTicketSales } from '#contract/concerts/tickets.ts'
import { until } from '#tests/users.ts'
import { transportTo } from '#tests/world.ts'
import { ApiError, createCall, newKey, type Call } from '#web/data/api.ts'
import { makeQuickUser } from './quick-user.ts'
import { createSmallLab, type SmallLab } from './small-lab.ts'
import { startSale, type LabConcert } from './ticket-steps.ts'

export type Race = { rounds: number; buyers: number; seats: number }

/** `told`: when the last of those who got nothing were told, in ms from the moment when all of them asked; `served`: when the
 * last of the others had a seat. */
export type RaceRound = {
  way: 'balance' | 'invoice'
  sold: number
  refused: number
  told: { median: number; last: number }
  served: { median: number; last: number }
}

/** More than anybody spends. */
const BALANCE_MSAT = 1_000_000n
/** How long all payments may take to be booked. */
const REST_MS = 30_000

/** Throws when not exactly the seats are sold, when a refusal says anything but that they are, or when the books are wrong. */
export async function runTicketRace(
  { rounds, buyers: count, seats }: Race,
  print: (line: string) => void = () => undefined,
): Promise<RaceRound[]> {
  await using lab = await createSmallLab()
  const origins = [lab.origin, await lab.addServer()]
  const owner = await lab.createTestUser('seller')
  const artistId = await lab.makeContent(owner)
  const buyers: Call[] = []
  for (let index = 0; index < count; index++) {
    const { token } = await makeQuickUser(lab.database, `racer${index}`, BALANCE_MSAT)
    buyers.push(createCall(transportTo(origins[index % origins.length]!), () => token))
  }
  const results: RaceRound[] = []
  for (let round = 0; round < rounds; round++) {
    await lab.database.pool.query('DELETE FROM rate_limit')
    const concert = await startSale(owner, artistId, seats)
    const way = round % 2 === 0 ? 'balance' : 'invoice'
    const result = await runRound(lab, concert, { buyers, way })
    assert.deepEqual(
      { round, sold: result.sold, refused: result.refused },
      { round, sold: seats, refused: count - seats },
    )
    await checkSales(owner, concert, seats)
    print(`round ${round + 1}: ${JSON.stringify(result)}`)
    results.push(result)
  }
  assert.deepEqual((await lab.check(REST_MS)).breaches, [])
  return results
}

type Answer = { code: string; afterMs: number; invoice: string | null }

async function runRound(
  { node }: SmallLab,
  concert: LabConcert,
  { buyers, way }: { buyers: readonly Call[]; way: RaceRound['way'] },
): Promise<RaceRound> {
  const startedAt = performance.now()
  const buy = async (call: Call): Promise<string | null> => {
    const body = concert.order(1)
    if (way === 'invoice')
      return (await call(holdTickets, { body: { order: body, attempt: newKey() } })).invoice!.request
    await call(buyTickets, { body })
    return null
  }
  const ask = async (call: Call): Promise<Answer> => {
    try {
      const invoice = await buy(call)
      return { code: 'sold', afterMs: performance.now() - startedAt, invoice }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { code: error.code, afterMs: performance.now() - startedAt, invoice: null }
    }
  }
  const answers = await Promise.all(buyers.map(ask))
  for (const { invoice } of answers) if (invoice !== null) await node.settle(invoice)
  const sold = answers.filter(({ code }) => code === 'sold')
  const refused = answers.filter(({ code }) => code === 'ticket-sold-out')
  return { way, sold: sold.length, refused: refused.length, told: timesOf(refused), served: timesOf(sold) }
}

function timesOf(answers: readonly Answer[]): { median: number; last: number } {
  const times = answers.map(({ afterMs }) => Math.round(afterMs)).toSorted((one, other) => one - other)
  return { median: times[Math.floor(times.length / 2)] ?? 0, last: times.at(-1) ?? 0 }
}

async function checkSales(owner: Call, { id }: LabConcert, seats: number): Promise<void> {
  const read = () => owner(listTicketSales, { params: { concertId: id } })
  await until(async () => (await read()).sold === seats)
  const { held, tickets } = await read()
  assert.equal(held, 0)
  assert.equal(new Set(tickets.map(({ code }) => code)).size, seats)
}
