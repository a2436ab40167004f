/** MAP 2: which room answers what, in the order in which it is asked. */
import type { FastifyInstance } from 'fastify'
import { countPayment, onAssetFailed, onAssetFinished } from './catalog/subscribers.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { topics } from './events.ts'
import { healthRoutes } from './health.ts'
import { readUserBalance } from './ledger/balances.ts'
import { sandboxRoutes } from './lightning/sandbox/routes.ts'
import { startMediaJobs } from './media/jobs.ts'
import { isAwaited, markUploaded } from './media/uploads.ts'
import { createWhoResolver } from './me/resolve-who.ts'
import { meRoutes } from './me/routes.ts'
import { createPages, fetchFrom, pagesRoutes } from './pages.ts'
import { startPaymentLoops } from './payments/loops.ts'
import { paymentRoutes } from './payments/routes.ts'
import { fileRoutes } from './platform/file-routes.ts'
import { createHttpServer } from './platform/http-server.ts'
import { describeApi } from './platform/openapi.ts'
import { startDispatcher } from './platform/outbox.ts'
import { describeSettings, settingsRoutes } from './settings.ts'
import type { World } from './world.ts'

export type App = { http: FastifyInstance; stop(): Promise<void> }

const STOP_PATIENCE_MS = 8_000

/** Pages from the build, through Vite, or none (a test of /v1 needs none). */
export type PageMode = 'built' | 'development' | 'none'

export async function createApp(world: World, pageMode: PageMode): Promise<App> {
  const { config, database, clock, log, files, identity, payments, sandbox } = world
  const resolveWho = createWhoResolver({ identity, database, clock })
  const { trustedProxies } = config
  const http = await createHttpServer({ database, log, trustedProxies, resolveWho, keepsAnswers: true })

  healthRoutes(http, { database, node: payments.node, log })
  const api = describeApi(config.brandName, '1')
  http.get('/openapi.json', () => api)
  settingsRoutes(http, { config, isSandbox: sandbox !== null })
  meRoutes(http, { database, identity, clock, config, files, readBalance: readUserBalance })
  fileRoutes(http, {
    files,
    isAwaited: (key) => isAwaited({ database }, key),
    onUploaded: (key) => markUploaded({ database, clock }, key),
  })
  catalogRoutes(http, { database, clock, files })
  paymentRoutes(http, payments)
  if (sandbox !== null) sandboxRoutes(http, { sandbox, database, clock })
  if (pageMode !== 'none') {
    const settings = describeSettings({ config, isSandbox: sandbox !== null })
    pagesRoutes(
      http,
      await createPages({ mode: pageMode, fetchApi: fetchFrom(http), settings, log, server: http.server }),
    )
  }

  const dispatcher = startDispatcher(
    database,
    {
      [topics.assetFinished]: [onAssetFinished(database, clock)],
      [topics.assetFailed]: [onAssetFailed(database, clock)],
      [topics.paymentSettled]: [countPayment(database)],
    },
    log,
  )
  const loops = await startPaymentLoops(payments)
  const media = startMediaJobs({ database, files, log, clock, ffmpegPath: config.ffmpegPath || null })
  return {
    http,
    async stop() {
      // Half-sent requests and slow uploads may finish, but not for ever.
      const patience = setTimeout(() => http.server.closeAllConnections(), STOP_PATIENCE_MS)
      await http.close()
      clearTimeout(patience)
      await Promise.all([dispatcher.stop(), loops.stop(), media.stop()])
    },
  }
}
