/** The rows of an editor while they are written: changing, adding, removing, and going to the first that is wrong.
 * What a row is, and what is wrong with it, is the editor's. */
import { useRef, useState, type RefObject } from 'react'
import { useDraft } from './editor-draft.ts'
import { focusField } from './editor-focus.ts'

export type Rows<Row> = {
  rows: Row[]
  isChanged: boolean
  /** The row one works at. */
  chosenKey: string | null
  choose: (key: string) => void
  /** Somebody has tried to save: now everything that is wrong is said. */
  isAsked: boolean
  /** Holds the fields, which are named 'part key'. */
  list: RefObject<HTMLDivElement | null>
  set: (row: Row) => void
  setAll: (rows: Row[]) => void
  /** Goes to this part of the new row. */
  add: (row: Row, part: string) => void
  remove: (key: string) => void
  /** Back to what is saved. */
  reset: () => void
  /** True where something is wrong; then the first of it has the focus. */
  refuse: (errors: ReadonlyMap<string, object>) => boolean
}

/** `name` tells editors and contents apart; `saved` is what the server has. */
export function useRows<Row extends { key: string }>(
  name: string,
  saved: Row[],
  sort: (rows: Row[]) => Row[] = (rows) => rows,
): Rows<Row> {
  const { value: rows, isChanged, change, reset } = useDraft(name, saved)
  const [chosenKey, choose] = useState<string | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const goTo = (key: string, part: string) => {
    choose(key)
    focusField(list, `${part} ${key}`)
  }
  return {
    rows,
    isChanged,
    chosenKey,
    choose,
    isAsked,
    list,
    set: (row) => change(sort(rows.map((one) => (one.key === row.key ? row : one)))),
    setAll: (all) => change(sort(all)),
    add: (row, part) => {
      change(sort([...rows, row]))
      goTo(row.key, part)
    },
    remove: (key) => change(rows.filter((row) => row.key !== key)),
    reset: () => {
      reset()
      setIsAsked(false)
    },
    refuse: (errors) => {
      const wrong = rows.find(({ key }) => errors.has(key))
      setIsAsked(wrong !== undefined)
      if (wrong) goTo(wrong.key, Object.keys(errors.get(wrong.key) ?? {})[0] ?? '')
      return wrong !== undefined
    },
  }
}
