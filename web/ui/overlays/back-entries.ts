/** Where a browser has no CloseWatcher (Safari, Firefox): what is open over a page has an entry of its own in the history, so
 * that Back closes it instead of leaving the page. The entry has the page's address and key, and its number. What is
 * closed in another way leaves its entry, since going back could abort the loading of another page: the next thing that
 * opens takes it over, and Back skips it. */
import { keyOf, overlays } from '#web/navigation/router.ts'

type EntryState = { key?: string; overlays?: number } | null

/** How to close what is open, the topmost last. */
const open = new Set<() => void>()
/** The number of the entry that is shown. */
let current = 0

const numberOf = (state: unknown): number => (state as EntryState)?.overlays ?? 0

/** Returns a function for when it is closed in another way. */
export function closeOnBack(close: () => void): () => void {
  overlays.pop = pop
  open.add(close)
  current = numberOf(history.state)
  if (current < open.size) history.pushState({ key: keyOf(history.state), overlays: ++current }, '')
  return () => open.delete(close)
}

function pop(state: unknown, key: string, address: string): boolean {
  const isBack = numberOf(state) < current
  current = numberOf(state)
  if (keyOf(state) !== key) return false
  // The address was replaced in the entry above. A hash may have been removed from an address since.
  if (address.split('#')[0] !== location.pathname + location.search) history.replaceState(state, '', address)
  const close = [...open].at(-1)
  if (isBack && close === undefined) history.go(-1 - current)
  if (isBack && close !== undefined) {
    open.delete(close)
    close()
  }
  return true
}
