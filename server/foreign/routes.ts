/** Binds the endpoints of feeds of other servers. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as boostCalls from '#contract/listening/foreign/boosts.ts'
import * as streamCalls from '#contract/listening/foreign/streaming.ts'
import * as calls from '#contract/listening/foreign/feeds.ts'
import { readBoost, retryBoost } from '#server/payments/boosts/boost.ts'
import { on } from '#server/platform/http/http.ts'
import { readShares, sendBoost } from './boosts.ts'
import type { ForeignDeps } from './deps.ts'
import * as feeds from './feeds.ts'
import { readStreaming, startStreaming, stopStreaming } from './streaming.ts'

export function foreignRoutes(app: FastifyInstance, deps: ForeignDeps): void {
  on(app, calls.listForeignFeeds, (_input, { caller }) => feeds.listFeeds(deps, caller))
  on(app, calls.addForeignFeed, ({ body }, { caller }) => feeds.addFeed(deps, caller, body))
  on(app, calls.importForeignFeeds, ({ body }, { caller }) => feeds.importFeeds(deps, caller, body))
  on(app, calls.removeForeignFeed, ({ params }, { caller }) => feeds.removeFeed(deps, caller, params.feedId))
  on(app, calls.getForeignFeed, ({ params, query }, { caller }) =>
    feeds.readFeed(deps, caller, params.feedId, query.after),
  )
  on(app, calls.getForeignItem, ({ params }, { caller }) => feeds.readItem(deps, caller, params.itemId))
  on(app, boostCalls.getBoostShares, ({ params, query }, { caller }) => readShares(deps, caller, params.itemId, query))
  on(app, boostCalls.sendBoost, ({ params, body }, { caller, operationId }) =>
    sendBoost(deps, caller, operationId, params.itemId, body),
  )
  on(app, boostCalls.getBoost, ({ params }, { caller }) => readBoost(deps.payments, caller, params.boostId))
  on(app, boostCalls.retryBoost, ({ params }, { caller }) => retryBoost(deps.payments, caller, params.boostId))
  on(app, streamCalls.getStreaming, (_input, { caller }) => readStreaming(deps, caller))
  on(app, streamCalls.setStreaming, ({ body }, { caller }) => startStreaming(deps, caller, body))
  on(app, streamCalls.stopStreaming, (_input, { caller }) => stopStreaming(deps, caller))
}
