/** One key for one attempt: a write that got no answer is repeated under the same key and so happens once.
 * A new key when what is asked for has changed, or when the server has given its word. */
import { useRef } from 'react'
import { ApiError, newKey } from './api.ts'

export type Attempt = {
  /** The key for doing exactly this. `about` is whatever tells one wish from another. */
  keyFor: (about: string) => string
  /** Call when the attempt has ended; it is kept only if nobody knows how. */
  end: (error?: unknown) => void
}

export function useAttempt(): Attempt {
  const current = useRef<{ about: string; key: string } | null>(null)
  return {
    keyFor: (about) => {
      if (current.current?.about !== about) current.current = { about, key: newKey() }
      return current.current.key
    },
    end: (error) => {
      if (error === undefined || !isUncertain(error)) current.current = null
    },
  }
}

/** Nobody knows whether the server did it. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || error.status >= 500 || error.code === 'idempotency-key-running'
}
