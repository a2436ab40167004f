/** Binds the endpoints of statistics. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/listening/stats.ts'
import { on } from '#server/platform/http/http.ts'
import * as earnings from './earnings.ts'
import * as plays from './plays.ts'
import type { Stats } from './stats.ts'
import { listWhatWasWritten, listWhoSupports } from './supporters.ts'
import { listReleases, listTotals, listTotalsEver } from './totals.ts'

export function statsRoutes(app: FastifyInstance, stats: Stats): void {
  on(app, calls.getEarnings, ({ query }, { who }) => earnings.readEarnings(stats, who, query))
  on(app, calls.getIncome, ({ query }, { who }) => earnings.readIncome(stats, who, query))
  on(app, calls.getAllEarnings, (_input, { who }) => earnings.readAllEarnings(stats, who))
  on(app, calls.listMonthlyEarnings, (_input, { who }) => earnings.listEarningMonths(stats, who))
  on(app, calls.listDailyEarnings, ({ query }, { who }) => earnings.listEarningDays(stats, who, query))
  on(app, calls.listTrackEarnings, ({ query }, { who }) => earnings.listEarnedContents(stats, who, query))
  on(app, calls.listEarningSources, ({ query }, { who }) => earnings.listEarningSources(stats, who, query))
  on(app, calls.listSupporters, ({ query }, { who }) => listWhoSupports(stats, who, query))
  on(app, calls.listMessages, ({ query }, { who }) => listWhatWasWritten(stats, who, query))
  on(app, calls.getPlays, ({ query }, { who }) => plays.readPlays(stats, who, query))
  on(app, calls.getAllPlays, (_input, { who }) => plays.readAllPlays(stats, who))
  on(app, calls.listMonthlyPlays, (_input, { who }) => plays.listPlayMonths(stats, who))
  on(app, calls.listDailyPlays, ({ query }, { who }) => plays.listPlayDays(stats, who, query))
  on(app, calls.listTrackPlays, ({ query }, { who }) => plays.listPlayedContents(stats, who, query))
  on(app, calls.listPlayAgents, ({ query }, { who }) => plays.listPlayAgents(stats, who, query))
  on(app, calls.listPlaySources, ({ query }, { who }) => plays.listPlaySources(stats, who, query))
  on(app, calls.listAllTrackTotals, ({ query }, { who }) => listTotalsEver(stats, who, query))
  on(app, calls.listTrackTotals, ({ query }, { who }) => listTotals(stats, who, query))
  on(app, calls.listReleaseTotals, ({ query }, { who }) => listReleases(stats, who, query))
}
