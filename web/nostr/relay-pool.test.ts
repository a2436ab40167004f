/** The parts of the relay code that need no relay: order, addresses, images, and the profile drafted from an account.
 * The pool itself is tested in a browser: tests/browser/relay-pool.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { draftProfile } from './own-profile.ts'
import { callableRelays } from './own-relays.ts'
import { visibleImageUrl } from './profile-image.ts'
import { relaysOf } from './relay-addresses.ts'
import { createRelayPool, insertNewest, type PoolState } from './relay-pool.ts'

const event = (id: string, createdAt: number): NostrEvent => ({
  id,
  created_at: createdAt,
  pubkey: '',
  kind: 1,
  tags: [],
  content: '',
  sig: '',
})

test('events are newest first, of one second by the lower id, each once and at most the limit', () => {
  const all = [event('b', 5), event('a', 5), event('z', 9), event('c', 1), event('a', 5), event('d', 7)]
  const sorted = (max: number) =>
    all.reduce<readonly NostrEvent[]>((list, one) => insertNewest(list, one, max), []).map(({ id }) => id)
  assert.deepEqual(sorted(100), ['z', 'd', 'a', 'b', 'c'])
  assert.deepEqual(sorted(2), ['z', 'd'])
  assert.deepEqual(sorted(0), [])
})

test('a rendered list is never mutated', () => {
  const before = [event('b', 5)]
  insertNewest(before, event('a', 6), 10)
  assert.equal(before.length, 1)
})

test("the page's own relay comes first", () => {
  assert.deepEqual(relaysOf({ publicRelays: [] }, 'https://peal.example'), ['wss://peal.example/relay'])
  const publicRelays = ['wss://relay.example']
  assert.deepEqual(relaysOf({ publicRelays }, 'http://127.0.0.1:3000'), [
    'ws://127.0.0.1:3000/relay',
    'wss://relay.example',
  ])
})

test('relays named by lists are used only with public relays, encrypted, external, and only a few', () => {
  const named = ['wss://a.example/', 'ws://127.0.0.1:3000/relay', 'wss://localhost/', 'wss://b.example/']
  const call = (publicRelays: string[], ownHost: string) => callableRelays(named, { publicRelays }, ownHost)
  const some = ['wss://relay.example']
  assert.deepEqual(call([], 'peal.example'), [])
  assert.deepEqual(call([], 'localhost'), [])
  assert.deepEqual(call(some, 'peal.example'), ['wss://a.example/', 'wss://b.example/'])
  assert.deepEqual(call(some, 'localhost'), named)
  const many = Array.from({ length: 30 }, (_, at) => `wss://r${at}.example/`)
  assert.equal(callableRelays(many, { publicRelays: some }, 'peal.example').length, 4)
})

test('a pool without relays is loading, and says so where it is used', async () => {
  const pool = createRelayPool(() => undefined)
  const isFailure = { name: 'RelayFailed' }
  assert.deepEqual(pool.read(), { connected: [], isLoading: true, unreachable: [] } satisfies PoolState)
  await assert.rejects(pool.list({ kinds: [0] }), isFailure)
  await assert.rejects(pool.count({ kinds: [0] }), isFailure)
  await assert.rejects(pool.publish(event('a', 1)), isFailure)
})

test('an invalid relay URL is logged and left out, and an invalid filter throws', async () => {
  const noted: unknown[] = []
  const pool = createRelayPool((_message, about) => noted.push(about))
  const wrong = ['', 'relay.example', 'https://relay.example', 'javascript:alert(1)']
  pool.configure(wrong)
  assert.deepEqual(noted, wrong)
  await assert.rejects(pool.list({ authors: ['npub1'] }), { name: 'InvalidFilter' })
  assert.throws(() => pool.subscribe({ limit: -1 }, { onEvent: () => undefined, onEnd: () => undefined }), {
    name: 'InvalidFilter',
  })
})

test("other users' images are shown only with public relays, over https, and never with dimensions in the URL", () => {
  const [none, some] = [{ publicRelays: [] }, { publicRelays: ['wss://relay.example'] }]
  const own = 'https://peal.example'
  assert.equal(visibleImageUrl(`${own}/files/a.jpg`, none, own), `${own}/files/a.jpg`)
  assert.equal(visibleImageUrl('https://pictures.example/a.jpg', none, own), null)
  assert.equal(visibleImageUrl('https://pictures.example/a.jpg', some, own), 'https://pictures.example/a.jpg#nostr')
  for (const wrong of [
    null,
    undefined,
    '',
    'a.jpg',
    'http://pictures.example/a.jpg',
    'javascript:alert(1)',
    'data:,x',
  ]) {
    assert.equal(visibleImageUrl(wrong, some, own), null, String(wrong))
  }
})

test("an account's profile has its names and avatar, and no unset fields", () => {
  const account = { name: 'mara', displayName: null, artworkUrl: null }
  const draft = (more: object) => draftProfile({ ...account, ...more }, 'https://peal.example', 1_700_000_000_999)
  assert.deepEqual(draft({}), { kind: 0, created_at: 1_700_000_000, tags: [], content: '{"name":"mara"}' })
  assert.deepEqual(JSON.parse(draft({ displayName: 'Mara', artworkUrl: '/files/a.jpg?v=2' }).content), {
    name: 'mara',
    display_name: 'Mara',
    picture: 'https://peal.example/files/a.jpg?v=2',
  })
})
