/** The Idempotency-Key of a form: what is sent again unchanged, after an answer that was lost, happens once. */
import { newKey } from '../api.ts'
import { useRef } from 'react'

export function useAttempt(): (body: unknown) => string {
  const attempt = useRef({ mark: '', key: '' })
  return (body) => {
    const mark = JSON.stringify(body, (_, value: unknown) =>
      value instanceof File ? [value.name, value.size, value.lastModified] : value,
    )
    if (attempt.current.mark !== mark) attempt.current = { mark, key: newKey() }
    return attempt.current.key
  }
}
