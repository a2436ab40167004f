/** The step of a withdrawal to a Lightning address, which does not specify an amount: amount and message. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { MESSAGE_MAX } from '#contract/fields.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { useAccount } from '#web/session/account.ts'
import { useSettings } from '#web/data/site.ts'
import { AmountChoice, type Amount } from '#web/ui/controls/amount-choice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ReasonedButton } from '#web/ui/controls/reasoned-button.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { boundWithdrawal, describeAmountProblem, feeReserveOf, parseSats, satsToMsat } from '#web/format/amounts.ts'
import { describeOverLimit, LimitNote, useWithdrawalLimits } from './limits.tsx'
import { describeShortage, type PayableAddress, type Withdrawal } from '#web/format/destination.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'

const USUAL_SATS = [1_000, 10_000]

type WithdrawAmountProps = {
  address: PayableAddress
  /** As typed or selected; '' at first. */
  sats: string
  comment: string
  onFill: (part: { sats?: string; comment?: string }) => void
  onBack: () => void
  onContinue: (withdrawal: Withdrawal) => void
}

export function WithdrawAmount({
  address: { address, isOwn },
  sats,
  comment,
  onFill,
  onBack,
  onContinue,
}: WithdrawAmountProps) {
  const { account, ownLimits, presets, hint, wanted, problem } = useWanted(sats, isOwn)
  const isPreset = presets.some(({ text }) => text === sats)
  const [isOwnAmount, setIsOwnAmount] = useState((sats !== '' && !isPreset) || presets.length === 0)
  // An empty field is not an error yet.
  const isTyped = sats.trim() !== ''
  const form = useRef<HTMLFormElement>(null)
  // The element that had the focus belonged to the previous step.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === undefined) onContinue({ to: 'address', address, isOwn, comment: comment.trim(), ...wanted })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="-mt-2 break-words text-ink-2">{t('wallet.to', { name: address })}</p>
      <AmountChoice
        label={t('wallet.ownAmount')}
        presets={presets}
        amount={{ isOwn: isOwnAmount, text: sats }}
        onChange={(selected: Amount) => {
          setIsOwnAmount(selected.isOwn)
          onFill({ sats: selected.text })
        }}
        ownLabel={t('wallet.other')}
        fieldLabel={t('wallet.ownAmount')}
        unit={t('common.sats')}
        hint={hint}
        error={isTyped ? problem : undefined}
      />
      {isTyped && !isOwnAmount && problem !== undefined && (
        <p role="alert" className="text-sm text-pink">
          {problem}
        </p>
      )}
      {wanted.amountMsat > 0 && <Dollars amountMsat={wanted.amountMsat} className="-mt-3 text-sm text-ink-2" />}
      <TextArea
        label={t('wallet.comment')}
        rows={2}
        maxLength={MESSAGE_MAX}
        value={comment}
        onChange={(event) => onFill({ comment: event.target.value })}
        hint={t('wallet.commentHint')}
      />
      {!isOwn && <LimitNote limits={ownLimits} />}
      <div className="flex flex-wrap gap-2.5">
        <Button kind="quiet" size="large" onClick={onBack}>
          {t('wallet.backStep')}
        </Button>
        <ReasonedButton
          type="submit"
          size="large"
          className="flex-1"
          disabled={!account}
          reason={problem}
          isSaid={isTyped}
        >
          {t('wallet.continue')}
        </ReasonedButton>
      </div>
    </form>
  )
}

/** The amounts to offer, the entered amount, and its problem, if any. */
function useWanted(sats: string, isOwn: boolean) {
  const settings = useSettings()
  const { data: account } = useAccount()
  const balanceMsat = account?.msatBalance ?? 0
  // Internal transfers have no fee reserve.
  const limits = isOwn ? { ...settings, reservePpm: 0, reserveMinMsat: 0 } : settings
  const ownLimits = useWithdrawalLimits()
  const remainingMsat = isOwn ? balanceMsat : (ownLimits?.msatRemaining ?? balanceMsat)
  const most = boundWithdrawal(balanceMsat, limits, remainingMsat)
  const amountMsat = satsToMsat(parseSats(sats) ?? 0)
  const wanted = { amountMsat, feeReserveMsat: feeReserveOf(amountMsat, limits) }
  const problem =
    describeOverLimit({ ...wanted, isOwn }, ownLimits) ??
    (amountMsat > 0 ? describeShortage(wanted, balanceMsat) : null) ??
    describeAmountProblem(sats, { ...limits, maxPaymentMsat: most.maxMsat || limits.maxPaymentMsat })
  const hint = isOwn ? t('wallet.ownServer') : hintOf(balanceMsat, limits.minPaymentMsat, most)
  return { account, ownLimits, presets: presetsOf(most), hint, wanted, problem }
}

type Most = ReturnType<typeof boundWithdrawal>

const mostHints = {
  balance: 'wallet.everythingHint',
  day: 'wallet.mostOfDay',
  payment: 'wallet.mostOfPayment',
} as const

function presetsOf({ maxMsat, bound }: Most) {
  const usual = USUAL_SATS.filter((one) => satsToMsat(one) < maxMsat).map((one) => ({
    text: String(one),
    name: formatAmount(satsToMsat(one)),
  }))
  if (maxMsat === 0) return usual
  const name = t(bound === 'balance' ? 'wallet.everything' : 'wallet.most')
  return [...usual, { text: String(maxMsat / 1_000), name, note: formatSats(maxMsat) }]
}

function hintOf(balanceMsat: number, minMsat: number, { maxMsat, bound }: Most): string {
  const have = t('wallet.sentence', { text: t('wallet.available', { sats: formatSats(balanceMsat) }) })
  if (maxMsat === 0) return have
  const range = t('wallet.limitsPlain', { min: formatSats(minMsat), max: formatSats(maxMsat) })
  return `${have} ${range} ${t(mostHints[bound])}`
}
