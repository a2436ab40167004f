/** Around the table: one text for all selected rows, what pasting would change, and cells that were changed elsewhere. */
import { useState } from 'react'
import type { CellField } from '#contract/catalog/bulk/cells.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from '#web/words/words.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { choicesOf, isValid, nameOfColumn, nameOfText } from './columns.ts'
import type { Outdated } from './edits.ts'
import type { Pasted } from './paste.ts'

export function SetForAll({
  columns,
  count,
  onSet,
}: {
  columns: readonly CellField[]
  count: number
  onSet: (field: CellField, to: string) => void
}) {
  const [field, setField] = useState<CellField>('explicit')
  const [text, setText] = useState('no')
  const choices = choicesOf(field)
  return (
    <form
      className="mb-4 grid items-end gap-3 rounded-bar border border-line bg-highlight p-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid(field, text)) onSet(field, text)
      }}
    >
      <SelectField
        label={t('table.column')}
        value={field}
        onChange={(event) => {
          const chosen = columns.find((one) => one === event.target.value) ?? field
          setField(chosen)
          setText(choicesOf(chosen)?.[0]?.[0] ?? '')
        }}
      >
        {columns.map((one) => (
          <option key={one} value={one}>
            {nameOfColumn(one)}
          </option>
        ))}
      </SelectField>
      {choices === null ? (
        <Field
          label={t('table.value')}
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      ) : (
        <SelectField label={t('table.value')} value={text} onChange={(event) => setText(event.target.value)}>
          {choices.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <Button type="submit" disabled={!isValid(field, text)}>
        {t('table.set', { count })}
      </Button>
    </form>
  )
}

const SHOWN_MAX = 200

export function PasteDialog({
  pasted: { changes, leftRows },
  onApply,
  onClose,
}: {
  pasted: Pasted
  onApply: () => void
  onClose: () => void
}) {
  const count = changes.length
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="wide"
      title={count === 0 ? t('table.pasteNone') : t('table.pasteTitle', { count })}
      closeLabel={t('common.close')}
    >
      {leftRows > 0 && <p className="mb-3 text-ink-2">{t('table.pasteLeft', { count: leftRows })}</p>}
      <ul className="max-h-80 overflow-y-auto border-t border-line">
        {changes.slice(0, SHOWN_MAX).map(({ id, field, title, before, to }) => (
          <li key={`${id} ${field}`} className="border-b border-line py-2 wrap-anywhere">
            <span className="block text-sm text-ink-2">{t('table.cell', { column: nameOfColumn(field), title })}</span>
            {before !== '' && <del className="text-ink-2">{nameOfText(field, before)}</del>}{' '}
            <ins className="font-medium no-underline">{nameOfText(field, to)}</ins>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button disabled={count === 0} onClick={onApply}>
          {t('table.apply')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Both texts of each cell; the user decides. */
export function OutdatedCells({
  cells,
  onDecide,
}: {
  cells: readonly Outdated[]
  onDecide: (cell: Outdated, isMine: boolean) => void
}) {
  if (cells.length === 0) return null
  return (
    <div className="mb-4">
      <Alert>{t('table.outdated', { count: cells.length })}</Alert>
      <ul>
        {cells.map((cell) => (
          <li
            key={`${cell.id} ${cell.field}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3"
          >
            <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
              <span className="block text-sm text-ink-2">
                {t('table.cell', { column: nameOfColumn(cell.field), title: cell.title })}
              </span>
              {t('table.both', {
                mine: nameOfText(cell.field, cell.to),
                saved: nameOfText(cell.field, cell.saved),
              })}
            </p>
            <Button kind="quiet" size="small" className="max-md:min-h-11" onClick={() => onDecide(cell, true)}>
              {t('table.mine')}
            </Button>
            <Button kind="quiet" size="small" className="max-md:min-h-11" onClick={() => onDecide(cell, false)}>
              {t('table.theirs')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
