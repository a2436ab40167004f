/** What the user's content received in the selected days, and how it was divided, as a sum. */
import { useQuery } from '@tanstack/react-query'
import { getIncome } from '#contract/listening/stats.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { RequestedRange } from './day-ranges.ts'
import { Loaded, Part } from './part.tsx'

export function Income({ range }: { range: RequestedRange }) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, getIncome, { query: range }))
  return (
    <Part title={t('analytics.income')} lead={t('analytics.incomeLead')}>
      <Loaded query={query} height="h-48">
        {({ msatGross, msatFee, msatCollaborators, msatOwn, msatFromOthers }) => (
          <table className="w-full max-w-[560px] wrap-anywhere">
            <caption className="sr-only">{t('analytics.income')}</caption>
            <tbody>
              <Line label="analytics.gross" amountMsat={msatGross} />
              <Line label="analytics.fee" amountMsat={msatFee} sign="−" />
              <Line label="analytics.collaborators" amountMsat={msatCollaborators} sign="−" />
              <Line label="analytics.ownShare" amountMsat={msatOwn} sign="=" isSum />
              {msatFromOthers > 0 && <Line label="analytics.fromOthers" amountMsat={msatFromOthers} sign="+" />}
            </tbody>
          </table>
        )}
      </Loaded>
    </Part>
  )
}

function Line({
  label,
  amountMsat,
  sign = '',
  isSum = false,
}: {
  label: TranslationKey
  amountMsat: number
  sign?: string
  isSum?: boolean
}) {
  return (
    <tr className={isSum ? 'border-t-2 border-line-2 font-semi' : 'border-t border-line first:border-t-0'}>
      <th scope="row" className="py-2.5 pr-4 text-left font-medium">
        {t(label)}
      </th>
      <td className="py-2.5 text-right tabular-nums">
        {sign && <span className="mr-1.5 text-ink-2">{sign}</span>}
        {formatAmount(amountMsat)} {t('common.sats')}
      </td>
    </tr>
  )
}
