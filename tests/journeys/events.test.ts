/** Events: the studio's form, prices in dollars, who sees and changes what, handing tickets on, the door. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createConcert,
  deleteConcert,
  getConcert,
  getConcertCalendar,
  listConcerts,
  listOwnConcerts,
  publishConcert,
  setConcertHelpers,
  updateConcert,
} from '#contract/concerts/concerts.ts'
import { getDoor, sendScans } from '#contract/concerts/door.ts'
import {
  addConcertGuest,
  buyTickets,
  cancelConcert,
  handOnTicket,
  listTicketSales,
  listTickets,
  openTickets,
  refundTicket,
  takeTicket,
} from '#contract/concerts/tickets.ts'
import { deleteAccount, exportAccount, getDeletion } from '#contract/accounts/leaving.ts'
import { pathOf, type Wire } from '#contract/endpoint.ts'
import { findDoorTicket } from '#web/events/door.ts'
import { publishTestConcert, type TestConcert } from '../concerts.ts'
import { PRICE_SETTINGS, setPrice } from '../prices.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let owner: TestUser
let helper: TestUser
let fan: TestUser

before(async () => {
  world = await createTestWorld({
    settings: PRICE_SETTINGS,
    expectedLogs: ['price-not-fetched'],
  })
  owner = await createTestUser(world)
  helper = await createTestUser(world)
  fan = await createTestUser(world)
  await fillBalance(world, fan, 60_000_000)
})
after(() => closeBalanced(world))

const read = (concert: TestConcert, call = owner.call) => call(getConcert, { params: { concertId: concert.id } })
const ticketsOf = async (user: TestUser, concert: TestConcert) =>
  (await user.call(listTickets, {})).tickets.filter(({ concert: { id } }) => id === concert.id)
const scanId = (place: number) => `01890000-0000-7000-8000-${String(place).padStart(12, '0')}`

test('an event is a draft for its owner until it is published, and its times are in its own zone', async () => {
  const concert = await publishTestConcert(world, owner, { fields: { name: 'Späti, live', city: 'Bremen' } })
  const call = { params: { concertId: concert.id }, body: { isDraft: true } }
  await owner.call(publishConcert, call)
  assert.equal((await refusalOf(read(concert, fan.call))).status, 404)
  assert.equal((await refusalOf(fan.call(publishConcert, call))).status, 403)
  assert.equal((await read(concert)).isOwn, true)
  await owner.call(publishConcert, { ...call, body: { isDraft: false } })
  const { concerts, cities } = await world.call(listConcerts, { query: { city: 'bremen' } })
  assert.deepEqual([concerts.map(({ name }) => name), cities], [['Späti, live'], ['Bremen']])
  const path = pathOf(getConcertCalendar).replace(':concertId', concert.id)
  const calendar = await (await fetch(world.origin + path)).text()
  assert.match(calendar, /^BEGIN:VCALENDAR\r\n/)
  assert.match(calendar, /\r\nSUMMARY:Band of person\d+: Späti\\, live\r\n/)
  assert.match(calendar, /\r\nDTSTART:\d{8}T\d{6}Z\r\n/)
  assert.ok(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
})

test('the list says whether the tickets of an event differ in price', async () => {
  const tier = (msatPrice: number | null, centsPrice: number | null = null) => ({
    name: `${msatPrice} ${centsPrice}`,
    seats: 5,
    msatPrice,
    centsPrice,
  })
  for (const [tiers, expected] of [
    [
      [tier(15_000_000), tier(12_000_000)],
      [12_000_000, null, true],
    ],
    [
      [tier(0), tier(null, 500)],
      [0, 500, true],
    ],
    [
      [tier(12_000_000), { ...tier(12_000_000), name: 'Balcony' }],
      [12_000_000, null, false],
    ],
  ] as const) {
    const { artistId } = await publishTestConcert(world, owner, { fields: { tiers: [...tiers] } })
    const { concerts } = await world.call(listConcerts, { query: { artistId } })
    assert.deepEqual(
      concerts.map(({ msatFrom, centsFrom, hasSeveralPrices }) => [msatFrom, centsFrom, hasSeveralPrices]),
      [expected],
    )
  }
})

test('the list has the lowest price that can still be bought, and of a sold-out event that of all', async () => {
  const tiers = [2, 5, 5].map((sats, index) => {
    return { name: `Kind ${index}`, seats: 1, msatPrice: sats * 1_000, centsPrice: null }
  })
  const event = await publishTestConcert(world, owner, { sats: 2, fields: { tiers } })
  const listed = async () => {
    const [{ msatFrom, hasSeveralPrices, isSoldOut }] = (
      await world.call(listConcerts, { query: { artistId: event.artistId } })
    ).concerts as [Wire<typeof listConcerts>['concerts'][number]]
    return [msatFrom, hasSeveralPrices, isSoldOut]
  }
  assert.deepEqual(await listed(), [2_000, true, false])
  await event.buy(fan.call)
  assert.deepEqual(await listed(), [5_000, false, false])
  for (const { id: tierId } of (await read(event)).tiers.slice(1)) {
    await fan.call(buyTickets, { body: { concertId: event.id, tierId, count: 1, msatTotal: 5_000 } })
  }
  assert.deepEqual(await listed(), [2_000, true, true])
})

test('an event is saved over the revision that was read; sales and publishing do not change it', async () => {
  const concert = await publishTestConcert(world, owner)
  const before = await read(concert)
  const { name, place, city, beginsAt, endsAt, timeZone, personMax, revision } = before
  const tiers = before.tiers.map(({ id, name, seats, msatPrice, centsPrice }) => ({
    id,
    name,
    seats,
    msatPrice,
    centsPrice,
  }))
  const save = (changes: object, ifRevision?: string) => {
    const body = { name, place, city, beginsAt, endsAt, timeZone, personMax, tiers, ...changes }
    return owner.call(updateConcert, { params: { concertId: concert.id }, query: { ifRevision }, body })
  }
  await concert.buy(fan.call, 1)
  assert.equal((await read(concert)).revision, revision)
  const saved = await save({ city: 'Bremen' }, revision)
  assert.deepEqual(await refusalOf(save({ city: 'Kiel' }, revision)), {
    status: 409,
    code: 'event-changed',
  })
  assert.equal((await read(concert)).city, 'Bremen')
  const dearer = tiers.map((tier) => ({ ...tier, seats: tier.seats + 1 }))
  assert.notEqual((await save({ tiers: dearer }, saved.revision)).revision, saved.revision)
  assert.equal((await save({ city: 'Kiel' })).city, 'Kiel')
})

test('what an event cannot be is refused: times, zones, prices, seats below those that are taken', async () => {
  const concert = await publishTestConcert(world, owner, { seats: 5 })
  const { name, place, city, beginsAt, endsAt, tiers } = await read(concert)
  const [tier] = tiers
  const base = { name, place, city, beginsAt, endsAt, timeZone: 'Europe/Berlin', personMax: 6 }
  const kept = { id: tier!.id, name: 'Standing', seats: 5, msatPrice: 1_000, centsPrice: null }
  const update = (changes: object) =>
    owner.call(updateConcert, { params: { concertId: concert.id }, body: { ...base, tiers: [kept], ...changes } })
  const later = (days: number) => new Date(Date.parse(beginsAt) + days * 86_400_000).toISOString()
  await concert.buy(fan.call, 3)
  const refused = async (changes: object) => (await refusalOf(update(changes))).code
  for (const changes of [
    { endsAt: beginsAt },
    { beginsAt: later(11 * 366), endsAt: later(11 * 366 + 1) },
    { timeZone: 'Mars/Olympus' },
    { saleUntil: new Date(Date.parse(endsAt) + 1_000).toISOString() },
    { tiers: [{ ...kept, seats: 2 }] },
    { tiers: [{ ...kept, msatPrice: 1_500 }] },
    { tiers: [{ ...kept, msatPrice: 20_000_000 }] },
    { tiers: [{ ...kept, centsPrice: 500 }] },
    { tiers: [{ name: 'Other', seats: 5, msatPrice: 0, centsPrice: null }] },
    { tiers: [kept, kept] },
    { tiers: [kept, { ...kept, id: concert.id }] },
  ]) {
    assert.equal(await refused(changes), 'rule-broken', JSON.stringify(changes))
  }
  for (const changes of [{ tiers: [] }, { personMax: 21 }, { name: ' ' }, { mapUrl: 'javascript:1' }]) {
    assert.equal((await refusalOf(update(changes))).status, 400, JSON.stringify(changes))
  }
  const saved = await update({
    tiers: [
      { ...kept, seats: 3 },
      { name: 'Seated', seats: 2, msatPrice: 2_000, centsPrice: null },
    ],
  })
  assert.deepEqual(
    saved.tiers.map((one) => [one.name, one.left]),
    [
      ['Standing', 0],
      ['Seated', 2],
    ],
  )
  assert.equal(
    (await refusalOf(owner.call(deleteConcert, { params: { concertId: concert.id } }))).code,
    'event-has-tickets',
  )
  assert.equal((await refusalOf(fan.call(deleteConcert, { params: { concertId: concert.id } }))).status, 403)
})

test('a price in dollars is converted when the tickets are bought, at a rate of the last half hour or not at all', async () => {
  const tiers = [{ name: 'Standing', seats: 20, msatPrice: null, centsPrice: 500 }]
  const concert = await publishTestConcert(world, owner, { fields: { tiers } })
  const tierId = (await read(concert)).tiers[0]!.id
  const buy = (msatTotal: number) =>
    fan.call(buyTickets, { body: { concertId: concert.id, tierId, count: 3, msatTotal } })
  await setPrice(world, 87_654.32, 31)
  assert.deepEqual((await read(concert)).tiers[0]!.msatNow, null)
  assert.equal((await refusalOf(buy(17_115_000))).code, 'rate-unknown')
  await setPrice(world, 87_654.32)
  assert.equal((await read(concert)).tiers[0]!.msatNow, 5_705_000)
  assert.equal((await refusalOf(buy(17_114_000))).code, 'ticket-price-changed')
  const { msatTotal, centsPrice, centsPerBtc } = await buy(17_115_000)
  assert.deepEqual([msatTotal, centsPrice, centsPerBtc], [17_115_000, 500, 8_765_432])
  const { tickets } = await owner.call(listTicketSales, { params: { concertId: concert.id } })
  assert.deepEqual([tickets[0]!.msatPrice, tickets[0]!.centsPrice], [5_705_000, 500])
  // All six tickets of one buyer cost at most 100,000 sats, which are 87.65 dollars.
  const publishAt = (cents: number) =>
    publishTestConcert(world, owner, { fields: { tiers: [{ ...tiers[0]!, centsPrice: cents }] } })
  assert.equal((await refusalOf(publishAt(1_461))).code, 'rule-broken')
  await publishAt(1_460)
})

test('a ticket that is handed on gets a new code, and what its former holder has no longer opens', async () => {
  const concert = await publishTestConcert(world, owner)
  await concert.buy(fan.call)
  const [mine] = await ticketsOf(fan, concert)
  const first = await fan.call(handOnTicket, { body: { token: mine!.token } })
  const offered = await fan.call(handOnTicket, { body: { token: mine!.token } })
  assert.equal((await refusalOf(helper.call(takeTicket, { body: { token: first.handOnToken! } }))).status, 404)
  assert.equal((await ticketsOf(fan, concert)).length, 1, 'until it is taken')
  const takes = await Promise.allSettled(
    [helper.call, world.call].map((call) => call(takeTicket, { body: { token: offered.handOnToken! } })),
  )
  const taken = takes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  assert.equal(taken.length, 1)
  const [theirs] = taken
  assert.notEqual(theirs!.code, mine!.code)
  assert.equal(theirs!.isPaidByHolder, false)
  assert.deepEqual(await ticketsOf(fan, concert), [])
  const { tickets } = await world.call(openTickets, { body: { tokens: [mine!.token, theirs!.token] } })
  assert.deepEqual(
    tickets.map(({ code }) => code),
    [theirs!.code],
  )
  const before_ = await fan.balance()
  await owner.call(refundTicket, { params: { ticketId: theirs!.id } })
  assert.equal((await fan.balance()) - before_, 1_000, 'to who paid')
  assert.equal((await refusalOf(helper.call(handOnTicket, { body: { token: theirs!.token } }))).code, 'ticket-refunded')
})

test('at the door the first scan admits; a second, forged, foreign or refunded ticket does not', async () => {
  const concert = await publishTestConcert(world, owner)
  const other = await publishTestConcert(world, owner)
  await concert.buy(fan.call, 3)
  await other.buy(fan.call)
  const guest = await owner.call(addConcertGuest, { params: { concertId: concert.id }, body: { name: 'Noor' } })
  const door = { params: { concertId: concert.id } }
  assert.equal((await refusalOf(helper.call(getDoor, door))).status, 403)
  assert.equal(
    (
      await refusalOf(
        fan.call(sendScans, {
          ...door,
          body: {
            door: 'A',
            scans: [{ id: scanId(1), ticketId: guest.ticketId, scannedAt: new Date().toISOString() }],
          },
        }),
      )
    ).status,
    403,
  )
  assert.deepEqual(await owner.call(setConcertHelpers, { ...door, body: { usernames: [helper.name] } }), {
    usernames: [helper.name],
  })
  assert.equal(
    (await refusalOf(owner.call(setConcertHelpers, { ...door, body: { usernames: ['nobody-at-all'] } }))).code,
    'recipients-unknown',
  )
  assert.equal((await helper.call(listOwnConcerts, {})).helping.length, 1)
  const list = await helper.call(getDoor, door)
  const mine = await ticketsOf(fan, concert)
  const [foreign] = await ticketsOf(fan, other)
  assert.equal(findDoorTicket(list, `https://peal.example/tickets#${mine[0]!.token}`)?.id, mine[0]!.id)
  assert.equal(findDoorTicket(list, ` ${guest.code.toLowerCase()} `)?.guestName, 'Noor')
  const forged = mine[0]!.token.slice(0, -22).padEnd(mine[0]!.token.length, 'A')
  assert.equal(findDoorTicket(list, forged), null)
  assert.equal(findDoorTicket(list, foreign!.token), null)
  const idText = Buffer.from(mine[0]!.id.replaceAll('-', ''), 'hex').toString('base64url')
  const { check } = list.tickets.find(({ id }) => id === mine[0]!.id)!
  const body = { token: `t${idText}${check}`.padEnd(mine[0]!.token.length, 'A') }
  assert.equal((await refusalOf(helper.call(handOnTicket, { body }))).status, 404, 'the list opens no ticket')
  let count = 10
  const scan = async (name: string, ticketId: string, minutesAgo: number, id = scanId(++count)) => {
    const scannedAt = new Date(world.clock.now().getTime() - minutesAgo * 60_000).toISOString()
    const body = { door: name, scans: [{ id, ticketId, scannedAt }] }
    const [outcome] = await helper.call(sendScans, { ...door, body })
    return [outcome!.outcome, outcome!.usedDoor]
  }
  const [first, second, third] = mine.map(({ id }) => id)
  assert.deepEqual(await scan('North', first!, 3, scanId(5)), ['admitted', 'North'])
  assert.deepEqual(await scan('North', first!, 3, scanId(5)), ['admitted', 'North'], 'a repeat')
  assert.deepEqual(await scan('South', first!, 1), ['already', 'North'])
  assert.deepEqual(await scan('Offline', first!, 9), ['admitted', 'Offline'], 'sent later, but earlier')
  assert.deepEqual(await scan('North', first!, 3, scanId(5)), ['already', 'Offline'])
  assert.deepEqual(await scan('North', foreign!.id, 1), ['unknown', null])
  assert.deepEqual(await scan('North', scanId(999), 1), ['unknown', null])
  await owner.call(refundTicket, { params: { ticketId: second! } })
  assert.deepEqual(await scan('North', second!, 1), ['refunded', null])
  assert.equal((await refusalOf(fan.call(handOnTicket, { body: { token: mine[0]!.token } }))).code, 'ticket-used')
  const concurrent = await Promise.all([scan('North', third!, 0, scanId(80)), scan('South', third!, 0, scanId(81))])
  assert.deepEqual(new Set(concurrent.map(([outcome]) => outcome)), new Set(['admitted', 'already']))
})

test('an account with money in an event is not deleted, the export has its tickets, and deleting one ends its tickets', async () => {
  const artist = await createTestUser(world)
  const concert = await publishTestConcert(world, artist)
  const guest = await createTestUser(world)
  await fillBalance(world, guest, 1_000)
  await concert.buy(guest.call)
  assert.ok((await artist.call(getDeletion, {})).blockers.includes('tickets'))
  const file = await fetch(world.origin + pathOf(exportAccount), {
    headers: { authorization: `Bearer ${guest.token}` },
  })
  const exported = (await file.json()) as { tickets: { concertName: string }[]; ticketPurchases: unknown[] }
  assert.deepEqual(
    exported.tickets.map(({ concertName }) => concertName),
    ['Rooms at night'],
  )
  assert.equal(exported.ticketPurchases.length, 1)
  await guest.prove(deleteAccount, { body: { confirm: guest.name } })
  await artist.call(cancelConcert, { params: { concertId: concert.id } })
  assert.ok(!(await artist.call(getDeletion, {})).blockers.includes('tickets'))
})

test('an event of an artist of somebody else is not created', async () => {
  const concert = await publishTestConcert(world, owner)
  const { artist, ...fields } = await read(concert)
  const { name, place, city, beginsAt, endsAt, timeZone, personMax } = fields
  const tiers = [{ name: 'A', seats: 1, msatPrice: 0, centsPrice: null }]
  const body = { artistId: artist.id, event: { name, place, city, beginsAt, endsAt, timeZone, personMax, tiers } }
  assert.equal((await refusalOf(fan.call(createConcert, { body }))).status, 403)
})
