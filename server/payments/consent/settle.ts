/** Where the legs of a payment go: to their recipients, or for recipients who have not agreed to their terms, to an account in
 * which they wait, or back to the owner. Every payment that is split is settled by this. */
import type { Leg, OpenConsent, SplitTerms } from '#contract/split.ts'
import { findDeletedUsers } from '#server/accounts/users.ts'
import { type Consent, consentKey, readConsents } from '#server/catalog/splits/consent.ts'
import type { AccountRef, WaitingAccount } from '#server/ledger/accounts.ts'
import { lockUserBalances, lockWaiting } from '#server/ledger/balances.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { WaitingShareRow } from './queries.ts'

export type Consents = ReadonlyMap<string, Consent>

/** Locks the accounts of all shares in these terms that had not been agreed to, and reads whether they have been since.
 * Lock them before any user's balance. Terms to which everybody had agreed cost nothing. */
export async function lockConsents(tx: Tx, terms: readonly SplitTerms[]): Promise<Consents> {
  const accounts = terms.flatMap(({ consent, timeSplit }) => [
    ...accountsOf(consent),
    ...accountsOf(timeSplit?.consent),
  ])
  if (accounts.length === 0) return new Map()
  await lockWaiting(tx, accounts)
  return readConsents(tx, accounts)
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
  return lockUserBalances(tx, [...userIds, ...terms.flatMap(recipientIdsOf), ...ownersOf(consents)])
}

const recipientIdsOf = ({ recipients, timeSplit }: SplitTerms): string[] =>
  [...recipients, ...(timeSplit?.recipients ?? [])].map(({ key }) => key)

/** The owners who get what was declined. */
function ownersOf(consents: Consents): string[] {
  return [...consents.values()].flatMap(({ state, ownerId }) => (state === 'returned' ? ownerId : []))
}

export type SettledLeg = Leg & {
  /** Set when its recipient has not agreed. */
  waiting: { account: WaitingAccount; consent: Consent } | null
  /** Who gets it now: null while it waits, and for the platform. */
  paidId: string | null
}

/** The legs of `splitPayment`, in their order. */
export function settleLegs(legs: readonly Leg[], terms: SplitTerms, consents: Consents): SettledLeg[] {
  return legs.map((leg, index) => {
    const account = accountOf(leg, index, terms)
    const consent = account === null ? null : requireConsent(consents, account)
    if (account === null || consent === null || consent.state === 'agreed') {
      return { ...leg, waiting: null, paidId: leg.key }
    }
    return { ...leg, waiting: { account, consent }, paidId: consent.state === 'returned' ? consent.ownerId : null }
  })
}

function requireConsent(consents: Consents, account: WaitingAccount): Consent {
  const consent = consents.get(consentKey(account))
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
  if (leg.paidId === null) return leg.waiting!.account
  return deletedUserIds.has(leg.paidId) ? 'suspense' : { kind: 'user', userId: leg.paidId }
}

export async function findDeletedAmong(tx: Tx, legs: readonly SettledLeg[]): Promise<Set<string>> {
  return findDeletedUsers(tx, [...new Set(legs.flatMap(({ paidId }) => paidId ?? []))])
}

type About = { paymentId: string; seq: number | null; contentId: string; at: Date }

/** The row of a leg that waits or was returned. */
export function waitingRowOf(leg: SettledLeg, { paymentId, seq, contentId, at }: About): WaitingShareRow[] {
  if (leg.waiting === null) return []
  const { account, consent } = leg.waiting
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
      amount_msat: leg.amountMsat,
      state: isReturned ? 'returned' : 'waiting',
      created_at: at,
      ended_at: isReturned ? at : null,
    },
  ]
}
