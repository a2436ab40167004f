/** Three servers behind nginx with one database, which are upgraded one after the other under load: to each given version, then
 * back to the previous one, then forward again. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type MainProcess, servesOrEnds, startMain } from '#tests/faults/main-process.ts'
import { findFreePort } from '#tests/faults/server-process.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { startLoad } from './load.ts'
import { startNginx } from './nginx.ts'
import type { Version } from './versions.ts'

const SERVERS = 3
const PEOPLE = 4
const START_LIMIT_MS = 120_000
/** Load between two steps. */
const BETWEEN_MS = 3_000

export type Outcome = {
  steps: string[]
  /** Steps that a version refused, with its error message. */
  refused: string[]
  requests: Record<string, number>
  failed: string[]
  zappedMsat: number
  differenceMsat: number
  audit: string
}

type Slot = { port: number; server: MainProcess }

export async function runRollingUpgrade(versions: readonly Version[], say: (line: string) => void): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase({ migrated: false }))
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-rolling-'))
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  const proxyPort = await findFreePort()
  const settings = {
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: database.ownerUrl,
    DATABASE_CONNECTIONS: '8',
    PUBLIC_URL: `http://127.0.0.1:${proxyPort}`,
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_RELAYS: 'none',
    PLATFORM_FEE_PPM: '0',
    LOG_LEVEL: 'warn',
  }
  const start = async (version: Version, port: number): Promise<MainProcess> => {
    const server = startMain({ ...settings, PORT: String(port) }, path.join(version.folder, 'server', 'main.ts'))
    if ((await servesOrEnds(server, START_LIMIT_MS)) === 'serves') return server
    server.kill('SIGKILL')
    throw new Error(server.lines.filter((line) => line !== '').at(-1) ?? 'it did not start')
  }
  const slots: Slot[] = []
  stack.defer(async () => {
    for (const { server } of slots) server.kill('SIGTERM')
    await Promise.all(slots.map(({ server }) => server.ended))
  })
  for (let count = 0; count < SERVERS; count++) {
    const port = await findFreePort()
    slots.push({ port, server: await start(versions[0]!, port) })
  }
  const ports = slots.map(({ port }) => port)
  const proxy = await startNginx(folder, proxyPort, ports)
  stack.defer(() => proxy.stop())
  say(`${SERVERS} servers of ${versions[0]!.name} are up`)

  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  stack.defer(() => client.end())
  const confirm = () => client.query('UPDATE person SET email_verified = true')
  const load = await startLoad(proxy.origin, PEOPLE, confirm)
  const outcome = { steps: [] as string[], refused: [] as string[] }

  const roll = async (from: Version, to: Version): Promise<boolean> => {
    for (const slot of slots) {
      await proxy.use(ports.filter((port) => port !== slot.port))
      slot.server.kill('SIGTERM')
      await slot.server.ended
      try {
        slot.server = await start(to, slot.port)
      } catch (error) {
        outcome.refused.push(`${from.name} → ${to.name}: ${(error as Error).message}`)
        slot.server = await start(from, slot.port)
        await proxy.use(ports)
        return false
      }
      await proxy.use(ports)
      await sleep(BETWEEN_MS)
    }
    outcome.steps.push(`${from.name} → ${to.name}`)
    say(`${from.name} → ${to.name}: ${load.tally.failed.length} failed so far`)
    return true
  }
  for (const [index, to] of versions.slice(1).entries()) {
    const from = versions[index]!
    if (!(await roll(from, to))) throw new Error(outcome.refused.at(-1))
    if (await roll(to, from)) await roll(from, to)
  }
  const books = await load.stop()
  const audit = auditOf(versions.at(-1)!, settings)
  return { ...outcome, ...load.tally, ...books, audit }
}

function auditOf({ folder }: Version, settings: Record<string, string>): string {
  const env = { PATH: process.env['PATH'], HOST: '127.0.0.1', DEMO: 'off', NODE_NO_WARNINGS: '1', ...settings }
  return execFileSync(process.execPath, ['scripts/audit.ts'], { cwd: folder, env, encoding: 'utf8' }).trim()
}
