/** A text once it has not changed for a moment: for requests while somebody types. */
import { useEffect, useState } from 'react'

const PAUSE_MS = 350

export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
