/** Roles of operators: giving and taking them, the last owner, and the second factor that they need with real money. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { getAccount } from '#contract/accounts/account.ts'
import { deleteAccount, getDeletion } from '#contract/accounts/leaving.ts'
import { getMoney, holdUser, releaseUser } from '#contract/operator/admin.ts'
import { listCases } from '#contract/operator/moderation.ts'
import { listOperators, setOperatorRole } from '#contract/operator/roles.ts'
import { setRole } from '#server/accounts/roles.ts'
import { refusalOf } from '../refusals.ts'
import { createTestUser, type TestUser } from '../users.ts'
import { createTestWorld } from '../world.ts'

const body = (username: string, role: 'owner' | 'support' | 'moderator' | null) => ({
  body: { username, role, reason: 'A test' },
})

test('an owner gives roles, and the last owner stays', async () => {
  await using world = await createTestWorld()
  const { database } = world.world
  const olga = await createTestUser(world, { name: 'olga' })
  const otto = await createTestUser(world, { name: 'otto' })
  await setRole(database.read, 'olga', 'owner')
  await olga.call(setOperatorRole, body('otto', 'moderator'))
  assert.deepEqual((await otto.call(listCases, { query: {} })).cases, [])
  assert.deepEqual(await refusalOf(otto.call(setOperatorRole, body('otto', 'owner'))), {
    status: 403,
    code: 'forbidden',
  })
  assert.deepEqual(await refusalOf(otto.call(getMoney, {})), { status: 403, code: 'forbidden' })
  assert.deepEqual(await refusalOf(olga.call(setOperatorRole, body('olga', 'support'))), {
    status: 409,
    code: 'last-owner',
  })
  assert.deepEqual(await refusalOf(olga.call(setOperatorRole, body('nobody', 'support'))), {
    status: 404,
    code: 'recipients-unknown',
  })
  assert.deepEqual((await olga.call(getDeletion, {})).blockers, ['last-owner'])
  assert.deepEqual(await refusalOf(olga.prove(deleteAccount, { body: { confirm: 'olga' } })), {
    status: 409,
    code: 'last-owner',
  })

  await olga.call(setOperatorRole, body('otto', 'owner'))
  const both = await Promise.allSettled([
    olga.call(setOperatorRole, body('olga', null)),
    otto.call(setOperatorRole, body('otto', null)),
  ])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const { rows } = await sql`SELECT FROM person WHERE operator_role = 'owner' AND is_admin`.execute(database.read)
  assert.equal(rows.length, 1)
})

test('only an owner holds and releases the payments of an operator', async () => {
  await using world = await createTestWorld()
  const olga = await createTestUser(world, { name: 'olga' })
  const otto = await createTestUser(world, { name: 'otto' })
  await setRole(world.world.database.read, 'olga', 'owner')
  await setRole(world.world.database.read, 'otto', 'moderator')
  const of = ({ userId }: TestUser) => ({ params: { userId }, body: { reason: 'A test' } })
  await olga.call(holdUser, of(otto))
  for (const refused of [() => otto.call(releaseUser, of(otto)), () => otto.call(holdUser, of(olga))]) {
    assert.deepEqual(await refusalOf(refused()), { status: 403, code: 'forbidden' })
  }
  assert.equal((await otto.call(getAccount, {})).isLocked, true)
  assert.equal((await olga.call(getAccount, {})).isLocked, false)
})

test('with real money an operator needs a second factor', async () => {
  const settings = { LIGHTNING: 'phoenixd', PHOENIXD_PASSWORD: 'x', PUBLIC_URL: 'https://peal.example' }
  await using world = await createTestWorld({ settings })
  const { database } = world.world
  const olga = await createTestUser(world, { name: 'olga' })
  assert.equal((await olga.call(getAccount, {})).needsSecondFactor, false)
  await setRole(database.read, 'olga', 'owner')
  assert.equal((await olga.call(getAccount, {})).needsSecondFactor, true)
  assert.deepEqual(await refusalOf(olga.call(listOperators, {})), { status: 403, code: 'second-factor-needed' })
  await sql`UPDATE login_session SET second_factor = true`.execute(database.read)
  const [operator] = await olga.call(listOperators, {})
  assert.deepEqual([operator?.username, operator?.role, operator?.hasSecondFactor], ['olga', 'owner', false])
})
