/** Where the legs of a payment go: to their recipients, to the account in which they wait for a recipient who has not agreed or
 * who is on another server, or back to the owner. Every payment that is split is settled by this. */
import type { Leg, OpenConsent, Recipient, SplitTerms } from '#contract/split.ts'
import { findDeletedUsers } from '#server/accounts/users.ts'
import { type Consent, consentKey, readConsents } from '#server/catalog/splits/version-queries.ts'
import type { AccountRef, WaitingAccount } from '#server/ledger/accounts.ts'
import { lockUserBalances, lockWaiting } from '#server/ledger/balances.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { addShares, type OutsideShare, type OutsideState, readOutsideStates } from '#server/payments/outside/queries.ts'
import { insertWaiting, type WaitingShareRow } from './queries.ts'

type Consents = { byShare: ReadonlyMap<string, Consent>; outside: ReadonlyMap<string, OutsideState> }

/** Locks the accounts of all shares in these terms that may wait, and reads whether they still do. Lock them before any user's
 * balance. Terms of users who had all agreed cost nothing. */
async function lockConsents(tx: Tx, terms: readonly SplitTerms[]): Promise<Consents> {
  const accounts = terms.flatMap(({ consent, timeSplit }) => [
    ...accountsOf(consent),
    ...accountsOf(timeSplit?.consent),
  ])
  const outsideIds = [...new Set(terms.flatMap(recipientsOf).flatMap(({ key, isOutside }) => (isOutside ? [key] : [])))]
  await lockWaiting(tx, [...accounts, ...outsideIds.map((id) => ({ kind: 'outside', id }) as const)])
  return {
    byShare: accounts.length === 0 ? new Map() : await readConsents(tx, accounts),
    outside: outsideIds.length === 0 ? new Map() : await readOutsideStates(tx, outsideIds),
  }
}

function accountsOf(consent: OpenConsent | undefined): WaitingAccount[] {
  const { versionId = '', open = [] } = consent ?? {}
  return open.map((position) => ({ kind: 'waiting', versionId, position }))
}

/** Locks the accounts of everybody whom these terms may pay, and the balances of these users, in the order of all transfers.
 * For transactions that lock some of them before they book. Returns the balances. */
export async function lockParties(
  tx: Tx,
  terms: readonly SplitTerms[],
  userIds: Iterable<string>,
): Promise<Map<string, bigint>> {
  const consents = await lockConsents(tx, terms)
  const recipients = terms.flatMap(recipientsOf).filter(({ isOutside }) => isOutside !== true)
  return lockUserBalances(tx, [...userIds, ...recipients.map(({ key }) => key), ...payeesOf(consents)])
}

const recipientsOf = ({ recipients, timeSplit }: SplitTerms): Recipient[] => [
  ...recipients,
  ...(timeSplit?.recipients ?? []),
]

/** Those who have agreed, and the owners who get what was declined or cannot be paid. */
function payeesOf({ byShare, outside }: Consents): string[] {
  return [
    ...[...byShare.values()].flatMap(({ state, userId, ownerId }) =>
      state === 'waiting' ? [] : state === 'agreed' ? userId : ownerId,
    ),
    ...[...outside.values()].flatMap((one) => (one.is_returned ? one.owner_id : [])),
  ]
}

export type SettledLeg = Leg & {
  /** Set when its recipient has not agreed. */
  waiting: { account: WaitingAccount; consent: Consent } | null
  /** Set when it waits for a recipient on another server. */
  outside: { id: string; ownerId: string } | null
  /** Who gets it now: null while it waits, and for the platform. */
  paidId: string | null
}

/** The legs of payments by `splitPayment`, in their order. Locks what `lockConsents` locks. */
export async function settleLegs(
  tx: Tx,
  payments: readonly { legs: readonly Leg[]; terms: SplitTerms }[],
): Promise<SettledLeg[][]> {
  const consents = await lockConsents(
    tx,
    payments.map(({ terms }) => terms),
  )
  return payments.map(({ legs, terms }) => settle(legs, terms, consents))
}

function settle(legs: readonly Leg[], terms: SplitTerms, consents: Consents): SettledLeg[] {
  return legs.map((leg, index) => {
    if (recipientsOf(terms)[index]?.isOutside === true) return settleOutside(leg, consents)
    const account = accountOf(leg, index, terms)
    const consent = account === null ? null : requireConsent(consents, account)
    if (account === null || consent === null) return { ...leg, waiting: null, outside: null, paidId: leg.key }
    // Terms may name an invitation that a user has accepted since.
    const { userId } = consent
    if (consent.state === 'agreed') return { ...leg, key: userId, waiting: null, outside: null, paidId: userId }
    const paidId = consent.state === 'returned' ? consent.ownerId : null
    return { ...leg, waiting: { account, consent }, outside: null, paidId }
  })
}

/** What an address that was given up would get is the owner's, also on receipts. */
function settleOutside(leg: Leg, { outside }: Consents): SettledLeg {
  const state = outside.get(leg.key!)
  if (state === undefined) throw new Error(`there is no outside recipient ${leg.key}`)
  const { owner_id: ownerId } = state
  if (state.is_returned) return { ...leg, key: ownerId, waiting: null, outside: null, paidId: ownerId }
  return { ...leg, waiting: null, outside: { id: leg.key!, ownerId }, paidId: null }
}

function requireConsent(consents: Consents, account: WaitingAccount): Consent {
  const consent = consents.byShare.get(consentKey(account))
  if (consent === undefined) throw new Error(`version ${account.versionId} has nobody at ${account.position}`)
  return consent
}

function accountOf(leg: Leg, index: number, { recipients, consent, timeSplit }: SplitTerms): WaitingAccount | null {
  const isOwn = index < recipients.length
  const open = leg.key === null ? undefined : isOwn ? consent : timeSplit?.consent
  const position = isOwn ? index : index - recipients.length
  return open?.open.includes(position) === true ? { kind: 'waiting', versionId: open.versionId, position } : null
}

/** The account of a leg. Shares of deleted users are posted to suspense. */
export function accountOfLeg(leg: SettledLeg, deletedUserIds: ReadonlySet<string>): AccountRef {
  if (leg.key === null) return 'platform_fee'
  if (leg.outside !== null) return { kind: 'outside', id: leg.outside.id }
  if (leg.paidId === null) return leg.waiting!.account
  return deletedUserIds.has(leg.paidId) ? 'suspense' : { kind: 'user', userId: leg.paidId }
}

export async function findDeletedAmong(tx: Tx, legs: readonly SettledLeg[]): Promise<Set<string>> {
  return findDeletedUsers(tx, [...new Set(legs.flatMap(({ paidId }) => paidId ?? []))])
}

/** Records the legs that wait or were returned, in the transaction that books them. */
export async function recordOpenLegs(tx: Tx, legs: readonly (SettledLeg & About)[], at: Date): Promise<void> {
  await insertWaiting(tx, legs.flatMap(waitingRowOf))
  await addShares(tx, outsideSharesOf(legs), at)
}

/** The shares of these legs that wait for recipients on other servers. */
const outsideSharesOf = (legs: readonly SettledLeg[]): OutsideShare[] =>
  legs.flatMap(({ outside, amountMsat }) => (outside === null || amountMsat === 0n ? [] : { ...outside, amountMsat }))

type About = { paymentId: string; seq: number | null; contentId: string; at: Date }

/** The row of a leg that waits or was returned. */
function waitingRowOf({ waiting, amountMsat, paymentId, seq, contentId, at }: SettledLeg & About): WaitingShareRow[] {
  if (waiting === null) return []
  const { account, consent } = waiting
  const isReturned = consent.state === 'returned'
  return [
    {
      id: newId(at.getTime()),
      version_id: account.versionId,
      position: account.position,
      user_id: consent.userId,
      owner_id: consent.ownerId,
      payment_id: paymentId,
      seq,
      content_id: contentId,
      amount_msat: amountMsat,
      state: isReturned ? 'returned' : 'waiting',
      created_at: at,
      ended_at: isReturned ? at : null,
    },
  ]
}
