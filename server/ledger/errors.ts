/** What can go wrong when a transfer is posted. The transaction around it is lost in each case. */
import { errorCodes } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'

/** A debit is larger than what the account held before the transfer. */
export class InsufficientFunds extends AppError {
  override name = 'InsufficientFunds'
  readonly detail: string

  constructor(detail: string) {
    super(422, 'insufficient-balance', errorCodes['insufficient-balance'])
    this.detail = detail
  }
}

/** An account was closed at this very moment. Whoever tries again finds out before posting. */
export class AccountClosed extends AppError {
  override name = 'AccountClosed'

  constructor() {
    super(503, 'unavailable', errorCodes.unavailable, 1)
  }
}

/** The idempotency key belongs to a transfer of another kind, reference or legs: a fault of ours. */
export class IdempotencyConflict extends Error {
  override name = 'IdempotencyConflict'
}

/** No such account, and none that opens by itself: a fault of ours. */
export class UnknownAccount extends Error {
  override name = 'UnknownAccount'
}

/** The legs do not sum to zero or are no transfer at all: a fault of ours. */
export class Unbalanced extends Error {
  override name = 'Unbalanced'
}
