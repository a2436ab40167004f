/** Tokens of a system that the operator trusts: valid ones work once, and everything else is refused. */
import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { AppError } from '#server/platform/errors.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { createTestClock } from '#tests/world.ts'
import { verifyCustomToken } from './custom-token.ts'
import { parseJwtKey } from './jwt.ts'

const SECRET = 'a secret that has more than 32 letters'
const ISSUER = 'https://club.example'
const OURS = 'https://peal.example'
const clock = createTestClock()
const stack = new AsyncDisposableStack()
let database: Database
let count = 0

before(async () => {
  const made = stack.use(await createTestDatabase())
  await migrate(made.ownerUrl)
  database = connectDatabase({ url: made.ownerUrl, maxConnections: 4 })
  stack.defer(() => database.close())
})
after(() => stack.disposeAsync())

const encode = (part: string | Uint8Array) => Buffer.from(part).toString('base64url')
const textOf = (header: object, claims: object) =>
  [header, claims].map((part) => encode(JSON.stringify(part))).join('.')

function hmac(claims: object, { header = {}, secret = SECRET }: { header?: object; secret?: string } = {}): string {
  const text = textOf({ alg: 'HS256', typ: 'JWT', ...header }, claims)
  return `${text}.${encode(createHmac('sha256', secret).update(text).digest())}`
}

function good(changes: object = {}): Record<string, unknown> {
  const now = Math.floor(clock.now().getTime() / 1_000)
  return { iss: ISSUER, aud: OURS, sub: 'member-7', iat: now, exp: now + 600, jti: `one-${++count}`, ...changes }
}

function verify(token: string, key = SECRET) {
  const config = { customTokenIssuer: ISSUER, customTokenKey: key, customTokenAudience: '' }
  return verifyCustomToken({ database, clock, config, publicUrl: OURS }, token)
}

async function isAccepted(token: string, key?: string): Promise<boolean> {
  try {
    await verify(token, key)
    return true
  } catch (error) {
    assert.equal((error as AppError).code, 'custom-token-invalid')
    return false
  }
}

test('a valid token identifies a user, once', async () => {
  const token = hmac(good({ email: 'Ann@Example.com', email_verified: true, name: 'Ann' }))
  const { issuer, subject, email, emailVerified, displayName } = await verify(token)
  assert.deepEqual([issuer, subject], [`custom-token:${ISSUER}`, 'member-7'])
  assert.deepEqual([email, emailVerified, displayName], ['ann@example.com', true, 'Ann'])
  assert.equal(await isAccepted(token), false)
})

test('of many concurrent requests with the same token, one succeeds', async () => {
  const token = hmac(good())
  const results = await Promise.all(Array.from({ length: 8 }, () => isAccepted(token)))
  assert.equal(results.filter(Boolean).length, 1)
})

test('a token for another server, outside its lifetime or incomplete is refused', async () => {
  const now = Math.floor(clock.now().getTime() / 1_000)
  const wrong: [string, object][] = [
    ['another issuer', { iss: 'https://other.example' }],
    ['another audience', { aud: 'https://other.example' }],
    ['no audience', { aud: undefined }],
    ['nobody', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a number as subject', { sub: 7 }],
    ['a long subject', { sub: 'x'.repeat(256) }],
    ['no jti', { jti: undefined }],
    ['an empty jti', { jti: '' }],
    ['a number as jti', { jti: 5 }],
    ['no end', { exp: undefined }],
    ['an exp as text', { exp: String(now + 60) }],
    ['run out', { exp: now - 61, iat: now - 100 }],
    ['valid for longer than an hour', { exp: now + 3_700, iat: now }],
    ['issued earlier with a lifetime of more than an hour', { iat: now - 3_600, exp: now + 600 }],
    ['without an issue time, valid forever', { exp: 9_999_999_999, iat: undefined }],
    ['not yet valid', { nbf: now + 120 }],
    ['issued in the future', { iat: now + 120, exp: now + 600 }],
  ]
  for (const [what, changes] of wrong) assert.equal(await isAccepted(hmac(good(changes))), false, what)
  assert.equal(await isAccepted(hmac(good({ aud: ['https://other.example', OURS] }))), true)
  assert.equal(await isAccepted(hmac(good({ exp: now - 30, iat: now - 100 }))), true, 'clocks may differ by a minute')
})

test('only the configured key and algorithm are accepted', async () => {
  const claims = good()
  assert.equal(await isAccepted(hmac(claims, { secret: 'another secret that has more than 32 letters' })), false)
  assert.equal(await isAccepted(hmac(claims, { header: { alg: 'HS512' } })), false)
  assert.equal(await isAccepted(hmac(claims, { header: { alg: 'none' } })), false)
  assert.equal(await isAccepted(hmac(claims, { header: { crit: ['exp'] } })), false)
  assert.equal(await isAccepted(`${textOf({ alg: 'none' }, claims)}.`), false)
  for (const token of ['', 'x', 'a.b', 'a.b.c', 'a.b.c.d', `${hmac(claims)}.x`, `${hmac(claims)} `, '..']) {
    assert.equal(await isAccepted(token), false, token)
  }
  const [head, , signature] = hmac(claims).split('.')
  assert.equal(await isAccepted(`${head}.${encode(JSON.stringify({ ...claims, sub: 'admin' }))}.${signature}`), false)
  assert.equal(await isAccepted(hmac(claims)), true)
})

test('with a public key configured, an HMAC with it is refused', async () => {
  const pairs: [string, { publicKey: KeyObject; privateKey: KeyObject }][] = [
    ['RS256', generateKeyPairSync('rsa', { modulusLength: 2_048 })],
    ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['EdDSA', generateKeyPairSync('ed25519')],
  ]
  for (const [alg, { publicKey, privateKey }] of pairs) {
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
    const text = textOf({ alg }, good())
    const digest = alg === 'EdDSA' ? null : 'sha256'
    const signature = sign(digest, Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    assert.equal(await isAccepted(`${text}.${encode(signature)}`, pem), true, alg)
    assert.equal(await isAccepted(hmac(good(), { secret: pem }), pem), false, `${alg}: the public key is no secret`)
    assert.equal(await isAccepted(hmac(good(), { secret: pem.trim() }), pem), false)
  }
})

test('keys that are too weak or of another type are refused', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
  assert.equal(parseJwtKey(publicKey.export({ format: 'pem', type: 'spki' }).toString()), null)
  const curve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  assert.equal(parseJwtKey(curve.publicKey.export({ format: 'pem', type: 'spki' }).toString()), null)
  assert.equal(parseJwtKey(curve.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()), null)
  assert.equal(parseJwtKey('short'), null)
})
