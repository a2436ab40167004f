/** The parts of the form of an event: what and where, when, its tickets, and what most events leave as it is. */
import { CONCERT_NAME_MAX, PERSON_MAX, PLACE_MAX, TIERS_MAX } from '#contract/concerts/concerts.ts'
import { cityOfZone } from '#contract/concerts/times.ts'
import { DESCRIPTION_MAX } from '#contract/fields.ts'
import { Fold } from '#web/studio/forms/fold.tsx'
import { ZoneField } from '#web/studio/forms/zone-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { type EventDraft, type EventProblem, hasMore, newTier, withBegin } from './event-fields.ts'
import { TierFields } from './tier-fields.tsx'

type PartProps = {
  draft: EventDraft
  change: (changes: Partial<EventDraft>) => void
  problem: EventProblem | null
}

export function MainFields({ draft, change, problem }: PartProps) {
  const zone = t('events.zone', { zone: cityOfZone(draft.timeZone) })
  return (
    <>
      <Field
        label={t('events.name')}
        value={draft.name}
        maxLength={CONCERT_NAME_MAX}
        error={problem === 'name' ? t('events.needName') : undefined}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('events.begins')}
          hint={zone}
          type="datetime-local"
          value={draft.begins}
          error={problem === 'begins' ? t('events.needBegin') : undefined}
          onChange={(event) => change(withBegin(draft, event.currentTarget.value))}
        />
        <Field
          label={t('events.ends')}
          type="datetime-local"
          value={draft.ends}
          error={problem === 'ends' ? t('events.needEnd') : undefined}
          onChange={(event) => change({ ends: event.currentTarget.value })}
        />
        <Field
          label={t('events.place')}
          value={draft.place}
          maxLength={PLACE_MAX}
          error={problem === 'place' ? t('events.needPlace') : undefined}
          onChange={(event) => change({ place: event.currentTarget.value })}
        />
        <Field
          label={t('events.city')}
          value={draft.city}
          maxLength={PLACE_MAX}
          error={problem === 'city' ? t('events.needCity') : undefined}
          onChange={(event) => change({ city: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

export function TierList({ draft: { tiers }, change }: Omit<PartProps, 'problem'>) {
  return (
    <>
      <h2 className="mt-4 text-xl md:text-2xl">{t('events.tickets')}</h2>
      <p className="-mt-3 text-ink-2">{t('events.ticketsLead')}</p>
      {tiers.map((tier, index) => (
        <TierFields
          key={tier.key}
          tier={tier}
          onChange={(changed) => change({ tiers: tiers.map((one, place) => (place === index ? changed : one)) })}
          onRemove={tiers.length > 1 ? () => change({ tiers: tiers.filter((_one, place) => place !== index) }) : null}
        />
      ))}
      {tiers.length < TIERS_MAX && (
        <div>
          <Button kind="quiet" onClick={() => change({ tiers: [...tiers, newTier('')] })}>
            {t('events.addTier')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Opened by a value, or by what is wrong in it. */
export function MoreFields({ draft, change, problem }: PartProps) {
  const isWrong = problem === 'person' || problem === 'sale'
  return (
    <Fold key={String(isWrong)} title={t('events.moreFields')} isOpen={isWrong || hasMore(draft)}>
      <div className="col-span-full">
        <TextArea
          label={t('events.about')}
          value={draft.description}
          maxLength={DESCRIPTION_MAX}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </div>
      <Field
        label={t('events.mapLink')}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={draft.mapUrl}
        onChange={(event) => change({ mapUrl: event.currentTarget.value })}
      />
      <ZoneField zone={draft.timeZone} hint={t('events.timeZoneHint')} onChange={(timeZone) => change({ timeZone })} />
      <Field
        label={t('events.saleBegins')}
        hint={t('events.saleBeginsHint')}
        type="datetime-local"
        value={draft.saleFrom}
        onChange={(event) => change({ saleFrom: event.currentTarget.value })}
      />
      <Field
        label={t('events.saleEnds')}
        hint={t('events.saleEndsHint')}
        type="datetime-local"
        value={draft.saleUntil}
        error={problem === 'sale' ? t('events.needSale') : undefined}
        onChange={(event) => change({ saleUntil: event.currentTarget.value })}
      />
      <Field
        label={t('events.personMax')}
        hint={t('events.personMaxHint')}
        type="number"
        inputMode="numeric"
        min={1}
        max={PERSON_MAX}
        value={draft.personMax}
        error={problem === 'person' ? t('events.needPersonMax') : undefined}
        onChange={(event) => change({ personMax: event.currentTarget.value })}
      />
    </Fold>
  )
}
