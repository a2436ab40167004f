/** A purchase: while its seats are on hold the invoice and how long it can be paid, then its outcome. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openTickets, payHeldTickets } from '#contract/concerts/tickets.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { InvoiceToPay } from '#web/invoice/invoice-to-pay.tsx'
import { useAccount } from '#web/session/account.ts'
import { withProof } from '#web/session/proof.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { KeepTickets } from './keep-tickets.tsx'
import { type PurchaseWire, readSavedTickets } from './saved-tickets.ts'
import { eventHref } from './times.ts'

const POLL_MS = 1_500

export function HoldWait({
  purchase,
  onChange,
  onAgain,
}: {
  purchase: PurchaseWire
  onChange: (purchase: PurchaseWire) => void
  onAgain: () => void
}) {
  const { call } = useSite()
  const { data } = useQuery({
    queryKey: ['purchase', purchase.id],
    queryFn: async () => (await call(openTickets, { body: { tokens: [purchase.token] } })).purchases[0] ?? null,
    enabled: purchase.state !== 'sold',
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
  useEffect(() => {
    if (data && data.state !== purchase.state) onChange(data)
  }, [data, purchase.state, onChange])
  if (purchase.state === 'sold') return <Sold purchase={purchase} />
  if (purchase.state === 'released') return <Released purchase={data ?? purchase} onAgain={onAgain} />
  if (purchase.invoice === null) return null
  return (
    <div className="flex flex-col gap-5">
      <FromBalance purchase={purchase} onPaid={onChange} />
      <InvoiceToPay
        request={purchase.invoice.request}
        msatAmount={purchase.msatTotal}
        expiresAt={purchase.expiresAt}
        waiting={t('events.held', { count: purchase.count })}
      />
    </div>
  )
}

/** Instead of the invoice. */
function FromBalance({ purchase, onPaid }: { purchase: PurchaseWire; onPaid: (purchase: PurchaseWire) => void }) {
  const { call } = useSite()
  const callOnce = useCallOnce()
  const { data: account } = useAccount()
  const { token, msatTotal, concert } = purchase
  const paying = useMutation({
    mutationFn: () =>
      callOnce(token, (once) => withProof((proof) => call(payHeldTickets, { body: { token } }, { ...once, proof }))),
    onSuccess: onPaid,
  })
  if (!account) {
    return (
      <ButtonLink kind="quiet" to={`/login?next=${encodeURIComponent(eventHref(concert.id))}`}>
        {t('events.logIn')}
      </ButtonLink>
    )
  }
  if (account.msatBalance < msatTotal) {
    return <p className="text-sm text-ink-2">{t('events.balanceShort', { sats: formatSats(account.msatBalance) })}</p>
  }
  return (
    <>
      {paying.error !== null && <Problem words={describeFailure(paying.error)} />}
      <Button kind="zap" size="large" isWaiting={paying.isPending} onClick={() => paying.mutate()}>
        {t('events.payBalance', { sats: formatSats(msatTotal) })}
      </Button>
    </>
  )
}

function Sold({ purchase: { count, msatTotal, token } }: { purchase: PurchaseWire }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="title-2">{t('events.youHave', { count })}</p>
      <p>{msatTotal === 0 ? t('events.nothingPaid') : t('events.paid', { sats: formatSats(msatTotal) })}</p>
      {readSavedTickets().tokens.includes(token) && <KeepTickets tokens={[token]} />}
      <ButtonLink size="large" to="/tickets">
        {t('events.showTickets')}
      </ButtonLink>
    </div>
  )
}

function Released({ purchase, onAgain }: { purchase: PurchaseWire; onAgain: () => void }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="title-2">{t('events.released')}</p>
      <p className="text-ink-2">
        {purchase.msatClaimable > 0
          ? t('events.paidLate', { sats: formatSats(purchase.msatClaimable) })
          : t('events.releasedNote')}
      </p>
      {purchase.msatClaimable > 0 && <ButtonLink to="/tickets">{t('events.showTickets')}</ButtonLink>}
      <Button onClick={onAgain}>{t('events.again')}</Button>
    </div>
  )
}
