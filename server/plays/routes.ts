/** Binds the endpoint of plays. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import { reportPlays } from '#contract/listening/plays.ts'
import { on } from '#server/platform/http/http.ts'
import { type Plays, acceptPlayReport } from './report.ts'

export function playRoutes(app: FastifyInstance, plays: Plays): void {
  on(app, reportPlays, ({ body }, { caller, request }) =>
    acceptPlayReport(plays, caller, request.headers['user-agent'] ?? '', body.plays),
  )
}
