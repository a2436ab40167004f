/** Withdraws the platform's earnings: destination, amount, confirmation, outcome. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getMoney, withdrawPlatformFee } from '#contract/operator/admin.ts'
import { getPayment } from '#contract/payments/payments.ts'
import { describeAmountProblem, feeReserveOf, maxWithdrawable, parseSats, satsToMsat } from '#web/format/amounts.ts'
import { isUncertain, useCallOnce } from '#web/data/api-attempt.ts'
import { describeShortage, readingSettingsOf, readPasted, type Withdrawal } from '#web/format/destination.ts'
import { DestinationField, SendButtons } from '#web/format/sending.tsx'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { describeRefusal } from '#web/data/refusals.ts'
import { withProof } from '#web/session/proof.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { t } from '#web/words/words.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'

type Step = { at: 'form' } | { at: 'confirm'; withdrawal: Withdrawal } | { at: 'outcome'; paymentId: string }
type Filled = { pasted: string; sats: string }

const NOTHING: Filled = { pasted: '', sats: '' }
const POLL_MS = 2_000

export function FeeDialog({ isOpen, feeMsat, onClose }: { isOpen: boolean; feeMsat: number; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'form' })
  const [filled, setFilled] = useState(NOTHING)
  const close = () => {
    onClose()
    if (step.at !== 'outcome') return
    setTimeout(() => {
      setStep({ at: 'form' })
      setFilled(NOTHING)
    }, 200)
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('admin.withdrawTitle')} closeLabel={t('common.close')}>
      {step.at === 'form' && (
        <Form
          feeMsat={feeMsat}
          filled={filled}
          onFill={(part) => setFilled({ ...filled, ...part })}
          onContinue={(withdrawal) => setStep({ at: 'confirm', withdrawal })}
        />
      )}
      {step.at === 'confirm' && (
        <Confirm
          withdrawal={step.withdrawal}
          feeMsat={feeMsat}
          onBack={() => setStep({ at: 'form' })}
          onSent={(paymentId) => setStep({ at: 'outcome', paymentId })}
        />
      )}
      {step.at === 'outcome' && <Outcome paymentId={step.paymentId} onDone={close} />}
    </Dialog>
  )
}

type FormProps = {
  feeMsat: number
  filled: Filled
  onFill: (part: Partial<Filled>) => void
  onContinue: (withdrawal: Withdrawal) => void
}

function Form({ feeMsat, filled: { pasted, sats }, onFill, onContinue }: FormProps) {
  const settings = useSettings()
  const [showsErrors, setShowsErrors] = useState(false)
  const reading = readPasted(pasted, readingSettingsOf(settings), new Date())
  const isAddress = reading?.to === 'address'
  const amountMsat = satsToMsat(parseSats(sats) ?? 0)
  const wanted = isAddress
    ? { ...reading, amountMsat, feeReserveMsat: feeReserveOf(amountMsat, settings), comment: '' }
    : reading?.to === 'invoice'
      ? reading
      : null
  const isWrong = reading?.to === 'nowhere' && (showsErrors || !reading.isUnfinished)
  const amountProblem = isAddress ? describeAmountProblem(sats, settings) : undefined
  const shortage = wanted && amountProblem === undefined ? isTooMuch(wanted, feeMsat) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (wanted && amountProblem === undefined && shortage === undefined) onContinue(wanted)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">{t('admin.feesThere', { sats: formatSats(feeMsat) })}</p>
      <DestinationField
        pasted={pasted}
        onPaste={(text) => onFill({ pasted: text })}
        hint={t('wallet.whereHint')}
        error={isWrong ? reading.problem : isAddress ? undefined : shortage}
      />
      {isAddress && (
        <Field
          label={t('wallet.ownAmount')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          suffix={t('common.sats')}
          value={sats}
          onChange={(event) => onFill({ sats: event.target.value })}
          hint={t('admin.most', { sats: formatSats(maxWithdrawable(feeMsat, settings)) })}
          error={showsErrors ? (amountProblem ?? shortage) : undefined}
        />
      )}
      <Button type="submit" size="large" disabled={reading === null}>
        {t('wallet.continue')}
      </Button>
    </form>
  )
}

function isTooMuch(wanted: { amountMsat: number; feeReserveMsat: number }, feeMsat: number): string | undefined {
  if (describeShortage(wanted, feeMsat) === null) return undefined
  return t('admin.tooMuch', { needed: formatAmount(wanted.amountMsat + wanted.feeReserveMsat) })
}

type ConfirmProps = {
  withdrawal: Withdrawal
  feeMsat: number
  onBack: () => void
  onSent: (paymentId: string) => void
}

function Confirm({ withdrawal, feeMsat, onBack, onSent }: ConfirmProps) {
  const { call } = useSite()
  const refresh = useRefresh()
  const callOnce = useCallOnce()
  const { amountMsat, feeReserveMsat } = withdrawal
  const body =
    withdrawal.to === 'invoice'
      ? { invoice: withdrawal.bolt11 }
      : { lightningAddress: withdrawal.address, msatAmount: amountMsat }
  const sending = useMutation({
    mutationFn: () =>
      callOnce(body, (options) => withProof((proof) => call(withdrawPlatformFee, { body }, { ...options, proof }))),
    onSuccess: ({ paymentId }) => {
      void refresh(getMoney)
      onSent(paymentId)
    },
  })
  const totalMsat = amountMsat + feeReserveMsat
  return (
    <div className="flex flex-col gap-4">
      {withdrawal.to === 'address' && (
        <p className="break-words text-ink-2">{t('wallet.to', { name: withdrawal.address })}</p>
      )}
      <Rows>
        <Row name={t('wallet.arrives')}>{formatAmount(amountMsat)}</Row>
        <Row name={t('wallet.feeReserve')}>{formatAmount(feeReserveMsat)}</Row>
        <Row name={t('wallet.atMost')} isStrong>
          {formatAmount(totalMsat)} {t('common.sats')}
        </Row>
        <Row name={t('admin.feesAfter')}>{formatAmount(Math.max(0, feeMsat - totalMsat))}</Row>
      </Rows>
      {describeProblem(sending.error) !== undefined && (
        <Problem words={isUncertain(sending.error) ? t('wallet.uncertain') : describeRefusal(sending.error)} />
      )}
      <SendButtons
        amountMsat={amountMsat}
        isSending={sending.isPending}
        onBack={onBack}
        onSend={() => sending.mutate()}
      />
    </div>
  )
}

function Outcome({ paymentId, onDone }: { paymentId: string; onDone: () => void }) {
  const { call } = useSite()
  const { data } = useQuery({
    ...callQuery(call, getPayment, { params: { paymentId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'pending' ? false : POLL_MS),
  })
  const state = data?.state ?? 'pending'
  const text = {
    pending: t('admin.feePending'),
    settled: t('admin.feeSettled', {
      sats: formatAmount(data?.msatAmount ?? 0),
      fee: formatAmount(data?.feeMsat ?? 0),
    }),
    failed: t('admin.feeFailed'),
  }
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="text-lg">
        {text[state]}
      </p>
      <Button size="large" autoFocus onClick={onDone}>
        {t('wallet.done')}
      </Button>
    </div>
  )
}
