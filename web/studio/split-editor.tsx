/** Writing a split: people by username with percent or parts, checked while one types, with what each would get.
 * Setting it is asked once more (split-confirm.tsx), for it decides about money. */
import { readUsername } from '#contract/auth.ts'
import { useRef, useState, type FormEvent } from 'react'
import { useSettings } from '../site.ts'
import type { Account } from '../session/account.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../words/words.ts'
import { ConfirmSplit } from './split-confirm.tsx'
import {
  convertShares,
  errorsOf,
  kindOf,
  namesOf,
  newRow,
  readShare,
  sumErrorOf,
  toWeights,
  writeThousandths,
  type SplitDraft,
} from './split-draft.ts'
import { Note, SplitFields } from './split-fields.tsx'
import { SplitHandles } from './split-handles.tsx'
import { useKnownNames, type KnownNames } from './split-people.tsx'
import { PreviewBar, type Person, type Preview, type SplitOf } from './split-preview.tsx'

/** What one begins with: the split as it is, or the owner and somebody else, half and half. */
function beginDraft(existing: readonly Person[] | null, ownName: string): SplitDraft {
  if (!existing) return { kind: 'percent', rows: [newRow(ownName, '50'), newRow('', '50')] }
  const kind = kindOf(existing.map(({ share }) => share))
  const rows = existing.map(({ name, share }) => newRow(name, String(share)))
  return { kind, rows: kind === 'percent' ? convertShares(rows, 'parts', 'percent') : rows }
}

export function SplitEditor({
  of,
  account,
  existing,
  preview,
  onClose,
  onSaved,
}: {
  of: SplitOf
  account: Account
  /** The split that is changed; null for a new one. */
  existing: readonly Person[] | null
  preview: Preview
  onClose: () => void
  onSaved: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(() => beginDraft(existing, account.name))
  const [isAsked, setIsAsked] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const known = useKnownNames(namesOf(draft.rows))
  const errors = errorsOf(draft.rows, draft.kind, known.unknown)
  const sumError = sumErrorOf(draft.rows, draft.kind)
  const people = peopleOf(draft, known)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsAsked(true)
    const wrong = draft.rows.find(({ key }) => errors.has(key))
    if (!wrong) return setIsConfirming(sumError === null)
    const part = errors.get(wrong.key)?.name === undefined ? 'share' : 'name'
    const field = form.current?.elements.namedItem(`${part} ${wrong.key}`)
    if (field instanceof HTMLElement) field.focus()
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <SplitFields draft={draft} known={known} errors={errors} isAsked={isAsked} onChange={setDraft} />
      {sumError !== null && <Note words={sumError} isBad />}
      {people.length > 0 && (
        <div className="mt-5 border-t border-line pt-4">
          <PreviewBar
            parts={preview(people)}
            handles={sumError === null && errors.size === 0 && <Handles draft={draft} onChange={setDraft} />}
          />
        </div>
      )}
      {errors.size === 0 && !people.some(({ name }) => name === account.name) && (
        <Note words={t('studio.splitWithoutYou')} />
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button type="submit">{t(existing ? 'editors.splitChangeSave' : 'studio.splitSave')}</Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.splitCancel')}
        </Button>
      </div>
      <ConfirmSplit
        of={of}
        isChange={existing !== null}
        people={people}
        preview={preview}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        onSaved={onSaved}
      />
    </form>
  )
}

/** Only percents have handles: they alone have a whole that stays the same. */
function Handles({ draft: { kind, rows }, onChange }: { draft: SplitDraft; onChange: (draft: SplitDraft) => void }) {
  const { feePpm } = useSettings()
  if (kind === 'parts' || rows.length < 2) return null
  return (
    <SplitHandles
      shares={rows.map(({ share }) => readShare(share, 'percent') ?? 0)}
      names={rows.map(({ name }) => readUsername(name) ?? '')}
      bodyPart={1 - feePpm / 1_000_000}
      onChange={(shares) =>
        onChange({ kind, rows: rows.map((row, index) => ({ ...row, share: writeThousandths(shares[index] ?? 0) })) })
      }
    />
  )
}

/** Everybody with a share that can be read, with their weights. Who has no name yet, or one that nobody here has, is
 * counted in the preview under their number, so that what the others get does not jump when the name is there. */
function peopleOf({ kind, rows }: SplitDraft, known: KnownNames): Person[] {
  const people = rows.flatMap(({ name, share, key }, index): Person[] => {
    const [user, weight] = [readUsername(name), readShare(share, kind)]
    if (weight === null) return []
    if (user === null || known.unknown.has(user)) {
      return [{ name: key, share: weight, displayName: t('studio.splitPerson', { number: index + 1 }) }]
    }
    return [{ name: user, share: weight, displayName: known.people.get(user)?.displayName ?? null }]
  })
  const weights = toWeights(
    people.map(({ share }) => share),
    kind,
  )
  return people.map((person, index) => ({ ...person, share: weights[index] ?? person.share }))
}
