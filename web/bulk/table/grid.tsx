/** The table itself: a checkbox and a field for each cell. Arrow keys and Enter move between rows, Shift selects ranges. */
import { memo, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from 'react'
import type { CellField } from '#contract/catalog/bulk/cells.ts'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import { choicesOf, isCounted, isValid, nameOfColumn } from './columns.ts'
import { type Edits, type Row, type RowEdits, textOf } from './edits.ts'

export type GridActions = {
  edit: (id: string, field: CellField, to: string) => void
  /** `isRange`: also all rows from the last one that was selected. */
  select: (index: number, isRange: boolean) => void
  paste: (at: { rowIndex: number; field: CellField }, event: ClipboardEvent) => void
}

const WIDTHS: Partial<Record<CellField, string>> = {
  title: 'w-2/5 min-w-56',
  description: 'w-2/5 min-w-80',
  isrc: 'min-w-40',
  iswc: 'min-w-40',
  kind: 'min-w-28',
}

export function Grid({
  label,
  columns,
  rows,
  edits,
  selected,
  actions,
}: {
  label: string
  columns: readonly CellField[]
  rows: readonly Row[]
  edits: Edits
  selected: ReadonlySet<string>
  actions: GridActions
}) {
  const hasAlbums = rows.some(({ album }) => album !== null)
  return (
    <div
      className="relative overflow-x-auto border-t border-line-2"
      onKeyDown={moveByKey}
      onPaste={(event) => {
        const at = placeOf(event.target)
        if (at !== null) actions.paste(at, event)
      }}
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-left text-xs text-ink-2">
            <td />
            {hasAlbums && (
              <th scope="col" className="px-2 py-3 font-semi max-md:hidden">
                {t('studio.release')}
              </th>
            )}
            {columns.map((field) => (
              <th key={field} scope="col" className="px-2 py-3 font-semi">
                {nameOfColumn(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <GridRow
              key={row.id}
              {...{ row, index, columns, hasAlbums, actions }}
              edits={edits[row.id]}
              isSelected={selected.has(row.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  row: Row
  index: number
  columns: readonly CellField[]
  hasAlbums: boolean
  edits: RowEdits | undefined
  isSelected: boolean
  actions: GridActions
}

/** Drawn again only when something of this row changes. */
const GridRow = memo(function GridRow({ row, index, columns, hasAlbums, edits, isSelected, actions }: RowProps) {
  const title = textOf(row, edits, 'title')
  return (
    <tr className={classNames('border-t border-line', isSelected && 'bg-highlight')}>
      <td>
        <label className="grid size-11 place-items-center">
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={t('studio.choose', { title })}
            data-cell={`${index} select`}
            onClick={(event: MouseEvent) => actions.select(index, event.shiftKey)}
            onChange={() => undefined}
            onKeyDown={(event) => {
              if (event.shiftKey && event.key === 'ArrowDown') actions.select(index + 1, true)
              if (event.shiftKey && event.key === 'ArrowUp') actions.select(index - 1, true)
            }}
            className="size-4.5 accent-purple"
          />
        </label>
      </td>
      {hasAlbums && <td className="max-w-48 truncate px-2 text-sm text-ink-2 max-md:hidden">{row.album}</td>}
      {columns.map((field) => (
        <td key={field} className={classNames('p-0', WIDTHS[field] ?? 'min-w-20')}>
          <Cell
            field={field}
            text={textOf(row, edits, field)}
            isChanged={edits?.[field] !== undefined}
            label={t('table.cell', { column: nameOfColumn(field), title: row.cells['title'] ?? '' })}
            place={`${index} ${field}`}
            onChange={(to) => actions.edit(row.id, field, to)}
          />
        </td>
      ))}
    </tr>
  )
})

function Cell({
  field,
  text,
  isChanged,
  label,
  place,
  onChange,
}: {
  field: CellField
  text: string
  isChanged: boolean
  label: string
  place: string
  onChange: (to: string) => void
}) {
  const props = {
    'aria-label': label,
    'aria-invalid': isValid(field, text) ? undefined : true,
    'data-cell': place,
    value: text,
    className: classNames(
      'block h-11 w-full rounded-item border border-transparent px-2 hover:border-line-2 aria-invalid:border-pink',
      isChanged ? 'bg-purple-soft' : 'bg-transparent',
    ),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  const choices = choicesOf(field)
  if (choices !== null) {
    return (
      <select {...props}>
        {choices.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    )
  }
  if (field === 'description')
    return <textarea rows={1} {...props} className={`${props.className} resize-none py-2.5`} />
  return <input type="text" autoComplete="off" inputMode={isCounted(field) ? 'numeric' : 'text'} {...props} />
}

type Place = { rowIndex: number; field: CellField }

function placeOf(target: EventTarget): Place | null {
  const place = target instanceof HTMLElement ? target.dataset['cell'] : undefined
  if (place === undefined || place.endsWith('select')) return null
  const [index, field] = place.split(' ')
  return { rowIndex: Number(index), field: field as CellField }
}

/** Arrows of a field with choices, and of several lines, have their usual meaning. */
function moveByKey(event: KeyboardEvent<HTMLDivElement>): void {
  const { target, key } = event
  const isField = target instanceof HTMLInputElement
  const step = key === 'ArrowDown' || (key === 'Enter' && !event.shiftKey) ? 1 : key === 'ArrowUp' ? -1 : 0
  if (!isField || step === 0 || event.nativeEvent.isComposing) return
  const [index, column] = (target.dataset['cell'] ?? '').split(' ')
  const next = event.currentTarget.querySelector<HTMLElement>(`[data-cell="${Number(index) + step} ${column}"]`)
  if (next === null) return
  event.preventDefault()
  next.focus()
  if (next instanceof HTMLInputElement && next.type === 'text') next.select()
}
