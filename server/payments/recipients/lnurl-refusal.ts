/** Errors as wallets expect them. */
import type { AppError } from '#server/platform/errors.ts'

/** Formats an error the way LUD-06 requires. */
export function refusalOf(fault: AppError): { status: 'ERROR'; reason: string } {
  return { status: 'ERROR', reason: fault.message }
}
