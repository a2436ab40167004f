/** The one kind of error that becomes a client-facing response. Anything else that is thrown is our bug (500). */
import { errorCodes, type ErrorCode } from '#contract/errors.ts'
import { type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'

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

/** A broken rule that is said in every language. Thrown by `brokenRule` (error-texts.ts). */
export class RuleBroken extends AppError {
  readonly textFor: (language: Language) => string

  constructor(textFor: (language: Language) => string) {
    super(422, 'rule-broken', textFor(PLAIN_LANGUAGE))
    this.textFor = textFor
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
