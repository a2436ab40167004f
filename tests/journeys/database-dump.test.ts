/** What an attacker with a copy of the database gets: no credentials, and nothing from which credentials can be
 * guessed. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { base32nopad } from '@scure/base'
import { SMTPServer } from 'smtp-server'
import * as auth from '#contract/accounts/auth.ts'
import { beginPasskeyLogin } from '#contract/accounts/passkeys.ts'
import * as factor from '#contract/accounts/second-factor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { codeAt, stepAt } from '#server/auth/factors/totp.ts'
import { until } from '#tests/users.ts'
import { provingCall } from '#tests/proofs.ts'
import { createTestWorld } from '#tests/world.ts'

const PASSWORD = 'a long enough password'
const DEVICE = 'a-device-that-is-known-here'
const EMAIL = 'someone@example.com'

async function listenSmtp(mails: string[]): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (piece: Buffer) => (text += piece.toString()))
      stream.on('end', () => {
        mails.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return server
}

/** Every value of every row, as text. */
async function dump({ pool }: Database): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t LIMIT 5000`)
    texts.push(...rows.map(({ text }) => `${name} ${text}`))
  }
  return texts.join('\n').toLowerCase()
}

test('a database dump contains no token, code, secret or password in any encoding', async () => {
  const mails: string[] = []
  const smtp = await listenSmtp(mails)
  const { port } = smtp.server.address() as AddressInfo
  await using world = await createTestWorld({
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://peal.example' },
  })
  const { token } = await world.call(auth.register, { body: { email: EMAIL, password: PASSWORD } })
  const login = await fetch(`${world.origin}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device': DEVICE },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const second = ((await login.json()) as { data: { token: string } }).data.token
  const call = provingCall(world.callWith(second), { method: 'password', password: PASSWORD })
  await world.call(auth.sendPasswordReset, { body: { email: EMAIL } })
  await call(auth.changeEmail, { body: { email: 'new@example.com' } })
  const { challenge: passkeyChallenge } = await world.call(beginPasskeyLogin, {})
  const { secret } = await call(factor.beginSecondFactor, {})
  const code = codeAt(base32nopad.decode(secret), stepAt(world.clock.now()))
  const { backupCodes, signedIn } = await call(factor.confirmSecondFactor, { body: { code } })
  const asked = await world.call(auth.login, { body: { email: EMAIL, password: PASSWORD } })
  assert.ok('challenge' in asked)
  await until(() => mails.length === 3)
  const mailed = mails.map((mail) => /oobCode=([\w-]+)/.exec(mail)?.[1] ?? '')

  const secrets = [
    token,
    second,
    signedIn.token,
    asked.challenge,
    passkeyChallenge,
    secret,
    PASSWORD,
    DEVICE,
    ...mailed,
  ]
  for (const backupCode of backupCodes) secrets.push(backupCode, backupCode.replace('-', ''))
  const text = await dump(world.world.database)
  assert.ok(text.includes(EMAIL) && text.includes('login_session'))
  for (const one of secrets) {
    assert.ok(one.length >= 10)
    const bytes = [Buffer.from(one), Buffer.from(one, 'base64url')]
    const spellings = [one, ...bytes.flatMap((each) => [each.toString('hex'), each.toString('base64')])]
    for (const spelling of spellings) assert.ok(!text.includes(spelling.toLowerCase()), spelling)
  }
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})
