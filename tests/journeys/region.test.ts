/** Where money may move: by the caller's address, as reported by trusted proxies only. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { checkRegion, logIdentity } from '#contract/accounts/region.ts'
import { countryOf } from '#server/platform/network/country.ts'
import { readVerification } from '#server/accounts/region.ts'
import { fillBalance, createTestUser, type TestUser } from '../users.ts'
import { refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

// Addresses of large hosters whose country has not changed in years.
const GERMANY = '46.4.0.1'
const GERMANY_6 = '2a01:4f8::1'
const AMERICA = '8.8.8.8'

let world: TestWorld
before(async () => {
  world = await createTestWorld({ settings: { REGION_DENY: 'us, KP', TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => world[Symbol.asyncDispose]())

type Asked = { status: number; code?: string; error?: string; data?: unknown }

async function ask(
  test: TestWorld,
  from: string,
  path: string,
  { person, body }: { person?: TestUser; body?: object } = {},
): Promise<Asked> {
  const response = await fetch(`${test.origin}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': from,
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as object) }
}
const askHere = (from: string, path: string, options = {}) => ask(world, from, path, options)

test('an IP address is looked up in full or as a network, and reserved ones are in no country', () => {
  const known: Record<string, string | null> = {
    [GERMANY]: 'DE',
    [AMERICA]: 'US',
    [`::ffff:${AMERICA}`]: 'US',
    [GERMANY_6]: 'DE',
    '2a01:4f8::/64': 'DE',
    '127.0.0.1': null,
    '::1': null,
    '10.1.2.3': null,
    'fe80::1%eth0': null,
    '8.8.8.8.8': null,
    nonsense: null,
    '': null,
  }
  for (const [ip, country] of Object.entries(known)) assert.equal(countryOf(ip), country, ip)
})

test('a denied country gets the exact message', async () => {
  assert.deepEqual((await askHere(GERMANY, '/accounts/check-region')).data, { country: 'DE' })
  assert.equal((await askHere(GERMANY_6, '/accounts/check-region')).status, 200)
  const { status, error, code } = await askHere(AMERICA, '/accounts/check-region')
  assert.deepEqual([status, error, code], [403, 'Not supported region', 'region-not-supported'])
  // An address without a country is not refused unless there is a list of allowed countries.
  assert.equal((await askHere('10.0.0.1', '/accounts/check-region')).status, 200)
})

test('users in a denied region listen and zap, but cannot deposit or withdraw', async () => {
  const person = await createTestUser(world)
  await fillBalance(world, person, 20_000)
  const artist = await (await createTestUser(world)).call(createArtist, { body: { name: 'Zapped' } })
  const deposit = { person, body: { msatAmount: 5_000 } }
  const withdrawal = { person, body: { invoice: world.node.makeInvoice({ amountMsat: 5_000n }).bolt11 } }
  for (const [path, options] of [
    ['/deposit', deposit],
    ['/withdraw', withdrawal],
  ] as const) {
    const { status, code } = await askHere(AMERICA, path, options)
    assert.deepEqual([status, code], [403, 'region-not-supported'], path)
  }
  assert.equal(
    (await askHere(AMERICA, '/send', { person, body: { contentId: artist.id, msatAmount: 1_000 } })).status,
    200,
  )
  assert.equal((await askHere(AMERICA, '/accounts', { person })).status, 200)
  assert.equal((await askHere(GERMANY, '/deposit', deposit)).status, 200)
  assert.equal((await askHere(GERMANY, '/withdraw', withdrawal)).status, 200)
})

test('a region is verified with a name, from a supported place, with a confirmed e-mail address', async () => {
  const person = await createTestUser(world)
  const body = { firstName: ' Ana ', lastName: 'Müller-日本' }
  const isVerified = async () => (await person.call(getAccount, {})).isRegionVerified
  assert.equal((await askHere(AMERICA, '/accounts/log-identity', { person, body })).code, 'region-not-supported')
  assert.equal(await isVerified(), false)
  const answer = await askHere(GERMANY, '/accounts/log-identity', { person, body })
  assert.deepEqual([answer.status, answer.data], [200, { userId: person.userId }])
  assert.equal(await isVerified(), true)
  const kept = await readVerification(world.world.database.read, person.userId)
  assert.deepEqual([kept?.firstName, kept?.lastName, kept?.country], ['Ana', 'Müller-日本', 'DE'])
  const unconfirmed = await createTestUser(world, { verified: false })
  const refused = await askHere(GERMANY, '/accounts/log-identity', { person: unconfirmed, body })
  assert.deepEqual([refused.status, refused.code], [403, 'email-not-verified'])
  for (const wrong of [
    {},
    { firstName: 'Ana' },
    { ...body, lastName: '  ' },
    { ...body, firstName: 'x'.repeat(5_000) },
  ]) {
    assert.equal((await askHere(GERMANY, '/accounts/log-identity', { person: unconfirmed, body: wrong })).status, 400)
  }
})

test('with a list of allowed countries an unknown country is not allowed', async () => {
  await using only = await createTestWorld({ settings: { REGION_ALLOW: 'DE,AT', TRUSTED_PROXIES: '127.0.0.1' } })
  assert.equal((await ask(only, GERMANY, '/accounts/check-region')).status, 200)
  for (const from of [AMERICA, '10.0.0.1', 'unknown']) {
    assert.equal((await ask(only, from, '/accounts/check-region')).status, 403, from)
  }
})

test('forwarded addresses are ignored without a trusted proxy', async () => {
  await using open = await createTestWorld({ settings: { REGION_DENY: 'US' } })
  assert.equal((await ask(open, AMERICA, '/accounts/check-region')).status, 200)
  await using closed = await createTestWorld({ settings: { REGION_ALLOW: 'DE' } })
  assert.equal((await ask(closed, GERMANY, '/accounts/check-region')).status, 403)
  await using free = await createTestWorld()
  assert.deepEqual(await free.call(checkRegion, {}), { country: null })
})

test('an operator can require a verified region before money moves', async () => {
  await using strict = await createTestWorld({ settings: { REQUIRE_VERIFIED_WALLET: 'on' } })
  const person = await createTestUser(strict)
  const refused = await ask(strict, GERMANY, '/deposit', { person, body: { msatAmount: 5_000 } })
  assert.deepEqual([refused.status, refused.code], [403, 'region-not-verified'])
  await person.call(logIdentity, { body: { firstName: 'Ana', lastName: 'M' } })
  await fillBalance(strict, person, 5_000)
  const { bolt11 } = strict.node.makeInvoice({ amountMsat: 1_000n })
  assert.equal((await ask(strict, GERMANY, '/withdraw', { person, body: { invoice: bolt11 } })).status, 200)
  // A character without a shape is refused in a name; one that reverses the text is left out, as in every text.
  const other = await createTestUser(strict)
  const identity = (firstName: string) => other.call(logIdentity, { body: { firstName, lastName: 'M' } })
  assert.equal((await refusalOf(identity('A\u200Bb'))).status, 400)
  await identity('A\u202Eb')
  assert.equal((await readVerification(strict.world.database.read, other.userId))?.firstName, 'Ab')
})
