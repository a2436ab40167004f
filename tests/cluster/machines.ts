/** Three machines, each with etcd, Patroni and PostgreSQL, and HAProxy, by the files of deploy/. A machine is a process
 * namespace, so that one kill ends everything in it at once. Its address is one of 127.0.0.0/8. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { findSystemPostgres, query } from '#tests/other-postgres.ts'
import { until } from '#tests/users.ts'

const DEPLOY = new URL('../../deploy/', import.meta.url)
const PROGRAMS = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  nginx: '/usr/sbin/nginx',
}
const NAMES = ['one', 'two', 'three']
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }
/** PostgreSQL does not run as root. Everything ends with this process. */
const MACHINE =
  'setpriv --pdeathsig KILL -- unshare --user --map-user=65534 --map-group=65534 --pid --fork --kill-child=KILL --mount-proc --'
const PASSWORD = 'choose-a-password'
const START_TIMEOUT_MS = 120_000
const ASK_TIMEOUT_MS = 1_000

/** What this machine lacks for the test. */
export function listMissing(): string[] {
  const missing = Object.entries(PROGRAMS).flatMap(([name, file]) => (fs.existsSync(file) ? [] : [name]))
  if (findSystemPostgres() === null) missing.push('postgresql')
  const [command = '', ...args] = MACHINE.split(' ')
  if (spawnSync(command, [...args, 'true']).status !== 0) missing.push('process namespaces')
  return missing
}

export type Role = 'primary' | 'synchronous' | 'asynchronous'

export type Machines = {
  /** For servers: through HAProxy, or of all three. */
  databaseUrl: string
  /** Of all three, past HAProxy. */
  directUrl: string
  haproxy: ChildProcess
  find(role: Role): Promise<number>
  kill(index: number): Promise<void>
  start(index: number): void
  /** Resolves with the time when another one than this can be written to. */
  newPrimary(index: number): Promise<number>
  /** All three run, and one follows synchronously. */
  isWhole(): Promise<boolean>
}

/** `isMultiHost`: servers know all three addresses, and HAProxy only passes connections on. */
export async function startMachines(
  stack: AsyncDisposableStack,
  folder: string,
  isMultiHost: boolean,
): Promise<Machines> {
  const net = `127.66.${process.pid % 250}`
  const addresses = NAMES.map((_, index) => `${net}.${index + 1}`)
  const running: (ChildProcess | undefined)[] = []
  const start = (index: number) => void (running[index] = startMachine(path.join(folder, NAMES[index]!), index, net))
  NAMES.forEach((_, index) => start(index))
  stack.defer(() => running.forEach((machine) => machine?.kill('SIGKILL')))
  const haproxy = startHaproxy(folder, net, isMultiHost)
  stack.defer(() => void haproxy.kill('SIGKILL'))

  const members = async (): Promise<Member[]> => {
    const answers = addresses.map(async (address) => {
      const signal = AbortSignal.timeout(ASK_TIMEOUT_MS)
      return (await (await fetch(`http://${address}:8008/cluster`, { signal })).json()) as { members: Member[] }
    })
    return (await Promise.any(answers)).members
  }
  const find = async (role: Role) => {
    const found = (await members()).find((one) => one.role === ROLES[role])
    if (found === undefined) throw new Error(`No PostgreSQL is ${role}`)
    return NAMES.indexOf(found.name)
  }
  const isWhole = async () => {
    const all = await members().catch(() => [])
    const roles = all.flatMap(({ role, state }) => (state === 'running' ? role : [])).toSorted()
    return roles.join() === Object.values(ROLES).toSorted().join()
  }
  await until(isWhole, START_TIMEOUT_MS)
  const ownerUrl = `postgres://postgres:${PASSWORD}@${addresses[await find('primary')]}:5432/postgres`
  await query(ownerUrl, `CREATE ROLE peal LOGIN CREATEROLE PASSWORD '${PASSWORD}'`)
  await query(ownerUrl, 'CREATE DATABASE peal OWNER peal')
  const urlOf = (...hosts: string[]) => `postgres://peal:${PASSWORD}@${hosts.join(',')}/peal`
  return {
    databaseUrl: isMultiHost ? urlOf(...addresses.map((_, index) => `${net}.4:500${index}`)) : urlOf(`${net}.4:5000`),
    directUrl: urlOf(...addresses),
    haproxy,
    find,
    async kill(index) {
      const machine = running[index]!
      const ended = once(machine, 'exit')
      machine.kill('SIGKILL')
      await ended
    },
    start,
    async newPrimary(index) {
      const others = addresses.filter((_, at) => at !== index).map((address) => urlOf(address))
      await until(async () => (await Promise.all(others.map(isWritable))).includes(true), START_TIMEOUT_MS)
      return performance.now()
    },
    isWhole,
  }
}

type Member = { name: string; role: string; state: string }
const ROLES: Record<Role, string> = { primary: 'leader', synchronous: 'sync_standby', asynchronous: 'replica' }

function startMachine(folder: string, index: number, net: string): ChildProcess {
  fs.mkdirSync(folder, { recursive: true })
  const own = `10.0.0.${index + 1}`
  for (const name of ['etcd.yml', 'patroni.yml']) {
    const lines = fs.readFileSync(new URL(name, DEPLOY), 'utf8').split('\n')
    const mine = lines.map((line) => (line.includes(',') ? line : line.replace('10.0.0.1', own)))
    const text = mine.join('\n').replace(/^name: one$/m, `name: ${NAMES[index]}`)
    fs.writeFileSync(
      path.join(folder, name),
      replaceAll(text, [
        // Connections to an address of this machine come from 127.0.0.1.
        ['10.0.0.0/24', '127.0.0.0/8'],
        ['10.0.0.', `${net}.`],
        ['/usr/lib/postgresql/15', findSystemPostgres()!],
        ['/var/lib/etcd/peal', `${folder}/etcd`],
        ['/var/lib/postgresql/15/peal', `${folder}/postgres`],
        ['/var/lib/postgresql/.patroni-pgpass', `${folder}/pgpass`],
        // Shared memory that a killed PostgreSQL leaves would stay after the test.
        [
          'unix_socket_directories: /run/postgresql',
          `unix_socket_directories: ${folder}\n    dynamic_shared_memory_type: mmap`,
        ],
      ]),
    )
  }
  const etcd = `${PROGRAMS.etcd} --config-file ${folder}/etcd.yml 2>>${folder}/etcd.log`
  const script = `${etcd} & exec ${PROGRAMS.patroni} ${folder}/patroni.yml`
  const [command = '', ...args] = MACHINE.split(' ')
  const log = fs.openSync(path.join(folder, 'log'), 'a')
  const child = spawn(command, [...args, 'sh', '-c', script], {
    env: ENVIRONMENT,
    stdio: ['ignore', log, log],
    cwd: '/',
  })
  fs.closeSync(log)
  return child
}

function startHaproxy(folder: string, net: string, isMultiHost: boolean): ChildProcess {
  const shipped = fs.readFileSync(new URL('haproxy.cfg', DEPLOY), 'utf8')
  const plain = NAMES.map((name, index) =>
    [
      `listen ${name}`,
      `  bind ${net}.4:500${index}`,
      '  retries 0',
      `  server ${name} ${net}.${index + 1}:5432`,
      '',
    ].join('\n'),
  )
  const text = isMultiHost ? shipped.replace(/^listen [^]*/m, plain.join('\n')) : shipped
  const file = path.join(folder, 'haproxy.cfg')
  fs.writeFileSync(
    file,
    replaceAll(text, [
      ['127.0.0.1:5000', `${net}.4:5000`],
      ['10.0.0.', `${net}.`],
    ]),
  )
  const log = fs.openSync(path.join(folder, 'haproxy.log'), 'a')
  const args = ['--pdeathsig', 'KILL', '--', PROGRAMS.haproxy, '-db', '-f', file]
  const child = spawn('setpriv', args, { env: ENVIRONMENT, stdio: ['ignore', log, log], cwd: '/' })
  fs.closeSync(log)
  return child
}

function replaceAll(text: string, pairs: readonly [from: string, to: string][]): string {
  return pairs.reduce((done, [from, to]) => done.replaceAll(from, to), text)
}

async function isWritable(connectionString: string): Promise<boolean> {
  const limits = { connectionTimeoutMillis: ASK_TIMEOUT_MS, query_timeout: ASK_TIMEOUT_MS }
  const client = new pg.Client({ connectionString, ...limits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby')
    return rows[0]?.is_standby === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
