/** Binds the calls of moving in. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/catalog/moving/imports.ts'
import { on } from '#server/platform/http/http.ts'
import type { MovingDeps } from './deps.ts'
import * as imports from './imports.ts'
import { beginImport } from './begin.ts'

export function movingRoutes(app: FastifyInstance, deps: MovingDeps): void {
  on(app, calls.previewImport, ({ body }, { caller }) => imports.previewImport(deps, caller, body))
  on(app, calls.mailImportCode, ({ body }, { caller }) => imports.mailCode(deps, caller, body.url))
  on(app, calls.beginImport, ({ body }, { caller }) => beginImport(deps, caller, body))
  on(app, calls.listImports, (_input, { caller }) => imports.listImports(deps, caller))
  on(app, calls.getImport, ({ params, query }, { caller }) => imports.readImport(deps, caller, params.importId, query))
  on(app, calls.retryImport, ({ params, body }, { caller }) => imports.retryImport(deps, caller, params.importId, body))
  on(app, calls.stopImport, ({ params }, { caller }) => imports.stopImport(deps, caller, params.importId))
}
