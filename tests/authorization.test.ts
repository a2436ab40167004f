/** Who may make which call, for every call there is: a visitor, a stranger, the owner. A new call without a row fails. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAlbum } from '#contract/albums.ts'
import { createArtist } from '#contract/artists.ts'
import { calls } from '#contract/calls.ts'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { createDeposit, withdraw } from '#contract/payments.ts'
import { createPodcast } from '#contract/podcasts.ts'
import { ApiError, type Call } from '#web/api.ts'
import { fillBalance, makePerson, type Person } from './people.ts'
import { createTestWorld, type TestWorld } from './world.ts'

const NOBODY = '01890000-0000-7000-8000-000000000000'

let test_: TestWorld
let owner: Person
let stranger: Person
const things = { artistId: '', albumId: '', podcastId: '', depositId: '', payoutId: '' }

before(async () => {
  test_ = await createTestWorld()
  owner = await makePerson(test_)
  stranger = await makePerson(test_)
  things.artistId = (await owner.call(createArtist, { body: { name: 'Owned' } })).id
  things.albumId = (await owner.call(createAlbum, { body: { artistId: things.artistId, title: 'Owned' } })).id
  things.podcastId = (await owner.call(createPodcast, { body: { name: 'Owned' } })).id
  things.depositId = (await owner.call(createDeposit, { body: { msatAmount: 5_000 } })).invoiceId
  await fillBalance(test_, owner, 100_000)
  const invoice = test_.node.makeInvoice({ amountMsat: 10_000n }).bolt11
  things.payoutId = (await owner.call(withdraw, { body: { invoice } })).paymentId
})
after(() => test_[Symbol.asyncDispose]())

/** What somebody else gets who asks for, or writes to, what is the owner's. */
const owned: Record<string, { status: 403 | 404; input: () => object }> = {
  createAlbum: { status: 403, input: () => ({ body: { artistId: things.artistId, title: 'Mine?' } }) },
  createTrack: {
    status: 403,
    input: () => ({ body: { albumId: things.albumId, title: 'Mine?', order: 1, extension: 'mp3' } }),
  },
  createEpisode: {
    status: 403,
    input: () => ({ body: { podcastId: things.podcastId, title: 'Mine?', order: 1, extension: 'mp3' } }),
  },
  publish: { status: 403, input: () => ({ params: { contentId: things.albumId }, body: { contentType: 'album' } }) },
  createSplit: {
    status: 403,
    input: () => ({
      body: { contentId: things.albumId, splitRecipients: [{ name: stranger.name, share: 1 }] },
    }),
  },
  getDeposit: { status: 403, input: () => ({ params: { invoiceId: things.depositId } }) },
  getPayment: { status: 404, input: () => ({ params: { paymentId: things.payoutId } }) },
  getAlbum: { status: 404, input: () => ({ params: { albumId: things.albumId } }) },
  getPodcast: { status: 404, input: () => ({ params: { podcastId: things.podcastId } }) },
}

/** Calls of a signed-in person about nothing but themselves: there is no other's to reach for. */
const aboutOneself = [
  'getAccount',
  'createUser',
  'listTransactions',
  'createArtist',
  'listOwnArtists',
  'listOwnAlbums',
  'listOwnPodcasts',
  'createPodcast',
  'logout',
  'sendVerification',
  'send',
  'createDeposit',
  'withdraw',
  'watchAccount',
  'checkUsernames',
]

test('every call that needs a user has a row in this test', () => {
  const users = Object.entries(calls).filter(([, call]) => call.access !== 'public')
  const rows = new Set([...Object.keys(owned), ...aboutOneself])
  assert.deepEqual(
    users.map(([name]) => name).filter((name) => !rows.has(name)),
    [],
  )
})

async function askFor(endpoint: Endpoint, authorization?: string): Promise<Response> {
  const path = pathOf(endpoint)
    .replaceAll(/:page\b/g, '1')
    .replaceAll(/:\w+/g, NOBODY)
  const hasBody = endpoint.method !== 'GET'
  return fetch(test_.origin + path, {
    method: endpoint.method,
    headers: { ...(authorization && { authorization }), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  })
}

test('visitors are asked to log in, before anything they sent is looked at', async () => {
  for (const [name, call] of Object.entries(calls)) {
    if (call.access === 'public') continue
    const response = await askFor(call)
    assert.equal(response.status, 401, name)
    assert.deepEqual(await response.json(), { success: false, error: 'User must be logged in', code: 'unauthorized' })
  }
})

test('a token that names nobody is refused everywhere, on public calls too', async () => {
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

test('what is somebody else’s can be neither changed nor read', async () => {
  for (const [name, { status }] of Object.entries(owned)) {
    assert.equal(await statusOf(stranger.call, name), status, name)
    if (calls[name]!.access === 'public') assert.equal(await statusOf(test_.call, name), status, `${name} by a visitor`)
  }
})

test('the owner may', async () => {
  for (const name of ['getDeposit', 'getPayment', 'getAlbum', 'getPodcast']) {
    assert.equal(await statusOf(owner.call, name), 200, name)
  }
})
