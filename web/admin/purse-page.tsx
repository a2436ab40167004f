/** The purse for gifts of the house: its balance, today's gifts, filling it and returning the remainder. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { createPurseInvoice, emptyPurse, fillPurse, getPurse } from '#contract/operator/purse.ts'
import { GIFT_MSAT } from '#contract/payments/gifts.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { parseSats, satsToMsat } from '#web/format/amounts.ts'
import { Link } from '#web/navigation/link.tsx'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatAmount, formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'
import { formatTimestamp } from './moments.ts'

type PurseWire = Wire<typeof getPurse>

const POLL_MS = 5_000

export function Page() {
  return (
    <AdminFrame title={t('purse.title')} lead={t('purse.lead', { sats: formatSats(GIFT_MSAT) })}>
      <Purse />
    </AdminFrame>
  )
}

function Purse() {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, getPurse, {}),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
  return data ? <Contents purse={data} /> : <ListWaiting error={error} onRetry={() => void refetch()} />
}

function Contents({ purse }: { purse: PurseWire }) {
  return (
    <>
      {!purse.isOn && <p className="mb-4 font-semi">{t('purse.off')}</p>}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-4">
        <Figure name={t('purse.balance')} amountMsat={purse.msatBalance} />
        <Figure
          name={t('purse.today')}
          amountMsat={purse.msatToday}
          note={t('purse.todayCount', { count: purse.giftsToday })}
        />
        <Figure name={t('purse.limit')} amountMsat={purse.msatDailyLimit} />
        <Figure name={t('purse.accountLimit')} amountMsat={purse.msatAccountLimit} />
        <Figure name={t('purse.fees')} amountMsat={purse.msatPlatformFee} />
      </dl>
      <p className="mt-3 text-sm text-ink-2">{t('purse.limitNote')}</p>
      <Fill isEmpty={purse.msatBalance === 0} />
      <Gifts gifts={purse.gifts} />
    </>
  )
}

function Figure({ name, amountMsat, note }: { name: string; amountMsat: number; note?: string }) {
  return (
    <div className="rounded-bar border border-line bg-highlight p-4.5">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd>
        <span className="numeral text-2xl">{formatAmount(amountMsat)}</span>
        {note !== undefined && <span className="block text-sm text-ink-2">{note}</span>}
      </dd>
    </div>
  )
}

/** From the platform's fees, or by an invoice that any external wallet pays; and back. */
function Fill({ isEmpty }: { isEmpty: boolean }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const [text, setText] = useState('2100')
  const sats = parseSats(text)
  const body = { msatAmount: satsToMsat(sats ?? 0) }
  const refresh = () => void queries.invalidateQueries({ queryKey: queryKeyOf(getPurse) })
  const filling = useMutation({
    mutationFn: () => withRecentLogin(() => callOnce(['fill', body], (once) => call(fillPurse, { body }, once))),
    onSuccess: refresh,
  })
  const invoicing = useMutation({
    mutationFn: () =>
      withRecentLogin(() => callOnce(['invoice', body], (once) => call(createPurseInvoice, { body }, once))),
  })
  const returning = useMutation({
    mutationFn: () => withRecentLogin(() => callOnce('return', (once) => call(emptyPurse, {}, once))),
    onSuccess: refresh,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    filling.mutate()
  }
  const problem = describeProblem(filling.error ?? invoicing.error ?? returning.error)
  return (
    <form onSubmit={submit} className="mt-8 flex max-w-[34rem] flex-col gap-4">
      <Field
        label={t('purse.amount')}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" isWaiting={filling.isPending} disabled={!sats}>
          {t('purse.fill')}
        </Button>
        <Button kind="outline" isWaiting={invoicing.isPending} disabled={!sats} onClick={() => invoicing.mutate()}>
          {t('purse.byInvoice')}
        </Button>
        <Button kind="quiet" isWaiting={returning.isPending} disabled={isEmpty} onClick={() => returning.mutate()}>
          {t('purse.return')}
        </Button>
      </div>
      {problem !== undefined && <Problem words={problem} />}
      <div role="status">
        {filling.data && <p>{t('purse.filled', { sats: formatAmount(filling.data.msatBalance) })}</p>}
        {returning.data && <p>{t('purse.returned', { sats: formatAmount(returning.data.msatReturned) })}</p>}
      </div>
      {invoicing.data && (
        <Qr
          text={`lightning:${invoicing.data.request}`.toUpperCase()}
          copyText={invoicing.data.request}
          label={t('purse.invoice', { sats: formatSats(invoicing.data.msatAmount) })}
          labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
        />
      )}
    </form>
  )
}

function Gifts({ gifts }: { gifts: PurseWire['gifts'] }) {
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-xl">{t('purse.list')}</h2>
      {gifts.length === 0 && <p className="text-ink-2">{t('purse.none')}</p>}
      <ul>
        {gifts.map(({ paymentId, contentId, contentType, title, msatAmount, createdAt }) => (
          <li key={paymentId} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2.5">
            <Link to={`/${contentType}/${contentId}`} className="font-semi hover:underline">
              {title}
            </Link>
            <span className="text-ink-2">
              {t('quote.sats', { sats: formatSats(msatAmount) })} ·{' '}
              <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
