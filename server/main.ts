/** Starts the server, tells where it is, and stops it cleanly. */
import { createApp, type App } from './app.ts'
import { makeDemo } from './demo.ts'
import { WrongLightningNode } from './payments/installation.ts'
import { InvalidSetting } from './platform/config-values.ts'
import { describeMissing } from './platform/config-missing.ts'
import { readConfig } from './platform/config.ts'
import { originOf, reservePort } from './platform/origin.ts'
import { createLog, writeToStderr, type Log } from './platform/log.ts'
import { buildWorld, type World } from './world.ts'

const tell = (line: string) => process.stdout.write(`${line}\n`)
const stopping = new AbortController()
let log: Log | undefined
let world: World | undefined
let app: App | undefined

async function start(): Promise<void> {
  const { config, release } = await reservePort(readConfig())
  log = createLog(writeToStderr, config.logLevel)
  world = await buildWorld(config, log)
  if (stopping.signal.aborted) return
  app = await createApp(world, config.isDevelopment ? 'development' : 'built')
  await release()
  await app.http.listen({ host: config.host, port: config.port })
  const origin = originOf({ ...config, publicUrl: '' })
  log.info('listening', { origin })
  for (const line of describeMissing(config)) tell(line)
  tell(`${config.brandName} is at ${config.publicUrl || origin}`)
  if (world.sandbox === null) {
    const { nodePubkey, network } = world.payments
    tell(`Lightning is ${config.lightning}: node ${nodePubkey} on ${network}.`)
    if (config.smtpUrl === '') tell('Careful: without SMTP_URL mails are kept and nobody sees them.')
    return
  }
  tell('Lightning is the sandbox: real nodes, no real money. The outside wallet is at /sandbox.')
  if (!['127.0.0.1', 'localhost', '::1'].includes(config.host)) {
    tell(`Careful: ${config.host} is open to others, and in the sandbox everybody can read all mails at /sandbox/mail.`)
  }
  const { database } = world
  const isThere = config.demo && (await makeDemo({ database, origin, log, tell, signal: stopping.signal }))
  if (!isThere) return
  tell('Demo accounts:')
  tell('  listener@peal.example  peal-demo-listener  (has a balance)')
  tell('  mara@peal.example      peal-demo-mara      (an artist)')
}

async function stop(signal: string): Promise<void> {
  if (stopping.signal.aborted) return
  stopping.abort()
  log?.info('stopping', { signal })
  // What is being started is stopped once it stands.
  await starting.catch(() => undefined)
  await app?.stop()
  await world?.stop()
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))

const starting = start()
try {
  await starting
} catch (error) {
  // What the reader can do something about is told in a sentence; a fault of ours with its stack.
  const { code, message, stack } = error as Error & { code?: string }
  const isTheirs = code !== undefined || error instanceof InvalidSetting || error instanceof WrongLightningNode
  process.stderr.write(`\n${isTheirs ? message : (stack ?? message)}\n`)
  process.exitCode = 1
  await stop('failure')
}
