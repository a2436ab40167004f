/** Whether the signed-in user earns by listening now, and otherwise why not or from when. Loaded after the page. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { getEarning } from '#contract/listening/promos.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatMoment } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

export function OwnEarning() {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, getEarning, {}), staleTime: 0 })
  return data && <p className="mb-6 max-w-[60ch] font-semi md:text-lg">{describe(data)}</p>
}

function describe({ state, from, msatToday, msatDayMax }: Wire<typeof getEarning>): string {
  const date = formatMoment(new Date(from ?? Date.now()), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
  if (state === 'held') return t('promos.youAreHeld')
  if (state === 'unverified') return t('promos.youConfirm')
  if (state === 'new') return t('promos.youEarnFrom', { date })
  if (state === 'limit') return t('promos.youEarnedAll', { date })
  return t('promos.youEarn', { earned: formatSats(msatToday), max: formatSats(msatDayMax) })
}
