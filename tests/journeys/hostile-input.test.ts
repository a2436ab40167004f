/** Malformed input: every call gets garbage generated from its own schemas, and never responds with a 5xx. */
import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { calls } from '#contract/calls.ts'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { fillBalance, createTestUser, publishTrack, type TestUser, type PublishedTrack } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

/** To each call, half of them by a user. Calls that need a user refuse visitors before they parse anything, which
 * authorization.test.ts proves, so they get as many by a user and a few by visitors. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 100)
const AT_ONCE = 8
const BOUNDARY = 'peal-fuzz'
const NASTY = [
  ...['\0', 'a\0b', '\ud800', 'x\udfff', '\u202Eevil', '', ' ', '__proto__', 'constructor', '../..', '%00', '%2F'],
  ...["'; DROP TABLE person;--", '<script>alert(1)</script>', 'javascript:alert(1)', 'a'.repeat(5_000), 'lnbcrt1'],
  ...[
    '1e3',
    '-1',
    '9007199254740993',
    '9007199254740991',
    '2147483648',
    '99999999999999999999',
    '0000-01-01T00:00:00Z',
    'null',
    'mara',
  ],
]
const ENDS_SESSIONS = new Set(['/auth/logout', '/auth/change-password', '/accounts/delete'])
const BODIES = [
  '{"a":',
  '{"__proto__":{}}',
  '['.repeat(100_000),
  '{"a":1,"a":2}',
  '',
  'null',
  '1e999',
  `--${BOUNDARY}\r\nfoo`,
]

let world: TestWorld
let mara: TestUser
let track: PublishedTrack
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })

before(async () => {
  world = await createTestWorld()
  mara = await createTestUser(world, { name: 'mara' })
  await fillBalance(world, mara, 10_000_000)
  track = await publishTrack(world, mara)
})
after(async () => {
  agent.destroy()
  await world[Symbol.asyncDispose]()
})

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string | Buffer }
type Answer = { status: number; text: string }

function ask({ method, path, headers = {}, body }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(world.origin)
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, hostname, port, method, path, headers }, (response) => {
      // A stream lasts for hours, so its headers count as the response.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({ status: response.statusCode!, text: '' })
        return response.destroy()
      }
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Their errors are those of LNURL (LUD-06). */
const FOR_WALLETS = new Set(['/v1/tickets/invoice'])

function assertResponse({ status, text }: Answer, sent: Sent): void {
  const what = `${sent.method} ${sent.path.slice(0, 300)} ${String(sent.body).slice(0, 300)} → ${status} ${text.slice(0, 200)}`
  assert.ok(status < 500, what)
  if (status < 400) return
  const answer = JSON.parse(text) as { code: string }
  if (FOR_WALLETS.has(sent.path.split('?')[0]!)) {
    assert.deepEqual(Object.keys(answer).sort(), ['reason', 'status'], what)
    return
  }
  // A refusal for a missing proof states what has to be proved.
  const fields = answer.code === 'proof-needed' ? ['code', 'error', 'proof', 'success'] : ['code', 'error', 'success']
  // What is not HTTP never becomes a request, so it has no id.
  const given = Object.keys(answer).filter((field) => field !== 'requestId')
  assert.deepEqual(given.sort(), fields, what)
}

type Definition = { type: string; [part: string]: unknown }
type Node = { def?: Definition }
type Any = fc.Arbitrary<unknown>

const anything = (): Any =>
  fc.oneof(
    fc.constantFrom<unknown>(...NASTY, 0, 1, -1, 1_000, 1.5, 2 ** 53, 2 ** 53 - 1, 1e308, true, false, null, [], {}),
    fc.constantFrom(track.trackId, track.albumId, track.artistId, mara.userId, 'wav', 'album', 'track', '1', 'true'),
    fc.string(),
    fc.integer(),
  )

/** Mostly generated from the schema, sometimes random. */
function like(schema: unknown): Any {
  const def = (schema as Node).def
  switch (def?.type) {
    case 'object': {
      const fields = Object.entries(def['shape'] as object).map(([name, field]) => [
        name,
        fc.oneof({ weight: 6, arbitrary: like(field) }, { weight: 1, arbitrary: anything() }),
      ])
      const record = fc.record(Object.fromEntries(fields) as Record<string, Any>, { requiredKeys: [] })
      return fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: anything() })
    }
    case 'array':
      return fc.array(like(def['element']), { maxLength: 3 })
    case 'optional':
    case 'nullable':
      return fc.oneof({ weight: 4, arbitrary: like(def['innerType']) }, { weight: 1, arbitrary: fc.constant(null) })
    case 'pipe':
      return like(def['in'])
    case 'enum':
      return fc.constantFrom(...Object.values(def['entries'] as object))
    case 'union':
      return fc.oneof(...(def['options'] as unknown[]).map(like))
    case 'number':
      return fc.oneof(fc.constantFrom(1, 1_000, 2_147_483_648, 2 ** 53 - 1), fc.integer())
    default:
      return anything()
  }
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? 'x')
  return encodeURIComponent(text.toWellFormed()) || 'x'
}

function formOf(body: unknown): Buffer {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {})
  const parts = fields.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  )
  return Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`)
}

const mostly = fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) })

type Draw = {
  params: unknown
  query: unknown
  body: unknown
  raw: string | null
  isSignedIn: boolean
  key: string | null
}

function requestOf(endpoint: Endpoint, draw: Draw, token: string): Sent {
  const params = (draw.params ?? {}) as Record<string, unknown>
  const query = new URLSearchParams(Object.entries(draw.query ?? {}).map(([name, value]) => [name, String(value)]))
  const path = `${pathOf(endpoint).replaceAll(/:(\w+)/g, (_, name: string) => encode(params[name]))}?${query}`
  const headers: Record<string, string> = draw.isSignedIn ? { authorization: `Bearer ${token}` } : {}
  if (draw.key !== null) headers['idempotency-key'] = draw.key
  if (endpoint.method === 'GET') return { method: 'GET', path, headers }
  headers['content-type'] = endpoint.isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json'
  const body = draw.raw ?? (endpoint.isForm ? formOf(draw.body) : (JSON.stringify(draw.body) ?? ''))
  return { method: endpoint.method, path, headers, body }
}

test('garbled requests to each call all get a response, and never a 5xx', async (context) => {
  // The same requests in every run, so that no change fails for a fault it did not cause; other seeds search further.
  const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
  context.diagnostic(`FUZZ_SEED=${seed}`)
  for (const endpoint of Object.values(calls)) {
    // The sandbox does not exist with this node.
    if (endpoint.base === '') continue
    // Where logging out may be the right response, another user makes the request.
    const { token } = ENDS_SESSIONS.has(endpoint.path) ? await createTestUser(world) : mara
    const nothing = fc.constant({})
    const isPublic = endpoint.access === 'public'
    const draws = fc.record<Draw>({
      params: endpoint.params ? like(endpoint.params) : nothing,
      query: endpoint.query ? like(endpoint.query) : nothing,
      body: endpoint.body ? like(endpoint.body) : anything(),
      raw: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...BODIES) }),
      isSignedIn: isPublic ? fc.boolean() : mostly,
      key: fc.option(fc.constantFrom('k1', 'k2', 'x'.repeat(300), 'é'), { freq: 2 }),
    })
    const numRuns = isPublic ? REQUESTS : Math.ceil(REQUESTS * 0.6)
    const sent = fc.sample(draws, { numRuns, seed }).map((draw) => requestOf(endpoint, draw, token))
    for (let at = 0; at < sent.length; at += AT_ONCE) {
      const some = sent.slice(at, at + AT_ONCE)
      const answers = await Promise.all(some.map(ask))
      for (const [index, answer] of answers.entries()) assertResponse(answer, some[index]!)
    }
    await world.world.database.pool.query('DELETE FROM rate_limit')
  }
})

test('text with the character NUL or half a surrogate pair is refused wherever it could be stored', async () => {
  const contentId = track.trackId
  const { bolt11 } = world.node.makeInvoice({ amountMsat: 10_000n })
  for (const bad of ['a\0b', 'x\ud800']) {
    for (const [path, body] of [
      ['/v1/send', { contentId, msatAmount: 1_000, comment: bad }],
      ['/v1/invoices', { contentId, msatAmount: 1_000, comment: bad }],
      ['/v1/withdraw', { invoice: bolt11, description: bad }],
      ['/v1/splits/check-usernames', { usernames: [bad] }],
    ] as const) {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${mara.token}`,
        'idempotency-key': `nul ${JSON.stringify(bad)}`,
      }
      const { status, text } = await ask({ method: 'POST', path, headers, body: JSON.stringify(body) })
      assert.equal(status, 400, `${path} ${text}`)
    }
  }
})

test('a truncated form, one without a boundary and one with a repeated field are client errors', async () => {
  const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n`
  const whole = `multipart/form-data; boundary=${BOUNDARY}`
  const artists = await countArtists()
  for (const [type, body] of [
    [whole, field],
    [whole, ''],
    [whole, `${field}${field}--${BOUNDARY}--\r\n`],
    [whole, `${field.repeat(50)}--${BOUNDARY}--\r\n`],
    [whole, field.replace('"name"', '"__proto__"') + `--${BOUNDARY}--\r\n`],
    [whole, field.replace('; name="name"', '') + `--${BOUNDARY}--\r\n`],
    ['multipart/form-data; boundary=', field],
    ['multipart/form-data', field],
    ['text/plain', field],
  ] as const) {
    const headers = { 'content-type': type, authorization: `Bearer ${mara.token}` }
    const sent = { method: 'POST', path: '/v1/artists/create', headers, body }
    const answer = await ask(sent)
    assertResponse(answer, sent)
    assert.ok(answer.status >= 400, `${type} ${body.slice(0, 80)} → ${answer.status}`)
  }
  assert.equal(await countArtists(), artists)
})

async function countArtists(): Promise<number> {
  const { rows } = await world.world.database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM artist')
  return rows[0]!.count
}

test('malformed paths and methods get the usual error format', async () => {
  const paths = [
    '/v1/%zz',
    '/v1/artists/%ff/url',
    '/v1/artists/%00/url',
    '/v1//artists',
    `/v1/albums/${'a'.repeat(5_000)}`,
  ]
  for (const path of [...paths, '/files/%2e%2e/secret', '/files/.tmp/x', '/files/media%00']) {
    const sent = { method: 'GET', path }
    const answer = await ask(sent)
    assertResponse(answer, sent)
    assert.ok(answer.status >= 400 && answer.status < 500, `${path} ${answer.status}`)
  }
  for (const method of ['TRACE', 'PROPFIND', 'PATCH', 'DELETE', 'OPTIONS']) {
    const sent = { method, path: '/v1/albums' }
    assertResponse(await ask(sent), sent)
  }
})

test('a request that is too large gets the usual error format', async () => {
  const response = await fetch(`${world.origin}/v1/settings?${'a=1&'.repeat(6_000)}`)
  assert.equal(response.status, 431)
  const answer = (await response.json()) as object
  assert.deepEqual(answer, { success: false, error: 'This is larger than allowed.', code: 'payload-too-large' })
})
