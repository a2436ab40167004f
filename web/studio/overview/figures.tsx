/** The last 30 days in three figures; details are on the analytics page. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getAllEarnings, getEarnings, getPlays } from '#contract/listening/stats.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { hasPage } from '#web/routes.ts'
import { useSite } from '#web/data/site.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { formatSats } from '#web/words/sats.ts'
import { formatNumber } from '#web/words/format.ts'

export function Figures() {
  const { call } = useSite()
  const earned = useQuery(callQuery(call, getEarnings, { query: {} }))
  const ever = useQuery(callQuery(call, getAllEarnings, {}))
  const plays = useQuery(callQuery(call, getPlays, { query: {} }))
  return (
    <section aria-label={t('studio.figures')} className="rounded-bar border border-line bg-highlight p-5 md:p-6">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-x-6 gap-y-5">
        <Figure name={t('studio.satsMonth')} isWaiting={earned.isPending} msat={earned.data?.msatTotal}>
          {earned.data && formatSats(earned.data.msatTotal)}
        </Figure>
        <Figure name={t('studio.playsMonth')} isWaiting={plays.isPending}>
          {plays.data && formatNumber(plays.data.playTotal)}
        </Figure>
        <Figure name={t('studio.satsAll')} isWaiting={ever.isPending} msat={ever.data?.msatTotal}>
          {ever.data && formatSats(ever.data.msatTotal)}
        </Figure>
      </dl>
      {hasPage('/studio/analytics') && (
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-3.5">
          <Link to="/studio/analytics" className="font-semi text-purple hover:underline">
            {t('studio.figuresMore')}
          </Link>
          <Link to="/studio/fans" className="font-semi text-purple hover:underline">
            {t('fans.title')}
          </Link>
        </p>
      )}
    </section>
  )
}

type FigureProps = {
  name: string
  isWaiting: boolean
  /** The amount in msat, to show its value in dollars. */
  msat?: number | undefined
  children: ReactNode
}

function Figure({ name, isWaiting, msat, children }: FigureProps) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1.5">
      <dt className="text-sm text-ink-2">
        {name}
        {msat !== undefined && <Dollars amountMsat={msat} />}
      </dt>
      <dd className="numeral text-3xl">{isWaiting ? <Skeleton className="h-11 w-28" /> : (children ?? '–')}</dd>
    </div>
  )
}
