/** Binds the endpoints of resume positions. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/listening/positions.ts'
import { on } from '#server/platform/http/http.ts'
import { readPositions, savePositions, type PositionDeps } from './positions.ts'

export function positionRoutes(app: FastifyInstance, deps: PositionDeps): void {
  on(app, calls.listPositions, ({ query }, { caller }) => readPositions(deps, caller, query))
  on(app, calls.putPositions, ({ body }, { caller }) => savePositions(deps, caller, body))
}
