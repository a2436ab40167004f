/** What is said when a call did not succeed. The server's reason where it gave one, else what the browser knows.
 * Not the screen of a failed page; that is web/frame/failure.tsx. */
import { ApiError } from './api.ts'
import { t } from '#web/words/words.ts'

export function describeFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('failure.unknown')
  if (error.code === 'no-answer') return t('failure.offline')
  if (error.code === 'timeout') return t('failure.timeout')
  return error.message
}
