/** Keys and phrases against the vectors of NIP-06 and NIP-19, and invalid input. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { InvalidKeyPhrase, keyOfPhrase, generateKeyPhrase, parseKeyPhrase, WORD_COUNTS } from './key-phrase.ts'
import { encodeNpub, publicKeyOf, parsePublicKey, secretToHex } from './keys.ts'

/** The two vectors of NIP-06. */
const vectors = [
  {
    phrase: 'leader monkey parrot ring guide accident before fence cannon height naive bean',
    secret: '7f7ff03d123792d6ac594bfa67bf6d0c0ab55b6b1fdb6249303fe861f1ccba9a',
    pubkey: '17162c921dc4d2518f9a101db33695df1afb56ab82f5ff3e5da6eec3ca5cd917',
    npub: 'npub1zutzeysacnf9rru6zqwmxd54mud0k44tst6l70ja5mhv8jjumytsd2x7nu',
  },
  {
    phrase:
      'what bleak badge arrange retreat wolf trade produce cricket blur garlic valid ' +
      'proud rude strong choose busy staff weather area salt hollow arm fade',
    secret: 'c15d739894c81a2fcfd3a2df85a0d2c0dbc47a280d092799f144d73d7ae78add',
    pubkey: 'd41b22899549e1f3d335a31002cfd382174006e166d3e658e3a5eecdb6463573',
    npub: 'npub16sdj9zv4f8sl85e45vgq9n7nsgt5qphpvmf7vk8r5hhvmdjxx4es8rq74h',
  },
]

test('the phrases of NIP-06 result in their keys', () => {
  for (const { phrase, secret, pubkey, npub } of vectors) {
    const key = keyOfPhrase(phrase)
    assert.equal(secretToHex(key.secretKey), secret)
    assert.equal(key.pubkey, pubkey)
    assert.equal(encodeNpub(key.pubkey), npub)
    assert.equal(parsePublicKey(npub), pubkey)
  }
})

test('the public keys of NIP-19 are encoded and decoded', () => {
  const pubkey = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e'
  const npub = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg'
  assert.equal(encodeNpub(pubkey), npub)
  assert.equal(parsePublicKey(npub), pubkey)
  assert.equal(parsePublicKey(` ${npub}\n`), pubkey)
  assert.equal(parsePublicKey(pubkey.toUpperCase()), pubkey)
})

test('an invalid key is null', () => {
  const { npub, pubkey } = vectors[0]!
  const nsec = 'nsec10allq0gjx7fddtzef0ax00mdps9t2kmtrldkyjfs8l5xruwvh2dq0lhhkp'
  const nprofile =
    'nprofile1qqsrhuxx8l9ex335q7he0f09aej04zpazpl0ne2cgukyawd24mayt8gpp4mhxue69uhhytnc9e3k7mgpz4mhxue69uhkg6nzv9ejuumpv34kytnrdaksjlyr9p'
  const wrong = [
    '',
    'npub1',
    npub.slice(0, -1),
    `${npub.slice(0, -1)}q`,
    `${npub}q`,
    pubkey.slice(1),
    nprofile,
    'ü'.repeat(64),
  ]
  for (const text of [...wrong, nsec, 'x'.repeat(1_000_000)])
    assert.equal(parsePublicKey(text), null, text.slice(0, 80))
})

test('every key survives encoding and decoding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      assert.equal(parsePublicKey(encodeNpub(bytesToHex(bytes))), bytesToHex(bytes))
    }),
  )
})

const assertRefused = (phrase: string, reason: InvalidKeyPhrase['reason'], wordNumber: number | null = null) =>
  assert.throws(
    () => keyOfPhrase(phrase),
    (error) => error instanceof InvalidKeyPhrase && error.reason === reason && error.wordNumber === wordNumber,
    phrase,
  )

test('new phrases have the requested number of words, and different keys', () => {
  const pubkeys = WORD_COUNTS.flatMap((count) => [count, count]).map((count) => {
    const phrase = generateKeyPhrase(count)
    assert.equal(phrase.split(' ').length, count)
    return keyOfPhrase(phrase).pubkey
  })
  assert.equal(new Set(pubkeys).size, pubkeys.length)
  assert.equal(generateKeyPhrase().split(' ').length, 12)
})

test('any other number of words is refused', () => {
  const words = vectors[1]!.phrase.split(' ')
  for (let count = 0; count <= 26; count++) {
    if (WORD_COUNTS.some((one) => one === count)) continue
    assertRefused([...words, ...words].slice(0, count).join(' '), 'word-count')
  }
  assertRefused('abandon '.repeat(12) + 'about', 'word-count')
  assertRefused('x '.repeat(1_000_000), 'word-count')
})

test('an unknown word is refused with its position, without repeating the word', () => {
  const words = vectors[0]!.phrase.split(' ')
  assertRefused(['leaderr', ...words.slice(1)].join(' '), 'unknown-word', 1)
  assertRefused([...words.slice(0, 11), 'naïve'].join(' '), 'unknown-word', 12)
  assertRefused([...words.slice(0, 11), '__proto__'].join(' '), 'unknown-word', 12)
  assert.throws(
    () => parseKeyPhrase(['mysecret', ...words.slice(1)].join(' ')),
    (error) => error instanceof Error && !error.message.includes('mysecret'),
  )
})

test('words in a wrong order, or one exchanged, do not pass the checksum', () => {
  const words = vectors[0]!.phrase.split(' ')
  assertRefused([words[1]!, words[0]!, ...words.slice(2)].join(' '), 'checksum')
  assertRefused('abandon '.repeat(12).trim(), 'checksum')
  assertRefused('abandon '.repeat(24).trim(), 'checksum')
  keyOfPhrase('abandon '.repeat(11) + 'about')
})

test('capitals and spaces do not change the key', () => {
  const { phrase, pubkey } = vectors[0]!
  assert.equal(keyOfPhrase(` \n${phrase.toUpperCase().replaceAll(' ', ' \t ')} `).pubkey, pubkey)
  assert.equal(parseKeyPhrase(phrase.toUpperCase()), phrase)
})

test('about one in sixteen random phrases of twelve words has a valid checksum, and others are refused', () => {
  const words = fc.array(fc.constantFrom(...wordlist), { minLength: 12, maxLength: 12 })
  let passed = 0
  fc.assert(
    fc.property(words, (given) => {
      try {
        parseKeyPhrase(given.join(' '))
        passed++
      } catch (error) {
        assert.ok(error instanceof InvalidKeyPhrase && error.reason === 'checksum')
      }
    }),
    { numRuns: 600 },
  )
  assert.ok(passed > 5 && passed < 110, `${passed} of 600`)
})

test('the public key is derived from the secret key', () => {
  assert.equal(publicKeyOf(hexToBytes(vectors[0]!.secret)), vectors[0]!.pubkey)
})
