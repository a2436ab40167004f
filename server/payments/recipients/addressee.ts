/** Resolves a Lightning address of this server to a user or to content (`track.<id>` and the like), with the
 * metadata that a payer is shown. The invoice is made by address.ts. */
import { formatLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { formatMetadata } from '#protocols/lightning/lnurl.ts'
import { findUserByExactName } from '#server/accounts/profile.ts'
import { type AppError, notFound } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { agreedRecipients } from './agreed-recipients.ts'
import { addressNameOf, readPayableTerms, type PayableTerms } from './terms.ts'

export type Addressee = {
  /** The current part before the @. */
  name: string
  /** The text that the invoice's description hash commits to (LUD-06, 16, 20). It changes only when the name
   * changes. */
  metadata: string
  /** The users who receive the money. */
  userIds: string[]
  thanks: { message: string } | { message: string; url: string }
} & ({ kind: 'person'; userId: string } | ({ kind: 'content'; position: number | null } & PayableTerms))

const CONTENT_NAME = /^(artist|album|track|podcast|episode)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** `position`, in seconds, is the place in the content that is paid for. A tag after `+` is the payer's own note
 * (LUD-16). */
export async function findAddressee(
  deps: PaymentDeps,
  written: string,
  position: number | undefined,
): Promise<Addressee> {
  const name = written.toLowerCase().replace(/\+.*$/, '')
  const [, contentType, contentId] = CONTENT_NAME.exec(name) ?? []
  if (contentType === undefined || contentId === undefined) return findUser(deps, name)
  const found = await readPayableTerms(deps, deps.database.read, contentId, position)
  if (found.content.contentType !== contentType) throw nobody()
  return describeContent(deps, found, position ?? null)
}

async function findUser(deps: PaymentDeps, name: string): Promise<Addressee> {
  // Previous usernames work too: the address is stored in wallets and feeds that we cannot update.
  const user = await findUserByExactName(deps.database.read, name)
  if (user === null) throw nobody()
  const { userId, username } = user
  const address = addressOf(deps, username)
  const long = `A payment to ${username}. All of it arrives in their balance.`
  return {
    kind: 'person',
    name: username,
    userId,
    userIds: [userId],
    metadata: formatMetadata(`To ${address}`, address, long),
    thanks: { message: `Thank you! ${username} has received it.` },
  }
}

function describeContent(deps: PaymentDeps, { content, terms }: PayableTerms, position: number | null): Addressee {
  const name = addressNameOf(content)
  const isByArtist = content.artistName !== content.title
  const shown = isByArtist ? `Zap: ${content.title} by ${content.artistName}` : `Zap: ${content.title}`
  const long = `${shown}. It is shared among all who made it.`
  const recipients = [terms, ...(terms.timeSplit === undefined ? [] : [terms.timeSplit])].flatMap(agreedRecipients)
  const message = 'Thank you! It is on its way to all who made this.'
  const hasPage = content.contentType !== 'artist' && content.contentType !== 'podcast'
  return {
    kind: 'content',
    name,
    content,
    terms,
    position,
    userIds: [...new Set([content.ownerId, ...recipients.map(({ key }) => key)])],
    metadata: formatMetadata(shown, addressOf(deps, name), long),
    // Pages of artists and podcasts have a name in their address, and that name can change.
    thanks: hasPage
      ? { message, url: `${deps.publicOrigin}/${content.contentType}/${content.contentId}` }
      : { message },
  }
}

function addressOf(deps: Pick<PaymentDeps, 'publicOrigin'>, username: string): string {
  return formatLightningAddress({ username, host: new URL(deps.publicOrigin).host })
}

function nobody(): AppError {
  return notFound()
}
