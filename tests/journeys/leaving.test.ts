/** Exporting the data of an account and deleting it: what prevents the deletion, what is left, and what arrives
 * afterwards. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { getAccount, updateAccount } from '#contract/accounts/account.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist, getArtist } from '#contract/catalog/artists.ts'
import { login, register } from '#contract/accounts/auth.ts'
import { createConnection } from '#contract/payments/connections.ts'
import { deleteAccount, getDeletion } from '#contract/accounts/leaving.ts'
import { createDeposit, createInvoice, send, withdraw } from '#contract/payments/payments.ts'
import { getProfile } from '#contract/accounts/users.ts'
import { createPlaylist } from '#contract/listening/playlists.ts'
import { publish } from '#contract/catalog/publish.ts'
import { logIdentity } from '#contract/accounts/region.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { clientOf, createRequest, parseConnectionUri } from '#protocols/nostr/wallet-connect.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import { tidyIndex } from '#server/discovery/search-index.ts'
import { readBalance, readUserBalance } from '#server/ledger/balances.ts'
import { closeUserAccount, lockToClose } from '#server/ledger/closing.ts'
import { AccountClosed } from '#server/ledger/errors.ts'
import { post } from '#server/ledger/transfer.ts'
import { identitiesOf } from '#server/accounts/identities.ts'
import { releaseIdentities } from '#server/me/delete-account.ts'
import { holdOutgoing } from '#server/accounts/holds.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { creditInvoice } from '#server/payments/incoming/receive.ts'
import { listSuspense } from '#server/payments/statements/suspense.ts'
import { newId } from '#server/platform/ids.ts'
import { agreeToAll } from '../agreements.ts'
import { withoutConflicts } from '../conflicts.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { connectRelay } from '../relay-client.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const PASSWORD = 'a long enough password'

let world: TestWorld
let ana: TestUser

before(async () => {
  world = await createTestWorld({ settings: { PUBLIC_URL: 'https://peal.example', PLATFORM_FEE_PPM: '0' } })
  world.expectLogs('money-in-suspense', 'request-refused')
})
beforeEach(async () => {
  ana = await createTestUser(world)
})
after(() => closeBalanced(world))

const leave = (person: TestUser, body: { confirm?: string; forfeitMsat?: number } = {}) =>
  person.prove(deleteAccount, { body: { confirm: person.name, ...body } })
const blockersOf = async (person: TestUser) => (await person.call(getDeletion, {})).blockers

/** All texts in the database that contain a word. */
async function findInDatabase(word: string): Promise<string[]> {
  const { read } = world.world.database
  const { rows } = await sql<{ table_name: string }>`
    SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(
    read,
  )
  const found: string[] = []
  for (const { table_name: table } of rows) {
    const hits = await sql`SELECT 1 FROM ${sql.table(table)} row WHERE row::text ILIKE ${`%${word}%`} LIMIT 1`.execute(
      read,
    )
    if (hits.rows.length > 0) found.push(table)
  }
  return found
}

test('the export contains everything stored about a user, as one JSON file', async () => {
  const { artistId } = await publishTrack(world, ana)
  await fillBalance(world, ana, 30_000)
  await ana.call(send, { body: { contentId: artistId, msatAmount: 1_000, comment: 'To "myself"' } })
  await ana.call(updateAccount, { body: { displayName: 'Ana' } })
  const app = await payByApp(ana, 5_000n)
  const response = await fetch(`${world.origin}/v1/accounts/export`, {
    headers: { authorization: `Bearer ${ana.token}` },
  })
  assert.match(response.headers.get('content-type')!, /^application\/json/)
  const text = await response.text()
  const file = JSON.parse(text)
  assert.deepEqual(
    [file.profile.username, file.profile.displayName, file.profile.email, file.msatBalance],
    [ana.name, 'Ana', ana.email, 25_000],
  )
  const types = file.statement.map(({ type }: { type: string }) => type)
  assert.deepEqual(types.sort(), ['Deposit', 'Earnings', 'Withdraw', 'Zap Sent'])
  assert.equal(file.content.artists[0].id, artistId)
  assert.equal(file.content.tracks.length, 1)
  assert.deepEqual(
    file.names.map(({ username }: { username: string }) => username),
    [ana.name],
  )
  assert.equal(file.waysToLogIn.length, 1)
  assert.doesNotMatch(text, /argon2|token|peal_/i)
  const [connected] = file.connectedApps
  assert.deepEqual([connected.id, connected.name, connected.permissions], [app.id, 'Damus', ['pay_invoice']])
  assert.deepEqual([connected.weeklyBudgetMsat, connected.endedAt], [50_000, null])
  const [asked] = file.askedByApps
  assert.deepEqual([asked.connectionId, asked.method, asked.state], [app.id, 'pay_invoice', 'settled'])
  assert.deepEqual([asked.msatAmount, asked.msatSpent, asked.description], [5_000, 5_000, 'Strings'])
  assert.ok(file.statement.some(({ payment_id: paymentId }: { payment_id: string }) => paymentId === asked.paymentId))
  for (const secret of app.secrets) assert.equal(text.includes(secret), false)
})

/** An app is connected and pays from the balance. */
async function payByApp(person: TestUser, amountMsat: bigint): Promise<{ id: string; secrets: string[] }> {
  const limits = { weeklyBudgetMsat: 50_000, maxPaymentMsat: null, expiresAt: null }
  const body = { name: 'Damus', permissions: ['pay_invoice' as const], ...limits }
  const { uri, connection } = await person.prove(createConnection, { body })
  const client = parseConnectionUri(uri)
  const { bolt11: invoice, preimage } = world.node.makeInvoice({ amountMsat, description: 'Strings' })
  const now = Math.floor(world.clock.now().getTime() / 1_000)
  const times = { createdAtSeconds: now, expiresAtSeconds: now + 60 }
  const relay = await connectRelay(world.origin)
  relay.say('REQ', 'answers', { kinds: [23_195], authors: [client.walletPubkey] })
  await relay.publish(
    createRequest(clientOf(client, 'nip44_v2'), { method: 'pay_invoice', params: { invoice }, ...times }),
  )
  await relay.hear(([type]) => type === 'EVENT')
  relay.close()
  return { id: connection.id, secrets: [client.secret, preimage] }
}

test('exports are limited per hour', async () => {
  const ask = () => fetch(`${world.origin}/v1/accounts/export`, { headers: { authorization: `Bearer ${ana.token}` } })
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await ask()).status)
  assert.deepEqual([statuses.indexOf(429), statuses.filter((status) => status === 200).length], [10, 10])
})

test('after deletion no personal data remains, and the username is not given to anyone else', async () => {
  await ana.call(updateAccount, { body: { displayName: 'Anabel Rosenstein' } })
  await ana.call(logIdentity, { body: { firstName: 'Anabel', lastName: 'Rosenstein' } })
  assert.deepEqual(await leave(ana), { msatForfeited: 0 })
  assert.equal((await refusalOf(ana.call(getAccount, {}))).status, 401)
  assert.equal((await refusalOf(world.call(login, { body: { email: ana.email, password: PASSWORD } }))).status, 401)
  assert.equal((await refusalOf(world.call(getProfile, { params: { profileUrl: ana.name } }))).status, 404)
  // Unsent mails are the sandbox's and stay there.
  assert.deepEqual(await findInDatabase(ana.email), ['unsent_mail'])
  // The search index drops the words of the name in its next clean-up, within ten minutes.
  await until(async () => {
    await world.world.database.transaction((tx) => tidyIndex(tx))
    return (await findInDatabase('Rosenstein')).length === 0
  })
  const again = world.call(register, { body: { email: ana.email, password: PASSWORD, name: ana.name } })
  assert.deepEqual(await refusalOf(again), { status: 409, code: 'username-taken' })
  const { user } = await world.call(register, { body: { email: ana.email, password: PASSWORD } })
  assert.notEqual(user.id, ana.userId)
})

/** How many rows name this user, by table. */
async function rowsOf({ userId }: TestUser): Promise<Record<string, number>> {
  const { pool } = world.world.database
  const { rows: tables } = await pool.query<{ table_name: string }>(
    `SELECT DISTINCT table_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'user_id' AND data_type = 'uuid' ORDER BY 1`,
  )
  const counts: Record<string, number> = {}
  for (const { table_name: table } of tables) {
    const { rows } = await pool.query(`SELECT count(*)::int AS count FROM ${table} WHERE user_id = $1`, [userId])
    if (rows[0].count > 0) counts[table] = rows[0].count
  }
  return counts
}

test('a deletion that fails at any step changes nothing; a successful one keeps only the username and, for a minute, the identity', async () => {
  await ana.call(createPlaylist, { body: { title: 'Hers' } })
  await ana.call(logIdentity, { body: { firstName: 'Anabel', lastName: 'Rosenstein' } })
  const owner = connectDatabase({ url: world.databaseUrl, maxConnections: 1 })
  const before = await rowsOf(ana)
  // Of a job that writes to one of these tables meanwhile.
  world.expectLogs('request-failed', 'job-failed')
  await owner.pool.query(
    `CREATE FUNCTION fail_of_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a test'; END $$`,
  )
  for (const [table, event] of [
    ['artist', 'UPDATE'],
    ['wallet_connection', 'UPDATE'],
    ['playlist', 'DELETE'],
    ['login_session', 'DELETE'],
    ['person', 'UPDATE'],
    ['given_username', 'UPDATE'],
    ['outbox', 'INSERT'],
  ]) {
    await owner.pool.query(`CREATE TRIGGER fail_of_test BEFORE ${event} ON ${table} EXECUTE FUNCTION fail_of_test()`)
    const refused = await refusalOf(leave(ana))
    await owner.pool.query(`DROP TRIGGER fail_of_test ON ${table}`)
    assert.equal(refused.status, 500, table)
    const after = await rowsOf(ana)
    delete after['proof_grant']
    assert.deepEqual(after, before, table)
  }
  await owner.close()
  await leave(ana)
  const isOfProof = (table: string) => table.startsWith('notification')
  const kept = Object.keys(await rowsOf(ana)).filter((table) => !isOfProof(table))
  assert.deepEqual(kept, ['given_username', 'identity'])
  // The notification of the proof is deleted with the identities, a minute later.
  await until(async () => Object.keys(await rowsOf(ana)).some(isOfProof))
  await releaseIdentities(world.world)({ userId: ana.userId })
  assert.deepEqual(Object.keys(await rowsOf(ana)), ['given_username'])
})

test('a request in progress does not recreate the account of a deleted identity; after a minute the identity can register again', async () => {
  const { database } = world.world
  const identities = await identitiesOf(database.read, ana.userId)
  const asked = Array.from({ length: 20 }, () => ana.call(getAccount, {}))
  const [left] = await Promise.allSettled([leave(ana), ...asked])
  assert.equal(left.status, 'fulfilled')
  assert.deepEqual(await findInDatabase(ana.email), ['unsent_mail'])
  assert.deepEqual(await identitiesOf(database.read, ana.userId), identities)
  await releaseIdentities(world.world)({ userId: ana.userId })
  assert.deepEqual(await identitiesOf(database.read, ana.userId), [])
})

test('deletion requires the username to be typed', async () => {
  for (const confirm of ['', 'yes', `${ana.name}x`])
    assert.equal((await refusalOf(leave(ana, { confirm }))).status, 422)
  assert.equal((await ana.call(getAccount, {})).name, ana.name)
  assert.deepEqual(await leave(ana, { confirm: ` ${ana.name.toUpperCase()} ` }), { msatForfeited: 0 })
})

test('deletion is refused while there is a balance, and the error names the amount', async () => {
  await fillBalance(world, ana, 1_500)
  assert.deepEqual(await blockersOf(ana), ['balance'])
  const response = await fetch(`${world.origin}/v1/accounts/delete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ confirm: ana.name, forfeitMsat: 1_500 }),
  })
  const { error, code } = (await response.json()) as { error: string; code: string }
  assert.deepEqual([response.status, code], [409, 'account-has-balance'])
  assert.match(error, /1\.500 sats/)
  assert.equal(await ana.balance(), 1_500)
})

test('an amount too small to withdraw is written off once the owner confirms it', async () => {
  const artist = await (await createTestUser(world)).call(createArtist, { body: { name: 'Zapped' } })
  await fillBalance(world, ana, 1_777)
  await ana.call(send, { body: { contentId: artist.id, msatAmount: 1_000 } })
  const { database } = world.world
  const houseBefore = await readBalance(database.read, 'house')
  assert.deepEqual(await ana.call(getDeletion, {}), {
    confirm: ana.name,
    msatBalance: 777,
    msatForfeit: 777,
    blockers: [],
    tickets: null,
    publishedCount: 0,
    draftCount: 0,
  })
  for (const forfeitMsat of [undefined, 776, 778]) {
    const refused = await refusalOf(leave(ana, forfeitMsat === undefined ? {} : { forfeitMsat }))
    assert.deepEqual(refused, { status: 409, code: 'account-has-balance' })
  }
  assert.deepEqual(await leave(ana, { forfeitMsat: 777 }), { msatForfeited: 777 })
  assert.equal((await readBalance(database.read, 'house')) - houseBefore, 777n)
  assert.equal(await readUserBalance(database.read, ana.userId), 0n)
})

test('an account with a payout in flight, or held by an operator, cannot be deleted', async () => {
  await fillBalance(world, ana, 20_000)
  world.node.script({ does: 'hang' })
  const { bolt11 } = world.node.makeInvoice({ amountMsat: 18_000n })
  await ana.call(withdraw, { body: { invoice: bolt11, msatMaxFee: 2_000 } })
  assert.deepEqual(await blockersOf(ana), ['payments'])
  assert.deepEqual(await refusalOf(leave(ana)), { status: 409, code: 'account-has-payments' })
  world.node.finishPayment(decodeInvoice(bolt11).paymentHash, { does: 'succeed', feeMsat: 2_000n })
  await until(async () => (await blockersOf(ana)).length === 0)
  assert.deepEqual(await leave(ana), { msatForfeited: 0 })
  const held = await createTestUser(world)
  const { database, clock } = world.world
  await database.transaction((tx) =>
    holdOutgoing(tx, { userId: held.userId, cause: 'operator', reason: 'A test', now: clock.now() }),
  )
  assert.deepEqual(await blockersOf(held), ['held'])
  assert.deepEqual(await refusalOf(leave(held)), { status: 403, code: 'withdrawals-held' })
})

test('published content of a deleted account keeps its owner; drafts are deleted', async () => {
  const { albumId, artistId } = await publishTrack(world, ana)
  await ana.call(createAlbum, { body: { artistId, title: 'A draft' } })
  const { blockers, publishedCount, draftCount } = await ana.call(getDeletion, {})
  assert.deepEqual([blockers, publishedCount, draftCount], [['content'], 1, 2])
  assert.deepEqual(await refusalOf(leave(ana)), { status: 409, code: 'account-has-content' })
  await ana.call(publish, { params: { contentId: albumId }, body: { contentType: 'album', isDraft: true } })
  await leave(ana)
  assert.equal((await refusalOf(world.call(getArtist, { params: { artistId } }))).status, 404)
  const invoice = world.call(createInvoice, { body: { contentId: artistId, msatAmount: 1_000 } })
  assert.ok([404, 422].includes((await refusalOf(invoice)).status))
})

test('deposits, address payments and shares for a deleted account go to suspense', async () => {
  const ben = await createTestUser(world)
  const artist = await ben.call(createArtist, { body: { name: 'Ben and Ana' } })
  const splitRecipients = [
    { name: ben.name, share: 1 },
    { name: ana.name, share: 1 },
  ]
  await ben.call(createSplit, { body: { contentId: artist.id, splitRecipients } })
  await agreeToAll(ana.call)
  const { request } = await ana.call(createDeposit, { body: { msatAmount: 4_000 } })
  const offer = await fetch(`${world.origin}/lnurlp/${ana.name}/callback?amount=3000`)
  const { pr } = (await offer.json()) as { pr: string }
  await leave(ana)
  const { database } = world.world
  const before = await readBalance(database.read, 'suspense')
  for (const invoice of [request, pr]) {
    const { paymentHash } = decodeInvoice(invoice)
    await creditInvoice(world.world.payments, await world.node.settle(paymentHash))
    await until(async () => (await listSuspense(database.read)).some((item) => item.paymentHash === paymentHash))
  }
  await fillBalance(world, ben, 10_000)
  await ben.call(send, { body: { contentId: artist.id, msatAmount: 10_000 } })
  assert.equal((await readBalance(database.read, 'suspense')) - before, 12_000n)
  assert.equal(await ben.balance(), 5_000)
  assert.deepEqual(
    new Set((await listSuspense(database.read)).map(({ reason }) => reason)),
    new Set(['recipient-deleted']),
  )
  assert.equal((await fetch(`${world.origin}/.well-known/lnurlp/${ana.name}`)).status, 404)
  const paysInside = ben.call(withdraw, { body: { lightningAddress: `${ana.name}@peal.example`, msatAmount: 1_000 } })
  assert.equal((await refusalOf(paysInside)).code, 'lightning-address-unreachable')
})

test("the invoice of a deleted user is not paid from another user's balance", async () => {
  const { request } = await ana.call(createDeposit, { body: { msatAmount: 4_000 } })
  await leave(ana)
  const ben = await createTestUser(world)
  await fillBalance(world, ben, 5_000)
  assert.deepEqual(await refusalOf(ben.call(withdraw, { body: { invoice: request } })), {
    status: 422,
    code: 'invoice-own-node',
  })
  assert.equal(await ben.balance(), 5_000)
})

test('a payment prepared before the deletion cannot credit the closed account', withoutConflicts, async () => {
  const { database, clock } = world.world
  const userId = newId()
  const pay = (tx: Parameters<Parameters<typeof database.transaction>[0]>[0]) =>
    post(tx, {
      idem: `test:${newId()}`,
      kind: 'correction',
      legs: [
        { account: 'house', amountMsat: -5n },
        { account: userAccount(userId), amountMsat: 5n },
      ],
    })
  const locked = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  const closed = database.transaction(async (tx) => {
    assert.equal(await lockToClose(tx, userId), 0n)
    locked.resolve()
    await closing.promise
    await closeUserAccount(tx, userId, clock.now())
  })
  await locked.promise
  const late = assert.rejects(database.transaction(pay), AccountClosed)
  await new Promise((resolve) => setTimeout(resolve, 100))
  closing.resolve()
  await closed
  await late
  assert.equal(await readUserBalance(database.read, userId), 0n)
})

test('an account with money in it cannot be closed', async () => {
  const { database, clock } = world.world
  await fillBalance(world, ana, 1_000)
  await assert.rejects(database.transaction((tx) => closeUserAccount(tx, ana.userId, clock.now())))
})

test('when zaps race with a deletion, either the deletion is refused or the zap goes to suspense', async () => {
  const ben = await createTestUser(world)
  await fillBalance(world, ben, 50_000)
  const artist = await ben.call(createArtist, { body: { name: 'Race' } })
  await ben.call(createSplit, { body: { contentId: artist.id, splitRecipients: [{ name: ana.name, share: 1 }] } })
  await agreeToAll(ana.call)
  const zaps = Array.from({ length: 20 }, () => ben.call(send, { body: { contentId: artist.id, msatAmount: 1_000 } }))
  const left = await Promise.allSettled([...zaps.slice(0, 10), leave(ana), ...zaps.slice(10)])
  const { read } = world.world.database
  const balance = await readUserBalance(read, ana.userId)
  const hasLeft = left[10]!.status === 'fulfilled'
  if (hasLeft) assert.equal(balance, 0n)
  else assert.ok(balance > 0n)
})

test('deletion requires a proof', async () => {
  const bare = ana.call(deleteAccount, { body: { confirm: ana.name } })
  assert.deepEqual(await refusalOf(bare), { status: 403, code: 'proof-needed' })
  assert.equal((await ana.call(getAccount, {})).name, ana.name)
})
