/** Blocked nostr keys: by an owner from the pages of their content, by an operator from every page and from the
 * relay, on every server. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import {
  blockKeyEverywhere,
  listAdminActions,
  listServerBlocks,
  SERVER_BLOCKS_MAX,
  unblockKeyEverywhere,
} from '#contract/operator/admin.ts'
import { blockNostrKey, BLOCKED_MAX, listBlocked, unblockNostrKey } from '#contract/community/blocks.ts'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import { linkNostrKey } from '#contract/accounts/nostr.ts'
import { listNostrAuthors } from '#contract/community/nostr-authors.ts'
import { type NostrEvent, signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import { setRole } from '#server/accounts/roles.ts'
import { silentLog } from '#server/platform/log.ts'
import { storeEvent, storeOwnEvent } from '#server/relay/store.ts'
import { withoutConflicts } from '#tests/conflicts.ts'
import { createPhraseSigner, makePhraseKey } from '#web/nostr/phrase-key.ts'
import { createSignedCall } from '#web/nostr/signer.ts'
import { provingCall } from '../proofs.ts'
import { createTestUser, PASSWORD, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import { refusalOf } from '../refusals.ts'
import { connectRelay, type RelayClient } from '../relay-client.ts'
import { createTestWorld, serve, type TestWorld, transportTo } from '../world.ts'

// As behind a proxy: the listening address of this process is not the public one.
const PUBLIC_URL = 'https://peal.example'
const REFUSED = 'blocked: this author is blocked on this relay'
const stack = new AsyncDisposableStack()
let world: TestWorld
let client: RelayClient
let otherClient: RelayClient
let artist: TestUser
let fan: TestUser
let boss: TestUser
let song: PublishedTrack
let otherSong: PublishedTrack

before(async () => {
  world = stack.use(await createTestWorld({ settings: { PUBLIC_URL } }))
  client = await connectRelay(world.origin)
  stack.defer(() => client.close())
  otherClient = await connectRelay(await startAnother(stack))
  stack.defer(() => otherClient.close())
  artist = await createTestUser(world, { name: 'artist' })
  fan = await createTestUser(world, { name: 'fan' })
  boss = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  song = await publishTrack(world, artist, { title: 'Talked about' })
  otherSong = await publishTrack(world, fan, { title: 'Of somebody else' })
})
after(() => stack.disposeAsync())

/** Starts another server on the same database. Returns its origin. */
async function startAnother(ending: AsyncDisposableStack): Promise<string> {
  const { config, publicUrl } = world.world
  const parts = { clock: world.clock, node: world.node }
  return (await serve(ending, { ...config, port: 0, publicUrl }, silentLog, { parts })).origin
}

const tx = () => world.world.database.read
const newKey = () => publicKeyOf(generateSecretKey())
const authorsOf = (user: TestUser, { trackId }: PublishedTrack = song) =>
  user.call(listNostrAuthors, { params: { contentId: trackId } })
const block = (user: TestUser, pubkey: string) => user.call(blockNostrKey, { body: { pubkey } })
const unblock = (user: TestUser, pubkey: string) => user.call(unblockNostrKey, { params: { pubkey } })
const blockAll = (pubkey: string, reason = 'Spam') => boss.call(blockKeyEverywhere, { body: { pubkey, reason } })
const unblockAll = (pubkey: string) => boss.call(unblockKeyEverywhere, { params: { pubkey } })

let second = 0
/** Dated far in the past on every clock, each a second after the previous one. */
function sign(key: Uint8Array, parts: Partial<UnsignedEvent> = {}): NostrEvent {
  const created_at = 1_700_000_000 + ++second
  return signEvent({ kind: 1_111, created_at, tags: [['t', 'rain']], content: 'words', ...parts }, key)
}

async function assertStored(event: NostrEvent, by = client): Promise<void> {
  const { isAccepted, words } = await by.publish(event)
  assert.ok(isAccepted, words)
}

test("a key blocked by an owner is listed for readers of that owner's work, and of no other", async () => {
  const [first, later] = [newKey(), newKey()]
  await block(artist, first)
  await block(artist, first)
  world.clock.step(1_000)
  await block(artist, later)
  const { trackId: guid } = song
  const seen = { pubkeys: [], guid, blockedPubkeys: [later, first], ownBlockedPubkeys: [], isOwner: false }
  assert.deepEqual(await authorsOf(fan), seen)
  assert.deepEqual(await world.call(listNostrAuthors, { params: { contentId: song.trackId } }), seen)
  assert.deepEqual(await authorsOf(artist), { ...seen, ownBlockedPubkeys: [later, first], isOwner: true })
  assert.deepEqual((await authorsOf(artist, otherSong)).blockedPubkeys, [])
  const { blocked, nostrKeys } = await artist.call(listBlocked, {})
  assert.deepEqual([blocked, nostrKeys.map(({ pubkey }) => pubkey)], [[], [later, first]])
  // A user without the right to unblock changes nothing.
  await unblock(fan, first)
  assert.equal((await authorsOf(fan)).blockedPubkeys.length, 2)
  for (const pubkey of [first, first, later]) await unblock(artist, pubkey)
  assert.deepEqual((await world.call(listNostrAuthors, { params: { contentId: song.trackId } })).blockedPubkeys, [])
})

test("a malformed key, the owner's own key and a list above the limit are refused", async () => {
  const key = newKey()
  for (const wrong of ['', key.toUpperCase(), key.slice(1), `${key}0`, `${key}\n`, 'npub1xyz']) {
    assert.deepEqual(await refusalOf(block(artist, wrong)), { status: 400, code: 'bad-request' }, wrong)
    assert.deepEqual(await refusalOf(blockAll(wrong)), { status: 400, code: 'bad-request' }, wrong)
  }
  assert.equal((await refusalOf(unblock(artist, key.toUpperCase()))).status, 400)
  const { key: own } = makePhraseKey()
  const signed = createSignedCall(createPhraseSigner(own), transportTo(world.origin), PUBLIC_URL)
  const linking = provingCall(signed, { method: 'password', password: PASSWORD }, artist.call)
  await linking(linkNostrKey, { body: { authToken: artist.token } })
  assert.deepEqual(await refusalOf(block(artist, own.pubkey)), { status: 422, code: 'rule-broken' })
  await sql`
    INSERT INTO blocked_nostr_key (owner_id, pubkey, created_at)
    SELECT ${fan.userId}, encode(sha256(n::text::bytea), 'hex'), now() FROM generate_series(1, ${BLOCKED_MAX}) n`.execute(
    tx(),
  )
  assert.deepEqual(await refusalOf(block(fan, key)), { status: 422, code: 'rule-broken' })
  assert.equal((await authorsOf(artist, otherSong)).blockedPubkeys.length, BLOCKED_MAX)
  const [known] = (await fan.call(listBlocked, {})).nostrKeys
  await block(fan, known!.pubkey)
  await sql`DELETE FROM blocked_nostr_key WHERE owner_id = ${fan.userId}`.execute(tx())
})

test('the block list is in the export, and is deleted with the account', async () => {
  const leaver = await createTestUser(world, { name: 'leaver' })
  const key = newKey()
  await block(leaver, key)
  await block(artist, key)
  const headers = { authorization: `Bearer ${leaver.token}` }
  const response = await fetch(`${world.origin}/v1/accounts/export`, { headers })
  const { blockedUsers } = (await response.json()) as { blockedUsers: Record<string, unknown>[] }
  assert.deepEqual(
    blockedUsers.map(({ list, nostrKey }) => ({ list, nostrKey })),
    [{ list: 'blocked', nostrKey: key }],
  )
  await leaver.prove(deleteAccount, { body: { confirm: 'leaver' } })
  await until(async () => {
    const { rows } = await sql`SELECT FROM blocked_nostr_key WHERE owner_id = ${leaver.userId}`.execute(tx())
    return rows.length === 0
  })
  assert.deepEqual((await authorsOf(fan)).blockedPubkeys, [key])
  await unblock(artist, key)
})

test('a key blocked by an operator is blocked on all content, and no owner can unblock it', async () => {
  const key = newKey()
  await block(artist, key)
  await blockAll(key)
  for (const work of [song, otherSong]) assert.deepEqual((await authorsOf(fan, work)).blockedPubkeys, [key])
  const seen = await authorsOf(artist)
  assert.deepEqual([seen.blockedPubkeys, seen.ownBlockedPubkeys], [[key], []])
  await unblock(artist, key)
  assert.deepEqual((await authorsOf(fan)).blockedPubkeys, [key])
  await unblockAll(key)
  assert.deepEqual((await authorsOf(fan)).blockedPubkeys, [])
})

test('only operators with a recent log-in can block, each time with a reason, and each action is logged', async () => {
  const key = newKey()
  for (const user of [fan, artist]) {
    const body = { pubkey: key, reason: 'I say so' }
    assert.equal((await refusalOf(user.call(blockKeyEverywhere, { body }))).status, 403)
    assert.equal((await refusalOf(user.call(unblockKeyEverywhere, { params: { pubkey: key } }))).status, 403)
    assert.equal((await refusalOf(user.call(listServerBlocks, { query: {} }))).status, 403)
  }
  assert.equal((await refusalOf(blockAll(key, '  '))).status, 400)
  assert.equal((await refusalOf(blockAll(world.world.nostr.key.pubkey))).status, 422)
  await blockAll(key, 'First')
  await blockAll(key, 'Second')
  const [listed, ...more] = await boss.call(listServerBlocks, { query: {} })
  assert.deepEqual([listed?.pubkey, listed?.reason, more], [key, 'Second', []])
  assert.deepEqual(await boss.call(listServerBlocks, { query: { page: '2' } }), [])
  await unblockAll(key)
  await unblockAll(key)
  const actions = (await boss.call(listAdminActions, { query: {} })).filter(({ details }) => details['pubkey'] === key)
  assert.deepEqual(
    actions.map(({ action, reason }) => [action, reason]),
    [
      ['unblock-nostr-key', null],
      ['block-nostr-key', 'Second'],
      ['block-nostr-key', 'First'],
    ],
  )
  await sql`
    INSERT INTO blocked_nostr_key (pubkey, reason, created_at)
    SELECT encode(sha256(n::text::bytea), 'hex'), 'Spam', now() FROM generate_series(1, ${SERVER_BLOCKS_MAX}) n`.execute(
    tx(),
  )
  assert.deepEqual(await refusalOf(blockAll(key)), { status: 422, code: 'rule-broken' })
  await sql`DELETE FROM blocked_nostr_key WHERE owner_id IS NULL`.execute(tx())
  world.clock.step(11 * 60_000)
  assert.deepEqual(await refusalOf(blockAll(key)), { status: 401, code: 'login-not-fresh' })
  assert.deepEqual(await refusalOf(unblockAll(key)), { status: 401, code: 'login-not-fresh' })
  world.clock.step(-11 * 60_000)
})

test('the relay deletes the events of a blocked key and refuses new ones on every server until it is unblocked', async () => {
  const key = generateSecretKey()
  const pubkey = publicKeyOf(key)
  const bystander = sign(generateSecretKey(), { tags: [['p', pubkey]] })
  const note = sign(key)
  for (const event of [note, sign(key, { kind: 0, content: '{"name":"Robin"}' }), sign(key, { kind: 7 }), bystander]) {
    await assertStored(event)
  }
  await assertStored(sign(key, { kind: 5, tags: [['e', 'a'.repeat(64)]] }))
  await blockAll(pubkey)
  // Immediately, even before all of its events are deleted.
  for (const by of [client, otherClient]) {
    for (const event of [note, sign(key), sign(key, { kind: 23_194 })]) {
      assert.deepEqual(await by.publish(event), { isAccepted: false, words: REFUSED })
    }
  }
  for (const by of [client, otherClient]) {
    await until(async () => (await by.list({ authors: [pubkey] })).length === 0)
    assert.equal((await by.list({ ids: [bystander.id] })).length, 1)
  }
  const { rows } = await sql<{ left: number }>`
    SELECT (SELECT event_count FROM nostr_author WHERE pubkey = ${pubkey})
      + (SELECT count(*)::int FROM nostr_tag WHERE event_id = ${note.id}) AS left`.execute(tx())
  assert.equal(rows[0]?.left, 0)
  // Signed by a one-time key, which does not reveal the author.
  await assertStored(sign(generateSecretKey(), { kind: 1_059, tags: [['p', pubkey]] }))
  await unblockAll(pubkey)
  assert.deepEqual(await client.list({ authors: [pubkey] }), [])
  await assertStored(note, otherClient)
  assert.equal((await client.list({ authors: [pubkey] })).length, 1)
})

test('a restart changes nothing, and many events are deleted in batches', async () => {
  const key = generateSecretKey()
  const pubkey = publicKeyOf(key)
  await assertStored(sign(key))
  await sql`
    INSERT INTO nostr_event (id, pubkey, kind, created_at, body)
    SELECT encode(sha256((${pubkey} || n)::bytea), 'hex'), ${pubkey}, 1, n, '{}' FROM generate_series(1, 1200) n`.execute(
    tx(),
  )
  await sql`UPDATE nostr_author SET event_count = 1201 WHERE pubkey = ${pubkey}`.execute(tx())
  await blockAll(pubkey)
  const countOf = async () => {
    const { rows } = await sql<{ kept: number; counted: number }>`
      SELECT (SELECT count(*)::int FROM nostr_event WHERE pubkey = ${pubkey}) AS kept, event_count AS counted
      FROM nostr_author WHERE pubkey = ${pubkey}`.execute(tx())
    return rows[0]!
  }
  await until(async () => (await countOf()).kept === 0)
  assert.equal((await countOf()).counted, 0)
  await using later = new AsyncDisposableStack()
  const laterClient = await connectRelay(await startAnother(later))
  assert.deepEqual(await laterClient.publish(sign(key)), { isAccepted: false, words: REFUSED })
  laterClient.close()
  await unblockAll(pubkey)
})

test('an event being stored at the moment of the block is deleted with the rest', withoutConflicts, async () => {
  const key = generateSecretKey()
  const pubkey = publicKeyOf(key)
  const late = sign(key)
  await world.world.database.transaction(async (one) => {
    assert.equal(await storeEvent(one, late, world.clock.now()), 'new')
    await blockAll(pubkey)
    // Longer than the follow-up work takes.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  })
  await until(async () => (await client.list({ authors: [pubkey] })).length === 0)
  assert.deepEqual(await client.publish(late), { isAccepted: false, words: REFUSED })
  await unblockAll(pubkey)
})

test('events signed by this server are kept, even if someone blocks its key', async () => {
  const key = generateSecretKey()
  await blockAll(publicKeyOf(key))
  const event = sign(key, { kind: 13_194 })
  await world.world.database.transaction((one) => storeOwnEvent(one, event, world.clock.now()))
  assert.equal((await client.list({ ids: [event.id] })).length, 1)
  await unblockAll(publicKeyOf(key))
})
