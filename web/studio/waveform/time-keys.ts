/** The keys of a field for a position: Enter applies what was typed, arrows and page keys move in steps. */
import type { KeyboardEvent } from 'react'

const STEPS: Partial<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

export function onTimeKey(
  event: KeyboardEvent,
  { take, move }: { take: () => void; move: (steps: number) => void },
): void {
  const steps = STEPS[event.key]
  if (event.key !== 'Enter' && steps === undefined) return
  event.preventDefault()
  if (steps === undefined) take()
  else move(steps)
}
