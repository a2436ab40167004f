/** A deposit once its invoice exists: the code to scan, its expiry, and the arrival of the payment. */
import { useEffect, useEffectEvent } from 'react'
import { useAccount } from '#web/session/account.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DrawnArcs, Ripple } from '#web/ui/mark.tsx'
import { t } from '#web/words/words.ts'
import { useSecondsLeft } from '#web/invoice/countdown.ts'
import { InvoiceToPay } from '#web/invoice/invoice-to-pay.tsx'
import { useDepositInvoice, type OpenDeposit } from './open-deposit.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'

export function DepositWait({
  deposit,
  onArrival,
  onAgain,
  onDone,
}: {
  deposit: OpenDeposit
  onArrival: () => void
  onAgain: () => void
  onDone: () => void
}) {
  const { request, msatAmount } = deposit
  const invoice = useDepositInvoice(deposit)
  const secondsLeft = useSecondsLeft(invoice?.expiresAt)
  const isPaid = invoice?.state === 'paid'
  const arrive = useEffectEvent(onArrival)
  useEffect(() => {
    if (isPaid) arrive()
  }, [isPaid])
  if (isPaid) return <Arrived msatAmount={invoice.msatReceived ?? msatAmount} onDone={onDone} />
  if (invoice?.state === 'expired' || secondsLeft === 0) {
    return (
      <div className="flex flex-col items-center gap-5 pt-4 text-center">
        <DrawnArcs className="text-ink-3" />
        <p role="status" className="text-lg">
          {t('wallet.depositExpired')}
        </p>
        <Button size="large" className="w-full" onClick={onAgain}>
          {t('wallet.newInvoice')}
        </Button>
      </div>
    )
  }
  const about = <p className="-mt-2 mb-4 max-w-[34ch] text-sm text-balance text-ink-2">{t('wallet.scan')}</p>
  return (
    <InvoiceToPay
      request={request}
      msatAmount={msatAmount}
      expiresAt={invoice?.expiresAt}
      waiting={t('wallet.waiting')}
      about={about}
      onChange={onAgain}
    />
  )
}

function Arrived({ msatAmount, onDone }: { msatAmount: number; onDone: () => void }) {
  const { data: account } = useAccount()
  return (
    <div className="flex flex-col items-center gap-4 pt-6 text-center">
      <p className="relative grid place-items-center py-8">
        <Ripple className="size-56" />
        <span aria-hidden="true" className="numeral animate-settle text-3xl text-mint">
          +{formatAmount(msatAmount)}
        </span>
        <span className="mt-1 font-semi text-ink-2">{satsUnit(formatAmount(msatAmount))}</span>
      </p>
      <h3 className="text-xl">{t('wallet.arrived')}</h3>
      <p role="status" className="text-ink-2">
        <span className="sr-only">{t('wallet.depositOf', { sats: formatAmount(msatAmount) })}. </span>
        {account ? t('wallet.arrivedNote', { sats: formatSats(account.msatBalance) }) : t('wallet.arrivedPlain')}
      </p>
      <Button size="large" className="mt-2 w-full" onClick={onDone} autoFocus>
        {t('wallet.done')}
      </Button>
    </div>
  )
}
