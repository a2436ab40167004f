/** What an event has sold: counts, the money, and its tickets, each of which can be refunded. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listTicketSales, refundTicket } from '#contract/concerts/tickets.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { type ConcertWire, formatPrice } from '#web/events/times.ts'
import { withProof } from '#web/session/proof.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatMoment, formatNumber } from '#web/words/format.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

type Sales = Wire<typeof listTicketSales>
type SoldTicket = Sales['tickets'][number]

export function EventSales({ concert }: { concert: ConcertWire }) {
  const { call } = useSite()
  const input = { params: { concertId: concert.id } }
  const { data, error } = useQuery({ ...callQuery(call, listTicketSales, input), staleTime: 0 })
  const [refunding, setRefunding] = useState<SoldTicket | null>(null)
  if (!data) return error ? <Problem words={describeFailure(error)} /> : <LinesSkeleton />
  const seats = concert.tiers.reduce((sum, tier) => sum + tier.seats, 0)
  const at = formatMoment(new Date(data.paysOutAt), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: concert.timeZone,
  })
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-4">
        <Figure name={t('events.sold')} value={t('events.soldOf', { count: data.sold, seats })} />
        <Figure name={t('events.onHold')} value={formatNumber(data.held)} />
        <Figure name={t('events.guests')} value={formatNumber(data.guests)} />
        <Figure name={t('events.cameIn')} value={formatNumber(data.used)} />
        <Figure name={t('events.waitingSats')} value={formatSats(data.msatWaiting)} />
        <Figure name={t('events.paidOutSats')} value={formatSats(data.msatPaidOut)} />
      </dl>
      <p className="mt-3 max-w-[64ch] text-sm text-ink-2">{t('events.payoutNote', { date: at })}</p>
      <ul className="mt-7 border-t border-line">
        {data.tickets.map((ticket) => (
          <li key={ticket.id} className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line py-2">
            <span className="w-24 font-strong tabular-nums">{ticket.code}</span>
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {ticket.guestName ?? ticket.tierName}
              {ticket.guestName !== null && <span className="text-ink-2">{` · ${t('events.guest')}`}</span>}
              {ticket.buyer !== null && <span className="text-ink-2">{` · ${ticket.buyer}`}</span>}
            </span>
            <span className="text-ink-2">{stateOf(ticket)}</span>
            <span className="text-end tabular-nums">
              <span className="block font-semi">{formatPrice(ticket)}</span>
              {ticket.centsPrice !== null && (
                <span className="block text-sm text-ink-2">
                  {t('events.sats', { sats: formatAmount(ticket.msatPrice) })}
                </span>
              )}
            </span>
            {ticket.state !== 'refunded' && (
              <WordButton label={t('events.refundNamed', { code: ticket.code })} onClick={() => setRefunding(ticket)}>
                {t(ticket.msatPrice > 0 ? 'events.refund' : 'events.withdraw')}
              </WordButton>
            )}
          </li>
        ))}
      </ul>
      {data.tickets.length === 0 && <p className="mt-5 text-ink-2">{t('events.noTickets')}</p>}
      {refunding !== null && (
        <RefundDialog ticket={refunding} concertId={concert.id} onClose={() => setRefunding(null)} />
      )}
    </>
  )
}

function stateOf({ state }: SoldTicket): string {
  if (state === 'refunded') return t('tickets.refunded')
  return t(state === 'used' ? 'tickets.used' : 'tickets.valid')
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="rounded-bar border border-line bg-highlight p-4.5">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="numeral text-2xl wrap-anywhere">{value}</dd>
    </div>
  )
}

function RefundDialog({ ticket, concertId, onClose }: { ticket: SoldTicket; concertId: string; onClose: () => void }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const refunding = useMutation({
    mutationFn: () => withProof((proof) => call(refundTicket, { params: { ticketId: ticket.id } }, { proof })),
    onSuccess: () => {
      void refresh(listTicketSales, { params: { concertId } })
      onClose()
    },
  })
  const sats = formatAmount(ticket.msatPrice)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('events.refundAsk', { code: ticket.code })}
      closeLabel={t('common.close')}
    >
      <p>{ticket.msatPrice > 0 ? t('events.refundWhat', { sats }) : t('events.withdrawWhat')}</p>
      {refunding.error && <Alert className="mt-4">{describeFailure(refunding.error)}</Alert>}
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button kind="danger" isWaiting={refunding.isPending} onClick={() => refunding.mutate()}>
          {ticket.msatPrice > 0 ? t('events.refundSats', { sats }) : t('events.withdraw')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}
