/** Unsaved changes and the last saves of a table, stored in this browser, so that a reload loses neither. */
import { useState } from 'react'
import type { CellChange } from '#contract/catalog/bulk/cells.ts'
import type { Edits } from './edits.ts'
import { readStored, writeStored } from '#web/data/stored.ts'

const SAVES_MAX = 10

type Stored = { edits: Edits; saves: CellChange[][] }

export type StoredEdits = Stored & {
  setEdits: (change: (edits: Edits) => Edits) => void
  /** Records a save, the newest last; what was saved is no longer an edit. */
  addSave: (changes: CellChange[]) => void
  /** Drops the last save; `edits`, if given, replace the current ones. */
  dropSave: (edits?: Edits) => void
}

/** Without storage, both are kept until the page is closed. */
export function useStoredEdits(parentId: string): StoredEdits {
  const [stored, setStored] = useState(() => read(parentId))
  const keep = (change: (stored: Stored) => Stored) =>
    setStored((before) => {
      const next = change(before)
      writeStored(keyOf(parentId), next)
      return next
    })
  return {
    ...stored,
    setEdits: (change) => keep(({ edits, saves }) => ({ edits: change(edits), saves })),
    addSave: (changes) => keep(({ saves }) => ({ edits: {}, saves: [...saves, changes].slice(-SAVES_MAX) })),
    dropSave: (shown) => keep(({ edits, saves }) => ({ edits: shown ?? edits, saves: saves.slice(0, -1) })),
  }
}

const keyOf = (parentId: string) => `peal.table.${parentId}`

function read(parentId: string): Stored {
  const stored = readStored(keyOf(parentId)) as Stored | null
  return typeof stored?.edits === 'object' && Array.isArray(stored.saves) ? stored : { edits: {}, saves: [] }
}
