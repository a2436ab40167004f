/** Background jobs of this module: charts, the search index, similar artists. One server at a time runs each, for all. */
import { refreshCharts } from '#server/catalog/lists/charts.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import type { Discovery } from './discovery.ts'
import { dueEntries } from './index-queries.ts'
import { runNowAndThen } from './job-queries.ts'
import { indexDue, tidyIndex } from './search-index.ts'
import { refreshSimilar } from './similar.ts'

const INDEX_MS = 1_000
const CHARTS_MS = 5_000
const SLOW_MS = 60_000
const WEIGHTS_EVERY_MS = 600_000

type Deps = Pick<Discovery, 'database' | 'clock'> & { log: Log }

export function startDiscoveryJobs(deps: Deps): RunningJobs {
  const { database, clock } = deps
  const indexAll = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await indexDue(database.slow)));
  }
  const weigh = () =>
    runNowAndThen(database, clock.now(), { name: 'search-weights', everyMs: WEIGHTS_EVERY_MS }, (tx) => tidyIndex(tx))
  return startJobs(deps, [
    { name: 'search-index', pauseMs: INDEX_MS, due: [dueEntries], work: indexAll },
    { name: 'charts', pauseMs: CHARTS_MS, work: () => refreshCharts(database.slow, clock.now()) },
    { name: 'similar-artists', pauseMs: SLOW_MS, work: () => refreshSimilar(deps) },
    { name: 'search-weights', pauseMs: SLOW_MS, work: weigh },
  ])
}
