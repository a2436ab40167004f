/** The fields of the split editor: the kind of shares, a row for each user, and a button to add one.
 * The results are in editor.tsx. */
import { RECIPIENTS_MAX } from '#contract/split.ts'
import { useSettings } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { AlertIcon, PlusIcon } from '#web/ui/icon.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import {
  convertShares,
  newRow,
  percentOf,
  shareEvenly,
  sharesOf,
  type DraftRow,
  type Invited,
  type RowErrors,
  type SplitDraft,
} from './draft.ts'
import type { KnownNames } from './users.tsx'
import { SplitRow } from './row.tsx'
import { formatThousandths, missingOf, type ShareKind } from './shares.ts'

const ADD_BUTTONS: readonly { key: TranslationKey; invited?: Invited }[] = [
  { key: 'studio.splitAdd' },
  { key: 'editors.splitInviteMail', invited: 'mail' },
  { key: 'editors.splitInviteLink', invited: 'link' },
]

export function SplitFields({
  draft: { kind, rows },
  known,
  errors,
  isAsked,
  onChange,
}: {
  draft: SplitDraft
  known: KnownNames
  errors: ReadonlyMap<string, RowErrors>
  /** The user has tried to save, so all errors are shown. */
  isAsked: boolean
  onChange: (draft: SplitDraft) => void
}) {
  const { brandName: brand } = useSettings()
  const setRows = (changed: DraftRow[]) => onChange({ kind, rows: changed })
  const add = (invited?: Invited) => {
    const missing = missingOf(sharesOf(rows))
    const percent = missing > 0 ? formatThousandths(missing) : ''
    // Beside fractions, a whole part would be far more than theirs.
    const part = rows.some(({ share }) => share.includes('/')) ? '' : '1'
    setRows([...rows, newRow('', kind === 'parts' ? part : percent, invited)])
  }
  return (
    <>
      <p className="mb-4 text-sm text-ink-2">{t('editors.splitLead', { brand })}</p>
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <KindField kind={kind} onChange={(to) => onChange({ kind: to, rows: convertShares(rows, kind, to) })} />
        <Button kind="quiet" onClick={() => onChange(shareEvenly(rows))} className="mb-0.5">
          {t('editors.splitEven')}
        </Button>
      </div>
      <ol className="@container flex flex-col gap-2.5">
        {rows.map((row, index) => (
          <SplitRow
            key={row.key}
            row={row}
            number={index + 1}
            kind={kind}
            percent={percentOf(row, rows)}
            known={known}
            // While typing, only an unknown username is reported.
            errors={isAsked ? errors.get(row.key) : onlyWritten(row, errors.get(row.key))}
            isOnly={rows.length === 1}
            onChange={(patch) => setRows(rows.map((one) => (one.key === row.key ? { ...one, ...patch } : one)))}
            onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      {rows.length < RECIPIENTS_MAX && (
        <div className="mt-3 flex flex-wrap gap-x-2">
          {ADD_BUTTONS.map(({ key, invited }) => (
            <Button
              key={key}
              kind="quiet"
              size="small"
              icon={<PlusIcon size={16} aria-hidden="true" />}
              onClick={() => add(invited)}
              className="max-md:min-h-11"
            >
              {t(key)}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

function KindField({ kind, onChange }: { kind: ShareKind; onChange: (kind: ShareKind) => void }) {
  return (
    <SelectField
      label={t('editors.splitKind')}
      value={kind}
      onChange={(event) => onChange(event.target.value === 'parts' ? 'parts' : 'percent')}
      className="w-36"
    >
      <option value="percent">{t('editors.splitKindPercent')}</option>
      <option value="parts">{t('editors.splitKindParts')}</option>
    </SelectField>
  )
}

function onlyWritten(row: DraftRow, errors: RowErrors | undefined): RowErrors {
  const isUnknown = errors?.name === t('studio.splitNameUnknown') || errors?.name === t('studio.splitNameTwice')
  return {
    ...(isUnknown && errors.name !== undefined && { name: errors.name }),
    ...(row.share !== '' && errors?.share !== undefined && { share: errors.share }),
  }
}

export function Note({ words, isBad = false }: { words: string; isBad?: boolean }) {
  return (
    <p role="status" className={`mt-3 flex items-start gap-1.5 text-sm ${isBad ? 'text-pink' : 'text-ink-2'}`}>
      <AlertIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      {words}
    </p>
  )
}
