/** The usual amount of a zap. */
import { useState, type FormEvent } from 'react'
import { MAX_PAYMENT_MSAT, MIN_PAYMENT_MSAT } from '#contract/money.ts'
import { describeAmountProblem, parseSats, satsToMsat } from '#web/format/amounts.ts'
import { describeDollars, usePrice } from '#web/format/price.ts'
import { useSettings } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { useEditAccount } from '#web/settings/edit-account.ts'
import { Panel } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'
import { formatSats } from '#web/words/sats.ts'

export function DefaultZapPart({ account }: PartProps) {
  const price = usePrice()
  // Saved amounts may be anything within the global limits; the narrower limits of this server apply when zapping.
  const limits = { ...useSettings(), minPaymentMsat: MIN_PAYMENT_MSAT, maxPaymentMsat: MAX_PAYMENT_MSAT }
  const [typed, setTyped] = useState(formatSats(account.ampMsat))
  const [showsErrors, setShowsErrors] = useState(false)
  const saving = useEditAccount(t('settings.zapSaved'))
  const problem = describeAmountProblem(typed, limits)
  const sats = parseSats(typed)
  const amountMsat = sats === null ? null : satsToMsat(sats)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (problem === undefined && amountMsat !== null) saving.mutate({ ampMsat: String(amountMsat) })
  }
  const dollars = price && amountMsat !== null && describeDollars(amountMsat, price, new Date())
  return (
    <Panel title={t('settings.defaultZap')} note={t('settings.defaultZapNote')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('settings.defaultZapField')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          suffix={t('common.sats')}
          className="max-w-64"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setShowsErrors(false)
          }}
          error={showsErrors ? problem : undefined}
          {...(dollars ? { hint: dollars } : {})}
        />
        {saving.isError && <Problem words={describeFailure(saving.error)} />}
        <Button
          type="submit"
          className="self-start"
          isWaiting={saving.isPending}
          disabled={amountMsat === account.ampMsat}
        >
          {t('settings.save')}
        </Button>
      </form>
    </Panel>
  )
}
