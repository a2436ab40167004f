/** What proves an identity and from when, what is paused and reviewed after a reset, and the owner's own hold. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { base32nopad } from '@scure/base'
import { createArtist } from '#contract/catalog/artists.ts'
import { changeEmail, changePassword, resetPassword, sendPasswordReset, login } from '#contract/accounts/auth.ts'
import { createConnection, listConnections } from '#contract/payments/connections.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import { addPasskey, beginPasskey } from '#contract/accounts/passkeys.ts'
import { send, withdraw } from '#contract/payments/payments.ts'
import {
  beginPasskeyProof,
  getSafety,
  holdOwnMoney,
  keepReviewed,
  liftHold,
  listProofMethods,
  mailProofCode,
} from '#contract/accounts/proofs.ts'
import { beginSecondFactor, confirmSecondFactor } from '#contract/accounts/second-factor.ts'
import { endOtherSessions } from '#contract/accounts/sessions.ts'
import { codeAt, stepAt } from '#server/auth/factors/totp.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { createPasskeyDevice, type PasskeyDevice } from '../passkey-device.ts'
import { fillBalance, createTestUser, PASSWORD, until, type TestUser } from '../users.ts'
import { grantFor, neededOf, provingCall, type Evidence } from '../proofs.ts'
import { refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const ORIGIN = 'https://peal.example'
const OTHER = 'another long enough password'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const byPassword = { method: 'password', password: PASSWORD } as const

let world: TestWorld
let user: TestUser
let artistId = ''

before(async () => {
  world = await createTestWorld({ settings: { PUBLIC_URL: ORIGIN, YOUNG_WITHDRAWAL_MSAT: '400000000' } })
  const artist = await createTestUser(world)
  artistId = (await artist.call(createArtist, { body: { name: 'Ana' } })).id
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.clock.step(HOUR_MS)
  user = await createTestUser(world)
  await fillBalance(world, user, 90_000_000)
})

const zap = (by: TestUser['call'] = user.call) => by(send, { body: { contentId: artistId, msatAmount: 30_000_000 } })
const smallWithdrawal = (by: TestUser['call'] = user.call) => {
  const invoice = world.node.makeInvoice({ amountMsat: 10_000n }).bolt11
  return by(withdraw, { body: { invoice } })
}
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code
/** A code that was not used before. */
function nextCode(secret: string): string {
  world.clock.step(30_000)
  return codeAt(base32nopad.decode(secret), stepAt(world.clock.now()))
}

async function turnOnTwoSteps(): Promise<string> {
  const { secret } = await user.call(beginSecondFactor, {})
  const { signedIn } = await user.prove(confirmSecondFactor, { body: { code: nextCode(secret) } })
  user = { ...user, token: signedIn.token, call: world.callWith(signedIn.token) }
  return secret
}

async function makePasskey(): Promise<PasskeyDevice> {
  const device = createPasskeyDevice()
  const { challenge, options } = await user.call(beginPasskey, {})
  await user.prove(addPasskey, { body: { challenge, response: device.create(options, ORIGIN) } })
  return device
}

function withPasskey(device: PasskeyDevice) {
  return provingCall(user.call, async () => {
    const { challenge, options } = await user.call(beginPasskeyProof, {})
    return { method: 'passkey', challenge, response: device.get(options, ORIGIN) }
  })
}

/** Chooses a new password by the mailed link and logs in with it. */
async function reset(): Promise<Evidence> {
  await world.call(sendPasswordReset, { body: { email: user.email } })
  let oobCode = ''
  await until(async () => {
    const mails = await listUnsentMails(world.world.database, user.email)
    const links = mails.flatMap((mail) => mail.links.filter((link) => link.includes('/reset-password')))
    oobCode = links.length === 0 ? '' : (new URL(links[0]!).searchParams.get('oobCode') ?? '')
    return oobCode !== ''
  })
  await world.call(resetPassword, { body: { oobCode, newPassword: OTHER } })
  const signedIn = await world.call(login, { body: { email: user.email, password: OTHER } })
  assert.ok('token' in signedIn)
  user = { ...user, token: signedIn.token, call: world.callWith(signedIn.token) }
  return { method: 'password', password: OTHER }
}

test('the password an account was created with proves money immediately; a wrong one counts as an attempt', async () => {
  await zap(user.prove)
  const wrong = provingCall(user.call, { ...byPassword, password: 'not the password' })
  const codes = []
  for (let round = 0; round < 11; round++) codes.push((await refusalOf(zap(wrong))).status)
  assert.deepEqual(codes, [...Array.from({ length: 10 }, () => 401), 429])
})

test('a passkey younger than a day proves neither money nor credentials; an older one proves both', async () => {
  const device = await makePasskey()
  const { methods } = await user.call(listProofMethods, {})
  const passkey = methods.find(({ method }) => method === 'passkey')!
  assert.ok(Date.parse(passkey.countsFrom!) > world.clock.now().getTime() + DAY_MS - 60_000)
  assert.deepEqual([passkey.isForMoney, passkey.isForCredentials], [false, false])
  assert.equal(await codeOf(zap(withPasskey(device))), 'proof-too-young')
  const newPassword = { body: { newPassword: OTHER } }
  assert.equal(await codeOf(withPasskey(device)(changePassword, newPassword)), 'proof-too-young')
  world.clock.step(DAY_MS)
  await zap(withPasskey(device))
  await withPasskey(device)(changePassword, newPassword)
})

test("another user's passkey proves nothing", async () => {
  const owner = user
  const device = await makePasskey()
  world.clock.step(DAY_MS)
  user = await createTestUser(world)
  await fillBalance(world, user, 40_000_000)
  const { challenge, options } = await owner.call(beginPasskeyProof, {})
  const stolen = { method: 'passkey', challenge, response: device.get(options, ORIGIN) } as const
  assert.equal(await codeOf(grantFor(user.call, await neededOf(zap()), stolen)), 'challenge-invalid')
  assert.equal(await codeOf(zap(withPasskey(device))), 'passkey-invalid')
})

test('with two-step log-in, a password needs the code too', async () => {
  const secret = await turnOnTwoSteps()
  assert.equal(await codeOf(zap(provingCall(user.call, byPassword))), 'second-factor-invalid')
  await zap(provingCall(user.call, () => ({ ...byPassword, code: nextCode(secret) })))
})

test('for a day after a credential changed, every withdrawal needs a proof, however small', async () => {
  await smallWithdrawal()
  await makePasskey()
  assert.equal(await codeOf(smallWithdrawal()), 'proof-needed')
  await smallWithdrawal(user.prove)
  world.clock.step(DAY_MS)
  await smallWithdrawal()
})

test('a password just reset by mail proves nothing yet, nor does the mailbox; an older factor does', async () => {
  const device = await makePasskey()
  world.clock.step(DAY_MS)
  const fresh = await reset()
  assert.equal(await codeOf(zap(provingCall(user.call, fresh))), 'proof-too-young')
  assert.equal(await codeOf(smallWithdrawal()), 'proof-needed')
  assert.equal(await codeOf(user.call(mailProofCode, {})), 'proof-too-young')
  await smallWithdrawal(withPasskey(device))
  world.clock.step(DAY_MS)
  await zap(provingCall(user.call, fresh))
})

test('a mailed code proves once the address is a day old, with one correct attempt', async () => {
  assert.equal(await codeOf(user.call(mailProofCode, {})), 'proof-too-young')
  world.clock.step(DAY_MS)
  const needed = await neededOf(zap())
  const { challenge } = await user.call(mailProofCode, {})
  const [mail] = (await listUnsentMails(world.world.database, user.email)).filter(({ text }) => /^\d{8}$/m.test(text))
  const mailedCode = /^\d{8}$/m.exec(mail!.text)![0]
  const wrong = mailedCode === '00000000' ? '00000001' : '00000000'
  const give = (code: string) => grantFor(user.call, needed, { method: 'mail', challenge, mailedCode: code })
  assert.equal(await codeOf(give(wrong)), 'proof-invalid')
  const proof = await give(mailedCode)
  assert.equal(await codeOf(give(mailedCode)), 'challenge-invalid')
  await user.call(send, { body: { contentId: artistId, msatAmount: 30_000_000 } }, { proof })
})

test('after a reset, apps are paused, and each is confirmed with an older proof', async () => {
  const terms = {
    permissions: ['pay_invoice' as const],
    weeklyBudgetMsat: 1_000,
    maxPaymentMsat: null,
    expiresAt: null,
  }
  for (const name of ['One', 'Two']) await user.prove(createConnection, { body: { name, ...terms } })
  const device = await makePasskey()
  world.clock.step(DAY_MS)
  assert.deepEqual((await user.call(getSafety, {})).items, [])
  const fresh = await reset()
  const paused = async () => (await user.call(listConnections, {})).map(({ name, isPaused }) => [name, isPaused])
  assert.deepEqual(await paused(), [
    ['Two', true],
    ['One', true],
  ])
  const { items } = await user.call(getSafety, {})
  assert.deepEqual(items.map(({ kind, name }) => `${kind} ${name}`).toSorted(), [
    'connection One',
    'connection Two',
    'passkey A program',
  ])
  const one = items.find(({ name }) => name === 'One')!
  const params = { kind: one.kind, itemId: one.id }
  assert.equal(await codeOf(user.call(keepReviewed, { params })), 'proof-needed')
  assert.equal(await codeOf(provingCall(user.call, fresh)(keepReviewed, { params })), 'proof-too-young')
  await withPasskey(device)(keepReviewed, { params })
  assert.deepEqual(await paused(), [
    ['Two', true],
    ['One', false],
  ])
  assert.equal((await user.call(getSafety, {})).items.length, 2)
})

test('logging out everywhere pauses apps too', async () => {
  const terms = { permissions: ['pay_invoice' as const], weeklyBudgetMsat: null, maxPaymentMsat: null, expiresAt: null }
  await user.prove(createConnection, { body: { name: 'App', ...terms } })
  await user.call(endOtherSessions, {})
  assert.equal((await user.call(listConnections, {}))[0]!.isPaused, true)
})

test('the owner is notified, and the link in the mail holds all outgoing payments until an older factor lifts it', async () => {
  await user.prove(changeEmail, { body: { email: `new-${user.email}` } })
  let link = ''
  await until(async () => {
    const mails = await listUnsentMails(world.world.database, user.email)
    link = mails.flatMap(({ links }) => links).find((one) => one.includes('/hold-payments')) ?? ''
    return link !== ''
  })
  await until(async () => {
    const { notifications } = await user.call(listNotifications, { query: {} })
    return notifications.some(({ kind, reason }) => kind === 'guarded-action' && reason === 'change-email')
  })
  const token = new URL(link).searchParams.get('token')!
  assert.equal(
    await codeOf(world.call(holdOwnMoney, { body: { token: `${token.slice(0, -4)}AAAA` } })),
    'action-code-invalid',
  )
  // Opening the link holds nothing; pressing the button does.
  assert.equal((await user.call(getSafety, {})).heldSince, null)
  await world.call(holdOwnMoney, { body: { token } })
  assert.notEqual((await user.call(getSafety, {})).heldSince, null)
  assert.equal(await codeOf(zap(user.prove)), 'held-by-owner')
  assert.equal(await codeOf(smallWithdrawal(user.prove)), 'held-by-owner')
  assert.equal(await codeOf(user.call(liftHold, {})), 'proof-needed')
  // In the first day, not even the password of the registration lifts the hold.
  assert.equal(await codeOf(user.prove(liftHold, {})), 'proof-too-young')
  world.clock.step(DAY_MS)
  await user.prove(liftHold, {})
  await zap(user.prove)
})
