/** Seats on hold: the invoice, how long it can be paid, and what became of it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openTickets } from '#contract/concerts/tickets.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ExternalIcon } from '#web/ui/icon.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { formatDuration } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { ExternalWallet } from '#web/zap/dialog/external-wallet.tsx'
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
  const { isSandbox } = useSettings()
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
  const sats = formatSats(purchase.msatTotal)
  const uri = `lightning:${purchase.invoice?.request ?? ''}`
  return (
    <div className="flex flex-col items-center text-center">
      <p className="flex items-baseline gap-2">
        <span className="numeral text-3xl">{sats}</span>
        <span className="font-semi text-ink-2">{t('zap.sats')}</span>
      </p>
      <div className="mt-0.5 mb-4">
        <Dollars amountMsat={purchase.msatTotal} />
      </div>
      <Qr
        text={uri.toUpperCase()}
        copyText={purchase.invoice?.request ?? ''}
        label={t('zap.invoice', { sats })}
        labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
      />
      <p className="mt-4 flex items-center gap-2 font-semi">
        <span aria-hidden="true" className="size-2 animate-breathe rounded-pill bg-orange" />
        {t('events.held', { count: purchase.count })}
      </p>
      <p className="mt-0.5 max-w-[34ch] text-sm text-balance text-ink-2">
        <Countdown until={purchase.expiresAt} /> {t('zap.waitingNote')}
      </p>
      <div className="mt-5 flex w-full flex-col gap-2.5">
        {isSandbox && purchase.invoice && <ExternalWallet request={purchase.invoice.request} />}
        <ButtonLink
          to={uri}
          kind={isSandbox ? 'outline' : 'solid'}
          size="large"
          icon={<ExternalIcon size={17} aria-hidden="true" />}
        >
          {t('zap.openWallet')}
        </ButtonLink>
      </div>
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

const secondsUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1_000))

function Countdown({ until }: { until: string }) {
  const [leftSeconds, setLeftSeconds] = useState(() => secondsUntil(until))
  useEffect(() => {
    const timer = setInterval(() => setLeftSeconds(secondsUntil(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return <span>{t('events.seatsUntil', { time: formatDuration(leftSeconds) })}</span>
}
