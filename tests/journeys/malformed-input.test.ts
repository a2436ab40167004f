/** Input of wrong types, sent to every call of the contract: the error is in our words, names the field, and is
 * never the validator's English. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '#contract/calls.ts'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { setRole } from '#server/accounts/roles.ts'
import { createTestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

/** Phrases of zod's English, and of the parsers under Fastify. `zap-received` is a kind of notification. */
const VALIDATORS = new RegExp(
  [
    'expected|(?<!-)received|unrecognized|too (big|small)|ZodError|NaN',
    'invalid (input|option|string|iso|uuid|url|email|key|type|number)',
    'unexpected token|not valid json|content-type is',
  ].join('|'),
  'i',
)
/** Calls that would end the session others need, with any input. */
const ENDING = new Set(['logout', 'endOtherSessions'])
const WRONG: readonly unknown[] = [null, 7, -1, 1.5, '', 'nonsense', true, [], [null], {}, { a: 1 }]

let test_: TestWorld
let token = ''

before(async () => {
  test_ = await createTestWorld({ lightning: 'sandbox' })
  const user = await createTestUser(test_, { name: 'typist' })
  await setRole(test_.world.database.read, 'typist', 'owner')
  token = user.token
})
after(() => test_[Symbol.asyncDispose]())

type Shape = { def?: { shape?: Record<string, unknown>; innerType?: Shape; options?: Shape[]; type?: string } }

/** The names of the fields that a schema knows. */
function fieldsOf(schema: unknown): string[] {
  const { shape, innerType, options } = (schema as Shape | undefined)?.def ?? {}
  if (shape !== undefined) return Object.keys(shape)
  if (innerType !== undefined) return fieldsOf(innerType)
  return (options ?? []).flatMap(fieldsOf)
}

const ID = '01890000-0000-7000-8000-000000000000'
const pathWith = (endpoint: Endpoint, value: string) =>
  pathOf(endpoint).replaceAll(/:\w+/g, () => encodeURIComponent(value))

type Sent = { path: string; body?: string | FormData; language?: string; field?: string }

async function refusalOf(
  name: string,
  endpoint: Endpoint,
  { path, body, language = 'en' }: Sent,
): Promise<string | null> {
  const response = await fetch(test_.origin + path, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': language,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(20_000),
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return null
  }
  const text = await response.text()
  assert.ok(
    response.status < 500 || response.status === 503,
    `${name} ${path} ${typeof body === 'string' ? body : 'form'}: ${response.status} ${text}`,
  )
  if (response.status !== 400) return null
  assert.doesNotMatch(text, VALIDATORS, `${name} ${path} ${typeof body === 'string' ? body : ''}`)
  const { error, reason } = JSON.parse(text) as { error?: string; reason?: string }
  return error ?? reason ?? ''
}

for (const [name, endpoint] of Object.entries(calls)) {
  if (ENDING.has(name) || endpoint.provesKey || (!endpoint.params && !endpoint.query && !endpoint.body)) continue
  test(`${name}: wrong types are refused in our words`, async () => {
    const path = pathWith(endpoint, ID)
    if (endpoint.params)
      for (const value of ['nonsense', '0', '-1']) await refusalOf(name, endpoint, { path: pathWith(endpoint, value) })
    for (const field of fieldsOf(endpoint.query)) {
      for (const value of ['', 'nonsense', '-1', '1.5']) {
        await refusalOf(name, endpoint, { path: `${path}?${field}=${encodeURIComponent(value)}` })
      }
    }
    if (endpoint.body === undefined) return
    if (endpoint.isForm) {
      const form = new FormData()
      form.set('nonsense', 'x')
      await refusalOf(name, endpoint, { path, body: form })
      for (const field of fieldsOf(endpoint.body)) {
        const one = new FormData()
        one.set(field, field === 'artwork' ? 'x' : '\u0001'.repeat(5_000))
        await refusalOf(name, endpoint, { path, body: one })
      }
      return
    }
    for (const value of WRONG) await refusalOf(name, endpoint, { path, body: JSON.stringify(value) })
    await refusalOf(name, endpoint, { path, body: '{"cut off' })
    for (const field of fieldsOf(endpoint.body)) {
      for (const value of WRONG) await refusalOf(name, endpoint, { path, body: JSON.stringify({ [field]: value }) })
    }
  })
}

test('the error names the invalid field, in the language of the page', async () => {
  const login = calls['login']!
  const path = '/v1/auth/login'
  const say = (language: string, body: object) =>
    refusalOf('login', login, { path, language, body: JSON.stringify(body) })
  assert.equal(await say('en', {}), 'email is missing.')
  assert.equal(await say('en', { email: 7, password: 'x' }), 'email must be text.')
  assert.equal(await say('en', { email: 'a@example.com', password: 'x', more: 1 }), 'more is not a known field.')
  assert.equal(await say('de', {}), 'email fehlt.')
  assert.equal(await say('es', { email: 7, password: 'x' }), 'email debe ser texto.')
  assert.equal(await say('pt', {}), 'Falta email.')
  assert.equal(await say('ja', {}), 'emailがありません。')
  const send = calls['send']!
  const wrong = { contentId: 'x', msatAmount: 1_000 }
  assert.equal(
    await refusalOf('send', send, { path: '/v1/send', body: JSON.stringify(wrong) }),
    'contentId must be an id.',
  )
})
