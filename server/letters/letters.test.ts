/** The weekly letter: on Mondays at eight in the reader's time zone, once regardless of the number of servers, with
 * an unsubscribe link. */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openFileCatalog } from '#server/catalog/catalog.fixture.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import { silentLog } from '#server/platform/log.ts'
import { createMailer, listUnsentMails, type Mail } from '#server/platform/mail.ts'
import { endLetters, type LetterDeps, readLetter, sendLetters, setLetter } from './letters.ts'

const { catalog, ada, ben } = await openFileCatalog()
const read = catalog.database.read
const [reader, other] = [signedIn(ada.userId), signedIn(ben.userId)]
const DAY_MS = 86_400_000
const { database } = catalog
const common = { database, clock: { now: () => catalog.now() }, log: silentLog, secret: 'a secret of this test' }
/** Stores the mails in the database, with the transaction that sends them. */
const mailer = createMailer({ ...common, smtpUrl: null, from: 'peal@peal.example' })
let headers: Mail['headers']
const deps: LetterDeps = {
  ...common,
  files: { publicUrl: (key) => key },
  mailer: {
    async send(mail, tx) {
      ;({ headers } = mail)
      await mailer.send(mail, tx)
    },
  },
  publicUrl: 'https://peal.example',
  brandName: 'Peal',
}

before(async () => {
  await sql`UPDATE person SET email = username || '@peal.example', email_verified = true`.execute(read)
  // The clock is at Saturday, 15 June 2030, 12:00 in UTC.
  await sql`
    INSERT INTO play_quarter (subject_id, begins_at, source, plays) VALUES
      (${ada.userId}, '2030-06-02T22:30:00Z', 'release', 4),
      (${ada.userId}, '2030-06-09T21:30:00Z', 'release', 3),
      (${ada.userId}, '2030-06-09T22:30:00Z', 'release', 5),
      (${ada.userId}, '2030-06-16T21:30:00Z', 'search', 6),
      (${ada.userId}, '2030-06-16T22:30:00Z', 'search', 9)`.execute(read)
})
beforeEach(() => sql`DELETE FROM unsent_mail`.execute(read))

const at = (moment: string) => catalog.step(Date.parse(moment) - catalog.now().getTime())
/** As if there were three servers. Returns all letters of a test. */
async function sendAll() {
  await Promise.all([1, 2, 3].map(() => sendLetters(deps)))
  return listUnsentMails(database, undefined)
}

test('only users who turned the letter on get it', async () => {
  assert.deepEqual(await readLetter(deps, reader), { isOn: false })
  assert.deepEqual(await setLetter(deps, reader, { isOn: true, timeZone: 'Europe/Berlin' }), { isOn: true })
  await assert.rejects(setLetter(deps, reader, { isOn: true, timeZone: 'Mars/Olympus' }), { code: 'bad-request' })
  assert.deepEqual([await readLetter(deps, reader), await readLetter(deps, other)], [{ isOn: true }, { isOn: false }])
})

test('the letter is sent once, on Monday at eight, about the days in the time zone of its reader', async () => {
  at('2030-06-17T05:59:00Z')
  assert.deepEqual(await sendAll(), [])
  at('2030-06-17T06:00:00Z')
  await sendAll()
  const [letter, ...others] = await sendAll()
  assert.deepEqual([letter?.to, others], ['ada@peal.example', []])
  assert.equal(letter?.subject, '11 plays last week on Peal')
  assert.match(letter.text, /^Your week from 10 June to 16 June:\n\n- 11 plays, 7 in the week before\n/m)
  assert.match(headers?.['List-Unsubscribe'] ?? '', /^<https:\/\/peal\.example\/v1\/stats\/music\/letter\/unsubscr/)
})

test('turning the letter off and on again does not send a second one in a week', async () => {
  await setLetter(deps, reader, { isOn: false })
  await setLetter(deps, reader, { isOn: true, timeZone: 'Pacific/Pago_Pago' })
  catalog.step(DAY_MS)
  assert.deepEqual(await sendAll(), [])
})

test('a server that was down for weeks sends one letter, and none about a week without plays', async () => {
  await setLetter(deps, other, { isOn: true })
  catalog.step(6 * DAY_MS)
  assert.equal((await sendAll()).length, 1)
  catalog.step(30 * DAY_MS)
  assert.equal((await sendAll()).length, 1)
})

test('the link in a letter turns the letter off, and a wrong token does not', async () => {
  await sql`INSERT INTO play_quarter (subject_id, begins_at, source, plays)
    VALUES (${ada.userId}, ${new Date(catalog.now().getTime() + DAY_MS)}, 'home', 1)`.execute(read)
  catalog.step(14 * DAY_MS)
  await setLetter(deps, reader, { isOn: true })
  await sql`UPDATE weekly_letter SET next_at = ${catalog.now()} WHERE user_id = ${ada.userId}`.execute(read)
  await sql`UPDATE play_quarter SET begins_at = ${new Date(catalog.now().getTime() - 7 * DAY_MS)} WHERE source = 'home'`.execute(
    read,
  )
  const [letter] = await sendAll()
  const token = /letter=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
  await assert.rejects(endLetters(deps, `${token}x`), { code: 'action-code-invalid' })
  for (let round = 0; round < 2; round++) await endLetters(deps, token)
  assert.deepEqual(await readLetter(deps, reader), { isOn: false })
})
