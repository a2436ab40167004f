/** Deposits: choose an amount, show its invoice, wait until it is paid.
 * Closing the dialog cancels nothing; opened again it shows the same invoice. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { createDeposit } from '#contract/payments/payments.ts'
import { useAttempt } from '#web/data/api-attempt.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { useAccount } from '#web/session/account.ts'
import { useSite } from '#web/data/site.ts'
import { AmountChoice, type Amount } from '#web/ui/controls/amount-choice.tsx'
import { ReasonedButton } from '#web/ui/controls/reasoned-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { describeAmountProblem, formatLimits, parseSats, satsToMsat } from '#web/format/amounts.ts'
import { DepositWait } from './wait.tsx'
import { type OpenDeposit, useOpenDeposit } from './open-deposit.ts'
import { Problem } from '#web/ui/states/problem.tsx'

const PRESETS = ['1000', '10000', '50000'].map((text) => ({ text, name: formatAmount(satsToMsat(Number(text))) }))

export function DepositDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isInAddress
      isOpen={isOpen}
      onClose={onClose}
      title={t('wallet.depositTitle')}
      closeLabel={t('common.close')}
    >
      <DepositSteps onClose={onClose} />
    </Dialog>
  )
}

function DepositSteps({ onClose }: { onClose: () => void }) {
  const { data: account } = useAccount()
  const { deposit, forget } = useOpenDeposit()
  // Shown until the dialog is gone.
  const [arrived, setArrived] = useState<OpenDeposit | null>(null)
  const shown = arrived ?? deposit
  if (!shown || shown.accountId !== account?.id) return <ChooseAmount accountId={account?.id} />
  const onArrival = () => {
    setArrived(shown)
    forget()
  }
  return <DepositWait key={shown.invoiceId} deposit={shown} onArrival={onArrival} onAgain={forget} onDone={onClose} />
}

/** A link may choose the amount: `?sats=5000`. */
function amountOf(linked: string | null): Amount {
  return linked !== null && /^\d{1,9}$/.test(linked) ? { isOwn: true, text: linked } : { isOwn: false, text: '10000' }
}

function ChooseAmount({ accountId }: { accountId: string | undefined }) {
  const { call, settings } = useSite()
  const keep = useOpenDeposit((state) => state.keep)
  const attempt = useAttempt()
  const [search] = useSearchParams()
  const [amount, setAmount] = useState<Amount>(() => amountOf(search.get('sats')))
  const problem = describeAmountProblem(amount.text, settings)
  const making = useMutation({
    mutationFn: async (msatAmount: number) => {
      const idempotencyKey = attempt.keyFor(String(msatAmount))
      return { ...(await call(createDeposit, { body: { msatAmount } }, { idempotencyKey })), msatAmount }
    },
    onSettled: (_made, error) => attempt.end(error ?? undefined),
    onSuccess: ({ invoiceId, request, msatAmount }) => {
      if (accountId !== undefined) keep({ invoiceId, request, msatAmount, accountId })
    },
  })
  const sats = parseSats(amount.text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === undefined && sats !== null) making.mutate(satsToMsat(sats))
  }
  // An empty field is not an error yet.
  const isTyped = amount.text.trim() !== ''
  const isFine = problem === undefined && sats !== null
  const { min, max } = formatLimits(settings)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <AmountChoice
        label={t('wallet.howMuch')}
        presets={PRESETS}
        amount={amount}
        onChange={(selected) => {
          setAmount(selected)
          making.reset()
        }}
        ownLabel={t('wallet.other')}
        fieldLabel={t('wallet.ownAmount')}
        unit={t('common.sats')}
        hint={t('wallet.limits', { min, max })}
        error={isTyped ? problem : undefined}
      />
      {isFine && <Dollars amountMsat={satsToMsat(sats)} className="-mt-3 text-sm text-ink-2" />}
      {making.isError && <Problem words={describeFailure(making.error)} />}
      <ReasonedButton
        type="submit"
        size="large"
        isWaiting={making.isPending}
        disabled={accountId === undefined}
        reason={problem}
        isSaid={isTyped}
      >
        {making.isPending && t('wallet.makingInvoice')}
        {!making.isPending &&
          (isFine ? t('wallet.makeInvoice', { sats: formatAmount(satsToMsat(sats)) }) : t('wallet.makeInvoiceEmpty'))}
      </ReasonedButton>
    </form>
  )
}
