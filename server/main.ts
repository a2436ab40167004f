/** Starts the server, tells where it is, and stops it cleanly. */
import { createApp } from './app.ts'
import { makeDemo } from './demo.ts'
import { readConfig } from './platform/config.ts'
import { createLog, writeToStderr } from './platform/log.ts'
import { buildWorld } from './world.ts'

const config = readConfig()
const log = createLog(writeToStderr, config.logLevel)
const tell = (line: string) => process.stdout.write(`${line}\n`)
const stopping = new AbortController()

const world = await buildWorld(config, log)
const app = await createApp(world, config.isDevelopment ? 'development' : 'built')
await app.http.listen({ host: config.host, port: config.port })
const origin = app.http.listeningOrigin
log.info('listening', { origin })

let isStopping = false
async function stop(signal: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  log.info('stopping', { signal })
  stopping.abort()
  await app.stop()
  await world.stop()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))

tell(`${config.brandName} is at ${config.publicUrl || origin}`)
if (world.sandbox !== null) {
  tell('Lightning is the sandbox: real nodes, no real money. The outside wallet is at /sandbox.')
  const { database } = world
  const isThere = config.demo && (await makeDemo({ database, origin, log, tell, signal: stopping.signal }))
  if (isThere) {
    tell('Demo accounts:')
    tell('  listener@peal.example  peal-demo-listener  (has a balance)')
    tell('  mara@peal.example      peal-demo-mara      (an artist)')
  }
}
