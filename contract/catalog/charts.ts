/** The charts: tracks by what they received today, in seven days, and in thirty. Days are in UTC and include today. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { FormInteger } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { TrackInfo } from './tracks.ts'

/** The number of places in a chart. */
export const CHART_PLACES = 40
export const chartPhases = ['day', 'week', 'month'] as const
export type ChartPhase = (typeof chartPhases)[number]
/** How many days each chart covers. */
export const chartDays: Record<ChartPhase, number> = { day: 1, week: 7, month: 30 }

const ChartTrack = z.extend(TrackInfo, {
  rank: z.int(),
  /** Its rank in the same chart a day before; null when it was not in it. */
  previousRank: z.nullable(z.int()),
  /** True when it was not in yesterday's chart, and there was one. */
  isNew: z.boolean(),
  /** What it received in the period of the chart. */
  msatChart: Msat,
  /** What it received on each of the last seven days, oldest first. */
  msatByDay: z.array(Msat),
})

export const listTopTracks = {
  ...publicRead,
  path: '/charts/music/top',
  summary: 'Top 40: tracks by what they received in the last 7 days (phase day: today, month: 30), today included',
  query: z.object({ phase: z.optional(z.enum(chartPhases)), limit: z.optional(FormInteger) }),
  data: z.array(ChartTrack),
} as const satisfies Endpoint
