/** A deposit once its invoice exists: the code to scan, its expiry, and the arrival of the payment. */
import { useMutation } from '@tanstack/react-query'
import { payFromExternal } from '#contract/operator/sandbox.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { isUncertain } from '#web/data/api-attempt.ts'
import { useAccount } from '#web/session/account.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { DrawnArcs, Ripple } from '#web/ui/mark.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { formatAmount } from '#web/format/amounts.ts'
import { useSecondsLeft } from '#web/wallet/countdown.ts'
import { useDepositInvoice, type OpenDeposit } from './open-deposit.ts'
import { describeExternalReason } from '#web/wallet/payment-texts.ts'
import { Problem } from '#web/ui/states/problem.tsx'
import { satsUnit } from '#web/format/sats-unit.ts'
import { formatSats } from '#web/words/sats.ts'

export function DepositWait({
  deposit,
  onAgain,
  onDone,
}: {
  deposit: OpenDeposit
  onAgain: () => void
  onDone: () => void
}) {
  const { request, msatAmount } = deposit
  const invoice = useDepositInvoice(deposit)
  const secondsLeft = useSecondsLeft(invoice?.expiresAt)
  if (invoice?.state === 'paid') return <Arrived msatAmount={invoice.msatReceived ?? msatAmount} onDone={onDone} />
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
  return (
    <div className="flex flex-col items-center gap-4">
      <p className="numeral text-2xl">{t('wallet.depositOf', { sats: formatSats(msatAmount) })}</p>
      <Dollars amountMsat={msatAmount} className="-mt-3 text-sm text-ink-2" />
      <p className="max-w-[34ch] text-center text-sm text-ink-2">{t('wallet.scan')}</p>
      <Qr
        text={`lightning:${request}`.toUpperCase()}
        label={t('wallet.qrLabel', { sats: formatSats(msatAmount) })}
        labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
        level="L"
        className="max-w-[300px]"
      />
      <p className="flex items-center gap-2 text-sm text-ink-2">
        <span aria-hidden="true" className="size-2 animate-breathe rounded-pill bg-purple" />
        <span role="status">{t('wallet.waiting')}</span>
        {secondsLeft !== null && (
          <span role="timer">· {t('wallet.runsOut', { time: formatDuration(secondsLeft) })}</span>
        )}
      </p>
      <Ways request={request} />
      <button type="button" onClick={onAgain} className="min-h-9 text-sm font-semi text-ink-2 hover:text-ink">
        {t('wallet.otherAmount')}
      </button>
    </div>
  )
}

/** A link to another app, styled like the button beside it. */
const OPEN = classNames(
  'flex min-h-11 items-center justify-center rounded-pill border border-line px-4 font-strong transition-colors',
  'hover:border-line-2',
)

function Ways({ request }: { request: string }) {
  const { isSandbox } = useSettings()
  return (
    <div className="flex w-full flex-col gap-2.5">
      <div className="grid grid-cols-2 gap-2.5">
        <CopyButton text={request} labels={{ idle: t('wallet.copyInvoice'), copied: t('common.copied') }} />
        <a href={`lightning:${request}`} className={OPEN}>
          {t('wallet.openInWallet')}
        </a>
      </div>
      {isSandbox && <PayOutside request={request} />}
    </div>
  )
}

function PayOutside({ request }: { request: string }) {
  const { call } = useSite()
  const paying = useMutation({ mutationFn: () => call(payFromExternal, { body: { bolt11: request } }) })
  const isOpen = paying.data?.state === 'pending' || (paying.isError && isUncertain(paying.error))
  return (
    <>
      <Button size="large" isWaiting={paying.isPending} onClick={() => paying.mutate()}>
        {t(paying.isPending ? 'wallet.payingOutside' : 'wallet.payOutside')}
      </Button>
      {isOpen && (
        <p role="status" className="text-sm text-ink-2">
          {t('wallet.outsidePending')}
        </p>
      )}
      {paying.data?.state === 'failed' && (
        <Problem words={t('wallet.outsideFailed', { reason: describeExternalReason(paying.data.reason) })} />
      )}
      {paying.isError && !isUncertain(paying.error) && <Problem words={describeFailure(paying.error)} />}
    </>
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
