/** Charts and what the home page offers: computed at most every half minute, whoever asks. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/tracks.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Catalog } from './catalog.ts'
import { selectTopTracks, selectTracksOfToday } from './chart-queries.ts'
import { limitOf } from './form-values.ts'
import { toTrackInfo, type TrackRow } from './track-info.ts'
import { selectNewTracks } from './track-queries.ts'

const HOLD_MS = 30_000
const TOP_MAX = 40
const NEW_MAX = 100
const NEW_DEFAULT = 50
const HOME_MAX = 12

type Tracks = Data<typeof calls.listTopTracks>
type Home = Data<typeof calls.listFeaturedTracks>

export type Charts = {
  listTopTracks(query: Input<typeof calls.listTopTracks>['query']): Promise<Tracks>
  listNewTracks(query: Input<typeof calls.listNewTracks>['query']): Promise<Tracks>
  listFeaturedTracks(): Promise<Home>
  /** What was published or hidden just now shows at once in this process. */
  forget(): void
}

export function createCharts({ database, clock, files }: Catalog): Charts {
  const top = hold(clock, () => selectTopTracks(database.read, 7, TOP_MAX, clock.now()))
  const ofMonth = hold(clock, () => selectTopTracks(database.read, 30, HOME_MAX, clock.now()))
  const newest = hold(clock, () => selectNewTracks(database.read, NEW_MAX, clock.now()))
  const ofToday = hold(clock, () => selectTracksOfToday(database.read, HOME_MAX, clock.now()))
  const first = async (list: Holder<TrackRow[]>, limit: number): Promise<Tracks> =>
    (await list.read()).slice(0, limit).map((row) => toTrackInfo(files, row))
  return {
    listTopTracks: ({ limit }) => first(top, limitOf(limit, TOP_MAX)),
    listNewTracks: ({ limit }) => first(newest, limitOf(limit, NEW_DEFAULT)),
    async listFeaturedTracks() {
      const lists = [ofMonth, ofToday, top, newest].map((list) => first(list, HOME_MAX))
      const [featured = [], forYou = [], trending = [], newTracks = []] = await Promise.all(lists)
      return { featured, forYou, trending, newTracks }
    },
    forget() {
      for (const list of [top, ofMonth, newest, ofToday]) list.forget()
    },
  }
}

type Holder<Value> = { read(): Promise<Value>; forget(): void }

/** Loads once for all who ask at the same time, and keeps the answer for half a minute; a failure is not kept. */
function hold<Value>(clock: Clock, load: () => Promise<Value>): Holder<Value> {
  let held: { value: Promise<Value>; until: number } | undefined
  return {
    read() {
      const nowMs = clock.now().getTime()
      if (held !== undefined && nowMs < held.until) return held.value
      const loading = { value: load(), until: nowMs + HOLD_MS }
      held = loading
      loading.value.catch(() => {
        if (held === loading) held = undefined
      })
      return loading.value
    },
    forget() {
      held = undefined
    },
  }
}
