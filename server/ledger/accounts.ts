/** The chart of accounts: what an account is called. Accounts of people open with their first transfer.
 * Not their balances (balances.ts) and not the people themselves (server/accounts). */

/**
 * Accounts without an owner. `lightning` is what the node has received less what it has sent, with the sign turned
 * (negative: the node holds people's money); `routing_fees` is what the node has paid for routing; `inflight` is held for
 * payouts that are not final; `platform_fee` is earned by the platform; `house` is the operator's own purse (may go
 * negative); `suspense` is money whose owner is not known.
 */
export type PlatformAccount = 'lightning' | 'routing_fees' | 'inflight' | 'platform_fee' | 'house' | 'suspense'

/** A person's balance, or what a person owes after a payout that succeeded late (negative: owed to us). */
export type PersonalAccount = { kind: 'user' | 'receivable'; userId: string }

export type AccountRef = PlatformAccount | PersonalAccount

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The unique name of an account in the database, such as `platform_fee` or `user:<uuid>`. */
export function accountCode(account: AccountRef): string {
  if (typeof account === 'string') return account
  if (!UUID.test(account.userId)) throw new TypeError('an account belongs to a user id in lower case')
  return `${account.kind}:${account.userId}`
}

export function userAccount(userId: string): PersonalAccount {
  return { kind: 'user', userId }
}
