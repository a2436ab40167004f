/** The last thirty days of the wallet, in the time zone of the reader. */
import { useQuery } from '@tanstack/react-query'
import { listDays } from '#contract/accounts/days.ts'
import type { Wire } from '#contract/endpoint.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'

export type WalletDays = Wire<typeof listDays>
export type WalletDay = WalletDays['days'][number]

export function useDays() {
  const { call } = useSite()
  return useQuery({
    queryKey: queryKeyOf(listDays),
    queryFn: ({ signal }) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      return call(listDays, { query: timeZone ? { timeZone } : {} }, { signal })
    },
    refetchOnMount: 'always',
  })
}

/** How many lines of the statement are newer than this day; null if the day is not one of these. */
export function countNewerLines(days: readonly WalletDay[], day: string): number | null {
  const index = days.findIndex((one) => one.day === day)
  return index < 0 ? null : days.slice(index + 1).reduce((sum, { lineCount }) => sum + lineCount, 0)
}
