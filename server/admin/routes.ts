/** Binds the endpoints of operators, and reporting, which any signed-in user may do. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/operator/admin.ts'
import { reportComment } from '#contract/community/comments.ts'
import { createReport } from '#contract/community/reports.ts'
import { on } from '#server/platform/http/http.ts'
import type { AdminDeps } from './deps.ts'
import { readFailingJobs } from './jobs.ts'
import { blockKeyEverywhere, readServerBlocks, unblockKeyEverywhere } from './nostr-keys.ts'
import * as people from './people.ts'
import { readReports, reportContent, reportWords, resolveReport } from './reports.ts'
import { readTakedowns, takeContentDown, undoTakedown } from './takedowns.ts'

export function adminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  on(app, calls.takeDown, ({ body }, { who }) => takeContentDown(deps, who, body))
  on(app, calls.undoTakedown, ({ params, body }, { who }) => undoTakedown(deps, who, params.takedownId, body.reason))
  on(app, calls.listTakedowns, ({ query }, { who }) => readTakedowns(deps, who, query))

  on(app, calls.findPeople, ({ query }, { who }) => people.findPeople(deps, who, query.search))
  on(app, calls.lockPerson, ({ params, body }, { who }) => people.holdPerson(deps, who, params.userId, body.reason))
  on(app, calls.unlockPerson, ({ params, body }, { who }) =>
    people.releasePerson(deps, who, params.userId, body.reason),
  )
  on(app, calls.setPersonFeature, ({ params, body }, { who }) =>
    people.setPersonFeature(deps, who, params.userId, body),
  )
  on(app, calls.createAnnouncement, ({ body }, { who }) =>
    people.announce(deps, who, { ...body, link: body.link || null }),
  )
  on(app, calls.listAdminActions, ({ query }, { who }) => people.readActions(deps, who, query))

  on(app, calls.listServerBlocks, ({ query }, { who }) => readServerBlocks(deps, who, query))
  on(app, calls.blockKeyEverywhere, ({ body }, { who }) => blockKeyEverywhere(deps, who, body))
  on(app, calls.unblockKeyEverywhere, ({ params }, { who }) => unblockKeyEverywhere(deps, who, params.pubkey))

  on(app, calls.listFailingJobs, (_input, { who }) => readFailingJobs(deps, who))

  on(app, createReport, ({ body }, { who, operationId }) => reportContent(deps, who, operationId, body))
  on(app, reportComment, ({ params, body }, { who, operationId }) =>
    reportWords(deps, who, operationId, { ...params, ...body }),
  )
  on(app, calls.listReports, ({ query }, { who }) => readReports(deps, who, query))
  on(app, calls.resolveReport, ({ params, body }, { who }) => resolveReport(deps, who, params.reportId, body))
}
