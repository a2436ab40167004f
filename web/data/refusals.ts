/** Messages for payments that failed: first that no money was moved, then the server's reason. */
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from './api.ts'
import { describeFailure } from './failures.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

/** The messages of these errors already say that nothing was sent. */
const COMPLETE: ReadonlySet<string> = new Set<ErrorCode>(['withdrawals-halted', 'lightning-unavailable'])
/** What the user can do about the error. */
const ADVICE: Partial<Record<ErrorCode, TranslationKey>> = {
  'invoice-already-tried': 'wallet.refusedTried',
  'invoice-expired': 'wallet.refusedExpired',
  'invoice-own': 'wallet.refusedOwn',
  'withdrawals-held': 'wallet.refusedHeld',
  'insufficient-balance': 'wallet.refusedBalance',
}

export function describeRefusal(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return describeFailure(error)
  const code = error.code as ErrorCode
  const advice = ADVICE[code]
  if (advice !== undefined) return t(advice)
  return COMPLETE.has(code) ? error.message : t('wallet.refused', { reason: error.message })
}
