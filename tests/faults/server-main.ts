/** The server as server/main.ts starts it, without demo, with the fake node or the configured one, with pages if its parent wants
 * them, and with a clock stepped by its parent. It ends with its parent, so that a killed lab leaves nothing behind. */
import { flushCompileCache } from 'node:module'
import { createApp } from '#server/app.ts'
import { startBackground } from '#server/background.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createLog, writeToStderr } from '#server/platform/log.ts'
import { buildWorld } from '#server/world.ts'
import { connectRemoteNode } from './remote-node.ts'

let offsetMs = Number(process.env['LAB_CLOCK_MS'] ?? 0)
const nodeOrigin = process.env['LAB_NODE']
process.on('message', (message: { offsetMs: number }) => (offsetMs = message.offsetMs))
const endWithParent = () => process.exit(0)
process.once('disconnect', endWithParent)

const config = readConfig()
const log = createLog(writeToStderr, config.logLevel)
const clock = { now: () => new Date(Date.now() + offsetMs) }
const node = nodeOrigin === undefined ? {} : { node: connectRemoteNode(nodeOrigin) }
const starting = start()
process.once('SIGTERM', () => void stop())
await starting

async function start() {
  const world = await buildWorld(config, log, { clock, ...node })
  const app = await createApp(world, process.env['LAB_PAGES'] === 'on' ? 'built' : 'none', startBackground)
  await app.http.listen({ host: config.host, port: config.port })
  process.send?.({ isReady: true })
  // The compile cache is written when a process ends normally, which the lab's processes seldom do. Without this call
  // the next process would compile everything again.
  flushCompileCache()
  return { world, app }
}

async function stop(): Promise<void> {
  const { world, app } = await starting
  await app.stop()
  await world.stop()
  // Now only the connection to the parent keeps the process alive, unless something was not closed.
  process.off('disconnect', endWithParent)
  process.disconnect()
}
