/** The lightning address of the sandbox's external wallet: real nodes, and a real invoice that is fetched over HTTP and
 * paid. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getForwarding, setLightningAddress } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createInvoice, getPayment, withdraw } from '#contract/payments/payments.ts'
import { getSandboxState, payFromExternal } from '#contract/operator/sandbox.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { findFreePort } from '../faults/server-process.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let artist: TestUser
let address: string

before(async () => {
  const port = await findFreePort()
  world = await createTestWorld({ lightning: 'sandbox', settings: { PORT: String(port) } })
  artist = await createTestUser(world)
  address = (await world.call(getSandboxState, {})).lightningAddress!
  assert.equal(address, `outside@sandbox.localhost:${port}`)
})
after(() => world[Symbol.asyncDispose]())

test('earnings are forwarded to an external address automatically, and a withdrawal is paid to it', async () => {
  await artist.prove(setLightningAddress, { body: { lightningAddress: address } })
  const content = await artist.call(createArtist, { body: { name: 'Forwarded' } })
  const { request } = await world.call(createInvoice, { body: { contentId: content.id, msatAmount: 200_500 } })
  await world.call(payFromExternal, { body: { bolt11: request } })
  await until(async () => (await artist.call(getForwarding, {})).batch?.state === 'settled')
  assert.equal(await artist.balance(), 475)
  assert.equal((await artist.call(getForwarding, {})).msatWaiting, 475)

  const more = await world.call(createInvoice, { body: { contentId: content.id, msatAmount: 50_000 } })
  await world.call(payFromExternal, { body: { bolt11: more.request } })
  await until(async () => (await artist.balance()) === 47_975)
  const answer = await artist.call(withdraw, { body: { lightningAddress: address, msatAmount: 20_000 } })
  const read = () => artist.call(getPayment, { params: { paymentId: answer.paymentId } })
  await until(async () => (await read()).state === 'settled')
  assert.equal((await read()).counterparty, address)
  const audit = await auditPayments({ database: world.world.database, node: world.world.payments.node })
  assert.ok(audit.isRight)
})
