/** The form of an event: what, where, when, and its tickets. */
import { useState, type FormEvent } from 'react'
import { CONCERT_NAME_MAX, PERSON_MAX, PLACE_MAX, TIERS_MAX } from '#contract/concerts/concerts.ts'
import { DESCRIPTION_MAX } from '#contract/fields.ts'
import { describeFailure } from '#web/data/failures.ts'
import type { OwnArtist } from '#web/studio/content/own.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { ZoneField } from '#web/studio/forms/zone-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SelectField, TextArea } from '#web/ui/controls/field.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { type EventDraft, type EventProblem, newTier, type SentEvent, sentOf } from './event-fields.ts'
import { TierFields } from './tier-fields.tsx'

const PROBLEMS: Record<EventProblem, TranslationKey> = {
  name: 'events.needName',
  place: 'events.needPlace',
  city: 'events.needCity',
  begins: 'events.needBegin',
  ends: 'events.needEnd',
  person: 'events.needPersonMax',
  sale: 'events.needSale',
  tiers: 'events.needTiers',
}

type EventFormProps = {
  initial: EventDraft
  /** To choose from, for a new event. */
  artists?: readonly OwnArtist[]
  button: string
  send: (fields: SentEvent, artistId: string) => Promise<void>
}

export function EventForm({ initial, artists = [], button, send }: EventFormProps) {
  const [draft, setDraft] = useState(initial)
  const [artistId, setArtistId] = useState(artists[0]?.id ?? '')
  const [problem, setProblem] = useState<EventProblem | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setIsSending] = useState(false)
  const change = (changes: Partial<EventDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = sentOf(draft)
    setProblem('problem' in sent ? sent.problem : null)
    setFailure(null)
    if ('problem' in sent) return
    setIsSending(true)
    await send(sent.fields, artistId).catch(setFailure)
    setIsSending(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-[680px] flex-col gap-5">
      {artists.length > 1 && (
        <SelectField
          label={t('studio.artist')}
          value={artistId}
          onChange={(event) => setArtistId(event.currentTarget.value)}
        >
          {artists.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <AboutFields draft={draft} change={change} problem={problem} />
      <TimeFields draft={draft} change={change} problem={problem} />
      <TierList draft={draft} change={change} />
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
      {(problem !== null || failure !== null) && (
        <Alert>{problem === null ? describeFailure(failure) : t(PROBLEMS[problem])}</Alert>
      )}
      <div>
        <Button type="submit" isWaiting={isSending}>
          {button}
        </Button>
      </div>
    </form>
  )
}

type PartProps = {
  draft: EventDraft
  change: (changes: Partial<EventDraft>) => void
  problem: EventProblem | null
}

function TierList({ draft: { tiers }, change }: Omit<PartProps, 'problem'>) {
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
        <Button kind="quiet" onClick={() => change({ tiers: [...tiers, newTier()] })}>
          {t('events.addTier')}
        </Button>
      )}
    </>
  )
}

function AboutFields({ draft, change, problem }: PartProps) {
  return (
    <>
      <Field
        label={t('events.name')}
        value={draft.name}
        maxLength={CONCERT_NAME_MAX}
        error={problem === 'name' ? t('events.needName') : undefined}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextArea
        label={t('events.about')}
        value={draft.description}
        maxLength={DESCRIPTION_MAX}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('events.place')}
          value={draft.place}
          maxLength={PLACE_MAX}
          error={problem === 'place' ? t('events.needPlace') : undefined}
          onChange={(event) => change({ place: event.currentTarget.value })}
        />
        <Field
          label={t('events.city')}
          hint={t('events.cityHint')}
          value={draft.city}
          maxLength={PLACE_MAX}
          error={problem === 'city' ? t('events.needCity') : undefined}
          onChange={(event) => change({ city: event.currentTarget.value })}
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
    </>
  )
}

function TimeFields({ draft, change, problem }: PartProps) {
  const time = (name: 'begins' | 'ends' | 'saleFrom' | 'saleUntil', label: string, error?: string, hint?: string) => (
    <Field
      label={label}
      type="datetime-local"
      value={draft[name]}
      error={error}
      {...(hint !== undefined && { hint })}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <ZoneField zone={draft.timeZone} hint={t('events.timeZoneHint')} onChange={(timeZone) => change({ timeZone })} />
      <div className="grid gap-5 sm:grid-cols-2">
        {time('begins', t('events.begins'), problem === 'begins' ? t('events.needBegin') : undefined)}
        {time('ends', t('events.ends'), problem === 'ends' ? t('events.needEnd') : undefined)}
        {time('saleFrom', t('events.saleBegins'), undefined, t('events.saleBeginsHint'))}
        {time(
          'saleUntil',
          t('events.saleEnds'),
          problem === 'sale' ? t('events.needSale') : undefined,
          t('events.saleEndsHint'),
        )}
      </div>
    </>
  )
}
