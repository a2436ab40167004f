/** The stage between asking and paid: an invoice to scan, copy or open, and how long it is valid. */
import { addressIn } from '#contract/languages.ts'
import { InvoiceToPay } from '#web/invoice/invoice-to-pay.tsx'
import { currentLanguage } from '#web/words/language.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { Attempt, InvoiceWire } from '#web/zap/payment/attempts.ts'

type ZapWaitingStageProps = {
  attempt: Attempt
  invoice: InvoiceWire
  /** Null when another amount would create a second zap. */
  onChange: (() => void) | null
}

export function ZapWaitingStage({ attempt, invoice, onChange }: ZapWaitingStageProps) {
  const about = attempt.method === 'rest' && (
    <p className="-mt-2 mb-4 max-w-[34ch] text-sm text-balance text-ink-2">
      {t('zap.restWaiting', { sats: formatSats(attempt.request.msatAmount) })}
    </p>
  )
  return (
    <InvoiceToPay {...invoice} about={about} onChange={onChange}>
      {/* In a new tab, so that the invoice stays open. */}
      <a
        href={`${addressIn('/docs', currentLanguage())}#wallet`}
        target="_blank"
        rel="noreferrer"
        className="mx-auto flex min-h-10 items-center px-4 font-semi text-ink-2 underline hover:text-ink"
      >
        {t('zap.getWallet')}
      </a>
    </InvoiceToPay>
  )
}
