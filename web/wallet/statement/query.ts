/** The paginated statement, as one list of days. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { listTransactions } from '#contract/accounts/account.ts'
import type { Wire } from '#contract/endpoint.ts'
import { nameDay } from '#web/format/days.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import type { LineType } from '#web/wallet/line-types.ts'
import type { Line } from '#web/wallet/payment-texts.ts'

const POLL_MS = 5_000
/** As many as the server sends. */
export const LINES_PER_PAGE = 40

function hasPending(newest: Wire<typeof listTransactions> | undefined): boolean {
  return Object.values(newest?.transactions ?? {}).some((lines) => lines.some((line) => line.isPending))
}

/** The query for a set of types; empty for all types. */
export const filterOf = (types: readonly LineType[]) => (types.length > 0 ? { filters: types.join(',') } : {})

/** Begins at `firstPage`; newer pages are loaded on request, as older ones are. */
export function useStatement(types: readonly LineType[], firstPage = 1) {
  const { call } = useSite()
  const query = filterOf(types)
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(listTransactions), query, firstPage],
    queryFn: ({ pageParam, signal }) =>
      call(listTransactions, { params: { page: String(pageParam) }, query }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ pagination }) =>
      pagination.currentPage < pagination.totalPages ? pagination.currentPage + 1 : undefined,
    getPreviousPageParam: ({ pagination }) => (pagination.currentPage > 1 ? pagination.currentPage - 1 : undefined),
    // Other payments may have been made meanwhile, so the statement is always refetched when it is opened.
    refetchOnMount: 'always',
    // The event stream reports nothing between sending and settlement.
    refetchInterval: ({ state }) => (hasPending(state.data?.pages[0]) ? POLL_MS : false),
  })
}

export type Day = { id: string; name: string; lines: Line[] }

/** The part of the address that leads to a day: `day-2026-11-22`. */
export const dayAnchor = (day: string): string => `day-${day}`

/** The lines of all pages, grouped by day. A new line shifts others to the next page, so duplicates are removed. */
export function groupByDay(pages: Wire<typeof listTransactions>[], now: Date): Day[] {
  const lines = new Map(
    pages.flatMap(({ transactions }) =>
      Object.values(transactions)
        .flat()
        .map((line) => [line.id, line] as const),
    ),
  )
  const newestFirst = [...lines.values()].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const days: Day[] = []
  for (const line of newestFirst) {
    const moment = new Date(line.createdAt)
    const name = nameDay(moment, now)
    const last = days.at(-1)
    if (last?.name === name) last.lines.push(line)
    else days.push({ id: dayAnchor(isoDay(moment)), name, lines: [line] })
  }
  return days
}

/** 2026-11-22, in the reader's time zone. */
function isoDay(moment: Date): string {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${moment.getFullYear()}-${month}-${day}`
}
