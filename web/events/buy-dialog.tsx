/** Paying for tickets: from the balance, or with any wallet while the seats are held. Says first what happened to the money. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { getConcert, listConcerts } from '#contract/concerts/concerts.ts'
import { buyTickets, holdTickets, listTickets, openTickets } from '#contract/concerts/tickets.ts'
import { ApiError } from '#web/data/api.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useAccount } from '#web/session/account.ts'
import { withProof } from '#web/session/proof.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { HoldWait } from './hold-wait.tsx'
import { type PurchaseWire, readSavedTickets, saveToken } from './saved-tickets.ts'
import { buyText, type ConcertWire, eventHref, formatDay } from './times.ts'

type Props = { concert: ConcertWire; tier: ConcertWire['tiers'][number]; count: number; onClose: () => void }

export function BuyDialog({ concert, tier, count, onClose }: Props) {
  const [purchase, setPurchase] = useState<PurchaseWire | null>(null)
  const refresh = useRefresh()
  const close = () => {
    for (const call of [getConcert, listConcerts, listTickets, openTickets]) {
      void refresh(call)
    }
    onClose()
  }
  return (
    <Dialog isOpen onClose={close} title={concert.name} closeLabel={t('common.close')}>
      {purchase === null ? (
        <Choose concert={concert} tier={tier} count={count} onPurchase={setPurchase} />
      ) : (
        <HoldWait purchase={purchase} onChange={setPurchase} onAgain={() => setPurchase(null)} />
      )}
    </Dialog>
  )
}

function Choose({
  concert,
  tier,
  count,
  onPurchase,
}: Omit<Props, 'onClose'> & { onPurchase: (purchase: PurchaseWire) => void }) {
  const { data: account } = useAccount()
  const msatTotal = (tier.msatNow ?? 0) * count
  const { buying, holding } = usePaying({ concertId: concert.id, tierId: tier.id, count, msatTotal }, onPurchase)
  const isFree = msatTotal === 0
  const isCovered = account !== undefined && account.msatBalance >= msatTotal
  const error = buying.error ?? holding.error
  return (
    <div className="flex flex-col gap-3">
      <p>{formatDay(concert)}</p>
      <p className="flex items-baseline justify-between gap-4 border-y border-line py-3">
        <span className="font-semi">
          {t(concert.tiers.length > 1 ? 'events.ticketsOf' : 'events.ticketCount', { count, tier: tier.name })}
        </span>
        <span className="numeral text-2xl">
          {isFree ? t('events.free') : t('events.sats', { sats: formatSats(msatTotal) })}
        </span>
      </p>
      {!isFree && <p className="text-sm text-ink-2">{t('events.refundNote')}</p>}
      {error !== null && <Problem words={describeFailure(error)} />}
      {(isFree || isCovered) && (
        <Button
          kind="zap"
          size="large"
          isWaiting={buying.isPending || (isFree && holding.isPending)}
          onClick={() => (account ? buying.mutate() : holding.mutate())}
        >
          {isFree ? buyText(count, 0) : t('events.payBalance', { sats: formatSats(msatTotal) })}
        </Button>
      )}
      {!isFree && (
        <Button
          kind={isCovered ? 'outline' : 'zap'}
          size="large"
          isWaiting={holding.isPending}
          onClick={() => holding.mutate()}
        >
          {t('events.payWallet')}
        </Button>
      )}
      {!isFree && account && !isCovered && (
        <p className="text-sm text-ink-2">{t('events.balanceShort', { sats: formatSats(account.msatBalance) })}</p>
      )}
      {!account && (
        <ButtonLink kind="quiet" to={`/login?next=${encodeURIComponent(eventHref(concert.id))}`}>
          {t('events.logIn')}
        </ButtonLink>
      )}
    </div>
  )
}

type TicketOrder = { concertId: string; tierId: string; count: number; msatTotal: number }

/** Buying from the balance, and holding seats for an invoice. Seats that the buyer holds already are shown again. */
function usePaying(body: TicketOrder, onPurchase: (purchase: PurchaseWire) => void) {
  const { call } = useSite()
  const { data: account } = useAccount()
  const callOnce = useCallOnce()
  const onSuccess = (purchase: PurchaseWire) => {
    if (!account) saveToken(purchase.token)
    onPurchase(purchase)
  }
  const findHold = async () => {
    const { tokens } = readSavedTickets()
    const opened = account ? await call(listTickets, {}) : await call(openTickets, { body: { tokens } })
    return opened.purchases.find(({ state, concert }) => state === 'held' && concert.id === body.concertId)
  }
  const buying = useMutation({
    mutationFn: () =>
      callOnce(['buy', body], (once) => withProof((proof) => call(buyTickets, { body }, { ...once, proof }))),
    onSuccess,
  })
  const holding = useMutation({
    mutationFn: () =>
      callOnce(['hold', body], (once) =>
        call(holdTickets, { body: { order: body, attempt: once.idempotencyKey } }, once),
      ),
    onSuccess,
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'ticket-hold-open') return
      const open = await findHold()
      if (open !== undefined) onPurchase(open)
    },
  })
  return { buying, holding }
}
