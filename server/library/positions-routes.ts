/** Binds the endpoints of resume positions. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/listening/positions.ts'
import { on } from '#server/platform/http/http.ts'
import { notePositions, readPositions, type PositionDeps } from './positions.ts'

export function positionRoutes(app: FastifyInstance, deps: PositionDeps): void {
  on(app, calls.listPositions, ({ query }, { who }) => readPositions(deps, who, query))
  on(app, calls.putPositions, ({ body }, { who }) => notePositions(deps, who, body))
}
