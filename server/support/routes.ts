/** Binds the endpoints of support. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/listening/support.ts'
import { on } from '#server/platform/http/http.ts'
import { listSupportersOf, readArtistYear, readOwnSupport, type SupportDeps } from './support.ts'

export function supportRoutes(app: FastifyInstance, deps: SupportDeps): void {
  on(app, calls.getArtistYear, ({ params }) => readArtistYear(deps, params.artistId))
  on(app, calls.listContentSupporters, ({ params, query }, { caller }) =>
    listSupportersOf(deps, caller, params.contentId, query),
  )
  on(app, calls.getOwnSupport, ({ params }, { caller }) => readOwnSupport(deps, caller, params.contentId))
}
