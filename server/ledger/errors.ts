/** What can go wrong when a transfer is posted. Each of these aborts the transaction around it. */
import { errorCodes } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'

/** A debit is larger than the account's balance before the transfer. */
export class InsufficientFunds extends AppError {
  override name = 'InsufficientFunds'
  readonly detail: string

  constructor(detail: string) {
    super(422, 'insufficient-balance', errorCodes['insufficient-balance'])
    this.detail = detail
  }
}

/** An account was closed by a concurrent transaction. A retry notices this before it posts. */
export class AccountClosed extends AppError {
  override name = 'AccountClosed'

  constructor() {
    super(503, 'unavailable', errorCodes.unavailable, 1)
  }
}

/** The idempotency key belongs to a transfer with another kind, reference or legs: a bug in this server. */
export class IdempotencyConflict extends Error {
  override name = 'IdempotencyConflict'
}

/** No such account, and none that is opened automatically: a bug in this server. */
export class UnknownAccount extends Error {
  override name = 'UnknownAccount'
}

/** The legs do not sum to zero, or move nothing: a bug in this server. */
export class Unbalanced extends Error {
  override name = 'Unbalanced'
}
