/** Charts and the tracks on the home page. A job on one server computes the charts for all, at most every half minute.
 * Readers get the stored result; hidden content disappears from it immediately. */
import { chartDays, CHART_PLACES, chartPhases, type ChartPhase, type listTopTracks } from '#contract/catalog/charts.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/catalog/tracks.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { readShared } from '#server/platform/database/shared-reads.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import * as queries from './chart-queries.ts'
import { limitOf } from '#server/catalog/forms/values.ts'
import { toTrackInfo, type TrackRow } from '#server/catalog/music/track-info.ts'
import { selectNewTracks } from '#server/catalog/music/track-queries.ts'

const CACHE_MS = 30_000
const DAY_MS = 86_400_000
const SPARK_DAYS = 7
/** More than are shown, so that content hidden in the meantime leaves no gap. */
const STORED_PLACES = 60
const PLACES_READ = 20
const NEW_MAX = 100
const NEW_DEFAULT = 50
const HOME_MAX = 12
/** Stored as the previous place when yesterday's chart was empty: then no track is marked as new. */
const NO_CHART_BEFORE = 0

type Tracks = Data<typeof calls.listNewTracks>
type Home = Data<typeof calls.listFeaturedTracks>

export type Charts = {
  listTopTracks(query: Input<typeof listTopTracks>['query']): Promise<Data<typeof listTopTracks>>
  listNewTracks(query: Input<typeof calls.listNewTracks>['query']): Promise<Tracks>
  listFeaturedTracks(query: Input<typeof calls.listFeaturedTracks>['query']): Promise<Home>
  /** Clears the cache, so that published or hidden content takes effect immediately in this process. */
  clear(): void
}

export function createCharts({ database, clock, files }: Catalog): Charts {
  const newest = cacheFor(clock, () => selectNewTracks(database.read, NEW_MAX, clock.now()))
  const ofToday = cacheFor(clock, () => queries.selectTracksOfToday(database.read, HOME_MAX, clock.now()))
  const featured = cacheFor(clock, async () => {
    const chosen = await queries.selectFeaturedTracks(database.read, HOME_MAX, clock.now())
    return chosen.length > 0 ? chosen : readChart(database, 'month', HOME_MAX, clock.now())
  })
  const toInfos = (rows: readonly TrackRow[]): Tracks => rows.map((row) => toTrackInfo(files, row))
  return {
    async listTopTracks({ phase = 'week', limit }) {
      const places = Math.min(limitOf(limit, CHART_PLACES), CHART_PLACES)
      const rows = await readChart(database, phase, places, clock.now())
      return rows.map((row, index) => ({
        ...toTrackInfo(files, row),
        rank: index + 1,
        previousRank: row.place_before === null || row.place_before === NO_CHART_BEFORE ? null : row.place_before,
        isNew: row.place_before === null,
        msatChart: row.chart_msat,
        msatByDay: row.chart_days,
      }))
    },
    async listNewTracks({ limit }) {
      return toInfos((await newest.read()).slice(0, limitOf(limit, NEW_DEFAULT)))
    },
    async listFeaturedTracks({ limit }) {
      const shown = Math.min(limitOf(limit, HOME_MAX), HOME_MAX)
      const [top, month, today, news] = await Promise.all([
        readChart(database, 'week', shown, clock.now()),
        featured.read(),
        ofToday.read(),
        newest.read(),
      ])
      return {
        featured: toInfos(month.slice(0, shown)),
        forYou: toInfos(today.slice(0, shown)),
        trending: toInfos(top),
        newTracks: toInfos(news.slice(0, shown)),
      }
    },
    clear() {
      for (const list of [featured, newest, ofToday]) list.clear()
    },
  }
}

/** Computes the charts if they never were: a new installation has none yet. */
async function readChart(database: Database, phase: ChartPhase, limit: number, now: Date): Promise<queries.ChartRow[]> {
  const rows = await readPlaces(database, phase, limit, now)
  if (rows.length > 0 || (await queries.isChartComputed(database.read, phase))) return rows
  await refreshCharts(database, now)
  return queries.selectChart(database.read, phase, limit, now)
}

/** The home page shows the same chart twice, once with 12 and once with 18 places, so both read 20. */
async function readPlaces(
  database: Database,
  phase: ChartPhase,
  limit: number,
  now: Date,
): Promise<queries.ChartRow[]> {
  const count = Math.ceil(limit / PLACES_READ) * PLACES_READ
  const read = () => queries.selectChart(database.read, phase, count, now)
  return (await readShared(database.read, `chart ${phase} ${count}`, read)).slice(0, limit)
}

/** Recomputes the charts that are older than half a minute. */
export async function refreshCharts(database: Database, now: Date): Promise<void> {
  for (const phase of chartPhases) {
    await database.transaction(async (tx) => {
      if (!(await queries.claimChart(tx, phase, new Date(now.getTime() - CACHE_MS)))) return
      await queries.storeChart(tx, phase, await computeChart(tx, phase, now), now)
    })
  }
}

async function computeChart(tx: Tx, phase: ChartPhase, now: Date): Promise<queries.StoredPlace[]> {
  const days = chartDays[phase]
  const yesterday = new Date(now.getTime() - DAY_MS)
  const top = await queries.selectTopTracks(tx, { days, limit: STORED_PLACES, until: now, now })
  const before = await queries.selectTopTracks(tx, { days, limit: CHART_PLACES, until: yesterday, now })
  const placesBefore = new Map(before.map(({ id }, index) => [id, index + 1]))
  const daily = await queries.selectDaily(
    tx,
    top.map(({ id }) => id),
    SPARK_DAYS,
    now,
  )
  return top.map(({ id, msat }) => ({
    contentId: id,
    placeBefore: before.length === 0 ? NO_CHART_BEFORE : (placesBefore.get(id) ?? null),
    msat,
    msatByDay: daily.get(id) ?? [],
  }))
}

type CachedLoad<Value> = { read(): Promise<Value>; clear(): void }

/** Caches a value for half a minute and loads it once for concurrent callers; failures are not cached. */
function cacheFor<Value>(clock: Clock, load: () => Promise<Value>): CachedLoad<Value> {
  let cachedValue: { value: Promise<Value>; until: number } | undefined
  return {
    read() {
      const nowMs = clock.now().getTime()
      if (cachedValue !== undefined && nowMs < cachedValue.until) return cachedValue.value
      const loading = { value: load(), until: nowMs + CACHE_MS }
      cachedValue = loading
      loading.value.catch(() => {
        if (cachedValue === loading) cachedValue = undefined
      })
      return loading.value
    },
    clear() {
      cachedValue = undefined
    },
  }
}
