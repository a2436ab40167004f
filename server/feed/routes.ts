/** Binds the endpoint of the feed. */
import type { FastifyInstance } from 'fastify'
import { listFeed } from '#contract/community/feed.ts'
import { on } from '#server/platform/http/http.ts'
import { type FeedDeps, readFeed } from './feed.ts'

export function feedRoutes(app: FastifyInstance, deps: FeedDeps): void {
  on(app, listFeed, ({ query }, { caller }) => readFeed(deps, caller, query))
}
