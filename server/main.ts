/** Starts the server, prints its address, and stops it cleanly: within 10 seconds, even if something hangs, after the time in
 * which proxies that poll /readyz send requests elsewhere (DRAIN_SECONDS). */
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp, type App } from './app.ts'
import { startBackground } from './background.ts'
import { makeDemo } from './demo.ts'
import { explainFailure } from './start-failure.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import { describeMissing } from './platform/config/missing.ts'
import { ROLES } from './platform/config/values.ts'
import { originOf, reservePort } from './platform/network/origin.ts'
import { createLog, writeToStderr, type Log } from './platform/log.ts'
import { untilAborted } from './platform/until-aborted.ts'
import { buildWorld, type World } from './world.ts'

/** Measured from the end of draining, or the failure, until the process is ended. */
const STOP_LIMIT_MS = 9_000
/** npm and a service manager may both forward the same signal. */
const SAME_SIGNAL_MS = 300

const print = (line: string) => process.stdout.write(`${line}\n`)
const stopping = new AbortController()
const failing = new AbortController()
const drained = new AbortController()
let signalledAt = 0
let log: Log | undefined
let world: World | undefined
let app: App | undefined

async function start(): Promise<void> {
  const { config, release } = await reservePort(readConfig())
  log = createLog(writeToStderr, config.logLevel)
  const signal = AbortSignal.any([stopping.signal, failing.signal])
  const onDatabaseLost = (error: Error) => failing.abort(error)
  world = await buildWorld(config, log, { signal, onDatabaseLost })
  const pageMode = config.isDevelopment ? 'development' : 'built'
  app = await untilAborted(createApp(world, pageMode, startBackground), signal)
  await release()
  await app.http.listen({ host: config.host, port: config.port })
  await world.endStartWatch()
  const origin = originOf({ ...config, publicUrl: '' })
  log.info('listening', { origin })
  if (config.roles.length < ROLES.length) print(`This process has the role ${config.roles.join(',')}.`)
  for (const line of describeMissing(config)) print(line)
  print(`${config.brandName} is at ${config.publicUrl || origin}`)
  await printAddress(config, world, origin)
}

async function printAddress(
  config: Config,
  { sandbox, payments, database, log }: World,
  origin: string,
): Promise<void> {
  if (sandbox === null) {
    const { nodePubkey, network } = payments
    print(`Lightning is ${config.lightning}: node ${nodePubkey} on ${network}.`)
    if (config.smtpUrl === '') print('Warning: without SMTP_URL, mails are stored and not sent.')
    return
  }
  print('Lightning is the sandbox: real nodes, no real money. The external wallet is at /sandbox.')
  if (!['127.0.0.1', 'localhost', '::1'].includes(config.host)) {
    print(`Warning: others can reach ${config.host}, and in the sandbox anybody can read all mails at /sandbox/mail.`)
  }
  // A demo catalogue that could not be created does not stop the server.
  const demo =
    config.demo && config.roles.includes('web')
      ? makeDemo({ database, origin, log, print, signal: stopping.signal, paying: { payments, sandbox } })
      : Promise.resolve(false)
  const isThere = await demo.catch((error: unknown) => {
    log.warn('demo-not-made', { error })
    return false
  })
  if (!isThere) return
  print('Demo accounts:')
  print('  listener@peal.example  peal-demo-listener  (has a balance)')
  print('  mara@peal.example      peal-demo-mara      (an artist)')
}

/** A second signal ends it. */
async function drain(seconds: number): Promise<void> {
  if (app === undefined || seconds === 0) return
  log?.info('draining', { seconds })
  app.drain()
  await sleep(seconds * 1_000, undefined, { signal: drained.signal }).catch(() => undefined)
}

async function stop(reason: string): Promise<void> {
  if (stopping.signal.aborted) return
  setTimeout(() => endNow(`it took longer than ${STOP_LIMIT_MS / 1_000} seconds`), STOP_LIMIT_MS)
  log?.info('stopping', { signal: reason })
  stopping.abort()
  // An aborted start stops everything that it has started.
  await started.catch(() => undefined)
  await app?.stop().catch((error: unknown) => log?.error('stop-failed', { error }))
  await world?.stop()
  process.exit()
}

/** The embedded PostgreSQL ends with this process. */
function endNow(why: string): never {
  process.stderr.write(`The shutdown was aborted: ${why}.\n`)
  process.exit(1)
}

function onSignal(signal: NodeJS.Signals): void {
  const now = performance.now()
  const isFirst = signalledAt === 0
  if (!isFirst && now - signalledAt <= SAME_SIGNAL_MS) return
  signalledAt = now
  if (stopping.signal.aborted) endNow(`a second ${signal} came`)
  else if (isFirst) void drain(world?.config.drainSeconds ?? 0).then(() => stop(signal))
  else drained.abort()
}

function fail(error: unknown): void {
  if (stopping.signal.aborted) return
  process.stderr.write(`\n${explainFailure(error)}\n`)
  process.exitCode = 1
  void stop('failure')
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => onSignal(signal))
failing.signal.addEventListener('abort', () => fail(failing.signal.reason))

const started = start()
await started.catch(fail)
