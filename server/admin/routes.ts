/** Binds the endpoints of operators, and reporting, which any signed-in user may do. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/operator/admin.ts'
import * as moderation from '#contract/operator/moderation.ts'
import { reportComment } from '#contract/community/comments.ts'
import * as roles from '#contract/operator/roles.ts'
import * as reportCalls from '#contract/community/reports.ts'
import { pageLanguage } from '#server/platform/http/page-language.ts'
import { on } from '#server/platform/http/http.ts'
import type { AdminDeps } from './deps.ts'
import { readFailingJobs } from './jobs.ts'
import { blockKeyEverywhere, readServerBlocks, unblockKeyEverywhere } from './nostr-keys.ts'
import * as users from './users.ts'
import * as cases from './cases.ts'
import { decide } from './decide.ts'
import { object, readDecisions } from './objections.ts'
import { readReport, reportContent, reportVisibleComment, sendNotice } from './reports.ts'
import { readTransparency } from './transparency.ts'
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

  reportRoutes(app, deps)
}

/** What users and visitors send, and what moderators do about it. */
function reportRoutes(app: FastifyInstance, deps: AdminDeps): void {
  on(app, reportCalls.createReport, ({ body }, { caller, operationId }) =>
    reportContent(deps, caller, operationId, body),
  )
  on(app, reportComment, ({ params, body }, { caller, operationId }) =>
    reportVisibleComment(deps, caller, operationId, { ...params, ...body }),
  )
  on(app, reportCalls.createNotice, ({ body }, { caller, operationId, request }) =>
    sendNotice(deps, caller, operationId, { body, language: pageLanguage(request.headers['accept-language']) }),
  )
  on(app, reportCalls.getReport, ({ params }) => readReport(deps, params.reportId))
  on(app, reportCalls.listDecisions, (_input, { caller }) => readDecisions(deps, caller))
  on(app, reportCalls.objectToDecision, ({ params, body }, { caller, operationId }) =>
    object(deps, caller, operationId, { ...params, ...body }),
  )
  on(app, reportCalls.getTransparency, () => readTransparency(deps))

  on(app, moderation.listCases, ({ query }, { caller }) => cases.readCases(deps, caller, query))
  on(app, moderation.getCase, ({ params }, { caller }) => cases.readCase(deps, caller, params.caseId))
  on(app, moderation.claimCases, ({ body }, { caller }) => cases.claim(deps, caller, body))
  on(app, moderation.addCaseNote, ({ params, body }, { caller, operationId }) =>
    cases.addNote(deps, caller, operationId, { ...params, ...body }),
  )
  on(app, moderation.decideCases, ({ body }, { caller }) => decide(deps, caller, body))
}
