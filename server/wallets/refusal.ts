/** Maps errors to the error codes of NIP-47. */
import type { ErrorCode } from '#contract/errors.ts'
import type { WalletErrorCode } from '#protocols/nostr/wallet-connect.ts'
import type { AppError } from '#server/platform/errors.ts'

export class WalletRefused extends Error {
  override name = 'WalletRefused'
  readonly code: WalletErrorCode

  constructor(code: WalletErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Errors that guarantee that this request has not paid and never will pay. All others are OTHER. */
const CODES: Partial<Record<ErrorCode, WalletErrorCode>> = {
  'insufficient-balance': 'INSUFFICIENT_BALANCE',
  'too-many-requests': 'RATE_LIMITED',
  'withdrawal-limit': 'QUOTA_EXCEEDED',
  'withdrawals-failing': 'QUOTA_EXCEEDED',
  'withdrawals-held': 'RESTRICTED',
  'held-by-owner': 'RESTRICTED',
  'email-not-verified': 'RESTRICTED',
  'region-not-supported': 'RESTRICTED',
  'region-not-verified': 'RESTRICTED',
  unauthorized: 'UNAUTHORIZED',
  'not-found': 'NOT_FOUND',
  'keysend-unsupported': 'NOT_IMPLEMENTED',
}

export function codeOf({ code }: AppError): WalletErrorCode {
  return CODES[code] ?? 'OTHER'
}
