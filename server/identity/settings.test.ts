/** The security settings of better-auth: as values here, as behaviour in embedded.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { connectDatabase, type Database } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import { betterAuthSettings } from './settings.ts'

let testDatabase: TestDatabase
let database: Database
before(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase({ url: testDatabase.url, role: testDatabase.role })
})
after(async () => {
  await database.close()
  await testDatabase.drop()
})
const settings = () =>
  betterAuthSettings({
    database,
    keys: ['k'.repeat(64)],
    publicUrl: 'https://peal.example/music',
    log: silentLog,
  })

test('our migrations make exactly the tables and columns that better-auth wants', async () => {
  const { toBeCreated, toBeAdded } = await getMigrations(settings())
  assert.deepEqual([toBeCreated, toBeAdded], [[], []])
})

test('the settings that were decided are set', () => {
  const { plugins, session, account, emailAndPassword, emailVerification, advanced, telemetry, ...rest } = settings()
  assert.deepEqual(
    plugins.map(({ id, options }) => ({ id, options })),
    [{ id: 'bearer', options: { requireSignature: true } }],
  )
  assert.deepEqual(session.cookieCache, { enabled: false })
  assert.deepEqual([session.expiresIn, session.updateAge, session.freshAge], [30 * 86_400, 86_400, 600])
  assert.equal(account.accountLinking.disableImplicitLinking, true)
  assert.deepEqual(account.accountLinking.trustedProviders, [])
  assert.equal(emailAndPassword.requireEmailVerification, false)
  assert.equal(emailAndPassword.revokeSessionsOnPasswordReset, true)
  assert.deepEqual([emailAndPassword.minPasswordLength, emailAndPassword.maxPasswordLength], [10, 256])
  assert.ok(!('sendVerificationEmail' in emailVerification))
  assert.equal(advanced.ipAddress.ipv6Subnet, 64)
  assert.deepEqual(advanced.ipAddress.ipAddressHeaders, ['x-peal-client-address'])
  assert.equal(telemetry.enabled, false)
  assert.deepEqual(rest.trustedOrigins, ['https://peal.example'])
})

test('every path of better-auth is off', async () => {
  const { disabledPaths } = settings()
  const { api, handler } = betterAuth(settings())
  const paths = Object.values(api as unknown as Record<string, { path?: string }>).flatMap(({ path }) => path ?? [])
  assert.deepEqual(
    paths.filter((path) => !disabledPaths.includes(path)),
    [],
  )
  const answer = await handler(new Request('https://peal.example/api/auth/get-session'))
  assert.equal(answer.status, 404)
})
