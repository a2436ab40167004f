/** First step of a withdrawal: the pasted invoice, read at once, with what it asks for or what is wrong with it. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { formatSats } from '#contract/money.ts'
import { makeOutsideInvoice } from '#contract/sandbox.ts'
import { useAccount } from '../session/account.ts'
import { VerifyEmailNote } from '../session/verify-email-note.tsx'
import { useSettings, useSite } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { describeFailure } from '../words/failures.ts'
import { formatDuration } from '../words/format.ts'
import { t } from '../words/words.ts'
import { describeAmountProblem, formatAmount, parseSats, satsToMsat } from './amounts.ts'
import { useSecondsLeft } from './countdown.ts'
import { describeShortage, networkWords, readPasted, type PayableInvoice } from './invoice-reading.ts'
import { Problem } from './problem.tsx'
import { Row, Rows } from './rows.tsx'

export function WithdrawInvoice({
  pasted,
  onPaste,
  onContinue,
}: {
  pasted: string
  onPaste: (pasted: string) => void
  onContinue: (invoice: PayableInvoice) => void
}) {
  const settings = useSettings()
  const { isSandbox } = settings
  const { data: account } = useAccount()
  const reading = readPasted(pasted, settings, new Date())
  const invoice = reading && 'invoice' in reading ? reading.invoice : null
  const shortage = invoice && account ? describeShortage(invoice, account.msatBalance) : null
  const problem = reading && 'problem' in reading ? reading.problem : (shortage ?? undefined)
  const isHeldBack = account !== undefined && account.email !== null && !account.emailVerified
  // Nothing here could be sent yet: only what opens the way is shown.
  if (isHeldBack) return <VerifyEmailNote />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (invoice && problem === undefined) onContinue(invoice)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextArea
        label={t('wallet.invoice')}
        rows={3}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={4_000}
        placeholder={t('wallet.invoicePlaceholder')}
        value={pasted}
        onChange={(event) => onPaste(event.target.value)}
        {...(!invoice && { hint: t('wallet.invoiceHint') })}
        error={problem}
      />
      {invoice && <InvoiceRows invoice={invoice} />}
      {isSandbox && pasted === '' && <OutsideInvoice onMade={onPaste} />}
      {account && (
        <p className="text-sm text-ink-2">{t('wallet.available', { sats: formatSats(account.msatBalance) })}</p>
      )}
      <Button type="submit" size="large" disabled={!invoice || problem !== undefined || !account}>
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
        {formatAmount(invoice.amountMsat)} {t('common.sats')}
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
      <Row name={t('wallet.network')}>{t(networkWords[invoice.network])}</Row>
    </Rows>
  )
}

/** A way to try it without another wallet. */
function OutsideInvoice({ onMade }: { onMade: (bolt11: string) => void }) {
  const { call, settings } = useSite()
  const [text, setText] = useState('1000')
  const [isJudged, setIsJudged] = useState(false)
  const problem = describeAmountProblem(text, settings)
  const making = useMutation({
    mutationFn: (sats: number) => call(makeOutsideInvoice, { body: { amountMsat: satsToMsat(sats) } }),
    onSuccess: ({ bolt11 }) => onMade(bolt11),
  })
  const make = () => {
    setIsJudged(true)
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
        error={isJudged ? problem : undefined}
      />
      {making.isError && <Problem words={describeFailure(making.error)} />}
      <Button kind="quiet" isWaiting={making.isPending} onClick={make} className="whitespace-normal">
        {t('wallet.sandboxMake')}
      </Button>
    </fieldset>
  )
}
