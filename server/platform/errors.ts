/** The one kind of error that becomes a client-facing response. Anything else that is thrown is our bug (500). */
import { errorCodes, type ErrorCode } from '#contract/errors.ts'

export class AppError extends Error {
  override name = 'AppError'
  readonly status: number
  readonly code: ErrorCode
  /** Seconds after which a retry makes sense; becomes Retry-After. */
  readonly retryAfterSeconds: number | undefined
  /** Fields of the response beside `error` and `code`, documented by the endpoint. */
  readonly details: object | undefined

  constructor(
    status: number,
    code: ErrorCode,
    message: string = errorCodes[code],
    retryAfterSeconds?: number,
    details?: object,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}

export function notFound(message?: string): AppError {
  return new AppError(404, 'not-found', message)
}

/** The resource has a new URL, and the response redirects to it. */
export class Moved extends AppError {
  readonly location: string

  constructor(location: string) {
    super(301, 'moved')
    this.location = location
  }
}
