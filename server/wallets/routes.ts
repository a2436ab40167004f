/** Registers the routes for apps that use a balance as their wallet. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/payments/connections.ts'
import { on } from '#server/platform/http/http.ts'
import * as connections from './connections.ts'
import type { WalletDeps } from './deps.ts'

export function walletRoutes(app: FastifyInstance, deps: WalletDeps): void {
  on(app, calls.listConnections, (_input, { caller }) => connections.listConnections(deps, caller))
  on(app, calls.createConnection, ({ body }, { caller }) => connections.createConnection(deps, caller, body))
  on(app, calls.editConnection, ({ params, body }, { caller }) =>
    connections.editConnection(deps, caller, params.connectionId, body),
  )
  on(app, calls.deleteConnection, ({ params }, { caller }) =>
    connections.deleteConnection(deps, caller, params.connectionId),
  )
  on(app, calls.listConnectionPayments, ({ params }, { caller }) =>
    connections.listPayments(deps, caller, params.connectionId, params.page),
  )
}
