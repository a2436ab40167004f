/** Which callers may make each call of the contract: a visitor, another user, the owner. A new call without a row
 * fails. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import { calls } from '#contract/calls.ts'
import { isForRole, pathOf, type Endpoint } from '#contract/endpoint.ts'
import { operatorRoles, type OperatorRole } from '#contract/roles.ts'
import { takeDown } from '#contract/operator/admin.ts'
import { holdOutgoing } from '#server/accounts/holds.ts'
import { setRole } from '#server/accounts/roles.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import { makeThings, owned, UNKNOWN_ID } from './authorization.fixture.ts'
import { aboutOneself, notTheOwners } from './authorization-calls.ts'
import { createTestUser, type TestUser } from './users.ts'
import { createTestWorld, type TestWorld } from './world.ts'

let test_: TestWorld
let owner: TestUser
let stranger: TestUser

before(async () => {
  // The push server of the test's device does not exist.
  test_ = await createTestWorld({ expectedLogs: ['push-refused'] })
  owner = await createTestUser(test_)
  stranger = await createTestUser(test_)
  await makeThings(test_, owner, stranger)
})
after(() => test_[Symbol.asyncDispose]())

test('every call that needs a user has a row in this test', () => {
  // Owning content does not permit the calls of operators, so they are not in these lists.
  const users = Object.entries(calls).filter(([, call]) => call.access === 'user')
  const rows = new Set([...Object.keys(owned), ...aboutOneself])
  assert.deepEqual(
    users.map(([name]) => name).filter((name) => !rows.has(name)),
    [],
  )
})

async function askFor(endpoint: Endpoint, authorization?: string): Promise<Response> {
  const path = pathOf(endpoint)
    .replaceAll(/:page\b/g, '1')
    .replaceAll(/:\w+/g, UNKNOWN_ID)
  // After a DELETE with a body, fetch opens a connection for each request.
  const hasBody = !['GET', 'DELETE'].includes(endpoint.method)
  return fetch(test_.origin + path, {
    method: endpoint.method,
    redirect: 'manual',
    headers: { ...(authorization && { authorization }), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  })
}

/** All callers, by their relation to the content above. */
async function makeRoles(): Promise<Record<string, TestUser | null>> {
  const { database } = test_.world
  const otherOwner = await createTestUser(test_)
  await otherOwner.call(createArtist, { body: { name: 'Another one' } })
  const operators: Partial<Record<OperatorRole, TestUser>> = {}
  for (const role of operatorRoles) {
    operators[role] = await createTestUser(test_, { name: `the-${role}` })
    await setRole(database.read, `the-${role}`, role)
  }
  const locked = await createTestUser(test_)
  const hold = { cause: 'operator', reason: 'A test', now: test_.clock.now() } as const
  await holdOutgoing(database.read, { ...hold, userId: locked.userId })
  const takenDown = await createTestUser(test_)
  const { id } = await takenDown.call(createArtist, { body: { name: 'Not shown' } })
  await operators.moderator!.call(takeDown, { body: { artistIds: [id], reason: 'A test' } })
  return { visitor: null, user: stranger, otherOwner, artist: owner, ...operators, locked, takenDown }
}

/** A held account is refused before the request is parsed. */
const outgoing = new Set(['withdraw'])
const heldRoles = new Set(['locked', 'takenDown'])

/** Null for callers who are not operators. */
const operatorRoleOf = (role: string) => operatorRoles.find((one) => one === role) ?? null

type Answer = { status: number; code: unknown }

/** Whether the response is right for a request in which only the caller is valid. */
function isRight(name: string, endpoint: Endpoint, role: string, { status, code }: Answer): boolean {
  // Admitted, and asked for a proof.
  if (endpoint.proof !== undefined && role !== 'visitor' && code === 'proof-needed')
    return endpoint.access === 'user' || isForRole(endpoint, operatorRoleOf(role))
  if (outgoing.has(name) && heldRoles.has(role)) return status === 403
  const isLetIn = status !== 401 && status !== 403 && status < 500
  // The caller is proved by a key, so a bearer token does not count.
  if (endpoint.provesKey) return status === 401
  if (endpoint.access === 'public') return isLetIn
  if (role === 'visitor') return status === 401
  if (typeof endpoint.access !== 'string' && !isForRole(endpoint, operatorRoleOf(role))) return status === 403
  return isLetIn
}

/** Would end the session that later calls need. */
const lastOfAll = new Set(['logout'])

test('every call admits exactly its callers: visitor, user, artists, each role of operators, held, taken down', async () => {
  const wrong: string[] = []
  for (const [role, user] of Object.entries(await makeRoles())) {
    for (const [name, call] of Object.entries(calls)) {
      if (lastOfAll.has(name)) continue
      const response = await askFor(call, user === null ? undefined : `Bearer ${user.token}`)
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      const code = isJson ? ((await response.json()) as { code?: unknown } | null)?.code : undefined
      if (!isJson) await response.body?.cancel()
      if (!isRight(name, call, role, { status: response.status, code }))
        wrong.push(`${role} ${name}: ${response.status}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('visitors are asked to log in before their input is parsed', async () => {
  for (const [name, call] of Object.entries(calls)) {
    if (call.access === 'public') continue
    const response = await askFor(call)
    assert.equal(response.status, 401, name)
    const { requestId, ...answer } = (await response.json()) as Record<string, unknown>
    assert.deepEqual(answer, { success: false, error: 'User must be logged in', code: 'unauthorized' })
    assert.equal(requestId, response.headers.get('x-request-id'))
  }
})

test('an invalid token is refused everywhere, also on public calls', async () => {
  for (const [name, call] of Object.entries(calls)) {
    for (const authorization of ['Bearer nonsense', 'Nostr e30=', 'Basic YTpi']) {
      assert.equal((await askFor(call, authorization)).status, 401, `${name} with ${authorization}`)
    }
  }
})

test('cookies are not read', async () => {
  const response = await fetch(`${test_.origin}/v1/accounts`, {
    headers: { cookie: `better-auth.session_token=${owner.token}; token=${owner.token}` },
  })
  assert.equal(response.status, 401)
})

async function statusOf(call: Call, name: string): Promise<number> {
  try {
    await call(calls[name]!, owned[name]!.input() as never)
    return 200
  } catch (error) {
    assert.ok(error instanceof ApiError)
    return error.status
  }
}

test('content of other users can be neither changed nor read', async () => {
  for (const [name, { status }] of Object.entries(owned)) {
    assert.equal(await statusOf(stranger.prove, name), status, name)
    if (calls[name]!.access === 'public') assert.equal(await statusOf(test_.call, name), status, `${name} by a visitor`)
  }
})

test('the owner can', async () => {
  for (const name of ['getDeposit', 'getPayment', 'getAlbum', 'getPodcast']) {
    assert.equal(await statusOf(owner.call, name), 200, name)
  }
})

test('the owner can make the same requests', async () => {
  for (const name of Object.keys(owned)) {
    // This content has no owner.
    if (JSON.stringify(owned[name]!.input()).includes(UNKNOWN_ID) || notTheOwners.has(name)) continue
    const status = await statusOf(owner.prove, name)
    assert.ok(![401, 403, 404].includes(status), `${name}: ${status}`)
  }
})
