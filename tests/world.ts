/** A complete server for one test: fresh database, real HTTP on a free port, a Lightning node, stored mails. users.ts
 * creates its users. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createApp, type App } from '#server/app.ts'
import { startBackground } from '#server/background.ts'
import type { Clock } from '#server/platform/clock.ts'
import { readConfig, type Config } from '#server/platform/config/config.ts'
import { readSecret } from '#server/platform/secrets/secret.ts'
import { reservePort } from '#server/platform/network/origin.ts'
import type { Log } from '#server/platform/log.ts'
import type { LightningNode } from '#server/lightning/node.ts'
import { type Transcode, transcodeAudio } from '#server/media/transcoder.ts'
import { buildWorld, type OwnParts, type World } from '#server/world.ts'
import { createCall, type Call } from '#web/data/api.ts'
import { poolerSettings } from './pgbouncer.ts'
import { keepTranscode } from './kept-transcodes.ts'
import { createScriptedNode, type ScriptedNode } from './scripted-node.ts'
import { createTestDatabase } from './test-database.ts'
import { createWatchedLog } from './watched-log.ts'

export type TestClock = Clock & { step(ms: number): void }

export type TestWorld = {
  origin: string
  world: World
  /** Its database as the owner, never through a pooler. */
  databaseUrl: string
  app: App
  clock: TestClock
  /** The node, when it is the scripted one. */
  node: ScriptedNode
  /** Calls as a visitor. */
  call: Call
  callWith(token: string): Call
  /** Allows `warn` and `error` lines of these events; any other fails the test when the world is disposed of. */
  expectLogs(...events: string[]): void
  /** What was logged so far, one JSON text a line. */
  logLines(): readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

export type TestWorldOptions = {
  /** 'scripted' is controlled by the test and quick; 'sandbox' is two real nodes; 'settings' is the configured
   * backend. */
  lightning?: 'scripted' | 'sandbox' | 'settings'
  /** Instead of the scripted one. */
  otherNode?: LightningNode
  /** Settings as in the environment. */
  settings?: Record<string, string>
  /** How much of the disk is free. */
  readFreeBytes?: () => Promise<number>
  /** Transcode each upload, instead of keeping what identical uploads became (kept-transcodes.ts). */
  transcodes?: boolean
  /** Serve the built pages too. */
  pages?: boolean
  /** The default isolation level of transactions is SERIALIZABLE. */
  isSerializable?: boolean
  /** Events that may be logged at `warn` or `error`, as with `expectLogs`. */
  expectedLogs?: readonly string[]
}

export function createTestClock(): TestClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    step(ms) {
      offsetMs += ms
    },
  }
}

export function testConfig(dataDir: string, databaseUrl: string, settings: Record<string, string> = {}): Config {
  return readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: '10',
    DEMO: 'off',
    // With a real backend, a server announces itself to public relays unless told not to.
    PUBLIC_RELAYS: 'none',
    ...settings,
  })
}

export async function createTestWorld(options: TestWorldOptions = {}): Promise<TestWorld> {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase(options))
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-world-'))
  stack.defer(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  const clock = createTestClock()
  const node = createScriptedNode({ clock })
  const pooled = await poolerSettings(database.ownerUrl)
  const config = testConfig(dataDir, database.ownerUrl, { ...pooled, ...options.settings })
  const watched = createWatchedLog(() => [readSecret(config)], process.env['PEAL_TEST_LOG'] === '1')
  watched.expect(...(options.expectedLogs ?? []))
  stack.defer(watched.assertClean)
  const parts = {
    clock,
    ...(options.readFreeBytes === undefined ? {} : { readFreeBytes: options.readFreeBytes }),
    ...((options.lightning ?? 'scripted') === 'scripted' ? { node: options.otherNode ?? node } : {}),
  }
  const { world, app, origin } = await serve(stack, config, watched.log, {
    parts,
    pages: options.pages === true,
    transcode: options.transcodes === true ? transcodeAudio : keepTranscode,
  })
  const callWith = (token: string | null) => createCall(transportTo(origin), () => token)
  return {
    origin,
    world,
    databaseUrl: config.databaseOwnerUrl || config.databaseUrl,
    app,
    clock,
    node,
    call: callWith(null),
    callWith,
    expectLogs: watched.expect,
    logLines: watched.lines,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

type Serving = { parts: OwnParts; pages?: boolean; transcode?: Transcode }

/** A server with these settings in this process, until the stack is disposed of. */
export async function serve(
  stack: AsyncDisposableStack,
  given: Config,
  log: Log,
  { parts, pages = false, transcode = keepTranscode }: Serving,
) {
  const { config, release } = await reservePort(given)
  stack.defer(release)
  const world = await buildWorld(config, log, parts)
  stack.defer(() => world.stop())
  const app = await createApp(world, pages ? 'built' : 'none', (...parts) => startBackground(...parts, transcode))
  stack.defer(() => app.stop())
  await release()
  const origin = await app.http.listen({ host: config.host, port: config.port })
  return { world, app, origin }
}

/** Without the limit of the browser's calls: a busy machine may take longer. */
export function transportTo(origin: string) {
  return async (address: string, { signal: _limit, ...init }: RequestInit) => {
    const response = await fetch(origin + address, init)
    return { status: response.status, json: (await response.json().catch(() => null)) as unknown }
  }
}
