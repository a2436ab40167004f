/** Starts the server and stops it cleanly. */
import { createApp } from './app.ts'
import { buildWorld } from './world.ts'
import { readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'

const config = readConfig()
const log = createLog()
const world = await buildWorld(config, log)
const app = await createApp(world, { mode: config.isDevelopment ? 'development' : 'built' })
await app.http.listen({ host: config.host, port: config.port })
log.info('listening', { address: app.http.listeningOrigin })
process.send?.({ kind: 'listening', origin: app.http.listeningOrigin })

let isStopping = false
async function stop(signal: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  log.info('stopping', { signal })
  await app.stop()
  await world.stop()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
