/** The rows of an editor: changing, adding and removing them, and focusing the first invalid one.
 * Row types and validation belong to each editor. */
import { useRef, useState, type RefObject } from 'react'
import { useDraft } from '#web/session/drafts.ts'
import { focusField } from './focus.ts'

export type Rows<Row> = {
  rows: Row[]
  isChanged: boolean
  /** The active row. */
  selectedKey: string | null
  choose: (key: string) => void
  /** The user has tried to save, so all errors are shown. */
  isAsked: boolean
  /** Contains the fields, which are named 'part key'. */
  list: RefObject<HTMLDivElement | null>
  set: (row: Row) => void
  setAll: (rows: Row[]) => void
  /** Adds a row and focuses this part of it. */
  add: (row: Row, part: string) => void
  remove: (key: string) => void
  /** Discards the changes. */
  reset: () => void
  /** Returns true if there are errors, and focuses the first one. */
  refuse: (errors: ReadonlyMap<string, object>) => boolean
}

/** `name` identifies editor and content; `saved` is the server's value. */
export function useRows<Row extends { key: string }>(
  name: string,
  saved: Row[],
  sort: (rows: Row[]) => Row[] = (rows) => rows,
): Rows<Row> {
  const { value: rows, isChanged, change, reset } = useDraft(name, saved)
  const [selectedKey, choose] = useState<string | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const goTo = (key: string, part: string) => {
    choose(key)
    focusField(list, `${part} ${key}`)
  }
  return {
    rows,
    isChanged,
    selectedKey,
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
