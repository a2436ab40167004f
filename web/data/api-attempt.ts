/** One idempotency key per attempt: a write that got no response is retried with the same key and so takes effect
 * once. A new key is made when the request changes or after a definite response of the server. */
import { useRef } from 'react'
import { ApiError, newKey } from './api.ts'

export type Attempt = {
  /** The key for exactly this request. `about` identifies the request. */
  keyFor: (about: string) => string
  /** Call when the attempt has ended. The key is kept only if the outcome is unknown. */
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

/** Runs a write with the idempotency key of its attempt and ends the attempt. `body` identifies the request. */
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

/** True when it is unknown whether the server carried out the request. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || error.status >= 500 || error.code === 'idempotency-key-running'
}
