/** The form of an event. What most events leave as it is comes last, folded. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { describeFailure } from '#web/data/failures.ts'
import { useSettings } from '#web/data/site.ts'
import type { OwnArtist } from '#web/studio/content/own.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { type EventDraft, type SentEvent, sentOf } from './event-fields.ts'
import { MainFields, MoreFields, TierList } from './event-parts.tsx'
import { problemsOf } from './event-problems.ts'

/** Fields of the fold, which opens for what is wrong in it. */
const FOLDED = ['description', 'mapUrl', 'saleUntil', 'personMax']

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
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState({ times: 0, isFolded: false })
  const [failure, setFailure] = useState<unknown>(null)
  const [sending, setSending] = useState<'first' | 'other' | null>(null)
  const change = (changes: Partial<EventDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const found = problemsOf(draft, initial, useSettings())
  const problems = refused.times > 0 ? found : {}
  useEffect(() => {
    if (refused.times > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])
  const submit = async (which: 'first' | 'other', by: Send) => {
    setFailure(null)
    if (Object.keys(found).length > 0) {
      setRefused({ times: refused.times + 1, isFolded: FOLDED.some((field) => found[field] !== undefined) })
      return
    }
    setSending(which)
    await by(sentOf(draft), artistId).catch(setFailure)
    setSending(null)
  }
  const submitFirst = (event: FormEvent) => {
    event.preventDefault()
    void submit('first', send)
  }
  return (
    <form ref={form} onSubmit={submitFirst} noValidate className="flex max-w-[680px] flex-col gap-5">
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
      <MainFields draft={draft} change={change} problems={problems} />
      <TierList draft={draft} change={change} problems={problems} />
      <MoreFields key={refused.times} isWrong={refused.isFolded} draft={draft} change={change} problems={problems} />
      {failure !== null && <Alert>{describeFailure(failure)}</Alert>}
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
