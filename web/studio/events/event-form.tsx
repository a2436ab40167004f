/** The form of an event. What most events leave as it is comes last, folded. */
import { useState, type FormEvent } from 'react'
import { describeFailure } from '#web/data/failures.ts'
import type { OwnArtist } from '#web/studio/content/own.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { type EventDraft, type EventProblem, type SentEvent, sentOf } from './event-fields.ts'
import { MainFields, MoreFields, TierList } from './event-parts.tsx'

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

type Send = (fields: SentEvent, artistId: string) => Promise<void>
type EventFormProps = {
  initial: EventDraft
  /** To choose from, for a new event. */
  artists?: readonly OwnArtist[]
  button: string
  send: Send
  /** Another button beside it. */
  other?: { button: string; send: Send }
}

export function EventForm({ initial, artists = [], button, send, other }: EventFormProps) {
  const [draft, setDraft] = useState(initial)
  const [artistId, setArtistId] = useState(artists[0]?.id ?? '')
  const [problem, setProblem] = useState<EventProblem | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [sending, setSending] = useState<'first' | 'other' | null>(null)
  const change = (changes: Partial<EventDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const submit = async (which: 'first' | 'other', by: Send) => {
    const sent = sentOf(draft)
    setProblem('problem' in sent ? sent.problem : null)
    setFailure(null)
    if ('problem' in sent) return
    setSending(which)
    await by(sent.fields, artistId).catch(setFailure)
    setSending(null)
  }
  const submitFirst = (event: FormEvent) => {
    event.preventDefault()
    void submit('first', send)
  }
  return (
    <form onSubmit={submitFirst} noValidate className="flex max-w-[680px] flex-col gap-5">
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
      <MainFields draft={draft} change={change} problem={problem} />
      <TierList draft={draft} change={change} />
      <MoreFields draft={draft} change={change} problem={problem} />
      {(problem !== null || failure !== null) && (
        <Alert>{problem === null ? describeFailure(failure) : t(PROBLEMS[problem])}</Alert>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" isWaiting={sending === 'first'} disabled={sending === 'other'}>
          {button}
        </Button>
        {other && (
          <Button
            kind="quiet"
            isWaiting={sending === 'other'}
            disabled={sending === 'first'}
            onClick={() => void submit('other', other.send)}
          >
            {other.button}
          </Button>
        )}
      </div>
    </form>
  )
}
