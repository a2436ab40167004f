/** Files the server creates for signed-in users: fetched with the token in a header, then saved by the browser. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError, urlOf } from '#web/data/api.ts'
import { readToken } from './session.ts'
import { t } from '#web/words/words.ts'

/** Large files take a while. */
const TIMEOUT_MS = 120_000

export async function fetchFile(endpoint: Endpoint, input: Parameters<typeof urlOf>[1] = {}): Promise<Blob> {
  const headers = { authorization: `Bearer ${readToken() ?? ''}` }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(urlOf(endpoint, input), { headers, credentials: 'omit', signal }).catch(() => null)
  if (response === null) throw new ApiError(0, 'no-answer', 'No answer')
  if (response.ok) return response.blob()
  const answer = (await response.json().catch(() => ({}))) as { error?: string; code?: ErrorCode }
  throw new ApiError(response.status, answer.code ?? 'internal-error', answer.error ?? t('failure.unknown'))
}

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser keeps its own reference to the file once saving has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
