/** Conversations: their participants, and the order of conversations and messages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMessage } from '#protocols/nostr/private-message.ts'
import { type DirectMessage, listConversations, parseConversationId, conversationIdOf } from './conversations.ts'

const [me, ana, ben] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]
const NOW = 1_790_000_000

function message(author: string, receivers: string[], text: string, at: number, subject?: string): DirectMessage {
  const rumor = makeMessage({ author, receivers, text, createdAtSeconds: at, subject })
  return { rumor, state: 'sent', error: null }
}

const shown = (messages: DirectMessage[]) =>
  listConversations(messages, me, NOW).map((conversation) => [
    conversation.id,
    ...conversation.messages.map(({ rumor }) => rumor.content),
  ])

test('messages between two users are one conversation, oldest first; the newest conversation comes first', () => {
  const messages = [
    message(ana, [me], 'third', NOW - 10),
    message(me, [ana], 'first', NOW - 30),
    message(ben, [me], 'other', NOW - 20),
    message(ana, [me], 'second', NOW - 25),
  ]
  assert.deepEqual(shown(messages), [
    [ana, 'first', 'second', 'third'],
    [ben, 'other'],
  ])
})

test('messages among the same members are one conversation, no matter who wrote; a subset of them is another one', () => {
  const messages = [
    message(me, [ben, ana], 'to both', NOW - 3),
    message(ana, [me, ben], 'from one of them', NOW - 2),
    message(ana, [me], 'between us', NOW - 1),
  ]
  assert.deepEqual(shown(messages), [
    [ana, 'between us'],
    [`${ana},${ben}`, 'to both', 'from one of them'],
  ])
})

test('notes to oneself are a conversation with oneself', () => {
  assert.deepEqual(shown([message(me, [me], 'strings', NOW)]), [[me, 'strings']])
  assert.equal(conversationIdOf([me], me), me)
})

test('a message dated in the future does not stay on top', () => {
  const ahead = message(ben, [me], 'from the future', NOW + 9_000)
  const later = message(ana, [me], 'later', NOW + 60)
  const topOf = (nowSeconds: number) =>
    listConversations(
      [ana, ben].map((who) => (who === ana ? later : ahead)),
      me,
      nowSeconds,
    )[0]!.id
  assert.equal(topOf(NOW), ana)
  assert.equal(topOf(NOW + 9_000), ben)
})

test('the subject is the last one that was set', () => {
  const messages = [
    message(ana, [me], 'a', NOW - 3, 'Old'),
    message(me, [ana], 'b', NOW - 2, ' New '),
    message(ana, [me], 'c', NOW - 1),
  ]
  assert.equal(listConversations(messages, me, NOW)[0]!.subject, 'New')
  assert.equal(listConversations([messages[2]!], me, NOW)[0]!.subject, null)
})

test('a conversation in a URL is only parsed from public keys', () => {
  assert.equal(parseConversationId(ana.toUpperCase(), me), ana)
  assert.equal(parseConversationId(`${ben},${ana},${me}`, me), `${ana},${ben}`)
  for (const none of [null, '', 'mara', `${ana},`, `${ana}0`]) assert.equal(parseConversationId(none, me), null)
})
