/** The time left until a moment, updated every second. */
import { useEffect, useState } from 'react'

/** Seconds left, never below 0; null while the moment is not known. */
export function useSecondsLeft(until: string | Date | undefined): number | null {
  const [now, setNow] = useState(() => Date.now())
  const end = until === undefined ? undefined : new Date(until).getTime()
  const isOver = end !== undefined && end <= now
  useEffect(() => {
    if (end === undefined || isOver) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [end, isOver])
  return end === undefined ? null : Math.max(0, Math.ceil((end - now) / 1_000))
}
