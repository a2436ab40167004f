/** One kind of ticket in the form of an event: its name, seats and price. */
import { useSettings } from '#web/data/site.ts'
import { describeDollars, type Price, usePrice } from '#web/format/price.ts'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { inCurrency, type TierDraft } from './event-fields.ts'
import { limitProblem, msatOf, type Problems } from './event-problems.ts'

export function TierFields({
  tier,
  personMax,
  problems,
  onChange,
  onRemove,
}: {
  tier: TierDraft
  /** How many tickets one buyer can have. */
  personMax: string
  problems: Problems
  onChange: (tier: TierDraft) => void
  onRemove: (() => void) | null
}) {
  const rate = usePrice()
  const limits = useSettings()
  const priceProblem = problems[`${tier.key}.price`]
  return (
    <fieldset className="min-w-0 rounded-bar border border-line p-4.5">
      <legend className="max-w-full px-1 font-semi wrap-anywhere">{tier.name.trim() || t('events.tier')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-4">
        <Field
          label={t('events.tierName')}
          value={tier.name}
          error={problems[`${tier.key}.name`]}
          className="col-span-full"
          onChange={(event) => onChange({ ...tier, name: event.currentTarget.value })}
        />
        <Field
          label={t('events.seats')}
          inputMode="numeric"
          value={tier.seats}
          error={problems[`${tier.key}.seats`]}
          onChange={(event) => onChange({ ...tier, seats: event.currentTarget.value })}
        />
        <Field
          label={t('events.price')}
          hint={<PriceHint tier={tier} rate={rate} />}
          inputMode="decimal"
          value={tier.price}
          error={priceProblem}
          onChange={(event) => onChange({ ...tier, price: event.currentTarget.value })}
        />
        <SelectField
          label={t('events.currency')}
          value={tier.currency}
          onChange={(event) => onChange(inCurrency(tier, event.currentTarget.value === 'usd' ? 'usd' : 'sats'))}
        >
          <option value="sats">{t('events.inSats')}</option>
          <option value="usd">{t('events.inUsd')}</option>
        </SelectField>
        <p role="status" className="col-span-full text-sm text-pink empty:hidden">
          {priceProblem === undefined && limitProblem(msatOf(tier, rate) ?? 0, personMax, limits)}
        </p>
      </div>
      {onRemove && (
        <div className="mt-3">
          <WordButton
            label={t('events.removeTierNamed', { name: tier.name.trim() || t('events.tier') })}
            onClick={onRemove}
          >
            {t('events.removeTier')}
          </WordButton>
        </div>
      )}
    </fieldset>
  )
}

/** What was typed, in the other currency. */
function PriceHint({ tier, rate }: { tier: TierDraft; rate: Price | null }) {
  const isInSats = tier.currency === 'sats'
  const msat = msatOf(tier, rate) ?? 0
  const other = isInSats
    ? rate && describeDollars(msat, rate, new Date())
    : t('records.about', { sats: formatSats(msat) })
  return (
    <>
      {msat > 0 && other && <span className="block font-semi">{other}</span>}
      {t(isInSats ? 'events.priceHint' : 'events.priceHintUsd')}
    </>
  )
}
