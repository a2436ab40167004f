/** The command that makes a user an admin is recorded in the log of admin actions. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { getAccount } from '#contract/accounts/account.ts'
import { listAdminActions } from '#contract/operator/admin.ts'
import { createTestUser } from '../users.ts'
import { createTestWorld } from '../world.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/make-admin.ts', import.meta.url))

test('make-admin is logged when it grants and when it revokes', async () => {
  await using world = await createTestWorld()
  const olga = await createTestUser(world, { name: 'olga' })
  const boss = await createTestUser(world, { name: 'boss' })
  const env = { PATH: process.env['PATH'], DATABASE_URL: world.databaseUrl, DATA_DIR: world.world.config.dataDir }
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [SCRIPT, ...args], { env })
  assert.match((await run('boss')).stdout, /boss is an owner/)
  await run('olga')
  await run('olga', '--remove')
  assert.equal((await olga.call(getAccount, {})).role, null)
  const actions = await boss.call(listAdminActions, { query: {} })
  assert.deepEqual(
    actions.map(({ action, adminName, targetId, details }) => [action, adminName, targetId, details]),
    [
      ['set-role', '', olga.userId, { role: null, by: 'console' }],
      ['set-role', '', olga.userId, { role: 'owner', by: 'console' }],
      ['set-role', '', boss.userId, { role: 'owner', by: 'console' }],
    ],
  )
})
