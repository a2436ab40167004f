/** Paying podcasts and music elsewhere by the minute: the rate, the budget of a month, and what was paid. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { getStreaming, setStreaming, stopStreaming, type StreamProblem } from '#contract/listening/foreign/streaming.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { describeRefusal } from '#web/data/refusals.ts'
import { useSite } from '#web/data/site.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { Link } from '#web/navigation/link.tsx'
import { withProof } from '#web/session/proof.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatMoment } from '#web/words/format.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

type Streaming = Wire<typeof getStreaming>

const RATE_FIRST = 10
const BUDGET_FIRST = 5_000
const PROBLEMS: Readonly<Record<StreamProblem, TranslationKey>> = {
  budget: 'foreign.streamBudgetUsed',
  balance: 'foreign.streamNoBalance',
  other: 'foreign.streamStopped',
}
const withUnit = (msat: number) => `${formatAmount(msat)} ${satsUnit(formatAmount(msat))}`
const msatOf = (sats: string) => (/^[1-9]\d{0,8}$/.test(sats) ? Number(sats) * 1_000 : null)

export function StreamPart() {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, getStreaming, {}), refetchOnMount: 'always' })
  if (data === undefined) return null
  const { plan, msatThisMonth, payments } = data
  return (
    <section className="flex max-w-[46rem] flex-col gap-4">
      <h2 className="title-3">{t('foreign.stream')}</h2>
      <p role="status" className="-my-2 font-semi empty:hidden">
        {plan && t('foreign.streamIsOn')}
      </p>
      <p className="text-ink-2">{t('foreign.streamLead')}</p>
      <StreamForm key={JSON.stringify([plan?.msatPerMinute, plan?.msatPerMonth])} plan={plan} />
      {plan?.problem && <Problem words={t(PROBLEMS[plan.problem])} />}
      {(plan || payments.length > 0) && (
        <Rows>
          <Row name={t('foreign.streamThisMonth')} isStrong>
            {plan
              ? t('foreign.streamPaid', { paid: formatAmount(msatThisMonth), budget: withUnit(plan.msatPerMonth) })
              : withUnit(msatThisMonth)}
          </Row>
          {payments.map(({ paymentId, title, msatAmount, createdAt }) => (
            <Row
              key={paymentId}
              name={
                <Link to={`/transactions/zap-sent/${paymentId}`} className="wrap-anywhere hover:underline">
                  {title}
                </Link>
              }
            >
              {withUnit(msatAmount)}
              <span className="block text-sm text-ink-2">
                {formatMoment(new Date(createdAt), { dateStyle: 'medium', timeStyle: 'short' })}
              </span>
            </Row>
          ))}
        </Rows>
      )}
    </section>
  )
}

function StreamForm({ plan }: { plan: Streaming['plan'] }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const [rate, setRate] = useState(String(plan ? plan.msatPerMinute / 1_000 : RATE_FIRST))
  const [budget, setBudget] = useState(String(plan ? plan.msatPerMonth / 1_000 : BUDGET_FIRST))
  const [msatPerMinute, msatPerMonth] = [msatOf(rate), msatOf(budget)]
  const onSuccess = () => queries.invalidateQueries({ queryKey: queryKeyOf(getStreaming) })
  const saving = useMutationOnce({
    mutationFn: () => {
      const body = { msatPerMinute: msatPerMinute ?? 0, msatPerMonth: msatPerMonth ?? 0 }
      return withProof((proof) => call(setStreaming, { body }, { proof }))
    },
    onSuccess,
  })
  const stopping = useMutationOnce({ mutationFn: () => call(stopStreaming, {}), onSuccess })
  const failure = saving.error ?? stopping.error
  const isTooLittle = msatPerMinute !== null && msatPerMonth !== null && msatPerMonth < msatPerMinute
  const errorOf = (msat: number | null) => (msat === null ? t('foreign.streamWhole') : undefined)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (msatPerMinute !== null && msatPerMonth !== null && !isTooLittle) saving.mutate()
      }}
    >
      <Field
        label={t('foreign.streamRate')}
        inputMode="numeric"
        value={rate}
        onChange={(event) => setRate(event.target.value.trim())}
        error={errorOf(msatPerMinute)}
        suffix={satsUnit(rate)}
      />
      <Field
        label={t('foreign.streamBudget')}
        inputMode="numeric"
        value={budget}
        onChange={(event) => setBudget(event.target.value.trim())}
        error={isTooLittle ? t('foreign.streamTooLittle') : errorOf(msatPerMonth)}
        suffix={satsUnit(budget)}
      />
      {failure && <Problem words={describeRefusal(failure)} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          isWaiting={saving.isPending}
          disabled={msatPerMinute === null || msatPerMonth === null || isTooLittle}
        >
          {t(plan ? 'foreign.streamSave' : 'foreign.streamStart')}
        </Button>
        {plan && (
          <Button kind="quiet" isWaiting={stopping.isPending} onClick={() => stopping.mutate()}>
            {t('foreign.streamStop')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Beside an item: what is paid while it plays. */
export function StreamNote({ href }: { href: string }) {
  const { call } = useSite()
  const { data } = useQuery(callQuery(call, getStreaming, {}))
  if (data === undefined) return null
  const { plan } = data
  return (
    <p className="text-sm text-ink-2">
      {plan && `${t('foreign.streamOn', { amount: withUnit(plan.msatPerMinute) })} `}
      <Link to={href} className="font-semi hover:underline">
        {t(plan ? 'foreign.streamChange' : 'foreign.streamOff')}
      </Link>
    </p>
  )
}
