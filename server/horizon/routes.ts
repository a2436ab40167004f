/** Binds the endpoints of horizons and of the newest zaps. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/listening/horizon.ts'
import { listLatestZaps, watchZaps } from '#contract/listening/zap-news.ts'
import { onEvents } from '#server/platform/http/event-stream.ts'
import { on } from '#server/platform/http/http.ts'
import { type HorizonDeps, listHorizonZaps, readHorizon } from './horizon.ts'
import { listSmallHorizons } from './small.ts'
import { readLatest } from './news.ts'
import { createZapWatch } from './watch.ts'

export function horizonRoutes(app: FastifyInstance, deps: HorizonDeps): void {
  on(app, calls.getHorizon, ({ params }, { caller }) => readHorizon(deps, caller, params.contentId))
  on(app, calls.listHorizonZaps, ({ params, query }, { caller }) =>
    listHorizonZaps(deps, caller, params.contentId, query),
  )
  on(app, calls.listSmallHorizons, ({ query }) => listSmallHorizons(deps, query.contentIds))
  on(app, listLatestZaps, ({ query }) => readLatest(deps, query.contentId))
  const watch = createZapWatch(deps)
  onEvents(app, watchZaps, ({ query }, { signal }) => watch(query.contentId, signal))
}
