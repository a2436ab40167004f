/** Reminders of events: who gets one, when, in which language and time zone, and that nobody gets two. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { updatePreferences } from '#contract/accounts/account.ts'
import { updateConcert } from '#contract/concerts/concerts.ts'
import { cancelConcert, handOnTicket, listTickets, refundTicket, takeTicket } from '#contract/concerts/tickets.ts'
import { listNotifications, updateNotificationKind } from '#contract/community/notifications.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { sendReminders } from '#server/reminders/reminding.ts'
import { publishTestConcert, type TestConcert } from '../concerts.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const HOUR_MS = 3_600_000
/** In the clock's future, and 19:30 in New York. */
const BEGIN = new Date('2031-03-12T23:30:00Z')
const after3Hours = (begin: Date) => new Date(begin.getTime() + 3 * HOUR_MS)

let world: TestWorld
let owner: TestUser
let concert: TestConcert
const people: Record<string, TestUser> = {}
const person = (name: string) => people[name]!

const timesOf = (begin: Date) => ({ beginsAt: begin.toISOString(), endsAt: after3Hours(begin).toISOString() })
const publish = (begin: Date) =>
  publishTestConcert(world, owner, { sats: 0, fields: { ...timesOf(begin), timeZone: 'America/New_York' } })

before(async () => {
  world = await createTestWorld()
  stepTo(new Date(BEGIN.getTime() - 96 * HOUR_MS))
  owner = await createTestUser(world)
  for (const name of ['two', 'refunded', 'giver', 'taker', 'quiet', 'late', 'lateTaker']) {
    people[name] = await createTestUser(world, { name: name.toLowerCase() })
  }
  concert = await publish(BEGIN)
  await person('two').call(updatePreferences, { body: { language: 'de' } })
  await concert.buy(person('two').call, 2)
  for (const name of ['refunded', 'giver', 'quiet']) await concert.buy(person(name).call)
  const kind = { params: { kind: 'event-reminder' as const }, body: { isMailed: false } }
  await person('quiet').call(updateNotificationKind, kind)
  const [refunded] = await ticketsOf(person('refunded'))
  await owner.prove(refundTicket, { params: { ticketId: refunded!.id } })
  await handOn(person('giver'), person('taker'))
})
after(() => world[Symbol.asyncDispose]())

function stepTo(moment: Date): void {
  world.clock.step(moment.getTime() - world.clock.now().getTime())
}
const ticketsOf = async (user: TestUser) => (await user.call(listTickets, {})).tickets
async function handOn(giver: TestUser, taker: TestUser): Promise<void> {
  const [ticket] = await ticketsOf(giver)
  const { handOnToken } = await giver.call(handOnTicket, { body: { token: ticket!.token } })
  await taker.call(takeTicket, { body: { token: handOnToken! } })
}
async function moveTo({ id, tierId }: TestConcert, begin: Date): Promise<void> {
  const tiers = [{ id: tierId, name: 'Standing', seats: 10, msatPrice: 0, centsPrice: null }]
  const where = { name: 'Rooms at night', place: 'The hall', city: 'Berlin', timeZone: 'America/New_York' }
  const body = { ...where, ...timesOf(begin), personMax: 6, tiers }
  await owner.call(updateConcert, { params: { concertId: id }, body })
}
const notesOf = async (user: TestUser) =>
  (await user.call(listNotifications, { query: {} })).notifications.filter(({ kind }) => kind === 'event-reminder')
const mailsTo = async ({ email }: TestUser) =>
  (await listUnsentMails(world.world.database, email)).filter(({ text }) => text.includes('Rooms at night'))
/** On several servers concurrently. */
const round = () => Promise.all([1, 2, 3].map(() => sendReminders(world.world.notifications, 2)))
/** The outbox delivers the notifications of each language for itself. */
const untilNoted = (count: number, ...names: string[]) =>
  until(async () => (await countsOf(...names)).every(([notes]) => notes === count))
async function countsOf(...names: string[]): Promise<[notes: number, mails: number][]> {
  const counts = names.map(async (name): Promise<[number, number]> => {
    const [notes, mails] = await Promise.all([notesOf(person(name)), mailsTo(person(name))])
    return [notes.length, mails.length]
  })
  return Promise.all(counts)
}

test('nobody is reminded of a time from which the event was moved away', async () => {
  const later = new Date(BEGIN.getTime() + 48 * HOUR_MS)
  await moveTo(concert, later)
  stepTo(new Date(BEGIN.getTime() - 23 * HOUR_MS))
  await round()
  assert.deepEqual(await mailsTo(person('two')), [])
  await moveTo(concert, BEGIN)
})

test('a round that fails reminds nobody, and the next one reminds everybody once', async () => {
  await concert.buy(person('late').call)
  const { notifications } = world.world
  const broken = { ...notifications, mailer: { send: () => Promise.reject(new Error('crashed')) } }
  // The background job may have been quicker.
  await sendReminders(broken).catch(() => undefined)
  await round()
  await untilNoted(1, 'two', 'taker', 'quiet')
  await handOn(person('taker'), person('lateTaker'))
  await round()
  const all = await countsOf('two', 'taker', 'quiet', 'refunded', 'giver', 'late', 'lateTaker')
  assert.deepEqual(all, [...[1, 1, 0].map((mails) => [1, mails]), ...Array.from({ length: 4 }, () => [0, 0])])
})

test('it says when and where, in the language of its reader and the time zone of the event', async () => {
  const [mail] = await mailsTo(person('two'))
  assert.equal(mail?.subject, 'Erinnerung: Rooms at night, Mittwoch, 12. März 2031')
  assert.match(mail.text, /\n19:30 bis 22:30, Zeit in New York\nThe hall, Berlin\n\nDu hast 2 Tickets\.\n/)
  assert.ok(mail.links.some((link) => link.endsWith('/de/tickets')))
  assert.match(
    (await mailsTo(person('taker')))[0]?.text ?? '',
    /\nWednesday, 12 March 2031\n.*\n.*\n\nYou have 1 ticket\.\n/,
  )
  const [note] = await notesOf(person('two'))
  assert.deepEqual(
    [note?.contentTitle, note?.comment, note?.href],
    ['Rooms at night', 'Mittwoch, 12. März 2031 · 19:30 bis 22:30, Zeit in New York · The hall, Berlin', '/tickets'],
  )
})

test('an event moved by a day reminds again, one moved by an hour does not, a cancelled one never', async () => {
  await moveTo(concert, new Date(BEGIN.getTime() + HOUR_MS))
  await round()
  assert.deepEqual(await countsOf('two'), [[1, 1]])
  const other = await publish(new Date(BEGIN.getTime() + 24 * HOUR_MS))
  await other.buy(person('refunded').call)
  await owner.call(cancelConcert, { params: { concertId: other.id } })
  await moveTo(concert, new Date(BEGIN.getTime() + 72 * HOUR_MS))
  stepTo(new Date(BEGIN.getTime() + 49 * HOUR_MS))
  await round()
  await untilNoted(2, 'two')
  await untilNoted(1, 'late')
  assert.deepEqual(await countsOf('two', 'late', 'refunded'), [
    [2, 2],
    [1, 1],
    [0, 0],
  ])
})
