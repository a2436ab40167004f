/** Recipients of a split that are named by a Lightning address: what the address leads to, and the proof that naming one on
 * another server needs. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { parseUsername } from '#contract/accounts/identifiers.ts'
import { hashOfTerms, requireGrant } from '#server/accounts/grants.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AuthenticatedUser } from '#server/platform/http/caller.ts'
import type { Mailer } from '#server/platform/mail.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import { type TermsRow, selectTerms } from './split-queries.ts'
import { isLess, sumOf, type Wanted } from './versions.ts'

/** What splits need to know about Lightning addresses (server/payments/addresses). */
export type LightningAddresses = {
  /** The part before the @ of an address on this server; null for others. */
  readOwnName(address: string): string | null
  /** Checks with its server that it exists. Returns it in normalized form. */
  check(address: string): Promise<string>
}
/** For invitations (invitations.ts). */
export type InvitationMail = { mailer: Mailer; publicUrl: string; brandName: string }
export type SplitDeps = Catalog & {
  addresses: LightningAddresses
  invitationMail: InvitationMail
  /** With the key of this server. */
  sign: (event: UnsignedEvent) => NostrEvent
}

const CHECKS_PER_HOUR = { max: 30, windowSeconds: 3_600 }

export const isAddress = (name: string): boolean => name.includes('@')

/** Names of users as they are, and addresses normalized. An address of this server is its user. Other servers are queried, unless
 * the split names the address already. */
export async function resolveNames<Sent extends { name: string } | object>(
  { database, clock, addresses }: SplitDeps,
  caller: AuthenticatedUser,
  contentId: string,
  sent: readonly Sent[],
): Promise<Sent[]> {
  if (!sent.some((one) => 'name' in one && isAddress(one.name))) return [...sent]
  const known = new Set((await selectTerms(database.read, [contentId])).flatMap(({ address }) => address ?? []))
  const resolved: Sent[] = []
  for (const one of sent) {
    if (!('name' in one)) {
      resolved.push(one)
      continue
    }
    const ownName = isAddress(one.name) ? addresses.readOwnName(one.name) : one.name
    if (ownName !== null) {
      if (parseUsername(ownName) === null) throw brokenRule('rule.contentAddress')
      resolved.push({ ...one, name: ownName })
    } else if (known.has(one.name)) resolved.push(one)
    else {
      await countUse(database.read, `split-address:${caller.userId}`, CHECKS_PER_HOUR, clock.now())
      const name = await addresses.check(one.name).catch((error: unknown) => {
        throw error instanceof AppError ? withRecipient(error, one.name) : error
      })
      resolved.push({ ...one, name })
    }
  }
  return resolved
}

/** The response says whose address it is about. */
function withRecipient({ status, code, message, retryAfterSeconds }: AppError, recipient: string): AppError {
  return new AppError(status, code, message, retryAfterSeconds, { recipient })
}

/** Throws without a grant for exactly these terms if they give an outside recipient more of the whole than those in force. */
export async function requireProofForOutside(
  tx: Tx,
  caller: AuthenticatedUser,
  { contentId, next }: { contentId: string; next: readonly Wanted[] },
  now: Date,
): Promise<void> {
  if (!next.some(({ address }) => address !== undefined)) return
  const base = await selectTerms(tx, [contentId])
  const raised = next.filter((one) => one.address !== undefined && isRaised(one, next, base))
  if (raised.length === 0) return
  const terms = next.map(({ userId, share, address, invited }) => [address ?? invited ?? userId, share])
  await requireGrant(
    tx,
    caller,
    {
      action: 'outside-recipient',
      amountMsat: null,
      destination: hashOfTerms([contentId, terms]),
      label: raised.map(({ address }) => address).join(', '),
    },
    now,
  )
}

function isRaised({ userId, share }: Wanted, next: readonly Wanted[], base: readonly TermsRow[]): boolean {
  const before = base.find((row) => row.user_id === userId)?.share ?? 0
  return isLess({ share: before, total: Math.max(1, sumOf(base)) }, { share, total: sumOf(next) })
}
