/** Creates an invoice of the external test wallet, to withdraw to. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { makeOutsideInvoice } from '#contract/operator/sandbox.ts'
import { useSite } from '#web/data/site.ts'
import { AmountChoice, type Amount } from '#web/ui/controls/amount-choice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { Panel } from './panel.tsx'
import { formatSats } from '#web/words/sats.ts'

const PRESETS = ['100', '1000', '10000'].map((text) => ({ text, name: formatSats(Number(text) * 1_000) }))
const SATS_MAX_DIGITS = 9

export function MakeInvoice() {
  const { call } = useSite()
  const [amount, setAmount] = useState<Amount>({ isOwn: false, text: '1000' })
  const [showsErrors, setShowsErrors] = useState(false)
  const making = useMutation({
    mutationFn: async (sats: number) => {
      const { bolt11 } = await call(makeOutsideInvoice, { body: { amountMsat: sats * 1_000 } })
      return { bolt11, sats }
    },
  })
  const sats = readSats(amount.text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (sats !== null) making.mutate(sats)
  }
  return (
    <Panel title={t('sandbox.makeTitle')} lead={t('sandbox.makeLead')}>
      {making.data ? (
        <Made bolt11={making.data.bolt11} sats={making.data.sats} onAgain={() => making.reset()} />
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <AmountChoice
            label={t('sandbox.amount')}
            presets={PRESETS}
            amount={amount}
            onChange={(selected) => {
              setAmount(selected)
              setShowsErrors(false)
            }}
            ownLabel={t('wallet.other')}
            fieldLabel={t('sandbox.amount')}
            unit={t('common.sats')}
            error={showsErrors && sats === null ? t('sandbox.amountInvalid') : undefined}
          />
          {making.isError && (
            <p role="alert" className="text-pink">
              {describeFailure(making.error)}
            </p>
          )}
          <Button type="submit" isWaiting={making.isPending} className="self-start">
            {t(making.isPending ? 'sandbox.making' : 'sandbox.make')}
          </Button>
        </form>
      )}
    </Panel>
  )
}

function readSats(text: string): number | null {
  const digits = text.replaceAll(/[\s,]/g, '')
  if (!/^[1-9]\d*$/.test(digits) || digits.length > SATS_MAX_DIGITS) return null
  return Number.parseInt(digits, 10)
}

function Made({ bolt11, sats, onAgain }: { bolt11: string; sats: number; onAgain: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p role="status" className="font-semi">
        {t('sandbox.madeFor', { sats: formatSats(sats * 1_000) })}
      </p>
      <Qr
        text={`lightning:${bolt11}`.toUpperCase()}
        label={t('sandbox.qrLabel')}
        labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
        level="L"
        className="max-w-[240px]"
      />
      <p className="max-h-20 w-full overflow-y-auto rounded-field bg-sunken px-4 py-3 text-xs break-all text-ink-2">
        {bolt11}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton
          text={bolt11}
          labels={{ idle: t('sandbox.copyInvoice'), copied: t('common.copied') }}
          kind="solid"
        />
        <Button kind="quiet" onClick={onAgain}>
          {t('sandbox.makeAnother')}
        </Button>
      </div>
    </div>
  )
}
