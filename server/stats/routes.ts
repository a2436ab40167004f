/** Binds the endpoints of statistics. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import { getAudience, getHeardParts } from '#contract/listening/audience.ts'
import * as calls from '#contract/listening/stats.ts'
import { on } from '#server/platform/http/http.ts'
import { readAudience, readHeardParts } from './audience.ts'
import * as earnings from './earnings.ts'
import * as plays from './plays.ts'
import type { Stats } from './stats.ts'
import { listWrittenMessages, listNamedSupporters } from './supporters.ts'
import { listReleases, listTotals, listTotalsEver } from './totals.ts'

export function statsRoutes(app: FastifyInstance, stats: Stats): void {
  on(app, calls.getEarnings, ({ query }, { caller }) => earnings.readEarnings(stats, caller, query))
  on(app, calls.getIncome, ({ query }, { caller }) => earnings.readIncome(stats, caller, query))
  on(app, calls.getAllEarnings, (_input, { caller }) => earnings.readAllEarnings(stats, caller))
  on(app, calls.listMonthlyEarnings, (_input, { caller }) => earnings.listEarningMonths(stats, caller))
  on(app, calls.listDailyEarnings, ({ query }, { caller }) => earnings.listEarningDays(stats, caller, query))
  on(app, calls.listTrackEarnings, ({ query }, { caller }) => earnings.listEarnedContents(stats, caller, query))
  on(app, calls.listEarningSources, ({ query }, { caller }) => earnings.listEarningSources(stats, caller, query))
  on(app, calls.listSupporters, ({ query }, { caller }) => listNamedSupporters(stats, caller, query))
  on(app, calls.listMessages, ({ query }, { caller }) => listWrittenMessages(stats, caller, query))
  on(app, calls.getPlays, ({ query }, { caller }) => plays.readPlays(stats, caller, query))
  on(app, calls.getAllPlays, (_input, { caller }) => plays.readAllPlays(stats, caller))
  on(app, calls.listMonthlyPlays, (_input, { caller }) => plays.listPlayMonths(stats, caller))
  on(app, calls.listDailyPlays, ({ query }, { caller }) => plays.listPlayDays(stats, caller, query))
  on(app, calls.listTrackPlays, ({ query }, { caller }) => plays.listPlayedContents(stats, caller, query))
  on(app, calls.listPlayAgents, ({ query }, { caller }) => plays.listPlayAgents(stats, caller, query))
  on(app, calls.listPlaySources, ({ query }, { caller }) => plays.listPlaySources(stats, caller, query))
  on(app, calls.listAllTrackTotals, ({ query }, { caller }) => listTotalsEver(stats, caller, query))
  on(app, calls.listTrackTotals, ({ query }, { caller }) => listTotals(stats, caller, query))
  on(app, getAudience, ({ query }, { caller }) => readAudience(stats, caller, query))
  on(app, getHeardParts, ({ query }, { caller }) => readHeardParts(stats, caller, query.contentId))
  on(app, calls.listReleaseTotals, ({ query }, { caller }) => listReleases(stats, caller, query))
}
