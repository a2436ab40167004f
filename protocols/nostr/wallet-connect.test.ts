/** Wallet connections: their URI, and messages in both encryptions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readEvent } from './event.ts'
import { generateSecretKey, publicKeyOf, secretToHex } from './keys.ts'
import {
  clientOf,
  formatConnectionUri,
  InvalidWalletMessage,
  createResponse,
  createInfo,
  createNotification,
  createRequest,
  parseConnectionUri,
  parseResponse,
  parseInfo,
  parseNotification,
  parseRequest,
  UnsupportedEncryption,
  WALLET_ENCRYPTIONS,
  type WalletConnection,
} from './wallet-connect.ts'

const walletSecretKey = generateSecretKey()
const walletPubkey = publicKeyOf(walletSecretKey)
const clientSecretKey = generateSecretKey()
const connection: WalletConnection = {
  walletPubkey,
  relays: ['wss://one.example/relay', 'ws://127.0.0.1:4000/relay?a=1&b=2'],
  secret: secretToHex(clientSecretKey),
  lud16: 'ana@pay.example',
}
const by = { secretKey: walletSecretKey, createdAtSeconds: 1_000 }

test('the URI of a connection is parsed as formatted, with every relay', () => {
  const uri = formatConnectionUri(connection)
  assert.match(uri, /^nostr\+walletconnect:\/\/[0-9a-f]{64}\?relay=wss%3A%2F%2F/)
  assert.deepEqual(parseConnectionUri(` ${uri}\n`), connection)
  const other = uri.replace('nostr+walletconnect://', 'nostrwalletconnect:').replace('&lud16=ana%40pay.example', '')
  assert.deepEqual(parseConnectionUri(other), { ...connection, lud16: null })
})

test('an invalid connection is refused, without its secret in the error', () => {
  const uri = formatConnectionUri(connection)
  const wrong = [
    '',
    'lnbc1',
    uri.replace('nostr+', 'https+'),
    uri.replace(walletPubkey, walletPubkey.slice(1)),
    uri.replace(walletPubkey, 'f'.repeat(64)),
    uri.replace(connection.secret, connection.secret.slice(2)),
    uri.replace(connection.secret, '0'.repeat(64)),
    `${uri}&secret=${connection.secret}`,
    uri.replaceAll(/relay=[^&]+&/g, ''),
    uri.replace('wss%3A', 'https%3A'),
    `${uri}&${Array.from({ length: 9 }, (_, index) => `relay=wss://r${index}.example`).join('&')}`,
    `${uri}&lud16=${'a'.repeat(4_000)}`,
  ]
  for (const text of wrong) {
    assert.throws(
      () => parseConnectionUri(text),
      (error: unknown) => error instanceof InvalidWalletMessage && !error.message.includes(connection.secret.slice(2)),
      text,
    )
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.throws(() => parseConnectionUri(`nostr+walletconnect://${text}`), InvalidWalletMessage)
    }),
  )
})

for (const encryption of WALLET_ENCRYPTIONS) {
  test(`a request and its response can be decrypted by both sides only, with ${encryption}`, () => {
    const params = { invoice: 'lnbc1', amount: 21_000 }
    const asked = { method: 'pay_invoice' as const, params, createdAtSeconds: 1_000, expiresAtSeconds: 1_060 }
    const event = readEvent(createRequest(clientOf(connection, encryption), asked))
    const request = parseRequest(event, walletSecretKey)
    const clientPubkey = publicKeyOf(clientSecretKey)
    assert.deepEqual(request, {
      ...asked,
      id: event.id,
      clientPubkey,
      encryption,
    })
    assert.throws(() => parseRequest(event, generateSecretKey()), InvalidWalletMessage)

    const said = { resultType: 'pay_invoice', error: null, result: { preimage: 'ab', fees_paid: 1 } }
    const response = readEvent(createResponse(request, said, by))
    const expected = { secretKey: clientSecretKey, walletPubkey, requestId: event.id }
    assert.deepEqual(parseResponse(response, expected), said)
    assert.throws(() => parseResponse(response, { ...expected, requestId: 'f'.repeat(64) }), InvalidWalletMessage)
    const stranger = publicKeyOf(generateSecretKey())
    assert.throws(() => parseResponse(response, { ...expected, walletPubkey: stranger }), InvalidWalletMessage)

    const refusal = { resultType: 'pay_invoice', error: { code: 'QUOTA_EXCEEDED', message: 'no' }, result: null }
    assert.deepEqual(parseResponse(createResponse(request, refusal, by), expected), refusal)

    const transaction = {
      type: 'incoming' as const,
      payment_hash: 'ab'.repeat(32),
      amount: 1_000,
      fees_paid: 0,
      created_at: 1,
    }
    const told = createNotification({ type: 'payment_received', transaction }, { clientPubkey, encryption }, by)
    assert.equal(told.kind, encryption === 'nip04' ? 23_196 : 23_197)
    const heard = parseNotification(readEvent(told), { secretKey: clientSecretKey, walletPubkey })
    assert.deepEqual(heard, { type: 'payment_received', notification: transaction })
  })
}

test('a client without an encryption tag uses nip04, and an unknown encryption is refused', () => {
  const asked = { method: 'get_balance' as const, params: {}, createdAtSeconds: 1, expiresAtSeconds: 2 }
  const event = createRequest(clientOf(connection, 'nip04'), asked)
  const unnamed = { ...event, tags: event.tags.filter(([name]) => name !== 'encryption') }
  assert.equal(parseRequest(unnamed, walletSecretKey).encryption, 'nip04')
  const unknown = { ...event, tags: [...unnamed.tags, ['encryption', 'rot13']] }
  assert.throws(() => parseRequest(unknown, walletSecretKey), UnsupportedEncryption)
})

test('a wallet announces its encryptions, and a client uses the best common one', () => {
  const info = {
    methods: ['pay_invoice', 'get_balance'],
    notifications: ['payment_sent'],
    encryptions: [...WALLET_ENCRYPTIONS],
  }
  const event = createInfo(info, by)
  assert.equal(event.content, 'pay_invoice get_balance notifications')
  assert.deepEqual(parseInfo(readEvent(event)), { ...info, encryption: 'nip44_v2' })
  const old = { ...event, tags: [], content: 'pay_invoice,get_balance' }
  assert.deepEqual(parseInfo(old), {
    methods: info.methods,
    notifications: [],
    encryptions: ['nip04'],
    encryption: 'nip04',
  })
  assert.equal(parseInfo({ ...event, tags: [['encryption', 'rot13']] }).encryption, null)
})
