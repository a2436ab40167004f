/** Events in the labs, with tickets of one kind. */
import { createConcert, publishConcert } from '#contract/concerts/concerts.ts'
import type { buyTickets } from '#contract/concerts/tickets.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { Call } from '#web/data/api.ts'

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000
const PRICE_MSAT = 2_000
const PERSON_MAX = 20

export type LabConcert = {
  id: string
  /** What orders this many of its tickets. */
  order(count: number): Sent<typeof buyTickets>['body']
}

/** Published, and on sale until its end in a day. */
export async function startSale(owner: Call, artistId: string, seats: number): Promise<LabConcert> {
  const event = {
    name: 'Rooms at night',
    place: 'The hall',
    city: 'Berlin',
    beginsAt: new Date(Date.now() + DAY_MS).toISOString(),
    endsAt: new Date(Date.now() + DAY_MS + HOUR_MS).toISOString(),
    timeZone: 'Europe/Berlin',
    personMax: PERSON_MAX,
    tiers: [{ name: 'Standing', seats, msatPrice: PRICE_MSAT, centsPrice: null }],
  }
  const { id, tiers } = await owner(createConcert, { body: { artistId, event } })
  await owner(publishConcert, { params: { concertId: id }, body: { isDraft: false } })
  const tierId = tiers[0]!.id
  return { id, order: (count) => ({ concertId: id, tierId, count, msatTotal: count * PRICE_MSAT }) }
}
