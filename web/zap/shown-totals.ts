/** Optimistic totals: a payment is added to every total on screen immediately, and the totals are fetched again once
 * the server has counted it. The fetched values are authoritative. */
import type { Query, QueryClient } from '@tanstack/react-query'
import { getAccount, listTransactions } from '#contract/accounts/account.ts'
import { listDays } from '#contract/accounts/days.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { listComments } from '#contract/community/comments.ts'
import { getHorizon } from '#contract/listening/horizon.ts'
import { listFeaturedTracks } from '#contract/catalog/tracks.ts'
import { queryKeyOf } from '#web/data/queries.ts'

/** The server updates totals shortly after a payment, and caches public responses for two seconds. */
const COUNTED_AFTER_MS = 3_000
/** The server computes its charts every 30 seconds. Fetching earlier would undo the optimistic totals. */
const CHARTED_AFTER_MS = 35_000

const CHARTS = [listTopTracks, listFeaturedTracks].map((endpoint) => queryKeyOf(endpoint)[0])
const isChart = ({ queryKey }: Query): boolean => CHARTS.includes(queryKey[0])
const hasTotals = ({ state }: Query): boolean => some(state.data, (thing) => 'msatTotal' in thing)

/** Payments from this page whose zap has not arrived in the live stream. */
const ownPayments: { contentId: string; amountMsat: number }[] = []
const OWN_MAX = 20

/** Whether a zap of the live stream was paid from this page, and so has been added already. Each payment counts once. */
export function takeOwnPayment(contentId: string, amountMsat: number): boolean {
  const index = ownPayments.findIndex((own) => own.contentId === contentId && own.amountMsat === amountMsat)
  if (index >= 0) ownPayments.splice(index, 1)
  return index >= 0
}

export function showPayment(queries: QueryClient, contentId: string, amountMsat: number): void {
  ownPayments.push({ contentId, amountMsat })
  if (ownPayments.length > OWN_MAX) ownPayments.shift()
  addToShown(queries, contentId, amountMsat)
  refetchMoney(queries)
  setTimeout(() => {
    refetchMoney(queries)
    // The message of the zap is among the comments by now.
    for (const endpoint of [listComments, getHorizon])
      void queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
    void queries.invalidateQueries({ predicate: (query) => hasTotals(query) && !isChart(query) })
  }, COUNTED_AFTER_MS)
  setTimeout(() => void queries.invalidateQueries({ predicate: isChart }), CHARTED_AFTER_MS)
}

function refetchMoney(queries: QueryClient): void {
  for (const endpoint of [getAccount, listTransactions, listDays])
    void queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
}

/** Adds the amount to the content and to what it belongs to, in every list and page in the cache. */
export function addToShown(queries: QueryClient, contentId: string, amountMsat: number): void {
  const shown = queries.getQueryCache().findAll({ predicate: hasTotals })
  const family = familyOf(
    shown.map(({ state }) => state.data),
    contentId,
  )
  for (const query of shown) {
    const added = addTo(query.state.data, family, amountMsat)
    // The data keeps its age, so that it is still refetched in time.
    if (added !== query.state.data)
      queries.setQueryData(query.queryKey, isChart(query) ? inOrder(added) : added, {
        updatedAt: query.state.dataUpdatedAt,
      })
  }
}

type Thing = Readonly<Record<string, unknown>>
const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null

/** Whether any object in the data matches. */
function some(data: unknown, is: (thing: Thing) => boolean): boolean {
  return isThing(data) && (is(data) || Object.values(data).some((part) => some(part, is)))
}

/** What a track receives also counts for its album and artist, what an episode receives also for its show. */
function familyOf(data: unknown, contentId: string): ReadonlySet<unknown> {
  const family = new Set<unknown>([contentId])
  some(data, (thing) => {
    if (thing['id'] === contentId && 'msatTotal' in thing)
      for (const name of ['albumId', 'artistId', 'podcastId']) if (name in thing) family.add(thing[name])
    return false
  })
  return family
}

const TOTALS = new Set(['msatTotal', 'msatTotal1Days', 'msatTotal7Days', 'msatTotal30Days', 'msatChart'])

/** Returns the same object when nothing in it changes. */
function addTo(data: unknown, family: ReadonlySet<unknown>, amountMsat: number): unknown {
  if (!isThing(data)) return data
  const isMeant = family.has(data['id'])
  const parts = Object.entries(data).map(([name, part]): [string, unknown] => [
    name,
    isMeant && TOTALS.has(name) && typeof part === 'number' ? part + amountMsat : addTo(part, family, amountMsat),
  ])
  if (parts.every(([name, part]) => part === data[name])) return data
  return Array.isArray(data) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
}

/** Of a chart of a day or a month, the sums of its own period. */
type Chart = { msatTotal7Days: number; msatChart?: number; rank?: number }[]
const sumOf = ({ msatTotal7Days, msatChart }: Chart[number]): number => msatChart ?? msatTotal7Days

function byWeek(chart: Chart): Chart {
  const ordered = chart.toSorted((a, b) => sumOf(b) - sumOf(a))
  return ordered.map((track, index) => (track.rank === undefined ? track : { ...track, rank: index + 1 }))
}

/** On the start page only `trending` is a chart. */
function inOrder(data: unknown): unknown {
  if (Array.isArray(data)) return byWeek(data as Chart)
  return isThing(data) ? { ...data, trending: byWeek(data['trending'] as Chart) } : data
}
