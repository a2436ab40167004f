/** The one kind of error that becomes an answer. Anything else that is thrown is a fault of ours (500). */
import { errorCodes, type ErrorCode } from '#contract/errors.ts'

export class AppError extends Error {
  override name = 'AppError'
  readonly status: number
  readonly code: ErrorCode
  /** Seconds after which trying again makes sense; becomes Retry-After. */
  readonly retryAfterSeconds: number | undefined
  /** Fields of the answer beside `error` and `code`, which the call documents. */
  readonly details: object | undefined

  constructor(status: number, code: ErrorCode, message: string, retryAfterSeconds?: number, details?: object) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}

/** What was asked for has another address now, and the answer leads there. */
export class Moved extends AppError {
  readonly location: string

  constructor(location: string) {
    super(301, 'moved', errorCodes.moved)
    this.location = location
  }
}
