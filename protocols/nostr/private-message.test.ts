/** Private messages: only the named receivers can read them, and nobody can forge an author. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encrypt, getConversationKey } from 'nostr-tools/nip44'
import { getEventHash } from 'nostr-tools/pure'
import { type NostrEvent, readEvent, signEvent } from './event.ts'
import { generateSecretKey, publicKeyOf } from './keys.ts'
import {
  createMessageKey,
  InvalidPrivateMessage,
  isCiphertext,
  isPlaintext,
  makeMessage,
  measureText,
  MessageTooLong,
  openWrap,
  participantsOf,
  parseRumor,
  type Rumor,
  wrapMessage,
} from './private-message.ts'

const NOW = 1_790_000_000
const TWO_DAYS = 172_800
const randomness = { nowSeconds: NOW, random: Math.random }
const [ana, ben, eve] = [generateSecretKey(), generateSecretKey(), generateSecretKey()]
const [anaKey, benKey, eveKey] = [createMessageKey(ana), createMessageKey(ben), createMessageKey(eve)]

const makeRumor = (text: string, more: object = {}): Rumor =>
  makeMessage({ author: anaKey.pubkey, receivers: [benKey.pubkey], text, createdAtSeconds: NOW, ...more })

async function wrapFor(rumor: Rumor, receiver: string): Promise<NostrEvent> {
  const all = await wrapMessage(rumor, anaKey, randomness)
  return all.find((one) => one.receiver === receiver)!.wrap
}

/** A wrap built by hand, without our checks. */
function wrapByHand(sealed: unknown, receiver = benKey.pubkey): NostrEvent {
  const once = generateSecretKey()
  const content = encrypt(JSON.stringify(sealed), getConversationKey(once, receiver))
  return signEvent({ kind: 1_059, created_at: NOW, tags: [['p', receiver]], content }, once)
}

function sealByHand(rumor: unknown, author: Uint8Array, kind = 13): NostrEvent {
  const content = encrypt(JSON.stringify(rumor), getConversationKey(author, benKey.pubkey))
  return signEvent({ kind, created_at: NOW, tags: [], content }, author)
}

const isInvalid = (why: RegExp) => (error: unknown) => error instanceof InvalidPrivateMessage && why.test(error.message)

test('the recipients and the author can read a message', async () => {
  const rumor = makeRumor('Meet me at the pier. 🌊', { subject: 'Tonight', replyTo: 'a'.repeat(64) })
  const wrapped = await wrapMessage(rumor, anaKey, randomness)
  assert.deepEqual(
    wrapped.map(({ receiver }) => receiver),
    [benKey.pubkey, anaKey.pubkey],
  )
  assert.deepEqual(await openWrap(wrapped[0]!.wrap, benKey), rumor)
  assert.deepEqual(await openWrap(wrapped[1]!.wrap, anaKey), rumor)
  assert.deepEqual(rumor.tags, [
    ['p', benKey.pubkey],
    ['e', 'a'.repeat(64)],
    ['subject', 'Tonight'],
  ])
  assert.deepEqual(participantsOf(rumor), [anaKey.pubkey, benKey.pubkey])
})

test('each of several recipients gets a wrap, and a note to oneself is a single wrap', async () => {
  const all = await wrapMessage(
    makeRumor('Hello all', { receivers: [benKey.pubkey, eveKey.pubkey] }),
    anaKey,
    randomness,
  )
  assert.equal(all.length, 3)
  assert.equal((await openWrap(all[1]!.wrap, eveKey)).content, 'Hello all')
  const own = await wrapMessage(makeRumor('Buy strings', { receivers: [anaKey.pubkey] }), anaKey, randomness)
  assert.equal(own.length, 1)
  assert.equal((await openWrap(own[0]!.wrap, anaKey)).content, 'Buy strings')
})

test('a wrap does not reveal the author, the time or the text', async () => {
  const wrap = await wrapFor(makeRumor('Secret words'), benKey.pubkey)
  assert.deepEqual(readEvent(wrap), wrap)
  assert.equal(wrap.kind, 1_059)
  assert.deepEqual(wrap.tags, [['p', benKey.pubkey]])
  assert.ok(!JSON.stringify(wrap).includes(anaKey.pubkey))
  const again = await wrapFor(makeRumor('Secret words'), benKey.pubkey)
  assert.notEqual(again.pubkey, wrap.pubkey)
  await assert.rejects(openWrap(wrap, eveKey), InvalidPrivateMessage)
})

test('timestamps are moved back randomly, by at most two days', async () => {
  const at = async (random: number) => {
    const [first] = await wrapMessage(makeRumor('x'), anaKey, { nowSeconds: NOW, random: () => random })
    return first!.wrap.created_at
  }
  assert.equal(await at(0), NOW)
  assert.equal(await at(0.5), NOW - TWO_DAYS / 2)
  assert.equal(await at(0.999_999_9), NOW - TWO_DAYS)
})

test('a forged author is refused', async () => {
  const forged = sealByHand(makeRumor('I owe you a million'), eve)
  await assert.rejects(openWrap(wrapByHand(forged), benKey), isInvalid(/not sealed by its author/))
  const honest = makeMessage({
    author: eveKey.pubkey,
    receivers: [benKey.pubkey],
    text: 'It is me',
    createdAtSeconds: NOW,
  })
  assert.equal((await openWrap(wrapByHand(sealByHand(honest, eve)), benKey)).pubkey, publicKeyOf(eve))
})

test('an altered event, another kind, or a message for others is refused', async () => {
  const rumor = makeRumor('As it was')
  const sealed = sealByHand(rumor, ana)
  const refused = async (wrap: unknown, why: RegExp) => assert.rejects(openWrap(wrap, benKey), isInvalid(why))
  await refused({ ...wrapByHand(sealed), created_at: NOW + 1 }, /id of the event does not match/)
  await refused(wrapByHand({ ...sealed, created_at: NOW - 1 }), /id of the event does not match/)
  await refused(wrapByHand(sealByHand({ ...rumor, content: 'As it is' }, ana)), /id of the message does not match/)
  await refused(wrapByHand(sealByHand({ ...rumor, id: undefined }, ana)), /id of the message does not match/)
  await refused(wrapByHand(sealByHand(rumor, ana, 14)), /not of kind 13/)
  await refused(sealed, /not of kind 1059/)
  const note = { pubkey: anaKey.pubkey, created_at: NOW, kind: 1, tags: [['p', benKey.pubkey]], content: 'A note' }
  await refused(wrapByHand(sealByHand({ ...note, id: getEventHash(note) }, ana)), /not a message/)
  await refused(
    wrapByHand(sealByHand(makeRumor('Not yours', { receivers: [eveKey.pubkey] }), ana)),
    /another recipient/,
  )
  await refused(wrapByHand('nothing'), /not an event/)
  await refused(null, /not an event/)
})

test('plaintext has 1 byte to just under 64 KB, ciphertext 100 bytes to just under 102400', () => {
  assert.deepEqual(
    [0, 1, 65_535, 65_536].map((bytes) => isPlaintext('x'.repeat(bytes))),
    [false, true, true, false],
  )
  // Counted in bytes: three for each of these characters.
  assert.deepEqual(
    [21_845, 21_846].map((characters) => isPlaintext('語'.repeat(characters))),
    [true, false],
  )
  assert.deepEqual(
    [99, 100, 102_399, 102_400].map((bytes) => isCiphertext('x'.repeat(bytes))),
    [false, true, true, false],
  )
})

test('a message too long to be read is not sent, and the longest one that is sent can be read', async () => {
  const frameBytes = JSON.stringify(makeRumor('x')).length - 1
  const longest = 'x'.repeat(40_960 - frameBytes)
  assert.equal((await openWrap(await wrapFor(makeRumor(longest), benKey.pubkey), benKey)).content, longest)
  assert.throws(() => makeRumor(`${longest}x`), MessageTooLong)
  // A message built elsewhere is rejected too: its seal would exceed the maximum plaintext.
  const { pubkey, created_at, kind, tags } = makeRumor('x')
  const grown = { pubkey, created_at, kind, tags, content: `${longest}x` }
  await assert.rejects(wrapMessage({ id: getEventHash(grown), ...grown }, anaKey, randomness), MessageTooLong)
})

test('the length limit shown before sending is exact, for any text and number of recipients', () => {
  const people = Array.from({ length: 20 }, () => publicKeyOf(generateSecretKey()))
  for (const receivers of [[benKey.pubkey], people]) {
    for (const character of ['x', '語', '"', '\n', '\u0001', '⚡']) {
      const measure = (text: string) => measureText({ author: anaKey.pubkey, receivers, text })
      const { bytes, maxBytes } = measure(character)
      const text = character.repeat(Math.floor(maxBytes / bytes))
      const make = (one: string) => makeMessage({ author: anaKey.pubkey, receivers, text: one, createdAtSeconds: NOW })
      assert.ok(measure(text).bytes <= maxBytes)
      make(text)
      const longer = text + character
      assert.ok(measure(longer).bytes > maxBytes)
      assert.throws(() => make(longer), MessageTooLong)
    }
  }
})

test('content of an invalid length is not decrypted', async () => {
  const key = { pubkey: benKey.pubkey, decrypt: () => assert.fail('was decrypted') }
  for (const content of ['x'.repeat(99), 'x'.repeat(102_400)]) {
    const wrap = signEvent({ kind: 1_059, created_at: NOW, tags: [], content }, eve)
    await assert.rejects(openWrap(wrap, key), isInvalid(/invalid length/))
  }
})

test('a message has a key of 64 digits, a kind, a time, a text and tags', () => {
  const rumor = makeRumor('Sound')
  assert.deepEqual(parseRumor({ ...rumor, more: 1 }), rumor)
  const refused: [object, RegExp][] = [
    [{ pubkey: rumor.pubkey.slice(1) }, /public key/],
    [{ pubkey: `${rumor.pubkey}0` }, /public key/],
    [{ pubkey: rumor.pubkey.toUpperCase().replace(/^./, 'A') }, /public key/],
    [{ pubkey: 7 }, /public key/],
    [{ kind: '14' }, /kind/],
    [{ kind: 1.5 }, /kind/],
    [{ kind: -1 }, /kind/],
    [{ kind: 65_536 }, /kind/],
    [{ created_at: '1790000000' }, /when/],
    [{ created_at: null }, /when/],
    [{ content: null }, /content/],
    [{ content: 5 }, /content/],
    [{ tags: {} }, /tags/],
    [{ tags: ['p'] }, /tags/],
    [{ tags: [['p', 5]] }, /tags/],
  ]
  for (const [change, why] of refused) assert.throws(() => parseRumor({ ...rumor, ...change }), isInvalid(why))
})

test('an invalid message is not created', () => {
  assert.throws(() => makeRumor(''), isInvalid(/empty/))
  assert.throws(() => makeRumor('x', { receivers: [] }), isInvalid(/1 to 20/))
  assert.throws(() => makeRumor('x', { receivers: ['npub1'] }), isInvalid(/64 hexadecimal/))
  const many = Array.from({ length: 21 }, () => publicKeyOf(generateSecretKey()))
  assert.throws(() => makeRumor('x', { receivers: many }), isInvalid(/1 to 20/))
  assert.equal(makeRumor('x', { receivers: [benKey.pubkey, benKey.pubkey] }).tags.length, 1)
})
