/** Reordering by keyboard at a row's grip: space lifts, arrows move, space drops, escape cancels.
 * Each key takes effect immediately; the drag library's own keys are lost while it is still measuring its rows. */
import { useState, type KeyboardEvent } from 'react'

type Lifted = { key: string; order: readonly string[] }

export type OrderEvent = 'lifted' | 'moved' | 'dropped' | 'cancelled'

export function useKeyboardOrder({
  keys,
  onSort,
  announce,
}: {
  keys: readonly string[]
  onSort: (keys: readonly string[], movedKey: string) => void
  announce: (event: OrderEvent, key: string, place: number) => void
}) {
  const [kept, setLifted] = useState<Lifted | null>(null)
  // If rows were added or removed meanwhile, lifting ends, because its order no longer matches.
  const lifted = kept !== null && isSameSet(kept.order, keys) ? kept : null

  const move = ({ key, order }: Lifted, step: number) => {
    const from = order.indexOf(key)
    const to = Math.min(Math.max(from + step, 0), order.length - 1)
    if (to === from) return
    const moved = order.toSpliced(from, 1).toSpliced(to, 0, key)
    setLifted({ key, order: moved })
    announce('moved', key, to + 1)
  }
  const drop = ({ key, order }: Lifted) => {
    setLifted(null)
    announce('dropped', key, order.indexOf(key) + 1)
    if (order.some((one, index) => one !== keys[index])) onSort(order, key)
  }
  const cancel = ({ key }: Lifted) => {
    setLifted(null)
    announce('cancelled', key, keys.indexOf(key) + 1)
  }

  const onKeyDown = (key: string, event: KeyboardEvent) => {
    const isPress = event.key === ' ' || event.key === 'Enter'
    if (lifted?.key !== key) {
      if (!isPress) return
      event.preventDefault()
      setLifted({ key, order: keys })
      announce('lifted', key, keys.indexOf(key) + 1)
      return
    }
    if (event.key === 'Tab') return drop(lifted)
    const steps: Partial<Record<string, () => void>> = {
      ' ': () => drop(lifted),
      Enter: () => drop(lifted),
      ArrowUp: () => move(lifted, -1),
      ArrowDown: () => move(lifted, 1),
      Home: () => move(lifted, -lifted.order.length),
      End: () => move(lifted, lifted.order.length),
      Escape: () => cancel(lifted),
    }
    const step = steps[event.key]
    if (step === undefined) return
    // Prevents scrolling, and prevents a dialog around the list from closing.
    event.preventDefault()
    event.stopPropagation()
    step()
  }
  const onBlur = (key: string) => {
    if (lifted?.key === key) drop(lifted)
  }
  return { order: lifted?.order ?? keys, liftedKey: lifted?.key ?? null, onKeyDown, onBlur }
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const known = new Set(one)
  return one.length === other.length && other.every((key) => known.has(key))
}
