/** Relay lists of other users, and the lists that replace them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NostrEvent } from './event.ts'
import {
  chooseMessageRelays,
  draftMessageRelays,
  draftRelayList,
  parseMessageRelays,
  parseRelayUrl,
  parseRelayList,
  RELAYS_MAX,
} from './relay-list.ts'

const NOW = 1_790_000_000
const list = (tags: string[][], content = '') => ({ created_at: NOW - 100, tags, content })

test('a relay URL is wss:, or ws: on this machine', () => {
  assert.equal(parseRelayUrl(' wss://Relay.example '), 'wss://relay.example/')
  assert.equal(parseRelayUrl('wss://relay.example/in#x'), 'wss://relay.example/in')
  assert.equal(parseRelayUrl('ws://127.0.0.1:8080'), 'ws://127.0.0.1:8080/')
  assert.equal(parseRelayUrl('ws://localhost:3000/relay'), 'ws://localhost:3000/relay')
  for (const wrong of [
    '',
    'relay.example',
    'https://relay.example',
    'ws://relay.example',
    'ws://127.0.0.1.example',
    'wss://user:word@relay.example',
    `wss://relay.example/${'x'.repeat(300)}`,
    'javascript:alert(1)',
  ]) {
    assert.equal(parseRelayUrl(wrong), null, wrong)
  }
})

test('a list is parsed with the use of each relay', () => {
  const uses = parseRelayList(
    list([
      ['r', 'wss://both.example'],
      ['r', 'wss://read.example', 'read'],
      ['r', 'wss://write.example', 'write'],
      ['r', 'wss://read.example/', 'write'],
      ['r', 'ws://plain.example'],
      ['relay', 'wss://other.example'],
      ['r'],
    ]),
  )
  assert.deepEqual(uses, [
    { address: 'wss://both.example/', isRead: true, isWrite: true },
    { address: 'wss://read.example/', isRead: true, isWrite: true },
    { address: 'wss://write.example/', isRead: false, isWrite: true },
  ])
  const many = Array.from({ length: 50 }, (_, at) => ['r', `wss://r${at}.example`])
  assert.equal(parseRelayList(list(many)).length, RELAYS_MAX)
  assert.deepEqual(parseRelayList(null), [])
})

test('a list is replaced, and its other tags stay', () => {
  const before = list([['alt', 'My relays'], ['r', 'wss://old.example'], ['r', 'ws://hidden.onion'], ['x']], 'words')
  const uses = [
    { address: 'wss://a.example/', isRead: true, isWrite: true },
    { address: 'wss://b.example/', isRead: true, isWrite: false },
    { address: 'wss://c.example/', isRead: false, isWrite: true },
    { address: 'wss://d.example/', isRead: false, isWrite: false },
  ]
  assert.deepEqual(draftRelayList(before, uses, NOW), {
    kind: 10_002,
    created_at: NOW,
    tags: [
      ['r', 'wss://a.example/'],
      ['r', 'wss://b.example/', 'read'],
      ['r', 'wss://c.example/', 'write'],
      ['alt', 'My relays'],
      ['r', 'ws://hidden.onion'],
      ['x'],
    ],
    content: 'words',
  })
  const ahead = { ...before, created_at: NOW + 5 }
  assert.equal(draftRelayList(ahead, uses, NOW).created_at, NOW + 6)
  assert.deepEqual(draftMessageRelays(list([['relay', 'wss://x.example'], ['y']]), ['wss://a.example/'], NOW), {
    kind: 10_050,
    created_at: NOW,
    tags: [['relay', 'wss://a.example/'], ['y']],
    content: '',
  })
})

test('messages go to the message relays of a user, else to the read relays, else to none', () => {
  const [ana, ben] = ['a'.repeat(64), 'b'.repeat(64)]
  const event = (kind: number, tags: string[][], created_at = NOW, pubkey = ana): NostrEvent => ({
    ...{ id: '', sig: '', content: '', kind, tags, created_at, pubkey },
  })
  const lists = event(10_002, [
    ['r', 'wss://write.example', 'write'],
    ['r', 'wss://read.example', 'read'],
  ])
  const old = event(10_050, [['relay', 'wss://old.example']], NOW - 10)
  const named = event(10_050, [
    ['relay', 'wss://mail.example'],
    ['relay', 'no address'],
  ])
  const foreign = event(10_050, [['relay', 'wss://foreign.example']], NOW + 10, ben)
  assert.deepEqual(chooseMessageRelays([old, lists, foreign, named], ana), ['wss://mail.example/'])
  assert.deepEqual(chooseMessageRelays([lists, foreign], ana), ['wss://read.example/'])
  assert.deepEqual(chooseMessageRelays([foreign], ana), [])
  assert.deepEqual(parseMessageRelays(named), ['wss://mail.example/'])
})
