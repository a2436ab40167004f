/** On a fresh Debian, the commands of docs/operating.md are enough for TLS and a zap. They are extracted from the page, run in
 * order and timed, in a folder made by debootstrap, with a local certificate authority (ACME) instead of the public one. Needs
 * root and an archive: `ARCHIVE=out/peal-….tar.gz npm test -- tests/deploy/fresh-debian.test.ts`. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { until } from '#tests/users.ts'
import { PATH } from './dockerfile.ts'

const NAME = 'peal.example'
const MINUTES = 20
/** A minute on an idle machine. */
const DEMO_TIMEOUT_MS = 900_000
const AUTHORITY = 'https://authority.example:9443'
const ROOT_CERTIFICATE = '/var/lib/authority/caddy/pki/authorities/local/root.crt'
const MOUNTS = `mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && ip link set lo up &&
  echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start && echo ready && exec sleep infinity`

/** Replaces systemd, which cannot run in a chroot: starts the command of a unit, as its user, without its restrictions. */
const SYSTEMCTL = `#!/bin/sh
[ "$1" = daemon-reload ] && exit 0
for last; do :; done
unit=$(ls /etc/systemd/system/$last.service /lib/systemd/system/$last.service 2>/dev/null | head -1)
get() { sed -n "s/^$1=-\\{0,1\\}//p" "$unit"; }
user=$(get User | head -1)
state=$(get StateDirectory)
[ -z "$state" ] || install -d -o "$user" -g "$user" -m 700 "/var/lib/$state"
set -a
for line in $(get Environment); do eval "$line"; done
for file in $(get EnvironmentFile); do . "$file"; done
HOME=$(getent passwd "$user" | cut -d: -f6)
set +a
folder=$(get WorkingDirectory)
cd "\${folder:-/}"
setsid runuser -u "$user" -- $(get ExecStart | head -1) >"/var/log/$last.log" 2>&1 </dev/null &
`

/** Inserted before the page's Caddyfile: the local authority for certificates, instead of Caddy's default, Let's Encrypt. */
const ASK_LOCALLY = `{\n\tacme_ca ${AUTHORITY}/acme/local/directory\n\tacme_ca_root ${ROOT_CERTIFICATE}\n}\n`
const AUTHORITY_FILE = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port 9080\n\thttps_port 9443\n}
${AUTHORITY} {\n\ttls internal\n\tacme_server\n}\n`

const ZAP = `
const call = async (path, token, body) => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  if (token) headers.authorization = 'Bearer ' + token
  const response = await fetch('https://${NAME}/v1' + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  const { data, error } = await response.json()
  if (error) throw new Error(path + ': ' + error)
  return data
}
const { token } = await call('/auth/login', null, { email: 'listener@peal.example', password: 'peal-demo-listener' })
let track
// A chart is computed at most every half minute.
while (!(track = (await call('/charts/music/top'))[0])) await new Promise((resolve) => setTimeout(resolve, 1000))
const before = (await call('/accounts', token)).msatBalance
await call('/send', token, { contentId: track.id, msatAmount: 21000 })
console.log(before - (await call('/accounts', token)).msatBalance)`

test('on a fresh Debian, the commands of docs/operating.md are enough for TLS and a zap', async (t) => {
  const archive = process.env['ARCHIVE']
  if (archive === undefined) return t.skip('SKIP fresh Debian: ARCHIVE is not set (npm run archive -- FOLDER)')
  if (spawnSync('debootstrap', ['--version']).status !== 0) return t.skip('SKIP fresh Debian: debootstrap is missing')
  const root = fs.mkdtempSync('/var/tmp/peal-fresh-')
  t.after(() => fs.rmSync(root, { recursive: true, force: true }))
  const base = process.env['BASE_ROOT']
  if (base === undefined) execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root], { stdio: 'ignore' })
  else execFileSync('cp', ['-a', `${base}/.`, root])
  prepare(root, path.dirname(archive))
  const flags = ['--mount', '--pid', '--net', '--fork', '--kill-child']
  const machine = spawn('unshare', [...flags, '/bin/sh', '-ec', MOUNTS, root], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => machine.kill('SIGKILL'))
  const ready = once(machine.stdout, 'data')
  await Promise.race([ready, once(machine, 'exit').then(() => assert.fail('No namespaces'))])
  const run = (command: string, hasNetwork = false) => runIn(machine, root, command, hasNetwork)

  const startedAt = performance.now()
  const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`
  const [install, settings, start, look] = readCommands()
  const [packages, ...unpack] = install!.split('\n')
  run(packages!, true)
  t.diagnostic(`packages after ${seconds()}`)
  // On a real machine, systemd starts it.
  run('pg_ctlcluster 15 main start || pg_ctlcluster 15 main status')
  run(`cd /root && ${unpack.join('\n')}`)
  run(settings!)
  t.diagnostic(`archive, user and database after ${seconds()}`)
  run(`install -d -o caddy -g caddy /var/lib/authority && XDG_DATA_HOME=/var/lib/authority setsid runuser -u caddy -- \\
    caddy run --config /etc/authority --adapter caddyfile >/var/log/authority.log 2>&1 </dev/null &`)
  await until(() => fs.existsSync(path.join(root, ROOT_CERTIFICATE)))
  run(start!.replace('systemctl restart', `sed -i '1e cat /etc/ask-locally' /etc/caddy/Caddyfile\nsystemctl restart`))
  const isThere = (file: string, words: string) =>
    fs.readFileSync(path.join(root, 'var/log', file), 'utf8').includes(words)
  await until(() => isThere('peal.log', 'Peal is at'), 120_000)
  await until(() => isThere('caddy.log', 'certificate obtained successfully'), 120_000)
  t.diagnostic(`certificate after ${seconds()}`)
  // Only Caddy may read its own folder.
  run(`install -m 644 ${ROOT_CERTIFICATE} /etc/authority.pem`)
  const trusting = `export NODE_EXTRA_CA_CERTS=/etc/authority.pem\n`
  await until(() => isThere('peal.log', 'Demo accounts'), DEMO_TIMEOUT_MS)
  t.diagnostic(`demo after ${seconds()}`)
  t.diagnostic(run(`${trusting}${look!}`))
  assert.equal(
    run(`${trusting}/opt/peal/node/bin/node --input-type=module -e "${ZAP.replaceAll('"', '\\"')}"`),
    '21000\n',
  )
  t.diagnostic(`zap over TLS after ${seconds()}`)
  assert.ok(performance.now() - startedAt < MINUTES * 60_000)
})

/** The four blocks of commands of the first section, as they are on the page. */
function readCommands(): string[] {
  const page = fs.readFileSync('docs/operating.md', 'utf8')
  const section = page.slice(page.indexOf('## One small server'), page.indexOf('## A real node'))
  const blocks = [...section.matchAll(/^ {3}```\n(.*?)^ {3}```$/gms)].map(([, block]) =>
    block!.replaceAll(/^ {3}/gm, ''),
  )
  assert.equal(blocks.length, 4)
  return blocks
}

/** Adds what a chroot lacks compared with a machine: host names, and a systemctl. */
function prepare(root: string, archives: string): void {
  fs.cpSync(archives, path.join(root, 'root/out'), { recursive: true })
  fs.copyFileSync('/etc/resolv.conf', path.join(root, 'etc/resolv.conf'))
  fs.writeFileSync(path.join(root, 'etc/hosts'), `127.0.0.1 localhost ${NAME} ${new URL(AUTHORITY).hostname}\n`)
  fs.writeFileSync(path.join(root, 'etc/authority'), AUTHORITY_FILE)
  fs.writeFileSync(path.join(root, 'etc/ask-locally'), ASK_LOCALLY)
  fs.mkdirSync(path.join(root, 'usr/local/bin'), { recursive: true })
  fs.writeFileSync(path.join(root, 'usr/local/bin/systemctl'), SYSTEMCTL, { mode: 0o755 })
}

/** The process that holds the namespaces. */
const childOf = ({ pid }: ChildProcess) => fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()

/** Only the installation of packages has the network of this machine. */
function runIn(machine: ChildProcess, root: string, command: string, hasNetwork: boolean): string {
  const into = ['--target', childOf(machine), '--mount', '--pid', ...(hasNetwork ? [] : ['--net'])]
  const env = { PATH, HOME: '/root', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' }
  const done = spawnSync('nsenter', [...into, 'chroot', root, '/bin/sh', '-ec', command], { env, encoding: 'utf8' })
  assert.equal(done.status, 0, `${command}\n${done.stdout}${done.stderr}`)
  return done.stdout
}
