/** The arithmetic of a zap of an item elsewhere: each recipient with the outcome, the network's fees, and what was deducted. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { getBoost, retryBoost } from '#contract/listening/foreign/boosts.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery } from '#web/data/queries.ts'
import { describeRefusal } from '#web/data/refusals.ts'
import { useSite } from '#web/data/site.ts'
import { invalidateMoney } from '#web/session/money.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import type { Receipt } from '#web/wallet/payment-texts.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { formatExact } from './shares.ts'

type Leg = Wire<typeof getBoost>['legs'][number]

const STATES: Readonly<Record<Leg['state'], TranslationKey>> = {
  pending: 'foreign.pending',
  settled: 'foreign.settled',
  failed: 'foreign.failed',
  unpaid: 'foreign.unpaid',
  waiting: 'foreign.kept',
  returned: 'foreign.returned',
}
/** Not, or no longer, a part of what was deducted. */
const NOT_TAKEN: ReadonlySet<Leg['state']> = new Set(['failed', 'unpaid', 'returned'])
const ROLES: Readonly<Record<Leg['role'], TranslationKey | null>> = {
  fee: 'foreign.roleFee',
  curator: 'foreign.roleCurator',
  'time-split': 'foreign.roleTimeSplit',
  share: null,
}

export function BoostPart({ payment }: { payment: Receipt }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const input = { params: { boostId: payment.paymentId } }
  // Read again whenever the receipt is.
  const asked = useQuery(callQuery(call, getBoost, input))
  const retrying = useMutationOnce({
    mutationFn: () => call(retryBoost, input),
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
        {legs.map((leg, index) => (
          <Row key={index} name={<LegName leg={leg} />}>
            {NOT_TAKEN.has(leg.state) ? <s>{formatExact(leg.msatAmount)}</s> : formatExact(leg.msatAmount)}
            <span className="block text-ink-2">{t(STATES[leg.state])}</span>
          </Row>
        ))}
        {asked.data?.leftOut.map((one, index) => (
          <Row key={`out${index}`} name={<LegName leg={one} />}>
            <s>{formatExact(one.msatAmount)}</s>
            <span className="block text-ink-2">{t('foreign.unpayable')}</span>
          </Row>
        ))}
        <Row name={t('foreign.fees')}>{formatExact(feeMsat)}</Row>
        <Row name={t('wallet.totalLeft')} isStrong>
          {formatExact(-payment.msatChange)}
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

function LegName({ leg }: { leg: Pick<Leg, 'name' | 'role'> & { address?: string | null } }) {
  const role = ROLES[leg.role]
  return (
    <>
      <span className="wrap-anywhere">{leg.name ?? leg.address ?? t('foreign.nameless')}</span>
      {role !== null && <span className="block">{t(role)}</span>}
    </>
  )
}
