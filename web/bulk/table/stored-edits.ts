/** Unsaved changes of a table, kept until they are saved, and the last saves, stored in this browser for undoing. */
import { useState } from 'react'
import type { CellChange } from '#contract/catalog/bulk/cells.ts'
import { readStored, writeStored } from '#web/data/stored.ts'
import { useDraft } from '#web/session/drafts.ts'
import type { Edits } from './edits.ts'

const SAVES_MAX = 10
const NONE: Edits = {}

type Saves = CellChange[][]

export type StoredEdits = {
  edits: Edits
  saves: Saves
  setEdits: (change: (edits: Edits) => Edits) => void
  /** Records a save, the newest last; what was saved is no longer an edit. */
  addSave: (changes: CellChange[]) => void
  /** Drops the last save; `edits`, if given, replace the current ones. */
  dropSave: (edits?: Edits) => void
}

export function useStoredEdits(parentId: string): StoredEdits {
  const { value: edits, change, reset } = useDraft(`cells of ${parentId}`, NONE)
  const [saves, setSaves] = useState(() => readSaves(parentId))
  const keep = (by: (saves: Saves) => Saves) =>
    setSaves((before) => {
      const next = by(before)
      writeStored(keyOf(parentId), next)
      return next
    })
  return {
    edits,
    saves,
    setEdits: (by) => change(by(edits)),
    addSave: (changes) => {
      reset()
      keep((before) => [...before, changes].slice(-SAVES_MAX))
    },
    dropSave: (shown) => {
      if (shown) change(shown)
      keep((before) => before.slice(0, -1))
    },
  }
}

const keyOf = (parentId: string) => `peal.table.${parentId}`

function readSaves(parentId: string): Saves {
  const stored = readStored(keyOf(parentId))
  return Array.isArray(stored) ? (stored as Saves) : []
}
