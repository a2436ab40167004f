/** The arithmetic of a zap of an item elsewhere: each recipient with the outcome, the network's fees, and what was deducted. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getBoost, retryBoost } from '#contract/listening/foreign/boosts.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery } from '#web/data/queries.ts'
import { describeRefusal } from '#web/data/refusals.ts'
import { useSite } from '#web/data/site.ts'
import { BoostRows } from '#web/format/boost-rows.tsx'
import { summaryOf } from '#web/format/boost-summary.ts'
import { invalidateMoney } from '#web/session/money.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import type { Receipt } from '#web/wallet/payment-texts.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

const POLL_MS = 3_000

const isBoost = ({ note }: Receipt): boolean => note === 'boost' || note === 'stream'

/** Of the receipt of a boost, once it is loaded. It is read again until every outcome is known. */
export function useBoostOf(payment: Receipt) {
  const { call } = useSite()
  return useQuery({
    ...callQuery(call, getBoost, { params: { boostId: payment.paymentId } }),
    enabled: isBoost(payment),
    refetchInterval: ({ state }) => (state.data && summaryOf(state.data).state === 'pending' ? POLL_MS : false),
  })
}

export function BoostPart({ payment }: { payment: Receipt }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const asked = useBoostOf(payment)
  const retrying = useMutationOnce({
    mutationFn: () => call(retryBoost, { params: { boostId: payment.paymentId } }),
    onSuccess: async () => {
      invalidateMoney(queries, null)
      await asked.refetch()
    },
  })
  const legs = asked.data?.legs ?? []
  const feeMsat = legs.reduce((sum, leg) => sum + leg.msatFee, 0)
  const hasFailed = legs.some(({ state }) => state === 'failed' || state === 'unpaid')
  return (
    <section className="mt-7">
      <h2 className="mb-3 text-xl">{t('wallet.whereItWent')}</h2>
      <Rows>
        {asked.data && <BoostRows boost={asked.data} format={formatAmount} />}
        <Row name={t('foreign.fees')}>{formatAmount(feeMsat)}</Row>
        <Row name={t('wallet.totalLeft')} isStrong>
          {formatAmount(-payment.msatChange)}
        </Row>
      </Rows>
      {retrying.isError && <Problem words={describeRefusal(retrying.error)} />}
      {hasFailed && (
        <Button
          kind="quiet"
          className="mt-4 print:hidden"
          isWaiting={retrying.isPending}
          onClick={() => retrying.mutate()}
        >
          {t('foreign.retry')}
        </Button>
      )}
    </section>
  )
}
