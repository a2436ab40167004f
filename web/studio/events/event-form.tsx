/** The form of an event. What most events leave as it is comes last, folded. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { describeFailure } from '#web/data/failures.ts'
import { useSettings } from '#web/data/site.ts'
import { usePrice } from '#web/format/price.ts'
import type { OwnArtist } from '#web/studio/content/own.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'
import { cityOf, type EventDraft, type SentEvent, sentOf } from './event-fields.ts'
import { MainFields, MoreFields, TierList } from './event-parts.tsx'
import { problemsOf } from './event-problems.ts'
import { differencesOf, type StoredDraft, useStoredDraft } from './stored-draft.ts'

/** Fields of the fold, which opens for what is wrong in it. */
const FOLDED = ['description', 'mapUrl', 'saleUntil', 'personMax']

/** Returns what follows once the draft is dropped; null when nothing was saved. */
type Send = (fields: SentEvent, artistId: string) => Promise<(() => void) | null>
type EventFormProps = {
  /** What is saved of an event, and its revision; of a new one, what it begins with. */
  saved: EventDraft
  revision?: string
  /** To choose from, for a new event. */
  artists?: readonly OwnArtist[]
  button: string
  send: Send
  /** Another button beside it. */
  other?: { button: string; send: Send }
  /** Of the draft that this tab keeps. */
  name: string
}

export function EventForm({ saved, revision, artists = [], button, send, other, name }: EventFormProps) {
  const stored = useStoredDraft(name, saved, revision ?? null)
  const { draft, change } = stored
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState({ times: 0, isFolded: false })
  const [failure, setFailure] = useState<unknown>(null)
  const [sending, setSending] = useState<'first' | 'other' | null>(null)
  const found = problemsOf(draft, saved, useSettings(), usePrice())
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
    try {
      const follow = await by(sentOf(draft), draft.artistId)
      if (follow !== null) stored.drop()
      follow?.()
    } catch (error) {
      setFailure(error)
    }
    setSending(null)
  }
  const drop = () => {
    setFailure(null)
    setRefused({ times: 0, isFolded: false })
    stored.drop()
  }
  const submitFirst = (event: FormEvent) => {
    event.preventDefault()
    void submit('first', send)
  }
  return (
    <form ref={form} onSubmit={submitFirst} noValidate className="flex max-w-[680px] flex-col gap-5">
      {artists.length > 1 && <ArtistField artists={artists} draft={draft} change={change} />}
      <MainFields draft={draft} change={change} problems={problems} />
      <TierList draft={draft} change={change} problems={problems} />
      <MoreFields key={refused.times} isWrong={refused.isFolded} draft={draft} change={change} problems={problems} />
      {failure !== null && <Alert>{describeFailure(failure)}</Alert>}
      {stored.isOutdated && <ChangedElsewhere draft={draft} saved={saved} />}
      <div className="flex flex-wrap items-center gap-2.5">
        <Button type="submit" isWaiting={sending === 'first'} disabled={sending === 'other'}>
          {stored.isOutdated ? t('events.saveMine') : button}
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
        <DraftState stored={stored} onDrop={drop} />
      </div>
    </form>
  )
}

function DraftState({ stored: { isChanged, isOutdated }, onDrop }: { stored: StoredDraft; onDrop: () => void }) {
  const button = t(isOutdated ? 'events.takeSaved' : 'events.dropDraft')
  return (
    <>
      {isChanged && (
        <WordButton label={button} onClick={onDrop}>
          {button}
        </WordButton>
      )}
      <p role="status" className="min-h-11 content-center text-sm text-ink-2">
        {isChanged && t('editors.unsaved')}
      </p>
    </>
  )
}

/** An empty city becomes that of the artist. */
function ArtistField({
  artists,
  draft,
  change,
}: Pick<StoredDraft, 'draft' | 'change'> & { artists: readonly OwnArtist[] }) {
  const select = (artistId: string) => {
    const [before, after] = [draft.artistId, artistId].map((id) => artists.find((artist) => artist.id === id))
    const isFilled = draft.city !== '' && draft.city !== (before && cityOf(before))
    change({ artistId, ...(!isFilled && after && { city: cityOf(after) }) })
  }
  return (
    <SelectField
      label={t('studio.artist')}
      value={draft.artistId}
      onChange={(event) => select(event.currentTarget.value)}
    >
      {artists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function ChangedElsewhere({ draft, saved }: { draft: EventDraft; saved: EventDraft }) {
  return (
    <div role="alert" className="rounded-item bg-pink-soft px-4 py-3">
      <p className="text-pink">{t('events.elsewhere')}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {differencesOf(draft, saved).map(({ label, saved: value }) => (
          <li key={label} className="wrap-anywhere">
            <span className="font-semi">{t(label)}:</span> {value.replace(/T(?=\d\d:\d\d$)/, ' ') || '–'}
          </li>
        ))}
      </ul>
    </div>
  )
}
