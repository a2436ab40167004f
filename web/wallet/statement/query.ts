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

function hasPending(newest: Wire<typeof listTransactions> | undefined): boolean {
  return Object.values(newest?.transactions ?? {}).some((lines) => lines.some((line) => line.isPending))
}

/** The query for a set of types; empty for all types. */
export const filterOf = (types: readonly LineType[]) => (types.length > 0 ? { filters: types.join(',') } : {})

export function useStatement(types: readonly LineType[]) {
  const { call } = useSite()
  const query = filterOf(types)
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(listTransactions), query],
    queryFn: ({ pageParam, signal }) =>
      call(listTransactions, { params: { page: String(pageParam) }, query }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.currentPage < pagination.totalPages ? pagination.currentPage + 1 : undefined,
    // Other payments may have been made meanwhile, so the statement is always refetched when it is opened.
    refetchOnMount: 'always',
    // The event stream reports nothing between sending and settlement.
    refetchInterval: ({ state }) => (hasPending(state.data?.pages[0]) ? POLL_MS : false),
  })
}

export type Day = { name: string; lines: Line[] }

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
    const name = nameDay(new Date(line.createdAt), now)
    const last = days.at(-1)
    if (last?.name === name) last.lines.push(line)
    else days.push({ name, lines: [line] })
  }
  return days
}
