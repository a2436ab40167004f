/** What `npm run config -- check` reports about services that work or are unreachable, and about a misconfigured proxy. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startMailServer } from '#tests/mail-server.ts'
import { runStore, STORE_KEY } from '#tests/object-store.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { describeSettings } from './settings.ts'
import type { Line } from './check.ts'
import { runChecks } from './checks.ts'

const SECRET = 'a secret of this installation, 0123456789'
let world: TestWorld
let folder = ''
before(async () => {
  world = await createTestWorld()
  folder = mkdtempSync(join(tmpdir(), 'peal-checks-'))
})
after(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Databases of tests do not commit durably, unless requested. */
const databaseWith = (commits: 'on' | 'off') => {
  const url = new URL(world.databaseUrl)
  url.searchParams.set('options', `-c synchronous_commit=${commits}`)
  return url.href
}
const check = (environment: Record<string, string>) => {
  const config = readConfig({ DATA_DIR: folder, SECRET, PATH: process.env['PATH'], ...environment })
  return runChecks(config, environment['DATABASE_URL'] ?? databaseWith('on'))
}
const statesOf = (lines: readonly Line[], subject: string) =>
  lines.filter((line) => line.subject === subject).map(({ state }) => state)
const textOf = (lines: readonly Line[], subject: string) =>
  lines
    .filter((line) => line.subject === subject && line.state !== 'ok')
    .map(({ text }) => text)
    .join('\n')

test('a server whose services all work has no failed line', async () => {
  await using stack = new AsyncDisposableStack()
  const mail = await startMailServer()
  stack.defer(() => mail.close())
  const store = await runStore(join(folder, 'store'))
  stack.defer(() => store.close())
  const lines = await check({
    SECRET: world.world.secret,
    PUBLIC_URL: world.origin,
    SMTP_URL: mail.url,
    S3_BUCKET: 'peal',
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_ACCESS_KEY_ID: STORE_KEY,
    S3_SECRET_ACCESS_KEY: STORE_KEY,
    S3_PATH_STYLE: 'on',
  })
  assert.deepEqual(
    lines.filter(({ state }) => state === 'failed').map(({ text }) => text.slice(0, 24)),
    // The other server of this database has its files in a folder.
    ['S3_BUCKET is bucket peal'],
  )
  assert.deepEqual(statesOf(lines, 'mail'), ['ok'])
  assert.equal(lines.filter(({ subject }) => subject === 'public address').length, 3)
  assert.deepEqual(statesOf(lines, 'files'), ['ok'])
})

test('each unreachable service is named with the setting to check, and no secret is shown', async () => {
  const unreachable = 'http://127.0.0.1:1'
  const hidden = { PHOENIXD_PASSWORD: 'hidden-one', S3_SECRET_ACCESS_KEY: 'hidden-two' }
  const lines = await check({
    ...hidden,
    DATABASE_URL: 'postgres://peal:hidden-three@127.0.0.1:1/peal',
    LIGHTNING: 'phoenixd',
    PHOENIXD_URL: unreachable,
    SMTP_URL: 'smtp://peal:hidden-four@127.0.0.1:1',
    S3_BUCKET: 'peal',
    S3_ENDPOINT: unreachable,
    S3_ACCESS_KEY_ID: STORE_KEY,
    PRICE_URL: `${unreachable}/`,
    PUBLIC_URL: unreachable,
    PUBLIC_RELAYS: 'ws://127.0.0.1:1',
  })
  for (const [subject, advice] of [
    ['database', /DATABASE_URL/],
    ['node', /credentials of the node/],
    ['mail', /SMTP_URL/],
    ['files', /S3_/],
    ['prices', /PRICE_URL/],
    ['public address', /Start the server/],
  ] as const) {
    assert.ok(statesOf(lines, subject).includes('failed'), subject)
    assert.match(textOf(lines, subject), advice)
  }
  assert.deepEqual(statesOf(lines, 'relays'), ['warning'])
  assert.match(textOf(lines, 'settings'), /TERMS_FILE/)
  assert.doesNotMatch(JSON.stringify(lines), /hidden-/)
})

test('another SECRET and a database that does not commit durably are refused', async () => {
  assert.match(textOf(await check({}), 'database'), /another SECRET/)
  assert.match(textOf(await check({ DATABASE_URL: databaseWith('off') }), 'database'), /synchronous_commit is off/)
})

test('with real money and several hosts, a standby that may lack payments is refused', async () => {
  const url = new URL(databaseWith('on'))
  url.searchParams.set('host', `/nowhere,${url.searchParams.get('host')}`)
  const real = { LIGHTNING: 'phoenixd', PHOENIXD_URL: 'http://127.0.0.1:1', PHOENIXD_PASSWORD: 'pw' }
  const found = textOf(await check({ ...real, DATABASE_URL: url.href }), 'database')
  assert.match(found, /There is no synchronous standby, so a standby that takes over can lack payments/)
  assert.match(found, /Host 1 of 2 cannot take over/)
  // One address may be a proxy of several.
  assert.match(textOf(await check({ ...real, DATABASE_URL: databaseWith('on') }), 'database'), /no synchronous standby/)
  assert.match(
    textOf(await check({ ...real, DATABASE_URL: databaseWith('off') }), 'database'),
    /synchronous_commit is off/,
  )
})

test('a proxy that buffers event streams and refuses WebSockets is reported', async () => {
  const pass: RequestListener = (incoming, outgoing) => {
    const chunks: Buffer[] = []
    const forwarded = request(new URL(incoming.url!, world.origin), (response) => {
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => outgoing.writeHead(response.statusCode!).end(Buffer.concat(chunks)))
    })
    outgoing.on('close', () => forwarded.destroy())
    forwarded.on('error', () => outgoing.destroy()).end()
  }
  const proxy = createServer(pass).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const lines = await check({ SECRET: world.world.secret, PUBLIC_URL: `http://127.0.0.1:${port}` })
  proxy.closeAllConnections()
  proxy.close()
  assert.match(textOf(lines, 'public address'), /WebSocket[^]*buffering/)
})

test('settings are listed with their source, secrets by a fingerprint that only the same installation can compute', () => {
  const environment = {
    PORT: '3900',
    DEMO: 'perhaps',
    SMTP_URL: 'smtp://peal:hidden@mail.example',
    PHOENIXD_PASSWORD: 'pw',
  }
  const by = (secret: string) => new Map(describeSettings(environment, secret).map((line) => [line.variable, line]))
  const [ours, theirs, none] = [by(SECRET), by(`${SECRET}!`), by('')]
  assert.deepEqual([ours.get('PORT')?.shown, ours.get('PORT')?.source], ['3900', 'variable'])
  assert.match(ours.get('DEMO')?.problem ?? '', /^DEMO must be on or off/)
  assert.equal(ours.get('REGISTRATION')?.source, 'default')
  assert.match(ours.get('PHOENIXD_PASSWORD')?.shown ?? '', /^2 characters, fingerprint [0-9a-f]{12}$/)
  assert.equal(ours.get('PHOENIXD_PASSWORD')?.shown, by(SECRET).get('PHOENIXD_PASSWORD')?.shown)
  assert.notEqual(ours.get('PHOENIXD_PASSWORD')?.shown, theirs.get('PHOENIXD_PASSWORD')?.shown)
  assert.equal(none.get('PHOENIXD_PASSWORD')?.shown, '2 characters')
  assert.doesNotMatch(JSON.stringify([...ours.values()]), /hidden|"pw"/)
})
