/** Practices moving: fills a fresh server with the demo, imports one of its accounts on a second one, restores its backup as a
 * third one, and compares everything public. Touches no data of this installation. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { login } from '#contract/accounts/auth.ts'
import { getDemo } from '#contract/operator/demo.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { silentLog } from '#server/platform/log.ts'
import { reservePort } from '#server/platform/network/origin.ts'
import {
  comparePublic,
  describeDifference,
  exportAccount,
  importAccount,
  publicAddresses,
  type Side,
} from '#tests/move.ts'
import { until } from '#tests/users.ts'
import { transportTo } from '#tests/world.ts'
import { createCall } from '#web/data/api.ts'
import { buildPages, isBuilt } from './build.ts'
import { print, readArguments } from './command-line.ts'

const USAGE = `Usage: npm run move-test
Moves the demo between servers of its own and compares them. Touches no data of this installation.`

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const USER = { email: 'mara@peal.example', password: 'peal-demo-mara' }
const DEMO_MS = 600_000
/** What other users do; it stays on the old server. */
const FIGURE = /msat|count|plays?|supporters?|followers?|zaps?|comments?|total|likes?|listeners?|messages/i

readArguments(USAGE, {})
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-move-'))
const running: { stop(): Promise<void> }[] = []
const rows: string[][] = []
if (!isBuilt()) await buildPages()
try {
  await run()
  for (const row of rows) print(row.map((cell, index) => cell.padEnd(index === 0 ? 44 : 10)).join(' '))
} finally {
  for (const server of running) await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  const old = await timed('The demo on a fresh server', () => start('a', 'https://old.example', true))
  const call = createCall(transportTo(old.origin), () => null)
  const signedIn = await call(login, { body: USER })
  assert.ok('token' in signedIn)
  const asUser = createCall(transportTo(old.origin), () => signedIn.token)
  const file = path.join(folder, 'everything.zip')
  await timed('Archive of one account', () => exportAccount(old.origin, asUser, file))
  const fresh = await start('b', 'https://new.example', false)
  const ran = await timed('Import of the account', () => importAccount(fresh.config, file))
  assert.equal(ran.status, 0, ran.complained)
  print(ran.said)
  const mine = await addressesOf(old, signedIn.user.id)
  await compare('One account', { before: old, after: fresh, addresses: mine, normalize: withoutFigures })
  const settings = { PASSPHRASE: 'a passphrase of the test' }
  const place = path.join(folder, 'backup')
  await timed('Backup of the whole server', () => script('backup', [place], old, settings))
  await old.stop()
  const restored = { ...old, dataDir: path.join(folder, 'c') }
  await timed('Restore', () => script('restore', [place], restored, settings))
  const again = await start('a', 'https://old.example', false)
  const other = await start('c', 'https://old.example', false)
  const all = await addressesOf(again, null)
  await compare('The whole server', { before: again, after: other, addresses: all, normalize: (text) => text })
}

type Server = Side & { dataDir: string; config: ReturnType<typeof readConfig>; stop(): Promise<void> }

async function start(name: string, publicUrl: string, hasDemo: boolean): Promise<Server> {
  const dataDir = path.join(folder, name)
  const settings = { DATA_DIR: dataDir, PUBLIC_URL: publicUrl, HOST: '127.0.0.1', DEMO: hasDemo ? 'on' : 'off' }
  const { config, release } = await reservePort(readConfig({ ...settings, PORT: '0' }))
  await release()
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    ...settings,
    PORT: String(config.port),
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [path.join(ROOT, 'server', 'main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${config.port}`
  const server = {
    origin,
    publicUrl,
    dataDir,
    config,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
  running.push(server)
  await until(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok === true, 120_000)
  const call = createCall(transportTo(origin), () => null)
  await until(async () => !(await call(getDemo, {})).isMaking, DEMO_MS)
  return server
}

async function script(name: string, args: string[], { dataDir, publicUrl }: Server, more: Record<string, string>) {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PUBLIC_URL: publicUrl, ...more }
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts', `${name}.ts`), ...args], { env })
}

async function addressesOf({ config }: Server, ownerId: string | null): Promise<string[]> {
  const stops: (() => Promise<void>)[] = []
  const { database } = await openDatabase(config, silentLog, stops)
  const addresses = await publicAddresses(database.pool, ownerId)
  for (const close of stops.reverse()) await close()
  return addresses
}

/** Of the data of the API, and of the head of a page. */
function withoutFigures(text: string, address: string): string {
  if (address.startsWith('/rss/') || address.startsWith('/files/')) return text
  if (address.startsWith('/v1/')) return text.replace(/\{.*/s, (body) => JSON.stringify(JSON.parse(body), keepOwn))
  return [...text.matchAll(/<title>.*?<\/title>|<meta [^>]*>|<link rel="(?:canonical|alternate)"[^>]*>/g)].join('\n')
}

/** Without what depends on plays or on other accounts. */
function keepOwn(key: string, value: unknown): unknown {
  if (FIGURE.test(key)) return undefined
  if (key === 'topTracks') return (value as { id: string }[]).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return key === 'credits' ? (value as object[]).map((credit) => ({ ...credit, username: undefined })) : value
}

type Comparison = { before: Side; after: Side; addresses: string[]; normalize(text: string, address: string): string }

async function compare(what: string, { before, after, addresses, normalize }: Comparison): Promise<void> {
  const { differences, counts } = await comparePublic(before, after, addresses, normalize)
  for (const [kind, count] of counts) {
    const different = differences.filter(({ address }) => address.startsWith(kind === 'feeds' ? '/rss/' : '/'))
    rows.push([`${what}: ${kind}`, String(count), kind === 'feeds' ? `${different.length} different` : ''])
  }
  rows.push([`${what}: differences`, String(differences.length)])
  for (const difference of differences.slice(0, 20)) print(describeDifference(difference))
  if (differences.length > 0) process.exitCode = 1
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await work()
  rows.push([what, `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`])
  return result
}
