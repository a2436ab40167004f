/** The booked shares of a paid zap, including the platform's and those of deleted accounts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createInvoice, send } from '#contract/payments/payments.ts'
import { getZapShares } from '#contract/payments/terms.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let mara: TestUser
let teodor: TestUser
let payer: TestUser

before(async () => {
  world = await createTestWorld()
  mara = await createTestUser(world, { name: 'mara' })
  teodor = await createTestUser(world, { name: 'teodor' })
  payer = await createTestUser(world)
  await fillBalance(world, payer, 100_000)
})
after(() => closeBalanced(world))

test('each share is shown to the msat, before and after a recipient deletes their account', async () => {
  const split = [
    { name: 'mara', share: 57 },
    { name: 'teodor', share: 43 },
  ]
  const { albumId: contentId } = await publishTrack(world, mara, { title: 'Two of us', split })
  const sharesOf = async (paymentId: string) =>
    (await world.call(getZapShares, { params: { paymentId } })).map(({ role, name, isHeld, msatAmount }) => [
      role,
      name,
      isHeld,
      msatAmount,
    ])
  const { paymentId } = await payer.call(send, { body: { contentId, msatAmount: 5_000 } })
  assert.deepEqual(await sharesOf(paymentId), [
    ['recipient', 'mara', false, 2_708],
    ['recipient', 'teodor', false, 2_042],
    ['platform', null, false, 250],
  ])
  const { invoiceId, request } = await world.call(createInvoice, { body: { contentId, msatAmount: 5_000 } })
  assert.equal((await refusalOf(world.call(getZapShares, { params: { paymentId: invoiceId } }))).status, 404)
  await sql`UPDATE person SET deleted_at = now() WHERE id = ${teodor.userId}`.execute(world.world.database.read)
  await world.node.settleInvoice(request)
  await until(
    async () => (await world.call(getZapShares, { params: { paymentId: invoiceId } }).catch(() => [])).length > 0,
  )
  assert.deepEqual(await sharesOf(invoiceId), [
    ['recipient', 'mara', false, 2_708],
    ['recipient', null, true, 2_042],
    ['platform', null, false, 250],
  ])
})
