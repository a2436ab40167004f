/** Binds the endpoints of operators, and reporting, which any signed-in user may do. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/operator/admin.ts'
import { reportComment } from '#contract/community/comments.ts'
import { createReport } from '#contract/community/reports.ts'
import * as roles from '#contract/operator/roles.ts'
import { on } from '#server/platform/http/http.ts'
import type { AdminDeps } from './deps.ts'
import { readFailingJobs } from './jobs.ts'
import { blockKeyEverywhere, readServerBlocks, unblockKeyEverywhere } from './nostr-keys.ts'
import * as users from './users.ts'
import { readReports, reportContent, reportVisibleComment, resolveReport } from './reports.ts'
import { readOperators, setOperatorRole } from './roles.ts'
import { readTakedowns, takeContentDown, undoTakedown } from './takedowns.ts'

export function adminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  on(app, calls.takeDown, ({ body }, { caller }) => takeContentDown(deps, caller, body))
  on(app, calls.undoTakedown, ({ params, body }, { caller }) =>
    undoTakedown(deps, caller, params.takedownId, body.reason),
  )
  on(app, calls.listTakedowns, ({ query }, { caller }) => readTakedowns(deps, caller, query))

  on(app, calls.findUsers, ({ query }, { caller }) => users.findUsers(deps, caller, query.search))
  on(app, calls.holdUser, ({ params, body }, { caller }) => users.holdUser(deps, caller, params.userId, body.reason))
  on(app, calls.releaseUser, ({ params, body }, { caller }) =>
    users.releaseUser(deps, caller, params.userId, body.reason),
  )
  on(app, calls.setPersonFeature, ({ params, body }, { caller }) =>
    users.setPersonFeature(deps, caller, params.userId, body),
  )
  on(app, calls.createAnnouncement, ({ body }, { caller }) =>
    users.announce(deps, caller, { ...body, link: body.link || null }),
  )
  on(app, calls.listAdminActions, ({ query }, { caller }) => users.readActions(deps, caller, query))

  on(app, roles.listOperators, (_input, { caller }) => readOperators(deps, caller))
  on(app, roles.setOperatorRole, ({ body }, { caller }) => setOperatorRole(deps, caller, body))

  on(app, calls.listServerBlocks, ({ query }, { caller }) => readServerBlocks(deps, caller, query))
  on(app, calls.blockKeyEverywhere, ({ body }, { caller }) => blockKeyEverywhere(deps, caller, body))
  on(app, calls.unblockKeyEverywhere, ({ params }, { caller }) => unblockKeyEverywhere(deps, caller, params.pubkey))

  on(app, calls.listFailingJobs, (_input, { caller }) => readFailingJobs(deps, caller))

  on(app, createReport, ({ body }, { caller, operationId }) => reportContent(deps, caller, operationId, body))
  on(app, reportComment, ({ params, body }, { caller, operationId }) =>
    reportVisibleComment(deps, caller, operationId, { ...params, ...body }),
  )
  on(app, calls.listReports, ({ query }, { caller }) => readReports(deps, caller, query))
  on(app, calls.resolveReport, ({ params, body }, { caller }) => resolveReport(deps, caller, params.reportId, body))
}
