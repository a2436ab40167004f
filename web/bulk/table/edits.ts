/** Unsaved changes of a table, by row, each with the text it replaces. Pure functions. */
import type { CellChange, CellField, readCells } from '#contract/catalog/bulk/cells.ts'
import type { Wire } from '#contract/endpoint.ts'

export type Row = Wire<typeof readCells>[number]
type Edit = { from: string; to: string }
export type RowEdits = Partial<Record<CellField, Edit>>
export type Edits = Readonly<Record<string, RowEdits>>
export type Change = Pick<CellChange, 'id' | 'field' | 'to'>

const savedText = (row: Row, field: CellField): string => row.cells[field] ?? ''

/** What the cell shows. */
export const textOf = (row: Row, edits: RowEdits | undefined, field: CellField): string =>
  edits?.[field]?.to ?? savedText(row, field)

/** Rows that were not changed keep their object. */
export function withChanges(edits: Edits, rows: readonly Row[], changes: readonly Change[]): Edits {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const next: Record<string, RowEdits> = { ...edits }
  for (const { id, field, to } of changes) {
    const row = byId.get(id)
    if (row === undefined) continue
    const from = next[id]?.[field]?.from ?? savedText(row, field)
    const { [field]: _, ...others } = next[id] ?? {}
    next[id] = from === to ? others : { ...others, [field]: { from, to } }
    if (Object.keys(next[id]).length === 0) delete next[id]
  }
  return next
}

/** Without deleted rows. */
export function changesOf(edits: Edits, rows: readonly Row[]): CellChange[] {
  return rows.flatMap(({ id }) =>
    Object.entries(edits[id] ?? {}).map(([field, edit]) => ({ id, field: field as CellField, ...edit })),
  )
}

export type Outdated = CellChange & { title: string; saved: string }

/** Edits of cells that were changed elsewhere since. */
export function outdatedOf(edits: Edits, rows: readonly Row[]): Outdated[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return changesOf(edits, rows).flatMap((change) => {
    const row = byId.get(change.id)!
    const saved = savedText(row, change.field)
    return saved === change.from || saved === change.to ? [] : [{ ...change, title: savedText(row, 'title'), saved }]
  })
}

/** Decides for one text of an outdated cell: the user's text replaces what is saved now, or is dropped. */
export function decide(edits: Edits, { id, field, to, saved }: Outdated, isMine: boolean): Edits {
  const { [field]: _, ...others } = edits[id] ?? {}
  const { [id]: _row, ...rest } = edits
  const row = isMine ? { ...others, [field]: { from: saved, to } } : others
  return Object.keys(row).length > 0 ? { ...rest, [id]: row } : rest
}

export const inverse = (changes: readonly CellChange[]): CellChange[] =>
  changes.map(({ from, to, ...cell }) => ({ ...cell, from: to, to: from }))

export function editsOf(changes: readonly CellChange[]): Edits {
  const edits: Record<string, RowEdits> = {}
  for (const { id, field, from, to } of changes) edits[id] = { ...edits[id], [field]: { from, to } }
  return edits
}
