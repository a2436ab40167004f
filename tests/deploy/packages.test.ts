/** The settings and files that deploy/Dockerfile and deploy/compose.yaml name exist. The image works, built without an image
 * builder from a folder as base: `BASE_ROOT=/var/tmp/base npm test -- tests/deploy/packages.test.ts` (see docs/operating.md). */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { settings } from '#server/platform/config/config.ts'
import { variablesOf } from '#server/platform/config/sources.ts'
import type { Setting } from '#server/platform/config/values.ts'
import { findFreePort } from '#tests/faults/server-process.ts'
import { until } from '#tests/users.ts'
import { buildImage, type Image, PATH, readDockerfile } from './dockerfile.ts'

const variables = new Set(Object.values<Setting<unknown>>(settings).flatMap(variablesOf))
const compose = fs.readFileSync('deploy/compose.yaml', 'utf8')
/** Variables of PostgreSQL's image and of deploy/Caddyfile, and those that the operator sets. */
const OF_OTHERS = /^(POSTGRES_\w+|SITE|SERVERS)$/

test('every setting in the Dockerfile and in compose exists, and every file they name', () => {
  const ofImage = readDockerfile().flatMap(({ name, text }) => (name === 'ENV' ? text.split('=')[0]! : []))
  const ofCompose = [...compose.matchAll(/^ {4,6}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!)
  assert.ok(ofImage.length >= 3 && ofCompose.length >= 10)
  for (const name of [...ofImage, ...ofCompose]) {
    assert.ok(variables.has(name) || name === 'NODE_ENV' || OF_OTHERS.test(name), name)
  }
  for (const [, file] of compose.matchAll(/- \.\/(\S+?):/g)) assert.ok(fs.existsSync(path.join('deploy', file!)), file)
  const secrets = [...compose.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name!)
  for (const name of secrets) assert.match(compose, new RegExp(`^  ${name}: \\{ file: \\./secrets/${name} \\}$`, 'm'))
})

test('the image has two stages, runs as an unprivileged user and has a health check', () => {
  const steps = readDockerfile()
  const last = (name: string) => steps.findLast((step) => step.name === name)?.text
  assert.equal(steps.filter(({ name }) => name === 'FROM').length, 2)
  assert.equal(last('USER'), 'node')
  assert.match(last('HEALTHCHECK')!, /\/livez/)
  assert.deepEqual(JSON.parse(last('ENTRYPOINT')!), ['node', 'scripts/start.mjs'])
})

test('compose accepts deploy/compose.yaml', (t) => {
  const tool = [['docker', 'compose'], ['docker-compose'], ['podman-compose']].find(
    ([program, ...args]) => spawnSync(program!, [...args, 'version']).status === 0,
  )
  if (tool === undefined) return t.skip('SKIP compose: neither docker compose nor podman-compose is installed')
  const env = { ...process.env, SITE: 'peal.example' }
  execFileSync(tool[0]!, [...tool.slice(1), '-f', 'deploy/compose.yaml', 'config'], { env, stdio: 'pipe' })
})

test('the steps of the Dockerfile make an image that serves pages with a read-only root', async (t) => {
  const base = process.env['BASE_ROOT']
  if (base === undefined) return t.skip('SKIP image: BASE_ROOT, a folder with Debian and Node, is not set')
  const into = fs.mkdtempSync('/var/tmp/peal-image-')
  t.after(() => fs.rmSync(into, { recursive: true, force: true }))
  const image = buildImage(base, into, {})
  const port = String(await findFreePort())
  const command = [...ENTER, image.root, image.user, image.folder, ...image.command]
  const env = { PATH, ...image.environment, HOST: '127.0.0.1', PORT: port, PUBLIC_RELAYS: 'none', DEMO: 'off' }
  const server = spawn('unshare', command, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(server, 'exit')
  t.after(() => server.kill('SIGKILL'))
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isReady, 120_000)
  const page = await fetch(`http://127.0.0.1:${port}/`)
  assert.deepEqual([page.status, page.headers.get('content-type')?.startsWith('text/html')], [200, true])
  assert.equal(healthOf(image, port), 0)
  server.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})

test('the archive starts without a network and without npm, and serves a page', async (t) => {
  const archive = process.env['ARCHIVE']
  if (archive === undefined) return t.skip('SKIP archive: ARCHIVE is not set (npm run archive -- FOLDER)')
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: path.dirname(archive) })
  const folder = fs.mkdtempSync('/var/tmp/peal-archive-')
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
  const bill = JSON.parse(fs.readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8')) as Bill
  assert.deepEqual([bill.bomFormat, bill.specVersion], ['CycloneDX', '1.6'])
  for (const name of ['fastify', 'pg', 'node'])
    assert.ok(
      bill.components.some((part) => part.name === name),
      name,
    )
  const tools = path.join(folder, 'tools')
  linkTools(tools)
  const env = { PATH: tools, HOME: folder, DATA_DIR: path.join(folder, 'data'), PUBLIC_RELAYS: 'none', DEMO: 'off' }
  const alone = ['--net', '/bin/sh', '-c', 'ip link set lo up && exec "$0" start', path.join(folder, 'bin', 'peal')]
  const server = spawn('unshare', alone, { env, stdio: 'inherit' })
  const ended = once(server, 'exit')
  t.after(() => server.kill('SIGKILL'))
  const node = path.join(folder, 'node', 'bin', 'node')
  const ask = (address: string) =>
    spawnSync(
      'nsenter',
      [
        '-t',
        String(server.pid),
        '-n',
        node,
        '-e',
        `fetch('http://127.0.0.1:3000${address}')
      .then(async (answer) => console.log(answer.status, (await answer.text()).includes('<html')))`,
      ],
      { encoding: 'utf8' },
    ).stdout
  await until(() => ask('/readyz').startsWith('200'), 120_000)
  assert.equal(ask('/'), '200 true\n')
  server.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})

/** All programs of this machine except Node and npm. */
function linkTools(folder: string): void {
  fs.mkdirSync(folder)
  for (const program of ['/usr/sbin', '/usr/bin'].flatMap((from) =>
    fs.readdirSync(from).map((name) => path.join(from, name)),
  )) {
    const link = path.join(folder, path.basename(program))
    if (!/\/(node|nodejs|npm|npx)$/.test(program) && !fs.existsSync(link)) fs.symlinkSync(program, link)
  }
}

type Bill = { bomFormat: string; specVersion: string; components: { name: string }[] }

/** In a separate mount namespace: the root read-only, /tmp and the data in memory, as in compose.yaml; then user and command. */
const INSIDE = `mount --bind "$1" "$1" && mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
  mount -t tmpfs -o mode=1777 tmpfs "$1/tmp" && mount -t tmpfs -o mode=700,uid=1000,gid=1000 tmpfs "$1/var/lib/peal" &&
  mount -o remount,bind,ro "$1" && root=$1 user=$2 folder=$3 && shift 3 &&
  exec chroot --userspec="$user" "$root" /bin/sh -c 'cd "$0" && touch written 2>/dev/null && exit 9; exec "$@"' "$folder" "$@"`
const ENTER = ['--mount', '/bin/sh', '-ec', INSIDE, 'enter']

function healthOf({ root, healthcheck }: Image, port: string): number | null {
  const [command, ...rest] = healthcheck.map((part) => part.replace(':3000', `:${port}`))
  return spawnSync('chroot', ['--userspec=node', root, command!, ...rest], { env: { PATH } }).status
}
