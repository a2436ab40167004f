/** Signing in the browser: by an extension, which is not trusted, and with the user's own key. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInWithNostr, linkNostrKey } from '#contract/accounts/nostr.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { type NostrEvent, signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { isSignedBody, parseHttpAuth } from '#protocols/nostr/http-auth.ts'
import { InvalidKeyPhrase } from '#protocols/nostr/key-phrase.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { awaitExtension, createExtensionCipher, createExtensionSigner } from './extension.ts'
import { storeKey, readStoredKey } from './stored-key.ts'
import { hasExtension } from './page-extension.ts'
import { createPhraseSigner, makePhraseKey, restorePhraseKey } from './phrase-key.ts'
import { createSignedCall, KeyNotUsed, signWith } from './signer.ts'

const PHRASE = 'leader monkey parrot ring guide accident before fence cannon height naive bean'
const PUBKEY = '17162c921dc4d2518f9a101db33695df1afb56ab82f5ff3e5da6eec3ca5cd917'
const ORIGIN = 'https://peal.example'
const key = restorePhraseKey(PHRASE)
const secret = secretFromHex(key.secretHex)
const draft: UnsignedEvent = { kind: 27_235, created_at: 1_790_000_000, tags: [['u', 'x']], content: '' }

const extension = (sign: (event: UnsignedEvent) => unknown = (event) => signEvent(event, secret)) => ({
  nostr: {
    getPublicKey: () => Promise.resolve(PUBKEY as unknown),
    signEvent: async (event: UnsignedEvent) => sign(event),
  },
})
const isNotUsed = (reason: KeyNotUsed['reason']) => (error: unknown) =>
  error instanceof KeyNotUsed && error.reason === reason

test('an extension signs what it is given', async () => {
  const event = await signWith(createExtensionSigner(extension()), draft)
  assert.equal(event.pubkey, PUBKEY)
  assert.deepEqual(event.tags, draft.tags)
})

test('an absent extension, an incomplete one and a refusal are distinguished', async () => {
  for (const page of [{}, { nostr: {} }, { nostr: { getPublicKey: () => Promise.resolve(PUBKEY) } }]) {
    assert.equal(hasExtension(page), false)
    await assert.rejects(signWith(createExtensionSigner(page), draft), isNotUsed('absent'))
  }
  const saysNo = extension(() => {
    throw new Error('User rejected')
  })
  await assert.rejects(signWith(createExtensionSigner(saysNo), draft), isNotUsed('refused'))
  const noKey = { nostr: { ...extension().nostr, getPublicKey: () => Promise.reject(new Error('locked')) } }
  await assert.rejects(signWith(createExtensionSigner(noKey), draft), isNotUsed('refused'))
})

test('an extension that signs another event, or with another key, is not trusted', async () => {
  const other = makePhraseKey().key
  const changes: ((event: UnsignedEvent) => unknown)[] = [
    (event) => signEvent({ ...event, content: 'x' }, secret),
    (event) => signEvent({ ...event, kind: 1 }, secret),
    (event) => signEvent({ ...event, created_at: event.created_at + 1 }, secret),
    (event) => signEvent({ ...event, tags: [...event.tags, ['client', 'x']] }, secret),
    (event) => signEvent(event, secretFromHex(other.secretHex)),
    (event) => ({ ...signEvent(event, secret), sig: '0'.repeat(128) }),
    (event) => event,
    () => null,
    () => 'signed',
  ]
  for (const change of changes) {
    await assert.rejects(signWith(createExtensionSigner(extension(change)), draft), isNotUsed('altered'))
  }
  for (const pubkey of [undefined, '', 'npub1', PUBKEY.toUpperCase(), 7]) {
    const page = { nostr: { ...extension().nostr, getPublicKey: () => Promise.resolve(pubkey as unknown) } }
    await assert.rejects(signWith(createExtensionSigner(page), draft), isNotUsed('altered'))
  }
})

test('an extension encrypts if it can, and only text is accepted', async () => {
  assert.equal(createExtensionCipher(extension()), null)
  const withCipher = (encrypt: () => Promise<unknown>) => {
    const nip44 = { encrypt, decrypt: (_: string, text: string) => Promise.resolve(`open ${text}`) }
    return createExtensionCipher({ nostr: { ...extension().nostr, nip44 } })!
  }
  assert.equal(await withCipher(() => Promise.resolve('hidden')).encrypt(PUBKEY, 'text'), 'hidden')
  assert.equal(await withCipher(() => Promise.resolve('hidden')).decrypt(PUBKEY, 'text'), 'open text')
  await assert.rejects(withCipher(() => Promise.resolve(7)).encrypt(PUBKEY, 'text'), isNotUsed('altered'))
  await assert.rejects(withCipher(() => Promise.reject(new Error('no'))).encrypt(PUBKEY, 'text'), isNotUsed('refused'))
})

test('an extension that loads late is awaited, with a timeout', async () => {
  const page: ReturnType<typeof extension> | { nostr?: never } = {}
  setTimeout(() => Object.assign(page, extension()), 150)
  assert.equal(await awaitExtension(page), true)
  assert.equal(await awaitExtension({}, 100), false)
})

test('a key from a phrase signs, and a new key can be restored from its words', async () => {
  assert.equal(key.pubkey, PUBKEY)
  assert.equal((await signWith(createPhraseSigner(key), draft)).pubkey, PUBKEY)
  for (const wordCount of [12, 24] as const) {
    const made = makePhraseKey(wordCount)
    assert.equal(made.phrase.split(' ').length, wordCount)
    assert.deepEqual(restorePhraseKey(made.phrase), made.key)
  }
  assert.throws(() => restorePhraseKey(`${PHRASE} bean`), InvalidKeyPhrase)
})

test('calls are signed for their URL, method and body, each separately', async () => {
  const seen: { path: string; init: RequestInit }[] = []
  const call = createSignedCall(
    createPhraseSigner(key),
    async (path, init) => {
      seen.push({ path, init })
      return { status: 200, json: { success: true, data: null } }
    },
    ORIGIN,
  )
  await call(signInWithNostr, {})
  await call(signInWithNostr, {})
  await call(linkNostrKey, { body: { authToken: 'a token' } })
  const ids = seen.map(({ path, init }) => {
    const { authorization } = init.headers as Record<string, string>
    const auth = parseHttpAuth(authorization!, {
      method: init.method!,
      urls: [ORIGIN + path],
      nowSeconds: Date.now() / 1_000,
    })
    const body = typeof init.body === 'string' ? bytesToHex(sha256(utf8ToBytes(init.body))) : null
    assert.equal(isSignedBody(auth.payload, body), true)
    assert.equal(auth.pubkey, PUBKEY)
    assert.ok(!JSON.stringify([path, init]).includes(key.secretHex))
    return auth.eventId
  })
  assert.equal(new Set(ids).size, 3)
  assert.equal(seen[2]?.init.body, '{"authToken":"a token"}')
  await assert.rejects(call(createArtist, { body: { name: 'A form' } }), TypeError)
})

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

test('a key is stored until another is; of a phrase, only the key is stored', () => {
  const store = memory()
  assert.equal(readStoredKey(store), null)
  const { phrase, key: made } = makePhraseKey()
  assert.equal(storeKey(made, store), true)
  assert.deepEqual(readStoredKey(store), made)
  assert.ok(![...store.kept.values()].some((value) => value.includes(phrase)))
  storeKey({ kind: 'extension', pubkey: PUBKEY }, store)
  assert.deepEqual(readStoredKey(store), { kind: 'extension', pubkey: PUBKEY })
  assert.ok(![...store.kept.values()].some((value) => value.includes(made.secretHex)))
})

test('broken, full or disabled storage is no failure', () => {
  const store = memory()
  for (const text of [
    '',
    '{',
    'null',
    '7',
    '{"kind":"phrase"}',
    `{"kind":"phrase","pubkey":"${PUBKEY}"}`,
    '{"pubkey":1}',
  ]) {
    store.setItem('peal.nostr-key', text)
    assert.equal(readStoredKey(store), null, text)
  }
  const off = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const closed = { getItem: off, setItem: off, removeItem: off }
  assert.equal(storeKey(key, closed), false)
  assert.equal(readStoredKey(closed), null)
})

test('an event is unchanged after passing through an extension', async () => {
  const passed: NostrEvent[] = []
  const page = extension((event) => {
    // Some extensions add a field, some return the same object.
    const signed = { ...signEvent(event, secret), relays: [] }
    passed.push(signed)
    return signed
  })
  const event = await signWith(createExtensionSigner(page), draft)
  assert.deepEqual(Object.keys(event).sort(), ['content', 'created_at', 'id', 'kind', 'pubkey', 'sig', 'tags'])
  assert.equal(passed.length, 1)
})
