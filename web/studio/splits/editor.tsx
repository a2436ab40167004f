/** Edits splits: usernames and Lightning addresses with percentages or parts, validated while typing, with a preview.
 * Saving asks for confirmation (confirm.tsx), because it decides about money. */
import { useRef, useState, type FormEvent } from 'react'
import { useSettings } from '#web/data/site.ts'
import type { Account } from '#web/session/account.ts'
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
  readShare,
  sumErrorOf,
  toWeights,
  formatThousandths,
  type SplitDraft,
} from './draft.ts'
import { Note, SplitFields } from './fields.tsx'
import { SplitHandles } from './handles.tsx'
import { useKnownNames, type KnownNames } from './users.tsx'
import { PreviewBar, type SplitRecipient, type Preview, type SplitOf } from './preview.tsx'

/** The initial draft: the existing splits, or the owner and somebody else with half each. */
function beginDraft(existing: readonly SplitRecipient[] | null, ownName: string): SplitDraft {
  if (!existing) return { kind: 'percent', rows: [newRow(ownName, '50'), newRow('', '50')] }
  const kind = kindOf(existing.map(({ share }) => share))
  const rows = existing.map(({ name, share, invited }) => newRow(name, String(share), invited))
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
  /** The splits that are changed; null for new ones. */
  existing: readonly SplitRecipient[] | null
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
  const users = peopleOf(draft, known)
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
      {users.length > 0 && (
        <div className="mt-5 border-t border-line pt-4">
          <PreviewBar
            parts={preview(users)}
            handles={sumError === null && errors.size === 0 && <Handles draft={draft} onChange={setDraft} />}
          />
        </div>
      )}
      {errors.size === 0 && !users.some(({ name }) => name === account.name) && (
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
        people={users}
        preview={preview}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        onSaved={onSaved}
      />
    </form>
  )
}

/** Only percentages have handles, because only their total is fixed. */
function Handles({ draft: { kind, rows }, onChange }: { draft: SplitDraft; onChange: (draft: SplitDraft) => void }) {
  const { feePpm } = useSettings()
  if (kind === 'parts' || rows.length < 2) return null
  return (
    <SplitHandles
      shares={rows.map(({ share }) => readShare(share, 'percent') ?? 0)}
      names={rows.map((row) => parsePartner(row) ?? '')}
      bodyPart={1 - feePpm / 1_000_000}
      onChange={(shares) =>
        onChange({ kind, rows: rows.map((row, index) => ({ ...row, share: formatThousandths(shares[index] ?? 0) })) })
      }
    />
  )
}

/** Everybody with a valid share, with their weights. Rows without a known username are included in the preview under
 * their number, so that the shares of the others do not jump when the username is complete. */
function peopleOf({ kind, rows }: SplitDraft, known: KnownNames): SplitRecipient[] {
  const users = rows.flatMap((row, index): SplitRecipient[] => {
    const { share, key, invited } = row
    const [user, weight] = [parsePartner(row), readShare(share, kind)]
    if (weight === null) return []
    if (user !== null && invited !== undefined) return [{ name: user, share: weight, invited }]
    if (user === null || known.unknown.has(user)) {
      return [{ name: key, share: weight, displayName: t('studio.splitPerson', { number: index + 1 }) }]
    }
    return [{ name: user, share: weight, displayName: known.people.get(user)?.displayName ?? null }]
  })
  const weights = toWeights(
    users.map(({ share }) => share),
    kind,
  )
  return users.map((person, index) => ({ ...person, share: weights[index] ?? person.share }))
}
