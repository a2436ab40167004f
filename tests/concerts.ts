/** Events for tests: one by an artist, published, with the given tickets. */
import { createConcert, publishConcert } from '#contract/concerts/concerts.ts'
import { buyTickets, holdTickets } from '#contract/concerts/tickets.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { type Call, type CallOptions, newKey } from '#web/data/api.ts'
import { agreeToAll } from './agreements.ts'
import type { TestUser } from './users.ts'
import type { TestWorld } from './world.ts'

const HOUR_MS = 3_600_000

export type TestConcert = {
  id: string
  artistId: string
  tierId: string
  /** When its money is paid out. */
  paysOutAt: Date
  buy(call: Call, count?: number, options?: CallOptions): Promise<Wire<typeof buyTickets>>
  hold(call: Call, count?: number, attempt?: string): Promise<Wire<typeof holdTickets>>
}

type Options = {
  sats?: number
  seats?: number
  personMax?: number
  /** Equal shares. */
  partners?: readonly TestUser[]
  fields?: Partial<Sent<typeof createConcert>['body']['event']>
}

/** It begins in a day and lasts three hours. */
export async function publishTestConcert(
  { clock }: Pick<TestWorld, 'clock'>,
  owner: Pick<TestUser, 'call' | 'name'>,
  { sats = 1, seats = 10, personMax = 6, partners = [], fields = {} }: Options = {},
): Promise<TestConcert> {
  const { id: artistId } = await owner.call(createArtist, { body: { name: `Band of ${owner.name}` } })
  if (partners.length > 0) {
    const splitRecipients = partners.map(({ name }) => ({ name, share: 1 }))
    await owner.call(createSplit, { body: { contentId: artistId, splitRecipients } })
    await agreeToAll(...partners.map(({ call }) => call))
  }
  const beginsAt = clock.now().getTime() + 24 * HOUR_MS
  const endsAt = new Date(beginsAt + 3 * HOUR_MS)
  const event = {
    name: 'Rooms at night',
    place: 'The hall',
    city: 'Berlin',
    beginsAt: new Date(beginsAt).toISOString(),
    endsAt: endsAt.toISOString(),
    timeZone: 'Europe/Berlin',
    personMax,
    tiers: [{ name: 'Standing', seats, msatPrice: sats * 1_000, centsPrice: null }],
    ...fields,
  }
  const { id, tiers } = await owner.call(createConcert, { body: { artistId, event } })
  await owner.call(publishConcert, { params: { concertId: id }, body: { isDraft: false } })
  const tierId = tiers[0]!.id
  const order = (count: number) => ({ body: { concertId: id, tierId, count, msatTotal: sats * 1_000 * count } })
  return {
    id,
    artistId,
    tierId,
    paysOutAt: new Date(endsAt.getTime() + 24 * HOUR_MS),
    buy: (call, count = 1, options) => call(buyTickets, order(count), options),
    hold: (call, count = 1, attempt = newKey()) => call(holdTickets, { body: { order: order(count).body, attempt } }),
  }
}
