/** Follow lists written by other apps: nothing in them is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftFollows, listFollowed } from './follow-list.ts'

const [ANA, BEN, CLEO] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)]
const NOW = 1_790_000_000
const foreign = {
  created_at: NOW - 1_000,
  content: '{"wss://relay.example":{"read":true,"write":true}}',
  tags: [
    ['p', BEN, 'wss://relay.example', 'Ben from the choir'],
    ['t', 'music'],
    ['p', 'not a key'],
    ['p', ANA.toUpperCase(), ''],
    ['p', BEN],
    ['client', 'other', '31990:x:y'],
    [],
  ],
}

test('a list is parsed in order, each user once, ignoring other tags', () => {
  assert.deepEqual(listFollowed(foreign), [BEN, ANA])
  assert.deepEqual(listFollowed(null), [])
})

test('a new follow is appended, and everything else stays', () => {
  assert.deepEqual(draftFollows(foreign, { pubkey: CLEO, isFollowed: true }, NOW), {
    kind: 3,
    created_at: NOW,
    tags: [...foreign.tags, ['p', CLEO]],
    content: foreign.content,
  })
})

test('unfollowing removes every entry of the user, and everything else stays', () => {
  const drafted = draftFollows(foreign, { pubkey: BEN, isFollowed: false }, NOW)
  assert.deepEqual(drafted?.tags, [foreign.tags[1], foreign.tags[2], foreign.tags[3], foreign.tags[5], []])
  assert.equal(drafted?.content, foreign.content)
  const ana = draftFollows(foreign, { pubkey: ANA, isFollowed: false }, NOW)
  assert.equal(ana?.tags.length, foreign.tags.length - 1)
})

test('a change without effect creates no event', () => {
  assert.equal(draftFollows(foreign, { pubkey: ANA, isFollowed: true }, NOW), null)
  assert.equal(draftFollows(foreign, { pubkey: CLEO, isFollowed: false }, NOW), null)
  assert.equal(draftFollows(null, { pubkey: CLEO, isFollowed: false }, NOW), null)
})

test('a first list has one user; a later list is dated after the former one, even if that is in the future', () => {
  assert.deepEqual(draftFollows(null, { pubkey: ANA, isFollowed: true }, NOW), {
    kind: 3,
    created_at: NOW,
    tags: [['p', ANA]],
    content: '',
  })
  const ahead = { ...foreign, created_at: NOW + 60 }
  assert.equal(draftFollows(ahead, { pubkey: CLEO, isFollowed: true }, NOW)?.created_at, NOW + 61)
})
