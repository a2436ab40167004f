/** Withdrawals to an external wallet: destination, amount if none is specified, confirmation, outcome. */
import { useState } from 'react'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { AfterClosing } from '#web/wallet/after-closing.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { PayableAddress, Withdrawal } from '#web/format/destination.ts'
import { WithdrawAmount } from './amount.tsx'
import { WithdrawConfirm } from './confirm.tsx'
import { WithdrawOutcome } from './outcome.tsx'
import { WithdrawWhere } from './where.tsx'

/** The input of all steps, so that going back loses nothing. */
type Filled = { pasted: string; sats: string; comment: string }
type Step =
  | { at: 'where' }
  | { at: 'amount'; address: PayableAddress }
  | { at: 'confirm'; withdrawal: Withdrawal }
  | { at: 'outcome'; paymentId: string }

const NOTHING: Filled = { pasted: '', sats: '', comment: '' }

type Props = {
  isOpen: boolean
  /** The newest withdrawal that is still on its way. */
  pendingId: string | undefined
  onClose: () => void
}

export function WithdrawDialog({ isOpen, pendingId, onClose }: Props) {
  const [step, setStep] = useState<Step>({ at: 'where' })
  const [filled, setFilled] = useState(NOTHING)
  const [shownId, setShownId] = useState<string>()
  // After a reload the form would invite to send the same again.
  if (isOpen && step.at === 'where' && filled === NOTHING && pendingId !== undefined && pendingId !== shownId) {
    setShownId(pendingId)
    setStep({ at: 'outcome', paymentId: pendingId })
  }
  const restart = () => {
    setStep({ at: 'where' })
    setFilled(NOTHING)
  }
  // A sent withdrawal is in the statement; unsent input is kept for next time.
  const reset = () => {
    if (step.at === 'outcome') restart()
    setShownId(undefined)
  }
  const fill = (part: Partial<Filled>) => setFilled((before) => ({ ...before, ...part }))
  return (
    <Dialog isInAddress isOpen={isOpen} onClose={onClose} title={titleOf(step)} closeLabel={t('common.close')}>
      {step.at === 'where' && (
        <WithdrawWhere
          pasted={filled.pasted}
          onPaste={(pasted) => fill({ pasted })}
          onInvoice={(withdrawal) => setStep({ at: 'confirm', withdrawal })}
          onAddress={(address) => setStep({ at: 'amount', address })}
        />
      )}
      {step.at === 'amount' && (
        <WithdrawAmount
          address={step.address}
          sats={filled.sats}
          comment={filled.comment}
          onFill={fill}
          onBack={() => setStep({ at: 'where' })}
          onContinue={(withdrawal) => setStep({ at: 'confirm', withdrawal })}
        />
      )}
      {step.at === 'confirm' && (
        <WithdrawConfirm
          withdrawal={step.withdrawal}
          onBack={() =>
            setStep(step.withdrawal.to === 'address' ? { at: 'amount', address: step.withdrawal } : { at: 'where' })
          }
          onSent={(paymentId) => {
            setShownId(paymentId)
            setStep({ at: 'outcome', paymentId })
          }}
        />
      )}
      {step.at === 'outcome' && <WithdrawOutcome paymentId={step.paymentId} onAgain={restart} onDone={onClose} />}
      <AfterClosing work={reset} />
    </Dialog>
  )
}

function titleOf(step: Step): string {
  if (step.at === 'confirm') return t('wallet.confirmTitle', { sats: formatAmount(step.withdrawal.amountMsat) })
  return t(step.at === 'amount' ? 'wallet.howMuch' : 'wallet.withdrawTitle')
}
