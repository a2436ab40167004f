/** The stage between asking and paid: an invoice to scan, copy or open, and how long it is valid. */
import { useEffect, useState } from 'react'
import { addressIn } from '#contract/languages.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { useSettings } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ExternalIcon } from '#web/ui/icon.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { currentLanguage } from '#web/words/language.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { Attempt, InvoiceWire } from '#web/zap/payment/attempts.ts'
import { formatSats } from '#web/words/sats.ts'
import { ExternalWallet } from './external-wallet.tsx'

type ZapWaitingStageProps = {
  attempt: Attempt
  invoice: InvoiceWire
  /** Null when another amount would create a second zap. */
  onChange: (() => void) | null
}

export function ZapWaitingStage({ attempt, invoice, onChange }: ZapWaitingStageProps) {
  const { isSandbox } = useSettings()
  const sats = formatSats(invoice.msatAmount)
  const uri = `lightning:${invoice.request}`
  return (
    <div className="flex flex-col items-center text-center">
      <p className="flex items-baseline gap-2">
        <span className="numeral text-3xl">{sats}</span>
        <span className="font-semi text-ink-2">{t('zap.sats')}</span>
      </p>
      <div className="mt-0.5 mb-4">
        <Dollars amountMsat={invoice.msatAmount} />
      </div>
      {attempt.method === 'rest' && (
        <p className="-mt-2 mb-4 max-w-[34ch] text-sm text-balance text-ink-2">
          {t('zap.restWaiting', { sats: formatSats(attempt.request.msatAmount) })}
        </p>
      )}
      {/* A QR code in capitals is one version smaller; wallets accept both. */}
      <Qr
        text={uri.toUpperCase()}
        copyText={invoice.request}
        label={t('zap.invoice', { sats })}
        labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
      />
      <p className="mt-4 flex items-center gap-2 font-semi">
        <span aria-hidden="true" className="size-2 animate-breathe rounded-pill bg-orange" />
        {t('zap.waiting')}
      </p>
      <p className="mt-0.5 max-w-[34ch] text-sm text-balance text-ink-2">
        <RunsOut at={invoice.expiresAt} /> {t('zap.waitingNote')}
      </p>
      <div className="mt-5 flex w-full flex-col gap-2.5">
        {isSandbox && <ExternalWallet request={invoice.request} />}
        <ButtonLink
          to={uri}
          kind={isSandbox ? 'outline' : 'solid'}
          size="large"
          icon={<ExternalIcon size={17} aria-hidden="true" />}
        >
          {t('zap.openWallet')}
        </ButtonLink>
        {/* In a new tab, so that the invoice stays open. */}
        <a
          href={`${addressIn('/docs', currentLanguage())}#wallet`}
          target="_blank"
          rel="noreferrer"
          className="mx-auto flex min-h-10 items-center px-4 font-semi text-ink-2 underline hover:text-ink"
        >
          {t('zap.getWallet')}
        </a>
      </div>
      {onChange && (
        <button
          type="button"
          onClick={onChange}
          className="mt-2 -mb-1 min-h-10 rounded-pill px-4 font-semi text-ink-2 hover:text-ink"
        >
          {t('zap.changeAmount')}
        </button>
      )}
    </div>
  )
}

function RunsOut({ at }: { at: string }) {
  const [leftSeconds, setLeftSeconds] = useState(() => secondsUntil(at))
  useEffect(() => {
    const timer = setInterval(() => setLeftSeconds(secondsUntil(at)), 1_000)
    return () => clearInterval(timer)
  }, [at])
  return <span>{t('zap.runsOut', { time: formatDuration(leftSeconds) })}.</span>
}

const secondsUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1_000))
