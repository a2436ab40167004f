/** Registers the routes for apps that use a balance as their wallet. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/payments/connections.ts'
import { on } from '#server/platform/http/http.ts'
import * as connections from './connections.ts'
import type { WalletDeps } from './deps.ts'

export function walletRoutes(app: FastifyInstance, deps: WalletDeps): void {
  on(app, calls.listConnections, (_input, { who }) => connections.listConnections(deps, who))
  on(app, calls.createConnection, ({ body }, { who }) => connections.createConnection(deps, who, body))
  on(app, calls.editConnection, ({ params, body }, { who }) =>
    connections.editConnection(deps, who, params.connectionId, body),
  )
  on(app, calls.deleteConnection, ({ params }, { who }) => connections.deleteConnection(deps, who, params.connectionId))
  on(app, calls.listConnectionPayments, ({ params }, { who }) =>
    connections.listPayments(deps, who, params.connectionId, params.page),
  )
}
