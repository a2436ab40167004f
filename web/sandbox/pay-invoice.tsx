/** Pays an invoice of this server from the external test wallet. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getSandboxState, payFromExternal } from '#contract/operator/sandbox.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { isUncertain } from '#web/data/api-attempt.ts'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { AlertIcon, DoneIcon } from '#web/ui/icon.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { Panel } from './panel.tsx'
import { formatSats } from '#web/words/sats.ts'

export function PayInvoice() {
  const { call } = useSite()
  const refresh = useRefresh()
  const [pasted, setPasted] = useState('')
  const [showsErrors, setShowsErrors] = useState(false)
  const bolt11 = pasted.replaceAll(/\s+/g, '').replace(/^lightning:(\/\/)?/i, '')
  const paying = useMutation({
    mutationFn: (invoice: string) => call(payFromExternal, { body: { bolt11: invoice } }),
    onSettled: () => refresh(getSandboxState),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (bolt11 !== '') paying.mutate(bolt11)
  }
  const sats = readSats(bolt11)
  const idle = sats === null ? t('sandbox.pay') : t('sandbox.payAmount', { sats })
  return (
    <Panel title={t('sandbox.payTitle')} lead={t('sandbox.payLead')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextArea
          label={t('sandbox.invoice')}
          hint={t('sandbox.invoiceHint')}
          rows={3}
          maxLength={4_000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={pasted}
          onChange={(event) => {
            setPasted(event.target.value)
            paying.reset()
          }}
          error={showsErrors && bolt11 === '' ? t('sandbox.invoiceMissing') : undefined}
        />
        <Outcome paying={paying} />
        <Button
          type="submit"
          isWaiting={paying.isPending}
          disabled={paying.data?.state === 'paid'}
          className="self-start"
        >
          {paying.isPending ? t('sandbox.paying') : idle}
        </Button>
      </form>
    </Panel>
  )
}

/** The amount for the button; whether the invoice can be paid is decided by the server. */
function readSats(bolt11: string): string | null {
  try {
    const { amountMsat } = decodeInvoice(bolt11)
    return amountMsat === null ? null : formatSats(Number(amountMsat))
  } catch {
    return null
  }
}

type Paying = {
  data?: { state: 'paid' | 'pending' | 'failed'; reason: string | null } | undefined
  isError: boolean
  error: unknown
}

function Outcome({ paying: { data, isError, error } }: { paying: Paying }) {
  const isOpen = data?.state === 'pending' || (isError && isUncertain(error))
  return (
    <div aria-live="polite" className="empty:hidden">
      {data?.state === 'paid' && (
        <p className="flex items-center gap-2 font-semi text-mint">
          <DoneIcon size={18} aria-hidden="true" />
          {t('sandbox.paid')}
        </p>
      )}
      {isOpen && <p className="text-ink-2">{t('sandbox.payPending')}</p>}
      {data?.state === 'failed' && <Failed words={t('sandbox.payFailed', { reason: sentenceOf(data.reason) })} />}
      {isError && !isUncertain(error) && <Failed words={describeFailure(error)} />}
    </div>
  )
}

/** Only reasons that are full sentences are shown. */
const sentenceOf = (reason: string | null): string => (reason?.includes(' ') ? reason : '')

function Failed({ words }: { words: string }) {
  return (
    <p className="flex items-start gap-2 text-pink">
      <AlertIcon size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      {words}
    </p>
  )
}
