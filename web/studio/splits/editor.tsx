/** Edits splits: usernames and Lightning addresses with percentages or parts, validated while typing, with a preview.
 * Saving asks for confirmation (confirm.tsx), because it decides about money. */
import { useRef, useState, type FormEvent } from 'react'
import { useSettings } from '#web/data/site.ts'
import type { Account } from '#web/session/account.ts'
import type { Draft } from '#web/session/drafts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { ConfirmSplit } from './confirm.tsx'
import {
  convertShares,
  errorsOf,
  kindOf,
  namesOf,
  newRow,
  parsePartner,
  sharesOf,
  sumErrorOf,
  toThousandths,
  type RowErrors,
  type SplitDraft,
} from './draft.ts'
import { Note, SplitFields } from './fields.tsx'
import { SplitHandles } from './handles.tsx'
import { useKnownNames, type KnownNames } from './users.tsx'
import { PreviewBar, type SplitRecipient, type Preview, type SplitOf } from './preview.tsx'
import { formatThousandths, readShare, weightsOf } from './shares.ts'

/** The initial draft: the existing splits, or the owner and somebody else with half each. */
function beginDraft(existing: readonly SplitRecipient[] | null, ownName: string): SplitDraft {
  if (!existing) return { kind: 'percent', rows: [newRow(ownName, '50'), newRow('', '50')] }
  const kind = kindOf(existing.map(({ share }) => share))
  const rows = existing.map(({ name, share, invited }) => newRow(name, String(share), invited))
  return { kind, rows: kind === 'percent' ? convertShares(rows, 'parts', 'percent') : rows }
}

type EditorProps = {
  of: SplitOf
  account: Account
  /** The splits that are changed; null for new ones. */
  existing: readonly SplitRecipient[] | null
  preview: Preview
  /** What differs from the existing splits, if anything does. */
  typed: Draft<SplitDraft | null>
  check: () => Promise<void>
  onClose: () => void
  onSaved: () => void
}

export function SplitEditor({ of, account, existing, preview, typed, check, onClose, onSaved }: EditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const [begun] = useState(() => beginDraft(existing, account.name))
  const draft = typed.value ?? begun
  // Saving creates the splits before this is closed.
  const [isChange] = useState(existing !== null)
  const [isAsked, setIsAsked] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const known = useKnownNames(namesOf(draft.rows))
  const errors = errorsOf(draft.rows, draft.kind, known.unknown)
  const sumError = sumErrorOf(draft.rows, draft.kind)
  const entry = entryOf(draft, known, errors)
  const isComplete = sumError === null && errors.size === 0
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
      <SplitFields draft={draft} known={known} errors={errors} isAsked={isAsked} onChange={typed.change} />
      {sumError !== null && <Note words={sumError} isBad />}
      {entry && (
        <div className="mt-5 border-t border-line pt-4">
          <PreviewBar
            parts={preview(entry.shown)}
            handles={isComplete && <Handles draft={draft} people={entry.people} onChange={typed.change} />}
          />
        </div>
      )}
      {isComplete && entry?.people.some(({ name }) => name === account.name) === false && (
        <Note words={t('studio.splitWithoutYou')} />
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button type="submit">{t(isChange ? 'editors.splitChangeSave' : 'studio.splitSave')}</Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.splitCancel')}
        </Button>
        <p role="status" className="self-center text-sm text-ink-2">
          {typed.isChanged && t('editors.unsaved')}
        </p>
      </div>
      <ConfirmSplit
        of={of}
        isChange={isChange}
        people={entry?.people ?? []}
        preview={preview}
        isOpen={isConfirming}
        check={check}
        onClose={() => setIsConfirming(false)}
        onSaved={onSaved}
      />
    </form>
  )
}

/** Only percentages have handles, because only their total is fixed. */
function Handles({
  draft: { kind, rows },
  people,
  onChange,
}: {
  draft: SplitDraft
  people: readonly SplitRecipient[]
  onChange: (draft: SplitDraft) => void
}) {
  const { feePpm } = useSettings()
  if (kind === 'parts' || rows.length < 2) return null
  return (
    <SplitHandles
      shares={toThousandths(people.map(({ share }) => share))}
      names={rows.map((row) => parsePartner(row) ?? '')}
      bodyPart={1 - feePpm / 1_000_000}
      onChange={(shares) =>
        onChange({ kind, rows: rows.map((row, index) => ({ ...row, share: formatThousandths(shares[index] ?? 0) })) })
      }
    />
  )
}

/** Who gets how much by what is entered, shown with what is missing, or null while that is not known. Rows without a known
 * username are named by their number, so that the shares of the others do not jump when the username is complete. */
function entryOf(
  { kind, rows }: SplitDraft,
  known: KnownNames,
  errors: ReadonlyMap<string, RowErrors>,
): { people: SplitRecipient[]; shown: SplitRecipient[] } | null {
  const readable = rows.filter(({ share }) => readShare(share, kind) !== null)
  const found = weightsOf(sharesOf(readable), kind)
  if (found === null || (readable.length < rows.length && found.left === 0)) return null
  const people = readable.map((row, index): SplitRecipient => {
    const { key, invited } = row
    const share = found.weights[index]!
    const name = errors.get(key)?.name === undefined ? parsePartner(row) : null
    if (name === null) {
      return { name: key, share, displayName: t('studio.splitPerson', { number: rows.indexOf(row) + 1 }) }
    }
    return invited === undefined
      ? { name, share, displayName: known.people.get(name)?.displayName ?? null }
      : { name, share, invited }
  })
  return { people, shown: found.left === 0 ? people : [...people, notAssigned(found.left)] }
}

/** No user has this name. */
const notAssigned = (share: number): SplitRecipient => ({ name: '', share, displayName: t('editors.splitLeft') })
