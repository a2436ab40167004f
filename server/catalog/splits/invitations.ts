/** Invitations to splits: by mail, for the account with that address, or by a link that works once. Answers, which pay what
 * waited, are server/payments/consent/invitations.ts. */
import type * as calls from '#contract/catalog/split-offers.ts'
import { OFFER_DAYS } from '#contract/catalog/split-offers.ts'
import { addressIn, PLAIN_LANGUAGE } from '#contract/languages.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { readUser, readUserSummaries } from '#server/accounts/users.ts'
import { type ContentRow, findContent, lockContent } from '#server/catalog/content/queries.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { newId } from '#server/platform/ids.ts'
import { newToken } from '#server/platform/secrets/link-token.ts'
import { mailIn, oneLine } from '#server/platform/texts.ts'
import * as queries from './invitation-queries.ts'
import type { InvitationMail, SplitDeps } from './outside.ts'
import { selectTerms } from './split-queries.ts'

const INVITATIONS_PER_HOUR = { max: 20, windowSeconds: 3_600 }
const DAY_MS = 86_400_000

export type Invited = { email: string } | { label: string }

export const keyOf = (invited: Invited): string =>
  'email' in invited ? `mail ${invited.email}` : `link ${invited.label}`

const isFor = ({ email, label }: queries.InvitationRow, invited: Invited): boolean =>
  'email' in invited ? email === invited.email : label === invited.label

/** Who has these places of a split, by `keyOf`: the user who took the place in the terms in force, an open invitation, or a
 * new one, which is sent. The content is locked. */
export async function placeInvited(
  { invitationMail }: SplitDeps,
  tx: Tx,
  content: ContentRow,
  wanted: readonly Invited[],
  now: Date,
): Promise<Map<string, { id: string; isUser: boolean }>> {
  const placed = new Map<string, { id: string; isUser: boolean }>()
  if (wanted.length === 0) return placed
  const open = await queries.listOpenInvitations(tx, content.id)
  const partners = new Set((await selectTerms(tx, [content.id])).map((row) => row.user_id))
  const confirmed = (await queries.listConfirmed(tx, content.id)).filter(({ taken_by: id }) => partners.has(id))
  for (const invited of wanted) {
    const takenBy = confirmed.find((row) => isFor(row, invited))?.taken_by
    const known = open.find((row) => isFor(row, invited))?.id
    const id = takenBy ?? known ?? (await invite(invitationMail, tx, content, invited, now))
    placed.set(keyOf(invited), { id, isUser: takenBy !== undefined && takenBy !== null })
  }
  return placed
}

async function invite(mail: InvitationMail, tx: Tx, content: ContentRow, invited: Invited, now: Date): Promise<string> {
  const { email = null, label = null } = { ...invited } as { email?: string; label?: string }
  if (email !== null && (await readUser(tx, content.owner_id))?.email === email) {
    throw brokenRule('rule.ownAddressInSplit')
  }
  const invitation: queries.InvitationRow = {
    id: newId(),
    content_id: content.id,
    owner_id: content.owner_id,
    email,
    label,
    created_at: now,
    revoked_at: null,
    taken_by: null,
    taken_number: null,
    confirmed_at: null,
  }
  await queries.insertInvitation(tx, invitation, null)
  if (email !== null) await makeLink(mail, tx, content, invitation, now)
  return invitation.id
}

/** Sends the link of an invitation by mail. Returns that of any other. */
async function makeLink(
  { mailer, publicUrl, brandName }: InvitationMail,
  tx: Tx,
  content: ContentRow,
  { id, email }: queries.InvitationRow,
  now: Date,
): Promise<string | null> {
  await countUse(tx, `invite:${content.owner_id}`, INVITATIONS_PER_HOUR, now)
  const { token, hash } = newToken()
  await queries.setToken(tx, id, hash)
  const from = await readUser(tx, content.owner_id)
  const language = from?.language ?? PLAIN_LANGUAGE
  const url = publicUrl + addressIn(`/split-invitations/${token}`, language)
  if (email === null) return url
  const letter = mailIn(language, 'splitInvitation', {
    from: oneLine(from?.displayName ?? from?.username ?? ''),
    name: oneLine(content.title),
    days: OFFER_DAYS,
    link: url,
    brand: brandName,
  })
  await mailer.send({ to: email, ...letter }, tx)
  return null
}

export const invitationClosed = () => new AppError(410, 'invitation-closed')

/** An invitation to a split of the caller, with the content locked. */
export async function lockOwnInvitation(
  tx: Tx,
  caller: Caller,
  invitationId: string,
  now: Date,
): Promise<{ content: ContentRow; invitation: queries.InvitationRow }> {
  const found = await queries.findInvitation(tx, { invitationId })
  if (found === undefined) throw notFound()
  await lockContent(tx, found.content_id)
  const content = await requireMay(tx, caller, await findContent(tx, found.content_id, now), 'money')
  return { content, invitation: (await queries.findInvitation(tx, { invitationId }))! }
}

/** While it can be accepted, or has been accepted by the taker of a link who waits to be confirmed. */
export async function requireOpen(tx: Tx, { id, content_id: contentId }: queries.InvitationRow): Promise<void> {
  const open = await queries.listOpenInvitations(tx, contentId)
  if (!open.some((row) => row.id === id)) throw invitationClosed()
}

/** The owner of the content. */
export async function renewInvitation(
  { database, clock, invitationMail }: SplitDeps,
  caller: Caller,
  invitationId: string,
): Promise<Data<typeof calls.renewSplitInvitation>> {
  requireUser(caller)
  const now = clock.now()
  return database.transaction(async (tx) => {
    const { content, invitation } = await lockOwnInvitation(tx, caller, invitationId, now)
    await requireOpen(tx, invitation)
    if (invitation.taken_by !== null) throw invitationClosed()
    return { url: await makeLink(invitationMail, tx, content, invitation, now) }
  })
}

/** The owner of the content. */
export async function listInvitations(
  { database, clock }: SplitDeps,
  caller: Caller,
  { contentId, contentType }: Input<typeof calls.listSplitInvitations>['params'],
): Promise<Data<typeof calls.listSplitInvitations>> {
  requireUser(caller)
  const tx = database.read
  const content = await requireMay(tx, caller, await findContent(tx, contentId, clock.now()), 'money')
  if (content.type !== contentType) throw notFound()
  const rows = await queries.listOpenInvitations(tx, contentId)
  const names = await readUserSummaries(
    tx,
    rows.flatMap(({ taken_by: takenBy }) => takenBy ?? []),
  )
  return rows.map((row) => {
    const taker = row.taken_by === null ? undefined : names.get(row.taken_by)
    return {
      invitationId: row.id,
      email: row.email,
      label: row.label,
      hasLink: row.has_link,
      takenBy: row.taken_by === null ? null : { name: taker?.username ?? '', displayName: taker?.displayName ?? null },
      expiresAt: new Date(row.invited_at.getTime() + OFFER_DAYS * DAY_MS),
    }
  })
}
