/** The parts of the form of an event: what and where, when, its tickets, and what most events leave as it is. */
import { PERSON_MAX, TIERS_MAX } from '#contract/concerts/concerts.ts'
import { cityOfZone } from '#contract/concerts/times.ts'
import { Fold } from '#web/studio/forms/fold.tsx'
import { ZoneField } from '#web/studio/forms/zone-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { type EventDraft, hasMore, newTier, withBegin } from './event-fields.ts'
import type { Problems } from './event-problems.ts'
import { TierFields } from './tier-fields.tsx'

type PartProps = {
  draft: EventDraft
  change: (changes: Partial<EventDraft>) => void
  problems: Problems
}

export function MainFields({ draft, change, problems }: PartProps) {
  const zone = t('events.zone', { zone: cityOfZone(draft.timeZone) })
  return (
    <>
      <Field
        label={t('events.name')}
        value={draft.name}
        error={problems['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('events.begins')}
          hint={zone}
          type="datetime-local"
          value={draft.begins}
          error={problems['begins']}
          onChange={(event) => change(withBegin(draft, event.currentTarget.value))}
        />
        <Field
          label={t('events.ends')}
          type="datetime-local"
          value={draft.ends}
          error={problems['ends']}
          onChange={(event) => change({ ends: event.currentTarget.value })}
        />
        <Field
          label={t('events.place')}
          value={draft.place}
          error={problems['place']}
          onChange={(event) => change({ place: event.currentTarget.value })}
        />
        <Field
          label={t('events.city')}
          value={draft.city}
          error={problems['city']}
          onChange={(event) => change({ city: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

export function TierList({ draft: { tiers, personMax }, change, problems }: PartProps) {
  return (
    <>
      <h2 className="mt-4 text-xl md:text-2xl">{t('events.tickets')}</h2>
      <p className="-mt-3 text-ink-2">{t('events.ticketsLead')}</p>
      {tiers.map((tier, index) => (
        <TierFields
          key={tier.key}
          tier={tier}
          personMax={personMax}
          problems={problems}
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
export function MoreFields({ draft, change, problems, isWrong }: PartProps & { isWrong: boolean }) {
  return (
    <Fold title={t('events.moreFields')} isOpen={isWrong || hasMore(draft)}>
      <div className="col-span-full">
        <TextArea
          label={t('events.about')}
          value={draft.description}
          error={problems['description']}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </div>
      <Field
        label={t('events.mapLink')}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={draft.mapUrl}
        error={problems['mapUrl']}
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
        error={problems['saleUntil']}
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
        error={problems['personMax']}
        onChange={(event) => change({ personMax: event.currentTarget.value })}
      />
    </Fold>
  )
}
