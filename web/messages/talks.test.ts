/** Conversations: their participants, and the order of conversations and messages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMessage } from '#protocols/nostr/private-message.ts'
import { type Letter, listTalks, readTalkId, talkIdOf } from './talks.ts'

const [me, ana, ben] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]
const NOW = 1_790_000_000

function letter(author: string, receivers: string[], text: string, at: number, subject?: string): Letter {
  const rumor = makeMessage({ author, receivers, text, createdAtSeconds: at, subject })
  return { rumor, state: 'sent', error: null }
}

const shown = (letters: Letter[]) =>
  listTalks(letters, me, NOW).map((talk) => [talk.id, ...talk.letters.map(({ rumor }) => rumor.content)])

test('what two say to each other is one conversation, the oldest first; the newest conversation is the first', () => {
  const letters = [
    letter(ana, [me], 'third', NOW - 10),
    letter(me, [ana], 'first', NOW - 30),
    letter(ben, [me], 'other', NOW - 20),
    letter(ana, [me], 'second', NOW - 25),
  ]
  assert.deepEqual(shown(letters), [
    [ana, 'first', 'second', 'third'],
    [ben, 'other'],
  ])
})

test('the same people are one conversation, whoever wrote, and fewer of them are another', () => {
  const letters = [
    letter(me, [ben, ana], 'to both', NOW - 3),
    letter(ana, [me, ben], 'from one of them', NOW - 2),
    letter(ana, [me], 'between us', NOW - 1),
  ]
  assert.deepEqual(shown(letters), [
    [ana, 'between us'],
    [`${ana},${ben}`, 'to both', 'from one of them'],
  ])
})

test('notes to oneself are a conversation with oneself', () => {
  assert.deepEqual(shown([letter(me, [me], 'strings', NOW)]), [[me, 'strings']])
  assert.equal(talkIdOf([me], me), me)
})

test('nobody stays on top by dating a message ahead', () => {
  const ahead = letter(ben, [me], 'of the future', NOW + 9_000)
  const later = letter(ana, [me], 'later', NOW + 60)
  const topOf = (nowSeconds: number) =>
    listTalks(
      [ana, ben].map((who) => (who === ana ? later : ahead)),
      me,
      nowSeconds,
    )[0]!.id
  assert.equal(topOf(NOW), ana)
  assert.equal(topOf(NOW + 9_000), ben)
})

test('the subject is the last one that was given', () => {
  const letters = [
    letter(ana, [me], 'a', NOW - 3, 'Old'),
    letter(me, [ana], 'b', NOW - 2, ' New '),
    letter(ana, [me], 'c', NOW - 1),
  ]
  assert.equal(listTalks(letters, me, NOW)[0]!.subject, 'New')
  assert.equal(listTalks([letters[2]!], me, NOW)[0]!.subject, null)
})

test('an address names people by their keys and nothing else', () => {
  assert.equal(readTalkId(ana.toUpperCase(), me), ana)
  assert.equal(readTalkId(`${ben},${ana},${me}`, me), `${ana},${ben}`)
  for (const none of [null, '', 'mara', `${ana},`, `${ana}0`]) assert.equal(readTalkId(none, me), null)
})
