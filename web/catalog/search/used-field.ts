/** The search field once it is used: what suggestions wait for. A field that already has the focus when the page hydrates,
 * or that has autofocus, is in use too. */
import { useEffect, useRef, useState, type RefObject } from 'react'

export function useUsedField(isWanted: () => boolean = () => true): {
  input: RefObject<HTMLInputElement | null>
  field: HTMLInputElement | null
  use: () => void
} {
  const input = useRef<HTMLInputElement>(null)
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const use = () => {
    if (isWanted()) setField(input.current)
  }
  useEffect(() => {
    if (input.current !== null && document.activeElement === input.current) use()
    // Only when the page hydrates: later the field reports its own focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return { input, field, use }
}
