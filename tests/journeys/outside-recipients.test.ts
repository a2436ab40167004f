/** Lightning addresses on other servers in splits, over HTTP: naming one, paying it in batches, and what goes back to the owner.
 * Every msat is compared with the ledger. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { exportStatement, listTransactions } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import { listOutsideRecipients, listSplitVersions } from '#contract/catalog/split-offers.ts'
import { createSplit, createTimeSplits, deleteSplit, getSplit, updateSplit } from '#contract/catalog/splits.ts'
import { pathOf } from '#contract/endpoint.ts'
import { getPayment, send } from '#contract/payments/payments.ts'
import { getWithdrawalLimits } from '#contract/payments/withdrawal-limits.ts'
import { getTerms, getZapShares } from '#contract/payments/terms.ts'
import { holdOutgoing, releaseHolds } from '#server/accounts/holds.ts'
import { readBalance, sumLiabilities } from '#server/ledger/balances.ts'
import { payOutside } from '#server/payments/forwards/outside.ts'
import { reviewFailedPayouts } from '#server/payments/payouts/payout.ts'
import { withoutConflicts } from '../conflicts.ts'
import { startAddressServer, type AddressServer } from '../address-server.ts'
import { tryAgainNow } from '../faults/books.ts'
import { neededOf } from '../proofs.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { agreeByName, createTestUser, fillBalance, publishTrack, type TestUser, until } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let elsewhere: AddressServer
/** Returns no invoices. */
let hanging: AddressServer
let listener: TestUser
let owner: TestUser
let contentId: string

before(async () => {
  elsewhere = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  hanging = await startAddressServer(
    () => assert.fail(),
    () => 'hang',
  )
  world = await createTestWorld({
    settings: {
      OUTBOUND_ALLOW: `${elsewhere.hostAndPort},${hanging.hostAndPort}`,
      FORWARD_RETRY_SECONDS: '60',
      PUBLIC_URL: 'https://peal.example',
    },
  })
  world.expectLogs('outside-address-failed', 'paid-after-release')
  listener = await createTestUser(world)
  await fillBalance(world, listener, 20_000_000)
})
beforeEach(async () => {
  elsewhere.isThere = true
  elsewhere.oldInvoice = null
  elsewhere.given.length = 0
  world.node.payCalls.length = 0
  owner = await createTestUser(world)
  contentId = await makeContent()
})
after(async () => {
  await closeBalanced(world)
  await elsewhere.close()
  await hanging.close()
})

let count = 0
const makeContent = async () => (await owner.call(createArtist, { body: { name: `Content ${++count}` } })).id
const bodyOf = (shares: Record<string, number>, of = contentId) => ({
  body: { contentId: of, splitRecipients: Object.entries(shares).map(([name, share]) => ({ name, share })) },
})
const name = (shares: Record<string, number> = { [elsewhere.address]: 1 }) => owner.prove(createSplit, bodyOf(shares))
const zap = async (msatAmount: number, of = contentId) =>
  (await listener.call(send, { body: { contentId: of, msatAmount } })).paymentId
/** So that the recipients get exactly this, at a fee of 5 %. */
const earn = (msat: number) => zap(Math.round(msat / 0.95))
const shown = async () => {
  const params = { contentId, contentType: 'artist' } as const
  return (await owner.call(listOutsideRecipients, { params }))[0]!
}
const untilWaiting = (msat: number) =>
  until(async () => {
    const { msatWaiting, isSending } = await shown()
    return msatWaiting === msat && !isSending
  })
const finish = (does: Parameters<typeof world.node.finishPayment>[1], call = 0) =>
  world.node.finishPayment(world.node.payCalls.at(call - 1)!.paymentHash, does)
const linesOf = async (user = owner) =>
  Object.values((await user.call(listTransactions, { params: { page: '1' } })).transactions).flat()

/** As if everything of these recipients had happened so much earlier: sessions would end before. */
async function age(days: number): Promise<void> {
  const earlier = sql`${days} * interval '1 day'`
  const read = world.world.database.read
  await sql`UPDATE outside_recipient SET named_at = named_at - ${earlier} WHERE owner_id = ${owner.userId}`.execute(
    read,
  )
  await sql`UPDATE outside_account SET waiting_since = waiting_since - ${earlier}, last_leg_at = last_leg_at - ${earlier},
    failing_since = failing_since - ${earlier}, failed_at = failed_at - ${earlier}, returned_at = returned_at - ${earlier}
    WHERE owner_id = ${owner.userId}`.execute(read)
}

/** Everything is due until this has happened, also what a round that had begun earlier has postponed. */
const lookUntil = (condition: () => Promise<boolean>) =>
  until(async () => {
    const { database, payments } = world.world
    await sql`UPDATE outside_account SET next_look_at = '2000-01-01' WHERE owner_id = ${owner.userId}`.execute(
      database.read,
    )
    await payOutside(payments)
    return condition()
  })

test('naming an address needs a proof, and an address that does not exist is refused', async () => {
  const { address } = elsewhere
  const needed = await neededOf(owner.call(createSplit, bodyOf({ [owner.name]: 1, [address]: 1 })))
  assert.deepEqual([needed.action, needed.label], ['outside-recipient', address])
  await name({ [owner.name]: 1, [address.toUpperCase()]: 1 })
  const params = { contentId, contentType: 'artist' } as const
  const names = (await world.call(getSplit, { params }))!.splitRecipients.map(({ user }) => user.name)
  assert.deepEqual(names, [owner.name, address])
  const [version] = await owner.call(listSplitVersions, { params })
  assert.deepEqual(
    version!.shares.map(({ user, state }) => [user.name, state]),
    [
      [owner.name, 'agreed'],
      [address, 'agreed'],
    ],
  )
  const cases: [string, number, string][] = [
    ['gus@127.0.0.1:1', 422, 'lightning-address-unreachable'],
    ['gus@10.0.0.1', 422, 'lightning-address-unreachable'],
    ['gus@wallet.example', 422, 'lightning-address-unreachable'],
    ['gus@', 400, 'lightning-address-invalid'],
    ['gus@host/path', 400, 'lightning-address-invalid'],
    ['nobody-here@peal.example', 404, 'recipients-unknown'],
    [`artist.${contentId}@peal.example`, 422, 'rule-broken'],
  ]
  for (const [other, status, code] of cases) {
    const refusal = await refusalOf(owner.prove(updateSplit, bodyOf({ [other]: 1 })))
    assert.deepEqual([refusal.status, refusal.code], [status, code], other)
  }
  const oneWrong = bodyOf({ [owner.name]: 1, 'gus@wallet.example': 1 })
  await assert.rejects(owner.prove(updateSplit, oneWrong), { recipient: 'gus@wallet.example' })
  assert.equal((await refusalOf(listener.prove(createSplit, bodyOf({ [address]: 1 })))).status, 403)
  const given = await refusalOf(owner.prove(updateSplit, bodyOf({ [`gus@peal.example`]: 1, [address]: 1 })))
  assert.equal(given.code, 'recipients-unknown')
})

test('raising the share of an address needs a proof, also when it rises because another weight is lowered', async () => {
  await name({ [owner.name]: 3, [elsewhere.address]: 1 })
  // An unchanged address is not queried again.
  elsewhere.isThere = false
  const change = (shares: Record<string, number>) => owner.call(updateSplit, bodyOf(shares))
  await change({ [owner.name]: 4, [elsewhere.address]: 1 })
  await change({ [owner.name]: 8, [elsewhere.address]: 2 })
  await neededOf(change({ [owner.name]: 3, [elsewhere.address]: 1 }))
  await neededOf(change({ [elsewhere.address]: 1 }))
  await owner.call(deleteSplit, { params: { contentId, contentType: 'artist' } })
  elsewhere.isThere = true
  const { albumId, trackId } = await publishTrack(world, owner)
  await owner.prove(createSplit, bodyOf({ [elsewhere.address]: 1 }, albumId))
  await owner.call(createSplit, bodyOf({ [owner.name]: 1 }, trackId))
  // Without its own split, the track pays by that of the album.
  await neededOf(owner.call(deleteSplit, { params: { contentId: trackId, contentType: 'track' } }))
})

test('an address in terms that wait for a partner is listed', async () => {
  const ada = await createTestUser(world)
  await owner.call(createSplit, bodyOf({ [owner.name]: 1, [ada.name]: 1 }))
  await agreeByName(world, [ada.name])
  const terms = bodyOf({ [owner.name]: 1, [ada.name]: 1, [elsewhere.address]: 1 })
  assert.equal((await owner.prove(updateSplit, terms)).begunAt, null)
  assert.equal((await shown()).address, elsewhere.address)
})

test('an address on this server is that user', async () => {
  const ada = await createTestUser(world)
  await owner.call(createSplit, bodyOf({ [`${ada.name}@peal.example`]: 1, [owner.name]: 1 }))
  const split = await owner.call(getSplit, { params: { contentId, contentType: 'artist' } })
  assert.deepEqual(
    split!.splitRecipients.map(({ user }) => user.name),
    [ada.name, owner.name],
  )
  const twice = { [ada.name]: 1, [`${ada.name}@peal.example`]: 1 }
  assert.equal((await refusalOf(owner.call(updateSplit, bodyOf(twice)))).code, 'rule-broken')
})

test('rule 28: of 123 456 held, 121 000 are sent with a reserve of 1 815; after a fee of 700, 1 756 stay', async () => {
  const { address } = elsewhere
  await name()
  const read = world.world.database.read
  const house = await readBalance(read, 'house')
  const owed = await sumLiabilities(read)
  world.node.script({ does: 'hang' })
  const paymentId = await earn(123_456)
  await until(() => world.node.payCalls.length === 1)
  assert.equal(world.node.payCalls[0]!.feeLimitMsat, 1_815n)
  assert.deepEqual([(await shown()).msatWaiting, (await shown()).isSending], [123_456 - 122_815, true])
  assert.equal(await sumLiabilities(read), owed - 129_954n + 641n)
  const { msatLimit, msatRemaining, msatStepUp, msatWithoutProof } = await owner.call(getWithdrawalLimits, {})
  assert.deepEqual([msatLimit - msatRemaining, msatStepUp - msatWithoutProof], [121_000, 122_815])
  finish({ does: 'succeed', feeMsat: 700n })
  await untilWaiting(1_756)
  const { lastPaid, lastError, isReturned } = await shown()
  assert.deepEqual([lastPaid?.msatAmount, lastError, isReturned], [121_000, null, false])
  assert.equal(await readBalance(read, 'house'), house)
  assert.equal(await owner.balance(), 0)

  const { recipients } = await world.call(getTerms, { params: { contentId } })
  assert.deepEqual(recipients, [{ name: address, displayName: null, share: 1 }])
  const shares = await world.call(getZapShares, { params: { paymentId } })
  assert.deepEqual(
    shares.map((share) => [share.name, share.msatAmount]),
    [
      [address, 123_456],
      [null, 6_498],
    ],
  )
  const { legs } = await listener.call(getPayment, { params: { paymentId } })
  assert.deepEqual(
    legs.map((leg) => [leg.name, leg.userId, leg.share]),
    [
      [address, null, 1],
      [null, null, null],
    ],
  )
  assert.equal(
    (await refusalOf(listener.call(listOutsideRecipients, { params: { contentId, contentType: 'artist' } }))).status,
    404,
  )
})

test('less than 100 sats wait for 30 days, and are then sent from 10 sats', async () => {
  await name()
  await earn(9_500)
  await age(31)
  await earn(19_000)
  await untilWaiting(28_500)
  assert.equal(elsewhere.given.length, 0)
  await age(31)
  await lookUntil(async () => (await shown()).lastPaid !== null)
  assert.deepEqual([elsewhere.given[0]!.amountMsat, (await shown()).lastPaid!.msatAmount], [27_000n, 27_000])
})

test('what is left returns to the owner 180 days after the last share, and later shares wait again', async () => {
  await name()
  await earn(8_550)
  await age(179)
  await earn(950)
  await age(179)
  await payOutside(world.world.payments)
  assert.equal(await owner.balance(), 0)
  await age(2)
  await lookUntil(async () => (await owner.balance()) === 9_500)
  const line = (await linesOf()).find(({ note }) => note === 'outside-returned')!
  assert.deepEqual([line.type, line.msatChange, line.title], ['Earnings', 9_500, elsewhere.address])
  const receipt = await owner.call(getPayment, { params: { paymentId: line.paymentId } })
  assert.deepEqual([receipt.type, receipt.msatChange, receipt.note], ['Earnings', 9_500, 'outside-returned'])
  const headers = { authorization: `Bearer ${owner.token}` }
  const csv = await (await fetch(world.origin + pathOf(exportStatement), { headers })).text()
  assert.match(csv, /Earnings,settled,9500,0,9500,.*outside-returned/)
  await earn(950)
  assert.deepEqual([(await shown()).msatWaiting, await owner.balance()], [950, 9_500])
})

test('a failed payout returns with its reserve and is retried later with a new invoice', async () => {
  await name()
  world.node.script({ does: 'fail', reason: 'no-route' })
  await earn(190_000)
  await until(async () => (await shown()).lastError === 'no-route')
  const failing = await shown()
  assert.deepEqual([failing.msatWaiting, failing.failingSince !== null], [190_000, true])
  world.clock.step(61_000)
  await until(async () => (await shown()).lastPaid !== null)
  const { lastError, failingSince } = await shown()
  assert.deepEqual([lastError, failingSince], [null, null])
  assert.equal(new Set(world.node.payCalls.map(({ paymentHash }) => paymentHash)).size, 2)
})

test('a payout with an unknown outcome stays reserved, and no second one starts before the node reports it', async () => {
  await name()
  world.node.script({ does: 'unknown', truth: 'in_flight' })
  await earn(190_000)
  await until(() => world.node.payCalls.length === 1)
  world.clock.step(3 * 3_600_000)
  await earn(190_000)
  await until(async () => (await shown()).msatWaiting > 190_000)
  const lookedAt = world.clock.now()
  // Rounds have looked at it since.
  await until(async () => (await nextLookAt()) > lookedAt)
  assert.equal(world.node.payCalls.length, 1)
  finish({ does: 'succeed', feeMsat: 0n })
  await until(async () => world.node.payCalls.length === 2 && (await shown()).msatWaiting < 10_000)
})

async function nextLookAt(): Promise<Date> {
  const { rows } = await world.world.database.pool.query<{ at: Date }>(
    'SELECT next_look_at AS at FROM outside_account WHERE owner_id = $1',
    [owner.userId],
  )
  return rows[0]!.at
}

/** The address does not respond for 30 days. */
async function giveUp(): Promise<void> {
  elsewhere.isThere = false
  await until(async () => (await shown()).failingSince !== null)
  await age(31)
  await lookUntil(async () => {
    const { rows } = await world.world.database.pool.query<{ failed: boolean }>(
      `SELECT failed_at >= failing_since + interval '30 days' AS failed FROM outside_account WHERE owner_id = $1`,
      [owner.userId],
    )
    return rows[0]!.failed
  })
}

test('an address that fails for 30 days is given up a day later, and is paid again when it is named again', async () => {
  await name()
  elsewhere.isThere = false
  await earn(190_000)
  await giveUp()
  const failing = await shown()
  assert.deepEqual([failing.lastError, failing.isReturned], ['lightning-address-unreachable', false])
  assert.equal(await owner.balance(), 0)
  await age(1.1)
  await lookUntil(async () => (await owner.balance()) === 190_000)
  assert.deepEqual([(await shown()).isReturned, (await shown()).msatWaiting], [true, 0])
  const paymentId = await earn(9_500)
  assert.equal(await owner.balance(), 199_500)
  const shares = await world.call(getZapShares, { params: { paymentId } })
  assert.deepEqual([shares[0]!.name, (await shown()).msatWaiting], [owner.name, 0])
  elsewhere.isThere = true
  await owner.prove(updateSplit, bodyOf({ [elsewhere.address]: 1 }))
  await earn(190_000)
  await until(async () => (await shown()).lastPaid !== null)
  assert.deepEqual([await owner.balance(), (await shown()).isReturned], [199_500, false])
})

test('an invoice that was tried before is a failed attempt', async () => {
  await name()
  world.node.script({ does: 'fail' })
  await earn(190_000)
  await until(async () => (await shown()).failingSince !== null)
  elsewhere.oldInvoice = elsewhere.given.at(-1)!.bolt11
  world.clock.step(61_000)
  await until(async () => (await shown()).lastError === 'invoice-already-tried')
  assert.equal((await shown()).msatWaiting, 190_000)
  elsewhere.oldInvoice = null
  await lookUntil(async () => (await shown()).lastPaid !== null)
})

test('an invoice of this server’s own node is a failed attempt, and nothing is reserved or paid', async () => {
  await name()
  elsewhere.isThere = false
  await earn(123_456)
  await until(async () => (await shown()).failingSince !== null)
  const { descriptionHash } = elsewhere
  const own = { amountMsat: 121_000n, description: '', descriptionHash, expirySeconds: 3_600, externalId: contentId }
  elsewhere.oldInvoice = (await world.node.createInvoice(own)).bolt11
  elsewhere.isThere = true
  await lookUntil(async () => (await shown()).lastError === 'invoice-own-node')
  const { msatWaiting, isSending, lastPaid } = await shown()
  assert.deepEqual([msatWaiting, isSending, lastPaid, world.node.payCalls.length], [123_456, false, null, 0])
  elsewhere.oldInvoice = null
  await lookUntil(async () => (await shown()).lastPaid !== null)
  assert.equal((await shown()).msatWaiting, 2_456)
})

test('a payout that succeeds after it failed is taken from what the recipient has, then from the owner', async () => {
  await name()
  world.node.script({ does: 'fail' })
  await earn(190_000)
  await until(async () => (await shown()).failingSince !== null)
  const first = world.node.payCalls[0]!.paymentHash
  // The second attempt takes what had been released.
  world.clock.step(61_000)
  await until(async () => (await shown()).lastPaid !== null)
  const heldMsat = (await shown()).msatWaiting
  await fillBalance(world, owner, 50_000)
  world.node.finishPayment(first, { does: 'succeed', feeMsat: 500n })
  const amountMsat = Number(elsewhere.given[0]!.amountMsat)
  // A round that had begun earlier may have looked at it just before.
  await until(async () => {
    world.clock.step(61_000)
    await reviewFailedPayouts(world.world.payments)
    return (await owner.balance()) === 0
  })
  assert.equal((await shown()).msatWaiting, 0)
  const line = (await linesOf()).find(({ note }) => note === 'outside-late')!
  assert.deepEqual([line.type, line.msatChange], ['Withdraw', -50_000])
  const owed = await readBalance(world.world.database.read, { kind: 'receivable', userId: owner.userId })
  assert.equal(owed, BigInt(heldMsat + 50_000 - amountMsat - 500))
})

test('nothing is paid while the owner is held or their e-mail address is not verified', async () => {
  await name()
  const read = world.world.database.read
  const now = world.clock.now()
  await holdOutgoing(read, { cause: 'operator', reason: 'A test', userId: owner.userId, now })
  await earn(190_000)
  await until(async () => (await shown()).heldBack === 'locked')
  await sql`UPDATE person SET email_verified = FALSE WHERE id = ${owner.userId}`.execute(read)
  await world.world.database.transaction((tx) =>
    releaseHolds(tx, { userId: owner.userId, releasedBy: owner.userId, now: world.clock.now() }),
  )
  world.clock.step(61_000)
  await until(async () => (await shown()).heldBack === 'email-not-verified')
  assert.equal((await shown()).msatWaiting, 190_000)
  await sql`UPDATE person SET email_verified = TRUE WHERE id = ${owner.userId}`.execute(read)
  world.clock.step(61_000)
  await until(async () => (await shown()).lastPaid !== null)
})

test('when the owner’s account is deleted, what waits and later shares go to suspense', async () => {
  const { trackId } = await publishTrack(world, listener, { title: 'Host' })
  await name()
  const timeSplit = {
    startSeconds: 0,
    endSeconds: 2,
    shareNumerator: 1,
    shareDenominator: 2,
    recipientContentId: contentId,
  }
  await listener.call(createTimeSplits, { body: { contentId: trackId, timeSplits: [timeSplit] } })
  const pay = () => listener.call(send, { body: { contentId: trackId, msatAmount: 20_000, contentTime: 1 } })
  await pay()
  assert.equal((await shown()).msatWaiting, 9_500)
  const read = world.world.database.read
  const before_ = await readBalance(read, 'suspense')
  const invoice = await listener.call(send, { body: { contentId: trackId, msatAmount: 1_000, contentTime: 1 } })
  assert.ok(invoice.paymentId)
  await owner.prove(deleteAccount, { body: { confirm: owner.name } })
  assert.equal((await readBalance(read, 'suspense')) - before_, 9_975n)
})

test(
  'a first share that is booked while the owner’s account is deleted goes to suspense a minute later',
  withoutConflicts,
  async () => {
    await name()
    const { database } = world.world
    const before_ = await readBalance(database.read, 'suspense')
    let paying: Promise<string> | null = null
    await database.transaction(async (tx) => {
      // The payment has read its terms, and waits to store them.
      await sql`LOCK TABLE zap IN EXCLUSIVE MODE`.execute(tx)
      paying = zap(10_000)
      await until(async () => (await database.pool.query(WAITS_FOR_ZAP)).rowCount === 1)
      await owner.prove(deleteAccount, { body: { confirm: owner.name } })
    })
    await paying!
    await tryAgainNow(database)
    await until(async () => (await readBalance(database.read, 'suspense')) - before_ === 9_500n)
  },
)

const WAITS_FOR_ZAP = `SELECT FROM pg_locks WHERE relation = 'zap'::regclass AND NOT granted`

test('twenty servers that hang delay a payment to another one by seconds', async () => {
  const hung = Array.from({ length: 10 }, (_, index) => [`p${index}@${hanging.hostAndPort}`, 1] as const)
  // Addresses belong to an owner.
  for (const half of [1, 2]) {
    if (half === 2) owner = await createTestUser(world)
    contentId = await makeContent()
    await name(Object.fromEntries(hung))
    await earn(10 * 200_000)
  }
  owner = await createTestUser(world)
  contentId = await makeContent()
  await name()
  const since = performance.now()
  await earn(200_000)
  await until(async () => (await shown()).lastPaid !== null, 60_000)
  // Eight at a time, for five seconds each; one after another it would be a hundred.
  assert.ok(performance.now() - since < 25_000)
})
