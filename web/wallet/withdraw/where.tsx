/** The first step of a withdrawal: one field for an invoice or an address, parsed while typing, with the amount it
 * asks for or the problem with it. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { makeOutsideInvoice } from '#contract/operator/sandbox.ts'
import { useAccount } from '#web/session/account.ts'
import { VerifyEmailNote } from '#web/session/verify-email-note.tsx'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { describeAmountProblem, parseSats, satsToMsat } from '#web/format/amounts.ts'
import { DestinationField } from '#web/format/sending.tsx'
import { useSecondsLeft } from '#web/invoice/countdown.ts'
import { ExternalAddress } from '#web/forwarding/external-address.tsx'
import { HeldNote } from '#web/wallet/held-note.tsx'
import { ScanButton } from './scan-button.tsx'
import {
  describeShortage,
  networkLabels,
  readingSettingsOf,
  readPasted,
  type PayableAddress,
  type PayableInvoice,
} from '#web/format/destination.ts'
import { describeOverLimit, LimitNote, useWithdrawalLimits } from './limits.tsx'
import { satsUnit } from '#web/format/sats-unit.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'

type WithdrawWhereProps = {
  pasted: string
  onPaste: (pasted: string) => void
  onInvoice: (invoice: PayableInvoice) => void
  onAddress: (address: PayableAddress) => void
}

export function WithdrawWhere({ pasted, onPaste, onInvoice, onAddress }: WithdrawWhereProps) {
  const settings = useSettings()
  const { data: account } = useAccount()
  const [showsErrors, setShowsErrors] = useState(false)
  const reading = readPasted(pasted, readingSettingsOf(settings), new Date())
  const invoice = reading?.to === 'invoice' ? reading : null
  const limits = useWithdrawalLimits()
  const shortage =
    invoice && account ? (describeShortage(invoice, account.msatBalance) ?? describeOverLimit(invoice, limits)) : null
  const isWrong = reading?.to === 'nowhere' && (showsErrors || !reading.isUnfinished)
  const problem = isWrong ? reading.problem : (shortage ?? undefined)
  const isHeldBack = account !== undefined && account.email !== null && !account.emailVerified
  // Nothing can be sent yet: only the step that unblocks withdrawals is shown.
  if (isHeldBack) return <VerifyEmailNote />
  if (account?.isLocked) return <HeldNote />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (reading?.to === 'address') onAddress(reading)
    if (invoice && shortage === null) onInvoice(invoice)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <DestinationField
        placeholder={t('wallet.wherePlaceholder')}
        pasted={pasted}
        onPaste={(text) => {
          onPaste(text)
          setShowsErrors(false)
        }}
        // Enter submits, although the field is a textarea.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || reading === null) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        {...(!invoice && { hint: t('wallet.whereHint') })}
        error={problem}
      />
      {invoice && <InvoiceRows invoice={invoice} />}
      <ScanButton
        onFound={(text) => {
          onPaste(text)
          setShowsErrors(true)
        }}
      />
      {settings.isSandbox && pasted === '' && <ExternalInvoice onMade={onPaste} />}
      {account && (
        <p className="text-sm text-ink-2">{t('wallet.available', { sats: formatSats(account.msatBalance) })}</p>
      )}
      <LimitNote limits={limits} />
      <Button type="submit" size="large" disabled={reading === null || shortage !== null || !account}>
        {t('wallet.continue')}
      </Button>
    </form>
  )
}

function InvoiceRows({ invoice }: { invoice: PayableInvoice }) {
  const secondsLeft = useSecondsLeft(invoice.expiresAt)
  return (
    <Rows>
      <Row name={t('wallet.invoiceFor')} isStrong>
        {formatAmount(invoice.amountMsat)} {satsUnit(formatAmount(invoice.amountMsat))}
      </Row>
      <Row name={t('wallet.description')}>
        <span className="break-words">{invoice.description ?? t('wallet.noDescription')}</span>
      </Row>
      {secondsLeft !== null && <Row name={t('wallet.validFor')}>{formatDuration(secondsLeft)}</Row>}
      <Row name={t('wallet.payee')}>
        <span title={invoice.payee}>
          {invoice.payee.slice(0, 8)}…{invoice.payee.slice(-6)}
        </span>
      </Row>
      <Row name={t('wallet.network')}>{t(networkLabels[invoice.network])}</Row>
    </Rows>
  )
}

/** For trying a withdrawal in the sandbox without another wallet. */
function ExternalInvoice({ onMade }: { onMade: (pasted: string) => void }) {
  const { call, settings } = useSite()
  const [text, setText] = useState('1000')
  const [showsErrors, setShowsErrors] = useState(false)
  const problem = describeAmountProblem(text, settings)
  const making = useMutation({
    mutationFn: (sats: number) => call(makeOutsideInvoice, { body: { amountMsat: satsToMsat(sats) } }),
    onSuccess: ({ bolt11 }) => onMade(bolt11),
  })
  const make = () => {
    setShowsErrors(true)
    const sats = parseSats(text)
    if (problem === undefined && sats !== null) making.mutate(sats)
  }
  return (
    <fieldset className="flex flex-col gap-3 rounded-field bg-purple-soft p-4">
      <legend className="sr-only">{t('wallet.sandboxInvoice')}</legend>
      <p className="text-sm">
        <span className="font-strong">{t('wallet.sandboxInvoice')}.</span> {t('wallet.sandboxInvoiceHint')}
      </p>
      <Field
        label={t('wallet.ownAmount')}
        isLabelHidden
        inputMode="numeric"
        autoComplete="off"
        maxLength={16}
        suffix={t('common.sats')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          make()
        }}
        error={showsErrors ? problem : undefined}
      />
      {making.isError && <Problem words={describeFailure(making.error)} />}
      <Button kind="quiet" isWaiting={making.isPending} onClick={make} className="whitespace-normal">
        {t('wallet.sandboxMake')}
      </Button>
      <ExternalAddress isShown onChoose={onMade} />
    </fieldset>
  )
}
