/** Binds the endpoints of horizons. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/listening/horizon.ts'
import { on } from '#server/platform/http/http.ts'
import { type HorizonDeps, listHorizonZaps, readHorizon } from './horizon.ts'

export function horizonRoutes(app: FastifyInstance, deps: HorizonDeps): void {
  on(app, calls.getHorizon, ({ params }, { caller }) => readHorizon(deps, caller, params.contentId))
  on(app, calls.listHorizonZaps, ({ params, query }, { caller }) =>
    listHorizonZaps(deps, caller, params.contentId, query),
  )
}
