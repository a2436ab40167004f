/** Logging in with a nostr key over HTTP: what works, what works only once, and what is refused. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import {
  getNostrProfile,
  linkNostrKey,
  putNostrProfile,
  signInWithNostr,
  unlinkNostrKey,
} from '#contract/accounts/nostr.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { draftHttpAuth, encodeHttpAuth } from '#protocols/nostr/http-auth.ts'
import { generateKeyPhrase } from '#protocols/nostr/key-phrase.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import type { Config } from '#server/platform/config/config.ts'
import { silentLog } from '#server/platform/log.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import { createPhraseSigner, type PhraseKey, restorePhraseKey } from '#web/nostr/phrase-key.ts'
import { createSignedCall } from '#web/nostr/signer.ts'
import { createTestUser, PASSWORD, type TestUser } from '../users.ts'
import { provingCall } from '../proofs.ts'
import { createTestWorld, serve, type TestWorld, transportTo } from '../world.ts'

// As behind a proxy: the listening address of this process is not the public one.
const PUBLIC_URL = 'https://peal.example'
const LOGIN = '/v1/auth/nostr'

let test_: TestWorld
const servers = new AsyncDisposableStack()
let otherOrigin = ''

before(async () => {
  test_ = await createTestWorld({ settings: { PUBLIC_URL } })
  otherOrigin = await startAnother(servers, {})
})

/** Another server on the same database. Returns its origin. */
async function startAnother(stack: AsyncDisposableStack, settings: Partial<Config>): Promise<string> {
  const { world, clock, node } = test_
  const { origin } = await serve(stack, { ...world.config, ...settings, port: 0 }, silentLog, {
    parts: { clock, node },
  })
  return origin
}

after(async () => {
  await servers.disposeAsync()
  await test_[Symbol.asyncDispose]()
})

const makeKey = (): PhraseKey => restorePhraseKey(generateKeyPhrase())
/** A key for tests in which the user does not matter, because new users per address are limited. */
const anyKey = makeKey()
const nowSeconds = () => Math.floor(test_.clock.now().getTime() / 1_000)
const signedCall = (key: PhraseKey, origin = test_.origin): Call =>
  createSignedCall(createPhraseSigner(key), transportTo(origin), PUBLIC_URL)

type Signed = { key?: PhraseKey; method?: string; path?: string; body?: string; event?: Partial<UnsignedEvent> }
let nonce = 0
function headerFor({ key = anyKey, method = 'POST', path = LOGIN, body, event = {} }: Signed = {}): string {
  const draft = draftHttpAuth({ method, url: PUBLIC_URL + path, nowSeconds: nowSeconds() }, body, String(nonce++))
  return encodeHttpAuth(signEvent({ ...draft, ...event }, secretFromHex(key.secretHex)))
}

type Answer = { success: boolean; data?: unknown; error?: string; code?: string }
type Request = { method?: string; path?: string; body?: BodyInit; type?: string; origin?: string }
async function ask(header: string | null, request: Request = {}) {
  const { method = 'POST', path = LOGIN, body, type = 'application/json', origin = test_.origin } = request
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(header !== null && { authorization: header }),
      ...(typeof body === 'string' && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, answer: (await response.json()) as Answer }
}

async function isRefused(about: string, header: string | null, request: Request = {}, code?: string): Promise<void> {
  const { status, answer } = await ask(header, request)
  assert.equal(status, 401, `${about}: ${JSON.stringify(answer)}`)
  assert.deepEqual(Object.keys(answer).sort(), ['code', 'error', 'requestId', 'success'], about)
  assert.equal(answer.success, false)
  if (code !== undefined) assert.equal(answer.code, code, about)
}

async function statusOf(work: Promise<unknown>): Promise<number | string> {
  try {
    await work
    return 200
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return [401, 409, 422].includes(error.status) || error.code === 'proof-needed' ? error.code : error.status
  }
}

test('the first log-in with a key creates the account, later ones find it', async () => {
  const key = makeKey()
  const first = await signedCall(key)(signInWithNostr, {})
  const second = await signedCall(key)(signInWithNostr, {})
  assert.equal(first.user.id, second.user.id)
  assert.notEqual(first.token, second.token)
  assert.equal(first.user.emailVerified, false)
  const account = await test_.callWith(first.token)(getAccount, {})
  assert.equal(account.id, first.user.id)
  assert.equal(account.email, null)
  assert.equal(account.providerId, 'nostr')
  assert.deepEqual(account.nostrProfileData, [
    { publicHex: key.pubkey, metadata: null, updatedAt: null, followerCount: null, follows: null },
  ])
})

test('every call accepts a signed request instead of a token, for the same user', async () => {
  const key = makeKey()
  const { id } = await signedCall(key)(getAccount, {})
  const { user } = await signedCall(key)(signInWithNostr, {})
  assert.equal(user.id, id)
  const podcast = await signedCall(key)(createPodcast, { body: { name: 'unused' } }).catch((error: unknown) => error)
  assert.ok(podcast instanceof TypeError, 'forms are not signed by the client')
})

test('eight concurrent first log-ins with one key on two servers create one account', async () => {
  const key = makeKey()
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      signedCall(key, index % 2 === 0 ? test_.origin : otherOrigin)(signInWithNostr, {}),
    ),
  )
  assert.equal(new Set(made.map(({ user }) => user.id)).size, 1)
  assert.equal(new Set(made.map(({ token }) => token)).size, 8)
})

test('a signed log-in works once, on any server', async () => {
  const header = headerFor()
  assert.equal((await ask(header)).status, 200)
  await isRefused('again', header, {}, 'nostr-login-used')
  await isRefused('again at the other server', header, { origin: otherOrigin }, 'nostr-login-used')
  const raced = headerFor()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(raced, { origin: index % 2 === 0 ? test_.origin : otherOrigin })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).sort((one, other) => one - other),
    [200, ...Array<number>(19).fill(401)],
  )
})

test('the method is compared case-insensitively', async () => {
  assert.equal((await ask(headerFor({ method: 'post' }))).status, 200)
  const path = '/v1/accounts'
  assert.equal((await ask(headerFor({ method: 'get', path }), { method: 'GET', path })).status, 200)
})

test('a read may be repeated with the same event until it expires, a write may not', async () => {
  const path = '/v1/accounts'
  const header = headerFor({ method: 'GET', path })
  const together = await Promise.all([1, 2].map(() => ask(header, { method: 'GET', path })))
  assert.deepEqual(
    together.map(({ status }) => status),
    [200, 200],
  )
  assert.equal((await ask(header, { method: 'GET', path, origin: otherOrigin })).status, 200)
  test_.clock.step(61_000)
  await isRefused('after a minute', header, { method: 'GET', path }, 'nostr-login-expired')
  test_.clock.step(-61_000)
  const clear = { method: 'PUT', path: '/v1/accounts/notification' }
  const write = headerFor(clear)
  assert.equal((await ask(write, clear)).status, 200)
  await isRefused('a write again', write, clear, 'nostr-login-used')
})

test('a signed request is valid for sixty seconds before and after its signing time', async () => {
  // Not at the exact limit: the next second may begin before the request arrives.
  for (const by of [-55, 55])
    assert.equal((await ask(headerFor({ event: { created_at: nowSeconds() + by } }))).status, 200)
  for (const by of [-62, 62, -100_000, 100_000]) {
    await isRefused(`${by} s`, headerFor({ event: { created_at: nowSeconds() + by } }), {}, 'nostr-login-expired')
  }
})

test('used events are deleted, but only once they are too old to be accepted', async () => {
  const clear = { method: 'PUT', path: '/v1/accounts/notification' }
  const isKept = async (id: string) => {
    const query = 'SELECT FROM nostr_auth_event WHERE id = $1'
    return (await test_.world.database.pool.query(query, [Buffer.from(id, 'hex')])).rowCount === 1
  }
  const draft = draftHttpAuth({ method: clear.method, url: PUBLIC_URL + clear.path, nowSeconds: nowSeconds() })
  const event = signEvent(draft, secretFromHex(anyKey.secretHex))
  await ask(encodeHttpAuth(event), clear)
  const useOften = async () => {
    for (let count = 0; count < 100; count++) await ask(headerFor(clear), clear)
  }
  await useOften()
  assert.ok(await isKept(event.id))
  test_.clock.step(11 * 60_000)
  await useOften()
  assert.ok(!(await isKept(event.id)))
  await isRefused('long ago', encodeHttpAuth(event), clear, 'nostr-login-expired')
  test_.clock.step(-11 * 60_000)
})

test('an event for another method, URL or server is refused', async () => {
  await isRefused('method', headerFor({ method: 'PUT' }))
  await isRefused('path', headerFor({ path: '/v1/auth/login' }))
  await isRefused('query', headerFor({ path: `${LOGIN}?a=1` }))
  await isRefused('query left out', headerFor(), { path: `${LOGIN}?a=1` })
  await isRefused('query in another order', headerFor({ path: `${LOGIN}?a=1&b=2` }), { path: `${LOGIN}?b=2&a=1` })
  await isRefused('slash at the end', headerFor(), { path: `${LOGIN}/` })
  await isRefused('letter case', headerFor(), { path: '/V1/auth/nostr' })
  await isRefused('encoded', headerFor(), { path: '/v1/auth/%6eostr' })
  const draft = draftHttpAuth({ method: 'POST', url: test_.origin + LOGIN, nowSeconds: nowSeconds() })
  await isRefused('the address behind the proxy', headerFor({ event: { tags: draft.tags } }))
  const response = await fetch(test_.origin + LOGIN, {
    method: 'POST',
    headers: {
      authorization: headerFor({
        event: {
          tags: [
            ['u', `https://evil.example${LOGIN}`],
            ['method', 'POST'],
          ],
        },
      }),
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    },
  })
  assert.equal(response.status, 401)
  const path = `${LOGIN}?a=%2F&b=x`
  assert.equal((await ask(headerFor({ path }), { path })).status, 200)
})

test('a body must be signed exactly as it is sent', async () => {
  const person = await createTestUser(test_)
  const path = '/v1/accounts/pubkey'
  const body = JSON.stringify({ authToken: person.token })
  await isRefused('not signed', headerFor({ path }), { path, body }, 'nostr-login-invalid')
  await isRefused('another', headerFor({ path, body }), { path, body: `${body} ` }, 'nostr-login-invalid')
  await isRefused('written otherwise', headerFor({ path, body }), {
    path,
    body: JSON.stringify(JSON.parse(body), null, 1),
  })
  await isRefused('no JSON any more', headerFor({ path, body }), { path, body: body.slice(0, -1) })
  await isRefused('none', headerFor({ path, body }), { path })
  await isRefused('empty object', headerFor({ path }), { path, body: '{}' })
  await isRefused('of another type', headerFor({ path, body }), { path, body: 'x'.repeat(20), type: 'text/plain' })
  await isRefused('a body where none belongs', headerFor(), { body: '{}' })
  assert.deepEqual((await person.call(getAccount, {})).nostrProfileData, [])
  const linked = await ask(headerFor({ key: makeKey(), path, body }), { path, body })
  // Authenticated, and then asked for the requirements of linking.
  assert.equal(linked.answer.code, 'proof-needed', JSON.stringify(linked.answer))
})

test('a body that is too large gets a response, with or without a declared length', async () => {
  const path = '/v1/accounts/pubkey'
  const body = JSON.stringify({ authToken: 'x'.repeat(1_100_000) })
  const { status, answer } = await ask(headerFor({ path, body }), { path, body })
  assert.deepEqual([status, answer.code], [413, 'payload-too-large'])
  const response = await fetch(test_.origin + path, {
    method: 'POST',
    headers: { authorization: headerFor({ path, body }), 'content-type': 'application/json' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit)
  assert.equal(response.status, 413)
})

test('a form is signed like any body, and an altered form changes nothing', async () => {
  const key = makeKey()
  const path = '/v1/artists/create'
  const form = new FormData()
  form.set('name', 'By form')
  form.set('artwork', new File([Buffer.alloc(300_000, 'x')], 'no-picture.jpg', { type: 'image/jpeg' }))
  const request = new Request(test_.origin, { method: 'POST', body: form })
  const type = request.headers.get('content-type')!
  const bytes = Buffer.from(await request.arrayBuffer())
  const payload = createHash('sha256').update(bytes).digest('hex')
  const send = async (given: Buffer, tags: [string, string][]) => {
    const header = headerFor({ key, path, event: { tags: [['u', PUBLIC_URL + path], ['method', 'POST'], ...tags] } })
    const response = await fetch(test_.origin + path, {
      method: 'POST',
      headers: { authorization: header, 'content-type': type },
      body: new Uint8Array(given),
    })
    return { status: response.status, answer: (await response.json()) as { code?: string } }
  }
  assert.equal((await send(bytes, [])).status, 401)
  const altered = Buffer.from(bytes)
  altered[altered.indexOf('By form')] = 'M'.charCodeAt(0)
  assert.equal((await send(altered, [['payload', payload]])).status, 401)
  // The body was read and parsed; only the image is invalid.
  const read = await send(bytes, [['payload', payload]])
  assert.equal(read.answer.code, 'picture-invalid', JSON.stringify(read))
  const body = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nBy form\r\n--x--\r\n'
  const made = await ask(headerFor({ key, path, body }), { path, body, type: 'multipart/form-data; boundary=x' })
  assert.equal(made.status, 200, JSON.stringify(made.answer))
})

test('an invalid header of this kind is refused in the usual envelope', async () => {
  const valid = headerFor()
  const wrong: Record<string, string> = {
    'another kind': headerFor({ event: { kind: 1 } }),
    'a content': headerFor({ event: { content: 'x' } }),
    'no tags': headerFor({ event: { tags: [] } }),
    'two addresses': headerFor({
      event: {
        tags: [
          ['u', PUBLIC_URL + LOGIN],
          ['u', PUBLIC_URL + LOGIN],
          ['method', 'POST'],
        ],
      },
    }),
    'two methods': headerFor({
      event: {
        tags: [
          ['u', PUBLIC_URL + LOGIN],
          ['method', 'POST'],
          ['method', 'POST'],
        ],
      },
    }),
    'an unknown tag': headerFor({
      event: {
        tags: [
          ['u', PUBLIC_URL + LOGIN],
          ['method', 'POST'],
          ['x', 'y'],
        ],
      },
    }),
    'too big': headerFor({
      event: {
        tags: [
          ['u', PUBLIC_URL + LOGIN],
          ['method', 'POST'],
          ['nonce', 'x'.repeat(6_500)],
        ],
      },
    }),
    nothing: 'Nostr',
    blank: 'Nostr ',
    'no base64': 'Nostr %%%',
    'no JSON': 'Nostr AAAA',
    'an empty object': 'Nostr e30=',
    null: 'Nostr bnVsbA==',
    'cut off': valid.slice(0, -9),
    'two in one': `${valid}, ${valid}`,
    'as a bearer token': valid.replace('Nostr', 'Bearer'),
    'Bearer before it': `Bearer x, ${valid}`,
  }
  for (const [about, header] of Object.entries(wrong)) await isRefused(about, header)
  await isRefused('no header', null, {}, 'unauthorized')
  await isRefused('another key’s signature', encodeHttpAuth(alteredEvent()))
  assert.equal((await ask(valid)).status, 200)
})

function alteredEvent() {
  const draft = draftHttpAuth({ method: 'POST', url: PUBLIC_URL + LOGIN, nowSeconds: nowSeconds() })
  return { ...signEvent(draft, secretFromHex(makeKey().secretHex)), pubkey: makeKey().pubkey }
}

test('a key is linked by proving both sides, and then logs in the same user', async () => {
  const person = await createTestUser(test_)
  const key = makeKey()
  const body = { authToken: person.token }
  assert.equal(await statusOf(test_.call(linkNostrKey, { body })), 'unauthorized')
  assert.equal(await statusOf(person.call(linkNostrKey, { body })), 'unauthorized')
  assert.equal(await statusOf(signedCall(key)(linkNostrKey, { body: { authToken: 'nonsense' } })), 'unauthorized')
  assert.equal(await statusOf(signedCall(key)(linkNostrKey, { body })), 'proof-needed')
  const linked = await linkKey(key, person)
  assert.deepEqual(linked, { userId: person.userId, pubkeys: [key.pubkey] })
  assert.deepEqual(await signedCall(key)(linkNostrKey, { body }), linked, 'a repeat changes nothing')
  const { user, token } = await signedCall(key)(signInWithNostr, {})
  assert.equal(user.id, person.userId)
  const account = await test_.callWith(token)(getAccount, {})
  assert.equal(account.email, person.email, 'the e-mail address stays')
  assert.equal(account.emailVerified, true)
  const stranger = await createTestUser(test_)
  const taken = signedCall(key)(linkNostrKey, { body: { authToken: stranger.token } })
  assert.equal(await statusOf(taken), 'identity-taken')
})

test('linking does not take over a key that has its own account, and creates no account', async () => {
  const users = async () => (await test_.world.database.pool.query('SELECT 1 FROM person')).rowCount
  const person = await createTestUser(test_)
  const own = makeKey()
  await signedCall(own)(signInWithNostr, {})
  const before = await users()
  const body = { authToken: person.token }
  assert.equal(await statusOf(signedCall(own)(linkNostrKey, { body })), 'identity-taken')
  await linkKey(makeKey(), person)
  assert.equal(await users(), before)
})

const linkKey = (key: ReturnType<typeof makeKey>, person: TestUser) => {
  const proving = provingCall(signedCall(key), { method: 'password', password: PASSWORD }, person.call)
  return proving(linkNostrKey, { body: { authToken: person.token } })
}

test('linking and unlinking need a proof, and one login method must remain', async () => {
  const person = await createTestUser(test_)
  const key = makeKey()
  const body = { authToken: person.token }
  await linkKey(key, person)
  const params = { pubkey: key.pubkey }
  const stranger = await createTestUser(test_)
  assert.equal(await statusOf(stranger.prove(unlinkNostrKey, { params })), 404)
  const { token } = await signedCall(key)(signInWithNostr, {})
  test_.clock.step(11 * 60_000)
  assert.equal(await statusOf(person.call(unlinkNostrKey, { params })), 'proof-needed')
  const late = signedLate(makeKey(), { body })
  assert.equal(await late, 'proof-needed')
  // Signed by the key itself, it is a request like any other.
  const signed = { method: 'DELETE', path: `/v1/accounts/pubkey/${key.pubkey}` }
  assert.equal((await ask(headerFor({ key, ...signed }), signed)).answer.code, 'proof-needed')
  assert.deepEqual(await person.prove(unlinkNostrKey, { params }), { userId: person.userId, pubkeys: [] })
  assert.equal(await statusOf(test_.callWith(token)(getAccount, {})), 'unauthorized', 'its sessions have ended')
  const alone = makeKey()
  const last = { method: 'DELETE', path: `/v1/accounts/pubkey/${alone.pubkey}` }
  await ask(headerFor({ key: alone }))
  const refused = await ask(headerFor({ key: alone, ...last }), last)
  assert.equal(refused.answer.code, 'identity-last')
  test_.clock.step(-11 * 60_000)
})

async function signedLate(key: PhraseKey, { body }: { body: { authToken: string } }): Promise<string> {
  const path = '/v1/accounts/pubkey'
  const text = JSON.stringify(body)
  return (await ask(headerFor({ key, path, body: text }), { path, body: text })).answer.code as string
}

function profileEvent(key: PhraseKey, said: unknown, event: Partial<UnsignedEvent> = {}) {
  const draft = { kind: 0, created_at: nowSeconds(), tags: [], content: JSON.stringify(said) }
  return signEvent({ ...draft, ...event }, secretFromHex(key.secretHex)) as ReturnType<typeof signEvent> & { kind: 0 }
}

test('the profile of a key is the newest one its owner has signed', async () => {
  const key = makeKey()
  const params = { pubkey: key.pubkey }
  const { token } = (await ask(headerFor({ key }))).answer.data as { token: string }
  const me = test_.callWith(token)
  assert.equal(await statusOf(test_.call(getNostrProfile, { params })), 404)
  const event = profileEvent(key, { name: 'ana', display_name: 'Ana ⚡', picture: 'javascript:alert(1)', x: 1 })
  const stored = await me(putNostrProfile, { params, body: { event } })
  assert.deepEqual(stored, {
    publicHex: key.pubkey,
    metadata: {
      name: 'ana',
      displayName: 'Ana ⚡',
      about: null,
      picture: null,
      banner: null,
      website: null,
      nip05: null,
      lud16: null,
    },
    updatedAt: new Date(event.created_at * 1_000).toISOString(),
    followerCount: null,
    follows: null,
  })
  assert.deepEqual(await test_.call(getNostrProfile, { params }), stored)
  assert.deepEqual((await me(getAccount, {})).nostrProfileData, [stored])
  const older = profileEvent(key, { name: 'before' }, { created_at: event.created_at - 1 })
  assert.deepEqual(await me(putNostrProfile, { params, body: { event: older } }), stored)
  const newer = profileEvent(key, { name: 'after' }, { created_at: event.created_at + 1 })
  assert.equal((await me(putNostrProfile, { params, body: { event: newer } })).metadata?.name, 'after')
})

test('a profile that is from another key, altered, from the future or malformed is refused', async () => {
  const [key, other] = [makeKey(), makeKey()]
  const params = { pubkey: key.pubkey }
  const me = test_.callWith(((await ask(headerFor({ key }))).answer.data as { token: string }).token)
  const stranger = await createTestUser(test_)
  const put = (call: Call, event: ReturnType<typeof profileEvent>) =>
    statusOf(call(putNostrProfile, { params, body: { event } }))
  const event = profileEvent(key, { name: 'ana' })
  assert.equal(await put(stranger.call, event), 403)
  assert.equal(await put(me, { ...event, content: '{"name":"eve"}' }), 'nostr-event-invalid')
  assert.equal(await put(me, profileEvent(other, { name: 'eve' })), 'nostr-event-invalid')
  assert.equal(await put(me, profileEvent(key, { name: 'ana' }, { kind: 1 })), 400)
  assert.equal(
    await put(me, profileEvent(key, { name: 'ana' }, { created_at: nowSeconds() + 100_000 })),
    'nostr-event-invalid',
  )
  for (const said of [null, 7, 'text', [], undefined]) {
    const content = said === undefined ? 'no JSON' : JSON.stringify(said)
    assert.equal(await put(me, profileEvent(key, {}, { content })), 'nostr-event-invalid', content)
  }
  assert.equal(await statusOf(test_.call(getNostrProfile, { params })), 404)
  assert.equal((await ask(null, { method: 'GET', path: '/v1/accounts/pubkey/npub1' })).status, 400)
})

test('a key signs only calls of /v1', async () => {
  for (const path of ['/files/media/x.jpg', '/', '/openapi.json', '/livez']) {
    await isRefused(path, headerFor({ method: 'GET', path }), { method: 'GET', path })
  }
})

test('with registration closed, only known keys can log in', async () => {
  const known = makeKey()
  await ask(headerFor({ key: known }))
  await using stack = new AsyncDisposableStack()
  const origin = await startAnother(stack, { registration: 'closed' })
  assert.equal((await ask(headerFor({ key: known }), { origin })).status, 200)
  const key = makeKey()
  const { status, answer } = await ask(headerFor({ key }), { origin })
  assert.deepEqual([status, answer.code], [403, 'registration-closed'])
  const read = { method: 'GET', path: '/v1/accounts' }
  assert.equal((await ask(headerFor({ key, ...read }), { ...read, origin })).status, 403)
})
