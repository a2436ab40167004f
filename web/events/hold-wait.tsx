/** Seats on hold: the invoice, how long it can be paid, and what became of it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openTickets } from '#contract/concerts/tickets.ts'
import { useSite } from '#web/data/site.ts'
import { InvoiceToPay } from '#web/invoice/invoice-to-pay.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { PurchaseWire } from './saved-tickets.ts'

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
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
  useEffect(() => {
    if (data && data.state !== purchase.state) onChange(data)
  }, [data, purchase.state, onChange])
  if (purchase.state === 'released') return <Released purchase={data ?? purchase} onAgain={onAgain} />
  if (purchase.invoice === null) return null
  return (
    <InvoiceToPay
      request={purchase.invoice.request}
      msatAmount={purchase.msatTotal}
      expiresAt={purchase.expiresAt}
      waiting={t('events.held', { count: purchase.count })}
    />
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
