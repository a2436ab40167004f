/** Sentences of notifications, and their days. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '#contract/languages.ts'
import { writeIn } from '#web/words/language.ts'
import { groupNotes, describeNotification, type Note } from './notification-texts.ts'

const note = (parts: Partial<Note>): Note => ({
  id: '0190c0de-0000-7000-8000-000000000001',
  kind: 'zap-received',
  count: 1,
  actorName: null,
  actorUrl: null,
  contentId: null,
  contentType: null,
  contentTitle: 'Kite String',
  msatAmount: 21_000,
  comment: null,
  title: null,
  paymentId: null,
  address: null,
  reason: null,
  isRead: false,
  createdAt: '2026-05-03T10:00:00.000Z',
  href: '/transactions',
  ...parts,
})

test('a title is quoted as its language quotes', () => {
  const inLanguage = (language: Language) => writeIn(language, () => describeNotification(note({})))
  assert.match(inLanguage('de'), /„Kite String“/)
  assert.match(inLanguage('es'), /«Kite String»/)
  assert.match(inLanguage('pt'), /“Kite String”/)
  assert.match(inLanguage('ja'), /「Kite String」/)
})

test('one payment names its payer, several are summed; the amount is what the user received, not what was paid', () => {
  assert.equal(describeNotification(note({ actorName: 'mara' })), 'You received 21 sats from mara for “Kite String”')
  assert.equal(describeNotification(note({})), 'You received 21 sats for “Kite String”')
  assert.equal(describeNotification(note({ count: 3 })), 'You received 21 sats from 3 payments for “Kite String”')
  assert.equal(describeNotification(note({ kind: 'address-received', msatAmount: 500 })), 'Someone sent you <1 sats')
})

test('followers of a day are one sentence, with or without the name of the newest', () => {
  const followers = (parts: Partial<Note>) =>
    describeNotification(note({ kind: 'follower', msatAmount: null, ...parts }))
  assert.equal(followers({ actorName: 'Ana' }), 'Ana follows “Kite String”')
  assert.equal(followers({ actorName: 'Ana', count: 2 }), 'Ana and 1 other follow “Kite String”')
  assert.equal(followers({ actorName: 'Ana', count: 4 }), 'Ana and 3 others follow “Kite String”')
  assert.equal(followers({}), '“Kite String” has a new follower')
  assert.equal(followers({ count: 4 }), '4 new followers of “Kite String”')
})

test('sold tickets are counted, with what they cost unless they are free', () => {
  assert.equal(describeNotification(note({ kind: 'ticket-sold' })), '1 ticket sold for “Kite String”: 21 sats')
  assert.equal(
    describeNotification(note({ kind: 'ticket-sold', count: 2, msatAmount: 0 })),
    '2 free tickets taken for “Kite String”',
  )
})

test('an undone takedown says that the content has been restored', () => {
  assert.equal(describeNotification(note({ kind: 'takedown' })), '“Kite String” was taken down')
  assert.equal(describeNotification(note({ kind: 'takedown', reason: 'undone' })), '“Kite String” has been restored')
})

test('long names are shortened by characters, not by code units', () => {
  const text = describeNotification(note({ actorName: '🎸'.repeat(200) }))
  assert.ok(text.includes(`from ${'🎸'.repeat(79)}… for`))
})

test('days are grouped, and entries on two pages are shown once', () => {
  const now = new Date(2026, 4, 3, 20)
  const at = (day: number, id: string) => note({ id, createdAt: new Date(2026, 4, day, 9).toISOString() })
  const days = groupNotes([at(3, 'a'), at(3, 'b'), at(2, 'c'), at(2, 'c'), at(1, 'd')], now)
  assert.deepEqual(
    days.map(({ name, notes }) => [name, notes.map(({ id }) => id)]),
    [
      ['Today', ['a', 'b']],
      ['Yesterday', ['c']],
      ['Friday, 1 May 2026', ['d']],
    ],
  )
})
