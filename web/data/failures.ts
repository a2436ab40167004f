/** The message for a failed call: the server's reason, or else one for the kind of failure. The error screen of a page
 * is web/frame/failure.tsx. */
import { ApiError } from './api.ts'
import { t } from '#web/words/words.ts'

export function describeFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('failure.unknown')
  if (error.code === 'no-answer') return t('failure.offline')
  if (error.code === 'timeout') return t('failure.timeout')
  return error.message
}
