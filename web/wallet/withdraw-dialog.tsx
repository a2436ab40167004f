/** Sending sats to a wallet elsewhere: read the invoice, confirm with amounts, watch how it ends. */
import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { t } from '../words/words.ts'
import { formatAmount } from './amounts.ts'
import type { PayableInvoice } from './invoice-reading.ts'
import { WithdrawConfirm } from './withdraw-confirm.tsx'
import { WithdrawInvoice } from './withdraw-invoice.tsx'
import { WithdrawOutcome } from './withdraw-outcome.tsx'

type Step =
  | { at: 'invoice'; pasted: string }
  | { at: 'confirm'; pasted: string; invoice: PayableInvoice }
  | { at: 'outcome'; paymentId: string }

const FIRST: Step = { at: 'invoice', pasted: '' }

export function WithdrawDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [step, setStep] = useState<Step>(FIRST)
  const close = () => {
    onClose()
    // What was sent is in the statement; what was only pasted is kept for next time.
    if (step.at === 'outcome') setTimeout(() => setStep(FIRST), 200)
  }
  const title =
    step.at === 'confirm'
      ? t('wallet.confirmTitle', { sats: formatAmount(step.invoice.amountMsat) })
      : t('wallet.withdrawTitle')
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} closeLabel={t('common.close')}>
      {step.at === 'invoice' && (
        <WithdrawInvoice
          pasted={step.pasted}
          onPaste={(pasted) => setStep({ at: 'invoice', pasted })}
          onContinue={(invoice) => setStep({ at: 'confirm', pasted: step.pasted, invoice })}
        />
      )}
      {step.at === 'confirm' && (
        <WithdrawConfirm
          invoice={step.invoice}
          onBack={() => setStep({ at: 'invoice', pasted: step.pasted })}
          onSent={(paymentId) => setStep({ at: 'outcome', paymentId })}
        />
      )}
      {step.at === 'outcome' && (
        <WithdrawOutcome paymentId={step.paymentId} onAgain={() => setStep(FIRST)} onDone={close} />
      )}
    </Dialog>
  )
}
