/** With a bearer token alone, nobody can take more than STEP_UP_MSAT from a balance, by any call. The calls are those
 * of the contract: a new call that moves money fails until it has an entry here. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getForwarding, setLightningAddress } from '#contract/accounts/account.ts'
import { withdrawPlatformFee } from '#contract/operator/admin.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { login } from '#contract/accounts/auth.ts'
import { calls } from '#contract/calls.ts'
import { payHeldTickets } from '#contract/concerts/tickets.ts'
import { getOwnDownloadOffer, setDownloadOffer } from '#contract/catalog/downloads.ts'
import { buyDownload } from '#contract/listening/purchases.ts'
import * as connectionCalls from '#contract/payments/connections.ts'
import { createConnection, editConnection, listConnections } from '#contract/payments/connections.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import * as paymentCalls from '#contract/payments/payments.ts'
import { send, withdraw } from '#contract/payments/payments.ts'
import { createProof } from '#contract/accounts/proofs.ts'
import { createApp, type App } from '#server/app.ts'
import { startBackground } from '#server/background.ts'
import { setRole } from '#server/accounts/roles.ts'
import { createCall, type Call } from '#web/data/api.ts'
import { startAddressServer, type AddressServer } from '../address-server.ts'
import { publishTestConcert, type TestConcert } from '../concerts.ts'
import { fillBalance, createTestUser, PASSWORD, publishTrack, until, type TestUser } from '../users.ts'
import { grantFor, neededOf } from '../proofs.ts'
import { assertBooksBalance, refusalOf } from '../refusals.ts'
import { createTestWorld, transportTo, type TestWorld } from '../world.ts'

const LIMIT_MSAT = 20_000_000
const BALANCE_MSAT = 90_000_000
const HOUR_MS = 3_600_000
const evidence = { method: 'password', password: PASSWORD } as const

let world: TestWorld
let second: App
let secondOrigin = ''
let outside: AddressServer
let thief: TestUser
let thiefsArtist = ''
let thiefsAlbum = ''
/** By the price of their tickets. */
const concerts = new Map<number, TestConcert>()

before(async () => {
  outside = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  world = await createTestWorld({
    expectedLogs: ['platform-fee-withdrawn'],
    settings: {
      PUBLIC_URL: 'https://peal.example',
      OUTBOUND_ALLOW: outside.hostAndPort,
      YOUNG_WITHDRAWAL_MSAT: '400000000',
      FAILED_WITHDRAWALS_PER_HOUR: '1000',
    },
  })
  assert.equal(world.world.config.stepUpMsat, BigInt(LIMIT_MSAT))
  second = await createApp(world.world, 'none', startBackground)
  secondOrigin = await second.http.listen({ host: '127.0.0.1', port: 0 })
  thief = await createTestUser(world, { name: 'thief' })
  thiefsArtist = (await thief.call(createArtist, { body: { name: 'Thief' } })).id
  thiefsAlbum = (await publishTrack(world, thief, { title: 'Stolen' })).albumId
  const params = { contentId: thiefsAlbum }
  await thief.call(setDownloadOffer, { params, body: { mode: 'paid', msatMin: 1_000 } })
  await until(async () => (await thief.call(getOwnDownloadOffer, { params })).readyCount === 1, 60_000)
  for (const [sats, personMax] of [
    [2_000, 20],
    [4_000, 20],
    [60_000, 1],
  ] as const) {
    concerts.set(sats * 1_000, await publishTestConcert(world, thief, { sats, seats: 500, personMax }))
  }
})
after(async () => {
  await assertBooksBalance(world)
  await second.stop()
  await world[Symbol.asyncDispose]()
  await outside.close()
})

type Try = (call: Call, msatAmount: number) => Promise<unknown>

const NODE = '02'.padEnd(66, 'a')
const terms = {
  name: 'App',
  permissions: ['pay_invoice' as const],
  weeklyBudgetMsat: 1_000 as number | null,
  maxPaymentMsat: null,
  expiresAt: null,
}

/** Every call by which money leaves a balance, or that creates something that lets money leave; some with several
 * variants. */
const logins: Record<string, Record<string, Try>> = {
  withdraw: {
    invoice: (call, msatAmount) => {
      const invoice = world.node.makeInvoice({ amountMsat: BigInt(msatAmount) }).bolt11
      return call(withdraw, { body: { invoice } })
    },
    address: (call, msatAmount) => call(withdraw, { body: { lightningAddress: outside.address, msatAmount } }),
    'address of this server': (call, msatAmount) => {
      const lightningAddress = `${thief.name}@${new URL(world.world.publicUrl).host}`
      return call(withdraw, { body: { lightningAddress, msatAmount } })
    },
    'invoice of this server': async (call, msatAmount) => {
      const { request: invoice } = await thief.call(paymentCalls.createDeposit, { body: { msatAmount } })
      return call(withdraw, { body: { invoice } })
    },
  },
  send: { zap: (call, msatAmount) => call(send, { body: { contentId: thiefsArtist, msatAmount } }) },
  buyDownload: {
    'a gift': (call, msatAmount) =>
      call(buyDownload, { body: { contentId: thiefsAlbum, recipient: thief.name, msatAmount } }),
  },
  buyTickets: {
    'tickets of an event of theirs': (call, msatAmount) => concerts.get(msatAmount)!.buy(call),
  },
  payHeldTickets: {
    'seats that somebody else holds': async (call, msatAmount) => {
      const { token } = await concerts.get(msatAmount)!.hold((await createTestUser(world)).call)
      return call(payHeldTickets, { body: { token } })
    },
  },
  sendKeysend: {
    keysend: (call, msatAmount) =>
      call(sendKeysend, { body: { msatTotal: msatAmount, keysends: [{ msatAmount, pubkey: NODE }] } }),
    'in parts': (call, msatAmount) => {
      const half = { msatAmount: msatAmount / 2, pubkey: NODE }
      return call(sendKeysend, { body: { msatTotal: msatAmount, keysends: [half, half] } })
    },
  },
  createConnection: {
    'a new connection': (call) => call(createConnection, { body: { ...terms, weeklyBudgetMsat: null } }),
  },
  editConnection: {
    'a wider connection': async (call) => {
      const [connection] = await call(listConnections, {})
      const params = { connectionId: connection!.id }
      return call(editConnection, { params, body: { ...terms, weeklyBudgetMsat: null } })
    },
  },
  setLightningAddress: {
    'a forward address': (call) => call(setLightningAddress, { body: { lightningAddress: outside.address } }),
  },
}

/** A withdrawal of platform fees by an admin: see below. */
const ofThePlatform = ['withdrawPlatformFee']
/** They need a track of one's own: see promos.test.ts. */
const ofPromos = ['createPromo', 'topUpPromo']
/** When an address elsewhere gets more: see outside-recipients.test.ts. */
const ofSplits = ['createSplit', 'deleteSplit', 'updateSplit']
/** They need a feed of another server: see foreign-feeds.test.ts and small-shares.test.ts. */
const ofForeignFeeds = ['sendBoost', 'setStreaming']
/** From then on the earnings are another user's: see ownership.test.ts. */
const ofOwners = ['offerOwnership', 'acceptInvitation']
/** Calls that receive money, move it between accounts of the house, give away a little of the house's, end something that
 * could send it, or are refused for a money-related reason without moving any. */
const notLeaving = ['createDeposit', 'createInvoice', 'deleteConnection', 'deleteAccount', 'fillPurse', 'giveGift']
/** Refunds after the payout go to the buyer; tickets.test.ts pays them. They count in the sum of a day. */
const refunding = ['refundTicket']

const moneyCodes: readonly ErrorCode[] = [
  'insufficient-balance',
  'withdrawals-held',
  'withdrawals-halted',
  'withdrawal-limit',
  'lightning-address-unreachable',
  'held-by-owner',
]

test('every call that can move money out has an entry here', () => {
  const rooms = [...Object.values(paymentCalls), ...Object.values(connectionCalls)] as unknown[]
  const isOfMoney = (call: Endpoint) =>
    call.method !== 'GET' &&
    (call.proof === 'money' || rooms.includes(call) || call.errors?.some((code) => moneyCodes.includes(code)) === true)
  const found = Object.entries(calls).flatMap(([name, call]) => (isOfMoney(call) ? [name] : []))
  const proving = [...Object.keys(logins), ...ofThePlatform, ...ofPromos, ...ofSplits, ...ofForeignFeeds, ...ofOwners]
  assert.deepEqual(found.sort(), [...proving, ...notLeaving, ...refunding].sort())
  for (const name of proving) assert.equal(calls[name]?.proof, 'money', name)
})

async function createTarget(): Promise<TestUser> {
  const user = await createTestUser(world)
  await fillBalance(world, user, BALANCE_MSAT)
  // A connection with few rights, created with a proof, to be extended.
  await user.prove(createConnection, { body: terms })
  return user
}

/** The loss so far; nothing may let more leave later. */
async function lossOf(user: TestUser): Promise<number> {
  assert.equal((await user.call(getForwarding, {})).lightningAddress, null)
  const connections = await user.call(listConnections, {})
  assert.deepEqual(
    connections.map(({ weeklyBudgetMsat }) => weeklyBudgetMsat),
    [terms.weeklyBudgetMsat],
  )
  return BALANCE_MSAT - (await user.balance())
}

const isRefused = (work: Promise<unknown>) =>
  work.then(
    () => false,
    (error: { code?: string }) => {
      assert.ok(['proof-needed', 'too-many-requests'].includes(error.code ?? ''), String(error.code))
      return true
    },
  )

const sessions: Record<string, (user: TestUser) => Promise<Call>> = {
  'a session of this minute': async ({ email }) => {
    const signedIn = await world.call(login, { body: { email, password: PASSWORD } })
    assert.ok('token' in signedIn)
    return world.callWith(signedIn.token)
  },
  'an old session': async ({ call }) => {
    world.clock.step(2 * HOUR_MS)
    return call
  },
}

for (const [name, kinds] of Object.entries(logins)) {
  for (const [kind, attempt] of Object.entries(kinds)) {
    for (const [age, open] of Object.entries(sessions)) {
      test(`${name}, ${kind}: with ${age} no more than the limit leaves`, async () => {
        const victim = await createTarget()
        const call = await open(victim)
        const refused: boolean[] = []
        for (let round = 0; round < 9; round++) refused.push(await isRefused(attempt(call, 4_000_000)))
        // One payment above the whole limit, and one that would just fit.
        refused.push(await isRefused(attempt(call, 60_000_000)))
        const lossMsat = await lossOf(victim)
        assert.ok(lossMsat <= LIMIT_MSAT, `${lossMsat} msat have left`)
        // Where amounts below the limit need no proof, the test must take something.
        if (['withdraw', 'send', 'buyDownload', 'sendKeysend'].includes(name))
          assert.ok(lossMsat >= 16_000_000, `${lossMsat}`)
        assert.equal(refused.at(-1), true)
      })
    }
  }
}

test('many kinds of payments, concurrently over two servers, never exceed the limit', async () => {
  const attempts = Object.values(logins).flatMap((kinds) => Object.values(kinds))
  for (let round = 0; round < 3; round++) {
    const victim = await createTarget()
    const there = createCall(transportTo(secondOrigin), () => victim.token)
    const ends = await Promise.all(
      Array.from({ length: 4 }, (_, turn) =>
        attempts.map((attempt, index) => isRefused(attempt((turn + index) % 2 ? victim.call : there, 2_000_000))),
      ).flat(),
    )
    const lossMsat = await lossOf(victim)
    assert.ok(lossMsat <= LIMIT_MSAT && lossMsat > 0, `${lossMsat} msat have left`)
    assert.ok(ends.includes(true) && ends.includes(false))
  }
})

test('a failed payment does not count, and after 24 hours the sum starts again', async () => {
  const victim = await createTarget()
  world.node.script({ does: 'fail', reason: 'no-route' })
  await logins['withdraw']!['invoice']!(victim.call, 19_000_000)
  await until(async () => (await victim.balance()) === BALANCE_MSAT)
  await logins['send']!['zap']!(victim.call, 20_000_000)
  assert.ok(await isRefused(logins['send']!['zap']!(victim.call, 1_000)))
  world.clock.step(24 * HOUR_MS + 1_000)
  await logins['send']!['zap']!(victim.call, 20_000_000)
})

test("withdrawing platform fees needs a proof, however recent the admin's log-in is", async () => {
  const admin = await createTestUser(world)
  await setRole(world.world.database.read, admin.name, 'owner')
  const invoice = world.node.makeInvoice({ amountMsat: 10_000n }).bolt11
  const refusal = await refusalOf(admin.call(withdrawPlatformFee, { body: { invoice } }))
  assert.deepEqual(refusal, { status: 403, code: 'proof-needed' })
  await admin.prove(withdrawPlatformFee, { body: { invoice } })
})

test('a grant works once, and the refused call succeeds under the same key', async () => {
  const victim = await createTarget()
  const body = { contentId: thiefsArtist, msatAmount: 30_000_000 }
  const once = { idempotencyKey: 'once-for-the-grant' }
  const needed = await neededOf(victim.call(send, { body }, once))
  assert.deepEqual(needed, { action: 'zap', amountMsat: 30_000_000, destination: thiefsArtist, label: 'Thief' })
  const proof = await grantFor(victim.call, needed, evidence)
  const first = await victim.call(send, { body }, { ...once, proof })
  assert.deepEqual(await victim.call(send, { body }, { ...once, proof }), first)
  assert.equal(await victim.balance(), BALANCE_MSAT - 30_000_000)
  assert.equal((await refusalOf(victim.call(send, { body }, { proof }))).code, 'proof-needed')
})

test('of many concurrent uses of one grant over two servers, one succeeds', async () => {
  const victim = await createTarget()
  const there = createCall(transportTo(secondOrigin), () => victim.token)
  const body = { contentId: thiefsArtist, msatAmount: 21_000_000 }
  const proof = await grantFor(victim.call, await neededOf(victim.call(send, { body })), evidence)
  const ends = await Promise.all(
    Array.from({ length: 8 }, (_, index) => isRefused((index % 2 ? victim.call : there)(send, { body }, { proof }))),
  )
  assert.equal(ends.filter((isNot) => !isNot).length, 1)
  assert.equal(await victim.balance(), BALANCE_MSAT - 21_000_000)
})

test('a grant is not valid for another amount, destination, operation or user, nor after ten minutes', async () => {
  const [victim, other] = [await createTarget(), await createTarget()]
  const anotherArtist = (await thief.call(createArtist, { body: { name: 'Another' } })).id
  const body = { contentId: thiefsArtist, msatAmount: 30_000_000 }
  const needed = await neededOf(victim.call(send, { body }))
  const grant = () => grantFor(victim.call, needed, evidence)
  const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code
  const proof = await grant()
  assert.equal(
    await codeOf(victim.call(send, { body: { ...body, msatAmount: 29_999_000 } }, { proof })),
    'proof-needed',
  )
  assert.equal(
    await codeOf(victim.call(send, { body: { ...body, contentId: anotherArtist } }, { proof })),
    'proof-needed',
  )
  assert.equal(await codeOf(other.call(send, { body }, { proof })), 'proof-needed')
  const invoice = world.node.makeInvoice({ amountMsat: 30_000_000n }).bolt11
  assert.equal(await codeOf(victim.call(withdraw, { body: { invoice } }, { proof })), 'proof-needed')
  // For the same invoice, another action needs another grant.
  const asZap = { ...(await neededOf(victim.call(withdraw, { body: { invoice } }))), action: 'zap' as const }
  const wrong = await grantFor(victim.call, asZap, evidence)
  assert.equal(await codeOf(victim.call(withdraw, { body: { invoice } }, { proof: wrong })), 'proof-needed')
  world.clock.step(600_000)
  assert.equal(await codeOf(victim.call(send, { body }, { proof })), 'proof-needed')
  await victim.call(send, { body }, { proof: await grant() })
})

test('a refused payment does not consume its grant', async () => {
  const victim = await createTarget()
  const body = { contentId: thiefsArtist, msatAmount: 95_000_000 }
  const needed = { action: 'zap' as const, amountMsat: 95_000_000, destination: thiefsArtist }
  const { grant: proof } = await victim.call(createProof, { body: { ...needed, evidence } })
  assert.equal((await refusalOf(victim.call(send, { body }, { proof }))).code, 'insufficient-balance')
  await fillBalance(world, victim, 10_000_000)
  await victim.call(send, { body }, { proof })
  assert.equal(await victim.balance(), BALANCE_MSAT + 10_000_000 - 95_000_000)
})
