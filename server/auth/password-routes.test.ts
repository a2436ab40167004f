/** Registration, login, logout, address confirmation and the account, over HTTP against a real database. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createSecondFactor } from '#server/auth/factors/second-factor.ts'
import { listNostrProfiles } from '#server/accounts/nostr-keys.ts'
import { readUserBalance } from '#server/ledger/balances.ts'
import { systemClock as clock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import { accountRoutes } from '#server/me/account-routes.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import type { Log } from '#server/platform/log.ts'
import { createMailer, listUnsentMails, type Mailer } from '#server/platform/mail.ts'
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import { defaultRates } from '#server/auth/login/limits.ts'
import { createAuthenticator } from './authenticate.ts'
import { passwordRoutes, type PasswordRouteDeps } from './password-routes.ts'

const PASSWORD = 'correct horse battery'
const WRONG = 'wrong horse battery'
const secret = 'a secret of at least 32 letters, for this test'
const lines: string[] = []
// Nothing is redacted here, so secrets must not even be passed to the log.
const record = (event: string, fields?: Record<string, unknown>) =>
  void lines.push(
    `${event} ${JSON.stringify(fields, (_name, value: unknown) => (value instanceof Error ? String(value.stack) : value))}`,
  )
const log: Log = { info: record, warn: record, error: record }

let testDatabase: TestDatabase
let database: Database
let mailer: Mailer
let app: FastifyInstance
let email = ''
let ip = ''
let count = 0

before(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase({ url: testDatabase.url, role: testDatabase.role })
  mailer = createMailer({ smtpUrl: null, from: 'Peal <peal@peal.example>', database, clock, log, secret })
  app = await serve()
})
after(async () => {
  await app.close()
  await database.close()
  await testDatabase.drop()
})
beforeEach(() => {
  count++
  email = `person-${count}@example.com`
  ip = `192.0.2.${count}`
})

async function serve(options: Partial<PasswordRouteDeps> = {}): Promise<FastifyInstance> {
  const authenticate = createAuthenticator({ database, clock, operatorsNeedSecondFactor: false })
  const http = await createHttpServer({ database, log, trustedProxies: '', authenticate })
  passwordRoutes(http, {
    database,
    mailer,
    clock,
    secret,
    publicUrl: 'https://peal.example',
    config: {
      brandName: 'Peal',
      registration: 'open',
      identityMode: 'embedded',
      registrationsPerHour: 1_000,
      blockedEmailDomains: [],
    },
    rates: defaultRates,
    providers: [{ method: 'password', name: 'E-mail' }],
    secondFactor: createSecondFactor({ database, clock, secret, brandName: 'Peal' }),
    ...options,
  })
  accountRoutes(http, {
    database,
    clock,
    readBalance: readUserBalance,
    listProfiles: listNostrProfiles,
    config: { regionAllow: [], regionDeny: [], minPaymentMsat: 1_000n },
    files: { publicUrl: (key: string) => `https://peal.example/${key}` } as Files,
  })
  return http
}

type Call = { body?: unknown; token?: string; from?: string; headers?: Record<string, string>; at?: FastifyInstance }
async function call(method: 'GET' | 'POST', path: string, { body, token, from, headers = {}, at = app }: Call = {}) {
  const response = await at.inject({
    method,
    url: `/v1${path}`,
    remoteAddress: from ?? ip,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return { status: response.statusCode, headers: response.headers, ...response.json() }
}
async function signUp(fields: object = {}): Promise<string> {
  const response = await call('POST', '/auth/register', { body: { email, password: PASSWORD, ...fields } })
  assert.equal(response.status, 200, JSON.stringify(response))
  return response.data.token
}
async function mailedCode(): Promise<string> {
  const [mail] = await listUnsentMails(database, email)
  const link = new URL(mail?.links.find((one) => one.includes('oobCode')) ?? 'https://none')
  assert.equal(`${link.origin}${link.pathname}`, 'https://peal.example/verify-email')
  return link.searchParams.get('oobCode') ?? ''
}

test('registering returns a token for the account', async () => {
  const name = `listener-${count}`
  const response = await call('POST', '/auth/register', {
    body: { email: ` ${email.toUpperCase()} `, password: PASSWORD, name },
  })
  assert.equal(response.status, 200)
  assert.deepEqual(response.data.user, { id: response.data.user.id, name, emailVerified: false })
  assert.ok(new Date(response.data.expiresAt) > new Date())
  const account = await call('GET', '/accounts', { token: response.data.token })
  assert.deepEqual(
    [account.status, account.data],
    [
      200,
      {
        id: response.data.user.id,
        name,
        nameIsGenerated: false,
        displayName: null,
        email,
        msatBalance: 0,
        ampMsat: 1_000_000,
        artworkUrl: null,
        profileUrl: name,
        isLocked: false,
        role: null,
        needsSecondFactor: false,
        lightningAddress: null,
        nostrProfileData: [],
        emailVerified: false,
        isRegionVerified: false,
        providerId: 'password',
        userFavoritesId: null,
        userFavorites: [],
        language: null,
        theme: null,
        createdAt: account.data.createdAt,
      },
    ],
  )
})

test('without a name a username is generated, and can be changed once with POST /accounts/user', async () => {
  const token = await signUp()
  const made = await call('POST', '/accounts/user', { token })
  assert.equal(made.status, 201)
  assert.match(made.data.username, /^[a-z]+-[a-z]+-\d{4}$/)
  assert.deepEqual((await call('POST', '/accounts/user', { token, body: {} })).data, made.data)
  const chosen = await call('POST', '/accounts/user', { token, body: { username: `chosen-${count}` } })
  assert.deepEqual(chosen.data, { uid: made.data.uid, username: `chosen-${count}`, profileUrl: `chosen-${count}` })
  const again = await call('POST', '/accounts/user', { token, body: { username: `other-${count}` } })
  assert.deepEqual(again.data, chosen.data)
})

test('the mailed link confirms the address, once', async () => {
  const token = await signUp()
  const code = await mailedCode()
  const first = await call('POST', '/auth/verify-email', { body: { oobCode: code } })
  assert.deepEqual([first.status, first.data], [200, { emailVerified: true }])
  assert.equal((await call('GET', '/accounts', { token })).data.emailVerified, true)
  const second = await call('POST', '/auth/verify-email', { body: { oobCode: code } })
  assert.deepEqual([second.status, second.code], [400, 'action-code-invalid'])
  assert.equal((await call('POST', '/auth/send-verification', { token })).status, 200)
  assert.equal((await listUnsentMails(database, email)).length, 1)
})

test('a link without a code has its own error', async () => {
  for (const body of [{}, { oobCode: '' }]) {
    const response = await call('POST', '/auth/verify-email', { body })
    assert.deepEqual(
      [response.status, response.error, response.code],
      [400, 'Missing action code', 'missing-action-code'],
    )
  }
})

test('the mail can be requested again, five times an hour', async () => {
  const token = await signUp()
  const statuses = []
  for (let round = 0; round < 6; round++)
    statuses.push((await call('POST', '/auth/send-verification', { token })).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  assert.equal((await listUnsentMails(database, email)).length, 6)
  assert.equal((await call('POST', '/auth/send-verification')).status, 401)
})

test('a wrong password and an unknown address have the same response', async () => {
  await signUp()
  const wrong = await call('POST', '/auth/login', { body: { email, password: WRONG } })
  const unknown = await call('POST', '/auth/login', { body: { email: `not-${email}`, password: WRONG } })
  assert.deepEqual([wrong.status, wrong.code], [401, 'credentials-invalid'])
  for (const response of [wrong, unknown]) {
    for (const name of ['date', 'headers', 'x-request-id']) delete response.headers[name]
    delete response.requestId
  }
  assert.deepEqual(wrong, unknown)
  const right = await call('POST', '/auth/login', { body: { email: email.toUpperCase(), password: PASSWORD } })
  assert.equal(right.status, 200)
  assert.equal(right.headers['set-cookie'], undefined)
})

test('logging out invalidates this token immediately, and no other', async () => {
  const token = await signUp()
  const other = (await call('POST', '/auth/login', { body: { email, password: PASSWORD } })).data.token
  assert.equal((await call('POST', '/auth/logout', { token })).status, 200)
  assert.equal((await call('GET', '/accounts', { token })).status, 401)
  assert.equal((await call('POST', '/auth/logout', { token })).status, 401)
  assert.equal((await call('GET', '/accounts', { token: other })).status, 200)
})

test('an invalid Authorization header is refused on public calls too, and cookies are not read', async () => {
  const token = await signUp()
  const value = token.slice(5)
  const headers = ['', 'Bearer', `Bearer ${value}`, `Bearer ${token}x`, `Basic ${token}`, 'Nostr abc', token]
  for (const authorization of headers) {
    const response = await call('POST', '/auth/verify-email', { body: { oobCode: 'x' }, headers: { authorization } })
    assert.deepEqual([response.status, response.error], [401, 'User must be logged in'], authorization)
  }
  const cookie = `better-auth.session_token=${encodeURIComponent(token)}; token=${token}`
  assert.equal((await call('GET', '/accounts', { headers: { cookie } })).status, 401)
  assert.equal((await call('GET', '/accounts', { headers: { authorization: `bearer ${token}` } })).status, 200)
})

test('registering an address in use is refused, and the account keeps its password', async () => {
  await signUp()
  const again = await call('POST', '/auth/register', { body: { email, password: WRONG, name: `again-${count}` } })
  assert.deepEqual([again.status, again.code], [409, 'conflict'])
  assert.equal((await call('POST', '/auth/login', { body: { email, password: WRONG } })).status, 401)
})

test('of two concurrent registrations of a username one succeeds, and the other can retry with the same address', async () => {
  const name = `wanted-${count}`
  const both = await Promise.all(
    ['a', 'b'].map((caller) =>
      call('POST', '/auth/register', { body: { email: `${caller}-${email}`, password: PASSWORD, name } }),
    ),
  )
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const loser = both.findIndex(({ status }) => status === 409)
  assert.equal(both[loser]?.code, 'username-taken')
  email = `${'ab'[loser]}-${email}`
  await signUp({ name: `${name}-too` })
})

test('unknown fields, short and long passwords, and invalid names and addresses are refused', async () => {
  const good = { email, password: PASSWORD }
  const bad = {
    role: ['admin'],
    operatorRole: ['owner'],
    emailVerified: [true],
    id: ['x'],
    image: ['x'],
    password: ['short', 'x'.repeat(257), 12_345_678_901, null],
    email: ['nobody', 'ａ@example.com', `${'x'.repeat(250)}@example.com`, [email]],
    name: ['x', 'раypal', '___', '<b>bold</b>'],
  }
  for (const [field, values] of Object.entries(bad)) {
    for (const value of values) {
      const response = await call('POST', '/auth/register', { body: { ...good, [field]: value } })
      assert.equal(response.status, 400, `${field}: ${String(value)}`)
    }
  }
  const long = await call('POST', '/auth/login', { body: { email, password: 'x'.repeat(5_000) } })
  assert.equal(long.status, 400)
  for (const name of ['admin', 'adm1n-']) {
    const reserved = await call('POST', '/auth/register', { body: { ...good, name } })
    assert.deepEqual([reserved.status, reserved.code], [409, 'username-taken'])
  }
})

test('after fifty failed log-ins from a hundred addresses an account requires a mailed code, except on known devices', async () => {
  const headers = { 'x-device': `the-device-of-${count}-that-is-known` }
  const login = (from: number, password: string, known = false) =>
    call('POST', '/auth/login', {
      body: { email, password },
      from: `198.51.100.${from}`,
      headers: known ? headers : { 'x-device': `some-device-number-${from}` },
    })
  await signUp()
  for (let round = 0; round < 12; round++) assert.equal((await login(0, PASSWORD)).status, 200)
  assert.equal((await login(0, PASSWORD, true)).status, 200)
  const codes = await Promise.all(
    Array.from({ length: 100 }, (_, from) => login(from + 1, WRONG).then((one) => one.code as string)),
  )
  assert.equal(codes.filter((code) => code === 'credentials-invalid').length, 50)
  assert.equal(codes.filter((code) => code === 'mailed-code-needed').length, 50)
  const late = await login(200, PASSWORD)
  assert.deepEqual([late.status, late.code], [401, 'mailed-code-needed'])
  assert.equal((await login(201, PASSWORD, true)).status, 200)
  const guesses = []
  for (let round = 0; round < 12; round++) guesses.push((await login(202, WRONG, true)).status)
  assert.deepEqual(guesses, [...Array.from({ length: 10 }, () => 401), 429, 429])
})

test('a network is rate-limited across accounts', async () => {
  const rate = { max: 3, windowSeconds: 600 }
  const at = await serve({ rates: { ...defaultRates, registerPerAddress: rate, loginPerAddress: rate } })
  for (const path of ['/auth/register', '/auth/login']) {
    const statuses = []
    for (let round = 0; round < 5; round++) {
      const body = { email: `${round}-${email}`, password: PASSWORD }
      statuses.push((await call('POST', path, { body, at, from: `2001:db8::${round + 1}` })).status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 429, 429], path)
  }
  await at.close()
})

test('with registration closed, registering is refused', async () => {
  const at = await serve({
    config: {
      brandName: 'Peal',
      registration: 'closed',
      identityMode: 'embedded',
      registrationsPerHour: 1_000,
      blockedEmailDomains: [],
    },
  })
  const response = await call('POST', '/auth/register', { body: { email, password: PASSWORD }, at })
  assert.deepEqual([response.status, response.code], [403, 'registration-closed'])
  await at.close()
})

/** In the order in which a registration on a device with an id writes to them. */
const WRITTEN = [
  'given_username',
  'person',
  'identity',
  'email_code',
  'unsent_mail',
  'login_session',
  'login_event',
  'known_device',
]

async function countWritten(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of WRITTEN)
    counts[table] = (await database.pool.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count
  return counts
}

for (const [failure, statement] of [
  ['an error', `RAISE EXCEPTION 'a test'`],
  ['a lost connection', 'PERFORM pg_terminate_backend(pg_backend_pid())'],
]) {
  test(`a registration that ends with ${failure}, at any step, leaves nothing`, async () => {
    const owner = connectDatabase({ url: testDatabase.url, maxConnections: 1 })
    const register = (given = email) =>
      call('POST', '/auth/register', {
        body: { email: given, password: PASSWORD, name: `whole-${count}` },
        headers: { 'x-device': 'a-device-of-this-test' },
      })
    await owner.pool.query(
      `CREATE OR REPLACE FUNCTION fail_of_test() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
       AS $$ BEGIN ${statement}; RETURN NEW; END $$`,
    )
    const before = await countWritten()
    for (const table of WRITTEN) {
      await owner.pool.query(
        `CREATE TRIGGER fail_of_test AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fail_of_test()`,
      )
      const { status } = await register()
      await owner.pool.query(`DROP TRIGGER fail_of_test ON ${table}`)
      assert.ok(status >= 500, `${table}: ${status}`)
      assert.deepEqual(await countWritten(), before, table)
    }
    // The name and the address are free, so that the next attempt succeeds, and writes to each of the tables.
    assert.equal((await register()).status, 200)
    const after = await countWritten()
    for (const table of WRITTEN) assert.ok(after[table]! > before[table]!, table)
    await owner.close()
  })
}

test('a confirmed address takes effect at the next request, without another log-in', async () => {
  const token = await signUp()
  await database.pool.query('UPDATE person SET email_verified = true WHERE email = $1', [email])
  assert.equal((await call('GET', '/accounts', { token })).data.emailVerified, true)
})

test('a deleted user is not authenticated', async () => {
  const token = await signUp()
  const id = (await call('GET', '/accounts', { token })).data.id
  await database.pool.query('UPDATE person SET deleted_at = now() WHERE id = $1', [id])
  assert.equal((await call('GET', '/accounts', { token })).status, 401)
  const login = await call('POST', '/auth/login', { body: { email, password: PASSWORD } })
  assert.deepEqual([login.status, login.code], [401, 'credentials-invalid'])
})

test('admin rights take effect at the next request', async () => {
  const token = await signUp()
  const id = (await call('GET', '/accounts', { token })).data.id
  await database.pool.query("UPDATE person SET operator_role = 'owner' WHERE id = $1", [id])
  assert.equal((await call('GET', '/accounts', { token })).data.role, 'owner')
})

test('no password, token, code or address is in the log', async () => {
  const token = await signUp()
  await call('POST', '/auth/register', { body: { email, password: PASSWORD } })
  await call('POST', '/auth/login', { body: { email, password: WRONG } })
  const all = lines.join('\n')
  for (const secret of [PASSWORD, WRONG, token, token.slice(5), await mailedCode(), email, '@example.com']) {
    assert.ok(!all.includes(secret), secret)
  }
})
