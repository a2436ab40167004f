/** Unsaved changes and the last saves of a table, stored in this browser, so that a reload loses neither. */
import { useState } from 'react'
import type { CellChange } from '#contract/catalog/bulk/cells.ts'
import type { Edits } from './edits.ts'

const SAVES_MAX = 10

type Kept = { edits: Edits; saves: CellChange[][] }

export type KeptTable = Kept & {
  setEdits: (change: (edits: Edits) => Edits) => void
  /** Records a save, the newest last; what was saved is no longer an edit. */
  addSave: (changes: CellChange[]) => void
  /** Drops the last save; `edits`, if given, replace the current ones. */
  dropSave: (edits?: Edits) => void
}

/** Without storage, both are kept until the page is closed. */
export function useKeptTable(parentId: string): KeptTable {
  const [kept, setKept] = useState(() => read(parentId))
  const keep = (change: (kept: Kept) => Kept) =>
    setKept((before) => {
      const next = change(before)
      write(parentId, next)
      return next
    })
  return {
    ...kept,
    setEdits: (change) => keep(({ edits, saves }) => ({ edits: change(edits), saves })),
    addSave: (changes) => keep(({ saves }) => ({ edits: {}, saves: [...saves, changes].slice(-SAVES_MAX) })),
    dropSave: (shown) => keep(({ edits, saves }) => ({ edits: shown ?? edits, saves: saves.slice(0, -1) })),
  }
}

const keyOf = (parentId: string) => `peal.table.${parentId}`

function read(parentId: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(parentId)) ?? 'null') as Kept | null
    // It may have been stored by another version of Peal.
    if (kept !== null && typeof kept.edits === 'object' && Array.isArray(kept.saves)) return kept
  } catch {
    // Without storage, or with something else in it, the table begins unchanged.
  }
  return { edits: {}, saves: [] }
}

function write(parentId: string, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(parentId), JSON.stringify(kept))
  } catch {
    return
  }
}
