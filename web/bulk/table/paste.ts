/** Rows copied from a spreadsheet: cells separated by tabs, with quotes around those that contain tabs or lines. */
import type { CellField } from '#contract/catalog/bulk/cells.ts'
import { understand } from './columns.ts'
import { type Change, type Edits, type Row, textOf } from './edits.ts'

const CELL = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n|\n|\r|$)/y

export function parseTable(pasted: string): string[][] {
  const rows: string[][] = [[]]
  CELL.lastIndex = 0
  for (;;) {
    const [, cell = '', separator = ''] = CELL.exec(pasted) ?? []
    const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
    rows.at(-1)!.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (separator === '') break
    if (separator !== '\t') rows.push([])
  }
  // Spreadsheets end the last row too.
  if (rows.length > 1 && rows.at(-1)!.join('') === '') rows.pop()
  return rows
}

export const isTable = (pasted: string): boolean => /[\t\r\n]/.test(pasted.trimEnd())

export type Pasted = { changes: (Change & { title: string; before: string })[]; leftRows: number }

/** What pasting at a cell changes, in the rows and columns as shown. */
export function planPaste(
  shown: { rows: readonly Row[]; columns: readonly CellField[]; edits: Edits },
  at: { rowIndex: number; field: CellField },
  table: readonly (readonly string[])[],
): Pasted {
  const firstColumn = shown.columns.indexOf(at.field)
  const changes = table.flatMap((cells, index) => {
    const row = shown.rows[at.rowIndex + index]
    if (row === undefined) return []
    return cells.flatMap((pasted, column) => {
      const field = shown.columns[firstColumn + column]
      if (field === undefined) return []
      const before = textOf(row, shown.edits[row.id], field)
      const to = understand(field, pasted)
      return before === to ? [] : [{ id: row.id, field, to, before, title: row.cells['title'] ?? '' }]
    })
  })
  return { changes, leftRows: Math.max(0, table.length - (shown.rows.length - at.rowIndex)) }
}
