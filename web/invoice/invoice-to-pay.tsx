/** An invoice that is to be paid from any wallet: its amount, a code to scan or copy, how long it is valid, and the wallets of
 * this device. Its parent component watches for the payment. */
import type { ReactNode } from 'react'
import { Dollars } from '#web/format/dollars.tsx'
import { useSettings } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ExternalIcon } from '#web/ui/icon.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { formatDuration } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { useSecondsLeft } from './countdown.ts'
import { ExternalWallet } from './external-wallet.tsx'

type InvoiceToPayProps = {
  request: string
  msatAmount: number
  /** Undefined while it is not known. */
  expiresAt: string | undefined
  /** What the user waits for; by default the wallet. */
  waiting?: string
  /** Under the amount. */
  about?: ReactNode
  /** Under the line that says how long it is valid. */
  note?: ReactNode
  /** Under the wallets of this device. */
  children?: ReactNode
  /** Another amount may be chosen. */
  onChange?: (() => void) | null
}

export function InvoiceToPay({ waiting = t('zap.waiting'), onChange = null, ...props }: InvoiceToPayProps) {
  const { request, msatAmount, expiresAt, about, note, children } = props
  const { isSandbox } = useSettings()
  const sats = formatSats(msatAmount)
  const uri = `lightning:${request}`
  return (
    <div className="flex flex-col items-center text-center">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="numeral text-3xl">{sats}</span>
        <span className="font-semi text-ink-2">{t('zap.sats')}</span>
      </p>
      <div className="mt-0.5 mb-4">
        <Dollars amountMsat={msatAmount} />
      </div>
      {about}
      {/* A QR code in capitals is one version smaller; wallets accept both. */}
      <Qr
        text={uri.toUpperCase()}
        copyText={request}
        label={t('zap.invoice', { sats })}
        labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
      />
      <p role="status" className="mt-4 flex items-center gap-2 font-semi">
        <span aria-hidden="true" className="size-2 animate-breathe rounded-pill bg-orange" />
        {waiting}
      </p>
      <p className="mt-0.5 max-w-[34ch] text-sm text-balance text-ink-2">
        {expiresAt !== undefined && <TimeLeft until={expiresAt} />} {t('zap.waitingNote')}
      </p>
      {note}
      <div className="mt-5 flex w-full flex-col gap-2.5">
        {isSandbox && <ExternalWallet request={request} />}
        <ButtonLink
          to={uri}
          kind={isSandbox ? 'outline' : 'solid'}
          size="large"
          icon={<ExternalIcon size={17} aria-hidden="true" />}
        >
          {t('zap.openWallet')}
        </ButtonLink>
        {children}
      </div>
      {onChange && (
        <button
          type="button"
          onClick={onChange}
          className="mt-2 -mb-1 min-h-11 rounded-pill px-4 font-semi text-ink-2 hover:text-ink"
        >
          {t('zap.changeAmount')}
        </button>
      )}
    </div>
  )
}

function TimeLeft({ until }: { until: string }) {
  const seconds = useSecondsLeft(until) ?? 0
  return <span role="timer">{t('zap.runsOut', { time: formatDuration(seconds) })}.</span>
}
