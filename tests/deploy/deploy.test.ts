/** The files of deploy/, each tested with the program that it is for, if installed: nginx and Caddy in front of a server, and
 * systemd's checks of the unit. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { get } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { makeCertificate } from '#tests/certificate.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const DEPLOY = path.resolve('deploy')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-deploy-'))
const { key, cert } = makeCertificate('localhost')
const file = (name: string) => path.join(folder, name)
const read = (name: string) => fs.readFileSync(path.join(DEPLOY, name), 'utf8')
const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

let world: TestWorld
before(async () => {
  fs.writeFileSync(file('cert.pem'), cert)
  fs.writeFileSync(file('key.pem'), key)
  world = await createTestWorld({ settings: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('nginx serves pages, uploads, WebSockets and event streams over TLS, and no metrics', async (t) => {
  if (!isInstalled('nginx')) return t.skip('SKIP nginx: it is not installed')
  const [plain, secure] = [await freePort(), await freePort()]
  const site = adapt(read('nginx.conf'), [
    [/listen 80;\n {2}listen \[::\]:80;/, `listen 127.0.0.1:${plain};`],
    [/listen 443 ssl http2;\n {2}listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${secure} ssl http2;`],
    [/127\.0\.0\.1:3000/, new URL(world.origin).host],
    [/\/etc\/letsencrypt\/live\/peal\.example\/fullchain\.pem/, file('cert.pem')],
    [/\/etc\/letsencrypt\/live\/peal\.example\/privkey\.pem/, file('key.pem')],
    [/server_name peal\.example;/g, 'server_name localhost;'],
  ])
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${file(one)};`)
  fs.writeFileSync(
    file('nginx.conf'),
    `daemon off; master_process off; pid ${file('pid')}; error_log stderr warn;
    events {} http { access_log off; ${temp.join(' ')} ${site} }`,
  )
  await using _running = await start('nginx', ['-c', file('nginx.conf'), '-e', 'stderr'], secure)
  await assertServes(secure)
  const moved = await fetch(`http://127.0.0.1:${plain}/top`, { redirect: 'manual', headers: { host: 'localhost' } })
  assert.deepEqual([moved.status, moved.headers.get('location')?.endsWith('/top')], [301, true])
})

test('Caddy serves pages, uploads, WebSockets and event streams over TLS, and no metrics', async (t) => {
  if (!isInstalled('caddy')) return t.skip('SKIP caddy: it is not installed')
  const secure = await freePort()
  const site = adapt(read('Caddyfile'), [
    [/header Strict/, `tls ${file('cert.pem')} ${file('key.pem')}\n\theader Strict`],
  ])
  fs.writeFileSync(file('Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const named = { SITE: `https://localhost:${secure}`, SERVERS: new URL(world.origin).host }
  await using _running = await start(
    'caddy',
    ['run', '--config', file('Caddyfile'), '--adapter', 'caddyfile'],
    secure,
    { ...home, ...named },
  )
  await assertServes(secure)
})

test('systemd accepts the unit, and rates its exposure as low', (t: TestContext) => {
  if (!isInstalled('systemd-analyze')) return t.skip('SKIP systemd: it is not installed')
  // The program of the unit must exist here for the check.
  const unit = adapt(read('peal.service'), [
    [/ExecStart=\/opt\/peal\/bin\/peal/, `ExecStart=${path.resolve('bin/peal')}`],
  ])
  fs.writeFileSync(file('peal.service'), unit)
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file('peal.service')], { encoding: 'utf8' })
  assert.deepEqual([verified.status, verified.stderr], [0, ''])
  const rated = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=40', file('peal.service')], {
    encoding: 'utf8',
  })
  assert.equal(rated.status, 0, rated.stdout.split('\n').at(-2))
})

/** Each replacement must apply, so that a changed file fails the test instead of being tested in part. */
function adapt(text: string, replacements: readonly [RegExp, string][]): string {
  return replacements.reduce((before, [from, to]) => {
    const next = before.replace(from, to)
    assert.notEqual(next, before, `${from} is not in the file`)
    return next
  }, text)
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  await promisify((done: () => void) => holder.close(done))()
  return port
}

async function start(program: string, args: string[], port: number, env: Record<string, string> = {}) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  const output: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  while (!(await isLive(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${Buffer.concat(output).toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { [Symbol.asyncDispose]: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function isLive(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/livez', ca: cert, servername: 'localhost', timeout: 2_000 }
    get(options, (response) => resolve(response.resume().statusCode === 200)).on('error', () => resolve(false))
  })
}

/** Runs the operator's check through the proxy, in a process that trusts the certificate, and what that check does not cover. */
async function assertServes(port: number): Promise<void> {
  const origin = `https://localhost:${port}`
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: file('cert.pem'), ORIGIN: origin }
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/deploy/through-proxy.ts'], { env })
  const { lines, metrics, settings, upload } = JSON.parse(stdout) as Seen
  assert.deepEqual(
    lines.filter(({ state }) => state !== 'ok'),
    [],
  )
  assert.equal(lines.length, 4)
  assert.deepEqual([metrics, settings], [404, 200])
  assert.deepEqual(upload, { status: 403, isOurs: true })
}

type Seen = {
  lines: { state: string }[]
  metrics: number
  settings: number
  upload: { status: number; isOurs: boolean }
}
