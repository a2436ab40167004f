/** What is open over the page has an entry of its own in the history, so that Back closes it instead of leaving the page. It has
 * the page's address and state, and the number of what is open. None of these entries remains once everything is closed. */
import { use, useEffect, useEffectEvent, useReducer } from 'react'
import { PlaceContext } from '#web/navigation/navigation.tsx'
import { keyOf, layers } from '#web/navigation/router.ts'

type EntryState = { key?: string; layers?: number } | null

const LEAVING_MS_MAX = 1_000

/** How to close what is open, the topmost last. */
const open = new Set<() => void>()
/** The state of the entry that is left next. */
let here: EntryState = null
let settling: Promise<void> | undefined
let onLeft: (() => void) | undefined

export function useLayer(isOpen: boolean, onClose: () => void): void {
  // What asks before it closes may still be open, and then needs an entry again.
  const [closings, count] = useReducer((before: number) => before + 1, 0)
  // What stays open over another page gets an entry there.
  const key = use(PlaceContext)?.shown.location.key
  const close = useEffectEvent(() => {
    onClose()
    count()
  })
  useEffect(() => {
    if (!isOpen) return
    const layer = () => close()
    Object.assign(layers, { settle: settleFor, pop })
    open.add(layer)
    void settle()
    return () => {
      open.delete(layer)
      void settle()
    }
  }, [isOpen, closings, key])
}

/** The entry of another page follows that of this page itself. */
function settleFor({ key }: { key: string }): Promise<void> {
  if (key !== keyOf(history.state)) open.clear()
  return settle()
}

function settle(): Promise<void> {
  return (settling ??= writeEntries())
}

const countEntries = () => (history.state as EntryState)?.layers ?? 0

async function writeEntries(): Promise<void> {
  // What opens as another thing closes takes over its entry.
  await Promise.resolve()
  while (countEntries() !== open.size) {
    const surplus = countEntries() - open.size
    if (surplus > 0) {
      if (!(await leaveEntries(surplus))) break
    } else {
      here = { ...(history.state as EntryState), layers: countEntries() + 1 }
      history.pushState(here, '')
    }
  }
  settling = undefined
}

/** False when it takes long: some browsers ignore too many calls, which must not block the site. */
function leaveEntries(count: number): Promise<boolean> {
  return new Promise((resolve) => {
    onLeft = () => resolve(true)
    history.go(-count)
    setTimeout(() => resolve(false), LEAVING_MS_MAX)
  })
}

/** True when only what is open changes. */
function pop(state: EntryState): boolean {
  const isOnPage = here?.layers !== undefined && here.key === state?.key
  here = state
  onLeft?.()
  for (const close of [...open].slice(countEntries()).reverse()) {
    open.delete(close)
    close()
  }
  void settle()
  return isOnPage
}
