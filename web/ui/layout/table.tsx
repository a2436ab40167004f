/** A plain table: a subdued header, a line below each row, numbers
 * aligned right. It scrolls horizontally inside its frame. */
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export type Column<Row> = {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  isFigure?: boolean
  /** Hidden below 1024 px. */
  isWideOnly?: boolean
}

export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  /** For screen readers only. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}) {
  const look = (column: Column<Row>) =>
    classNames(
      'py-3 pr-4 last:pr-0',
      column.isFigure ? 'text-right whitespace-nowrap md:not-last:pr-7' : 'text-left',
      column.isWideOnly && 'max-lg:hidden',
    )
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line-2 text-xs text-ink-2">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={classNames(look(column), 'font-semi max-md:whitespace-normal')}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line">
              {columns.map((column) => (
                <td key={column.key} className={classNames(look(column), column.isFigure && 'font-semi')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
