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

/** Makes a write under the key of its attempt, from asking to the last word on it. `body` tells one wish from another. */
export function useCallOnce(): <Result>(
  body: unknown,
  write: (options: { idempotencyKey: string }) => Promise<Result>,
) => Promise<Result> {
  const attempt = useAttempt()
  return async (body, write) => {
    try {
      const result = await write({ idempotencyKey: attempt.keyFor(describe(body)) })
      attempt.end()
      return result
    } catch (error) {
      attempt.end(error)
      throw error
    }
  }
}

function describe(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
}

/** Nobody knows whether the server did it. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || error.status >= 500 || error.code === 'idempotency-key-running'
}
