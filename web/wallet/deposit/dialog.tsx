/** Deposits: choose an amount, show its invoice, wait until it is paid.
 * Closing the dialog cancels nothing; opened again it shows the same invoice. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { createDeposit, getDeposit } from '#contract/payments/payments.ts'
import { useAttempt } from '#web/data/api-attempt.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { useAccount } from '#web/session/account.ts'
import { useSite } from '#web/data/site.ts'
import { AmountChoice, type Amount } from '#web/ui/controls/amount-choice.tsx'
import { ReasonedButton } from '#web/ui/controls/reasoned-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { AfterClosing } from '#web/wallet/after-closing.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { describeAmountProblem, formatLimits, parseSats, satsToMsat } from '#web/format/amounts.ts'
import { DepositWait } from './wait.tsx'
import { useOpenDeposit } from './open-deposit.ts'
import { Problem } from '#web/ui/states/problem.tsx'

const PRESETS = ['1000', '10000', '50000'].map((text) => ({ text, name: formatAmount(satsToMsat(Number(text))) }))

export function DepositDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const { deposit, forget } = useOpenDeposit()
  const forgetPaid = () => {
    if (!deposit) return
    const known = queries.getQueryData<Wire<typeof getDeposit>>(
      queryKeyOf(getDeposit, { params: { invoiceId: deposit.invoiceId } }),
    )
    if (known?.invoice.state === 'paid') forget()
  }
  return (
    <Dialog
      isInAddress
      isOpen={isOpen}
      onClose={onClose}
      title={t('wallet.depositTitle')}
      closeLabel={t('common.close')}
    >
      <DepositSteps onClose={onClose} />
      <AfterClosing work={forgetPaid} />
    </Dialog>
  )
}

function DepositSteps({ onClose }: { onClose: () => void }) {
  const { data: account } = useAccount()
  const { deposit, forget } = useOpenDeposit()
  if (!deposit || deposit.accountId !== account?.id) return <ChooseAmount accountId={account?.id} />
  return <DepositWait key={deposit.invoiceId} deposit={deposit} onAgain={forget} onDone={onClose} />
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
