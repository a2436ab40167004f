/** A figure that walks to its new value instead of jumping. Under reduced motion it simply changes. */
import { useEffect, useRef, useState } from 'react'

const DURATION_MS = 700

/** `start`: where it walks from at first; without one it begins at the value. */
export function useCountUp(value: number, start = value): number {
  const [shown, setShown] = useState(start)
  const from = useRef(start)
  useEffect(() => {
    const begin = from.current
    if (begin === value || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      from.current = value
      setShown(value)
      return
    }
    let frame = 0
    const began = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, (now - began) / DURATION_MS)
      const eased = 1 - (1 - part) ** 3
      from.current = part === 1 ? value : Math.round(begin + (value - begin) * eased)
      setShown(from.current)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}
