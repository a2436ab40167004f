/** The chart of accounts: how accounts are named. Accounts of users open with their first transfer. Balances are in
 * balances.ts; the users themselves are in server/accounts. */

/** Accounts of the platform. `lightning` is what the node has received minus what it has sent, negated (negative:
 * the node holds users' money). `routing_fees` is what the node has paid for routing. `inflight` is reserved for
 * payouts that are not final. `platform_fee` is what the platform has earned. `house` is the operator's own
 * account, which may go negative. `suspense` is money whose owner is unknown. `purse` is set aside for gifts of the house
 * to artists. */
export type PlatformAccount =
  | 'lightning'
  | 'routing_fees'
  | 'inflight'
  | 'platform_fee'
  | 'house'
  | 'suspense'
  | 'purse'

/** A user's balance; what a user owes after a payout that succeeded late (negative: owed to us); rewards that are not
 * final yet. The last is opened before its first transfer (`openAccount`). */
export type PersonalAccount =
  | { kind: 'user'; userId: string }
  | { kind: 'receivable'; userId: string }
  | { kind: 'maturing'; userId: string }

/** What is left of a promo's budget, what buyers have paid for an event's tickets, the shares of a Lightning address
 * elsewhere, or shares of a user's boosts that are too small to be paid yet. Opened before its first transfer. */
export type HeldAccount = { kind: 'promo' | 'event' | 'outside' | 'boost'; id: string }

/** The share of a partner who has not agreed to this version of a split yet. Opened before its first transfer. */
export type WaitingAccount = { kind: 'waiting'; versionId: string; position: number }

export type AccountRef = PlatformAccount | PersonalAccount | HeldAccount | WaitingAccount

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The unique name of an account in the database, such as `platform_fee` or `user:<uuid>`. */
export function accountCode(account: AccountRef): string {
  if (typeof account === 'string') return account
  if (account.kind === 'waiting') return `waiting:${requireId(account.versionId)}:${account.position}`
  return `${account.kind}:${requireId('id' in account ? account.id : account.userId)}`
}

function requireId(id: string): string {
  if (!UUID.test(id)) throw new TypeError('an account belongs to an id in lower case')
  return id
}

export function userAccount(userId: string) {
  return { kind: 'user', userId } as const
}
