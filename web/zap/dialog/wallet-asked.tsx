/** The stage after asking the payer's own wallet: its state, and the invoice for any other wallet, which pays the same
 * invoice and so never twice. The wallet's responses: own-wallet.ts. */
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { Attempt, InvoiceWire } from '#web/zap/payment/attempts.ts'

/** Most wallets have responded by then. */
const SLOW_MS = 5_000

type Props = { attempt: Attempt; invoice: InvoiceWire }

export function ZapOwnWalletStage({ attempt, invoice, invoiceStage }: Props & { invoiceStage: ReactNode }) {
  const [isInvoiceShown, setIsInvoiceShown] = useState(false)
  if (isInvoiceShown) return invoiceStage
  return <WaitingForWallet attempt={attempt} invoice={invoice} onShowInvoice={() => setIsInvoiceShown(true)} />
}

function WaitingForWallet({ attempt, invoice, onShowInvoice }: Props & { onShowInvoice: () => void }) {
  const isSlow = useIsSlow() && attempt.wallet === 'asked'
  const { title, note } = textsOf(attempt, isSlow)
  return (
    <div className="flex flex-col items-center text-center">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="numeral text-3xl">{formatSats(invoice.msatAmount)}</span>
        <span className="font-semi text-ink-2">{t('zap.sats')}</span>
      </p>
      <div role="status" className="mt-6 flex flex-col items-center">
        <p className="flex items-center gap-2 font-semi">
          <span aria-hidden="true" className="size-2 shrink-0 animate-breathe rounded-pill bg-orange" />
          <span>{title}</span>
        </p>
        <p className="mt-1.5 max-w-[36ch] text-sm text-balance text-ink-2">{note}</p>
      </div>
      {attempt.wallet !== 'says-paid' && (
        <Button kind="outline" size="large" onClick={onShowInvoice} className="mt-6 w-full">
          {t('zap.showInvoice')}
        </Button>
      )}
    </div>
  )
}

function textsOf({ method, wallet }: Attempt, isSlow: boolean): { title: string; note: string } {
  const isBrowser = method === 'browser'
  if (wallet === 'says-paid') return { title: t('zap.walletSaysPaid'), note: t('zap.walletSaysPaidNote') }
  if (wallet === 'unsure') return { title: t('zap.walletUnsure'), note: t('zap.walletUnsureNote') }
  if (isSlow) return { title: t('zap.walletSlow'), note: t(isBrowser ? 'zap.browserSlowNote' : 'zap.walletUnsureNote') }
  return {
    title: t(isBrowser ? 'zap.browserAsked' : 'zap.connectedAsked'),
    note: t(isBrowser ? 'zap.browserAskedNote' : 'zap.waitingNote'),
  }
}

function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}
