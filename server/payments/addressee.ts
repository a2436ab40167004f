/** Who or what a lightning address of this server means: a person, or `track.<id>` and the like. And what a payer is shown
 * of it. Not the invoice; that is address.ts. */
import { errorCodes } from '#contract/errors.ts'
import { writeLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { writeMetadata } from '#protocols/lightning/lnurl.ts'
import { findPersonByOwnName } from '#server/accounts/profile.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentDeps } from './deps.ts'
import { addressNameOf, readPayableTerms, type PayableTerms } from './terms.ts'

export type Addressee = {
  /** What stands before the @, as it is now. */
  name: string
  /** What the invoice's hash is of (LUD-06, 16, 20): the same for the same person or content while its name is. */
  metadata: string
  /** Who gets the money. */
  userIds: string[]
  thanks: { message: string } | { message: string; url: string }
} & ({ kind: 'person'; userId: string } | ({ kind: 'content'; position: number | null } & PayableTerms))

const CONTENT_NAME = /^(artist|album|track|podcast|episode)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** `position` in seconds is where in the content is paid. A tag behind `+` is the payer's note to themselves (LUD-16). */
export async function findAddressee(
  deps: PaymentDeps,
  written: string,
  position: number | undefined,
): Promise<Addressee> {
  const name = written.toLowerCase().replace(/\+.*$/, '')
  const [, contentType, contentId] = CONTENT_NAME.exec(name) ?? []
  if (contentType === undefined || contentId === undefined) return findPerson(deps, name)
  const found = await readPayableTerms(deps, deps.database.read, contentId, position)
  if (found.content.contentType !== contentType) throw nobody()
  return describeContent(deps, found, position ?? null)
}

async function findPerson(deps: PaymentDeps, name: string): Promise<Addressee> {
  // Also under a name they had before: the address stands in wallets and feeds that nobody can change.
  const person = await findPersonByOwnName(deps.database.read, name)
  if (person === null) throw nobody()
  const { userId, username } = person
  const address = addressOf(deps, username)
  const long = `A payment to ${username}. All of it arrives in their balance.`
  return {
    kind: 'person',
    name: username,
    userId,
    userIds: [userId],
    metadata: writeMetadata(`To ${address}`, address, long),
    thanks: { message: `Thank you! ${username} has it already.` },
  }
}

function describeContent(deps: PaymentDeps, { content, terms }: PayableTerms, position: number | null): Addressee {
  const name = addressNameOf(content)
  const isByArtist = content.artistName !== content.title
  const shown = isByArtist ? `Zap: ${content.title} by ${content.artistName}` : `Zap: ${content.title}`
  const long = `${shown}. It is shared among all who made it.`
  const recipients = [...terms.recipients, ...(terms.timeSplit?.recipients ?? [])]
  const message = 'Thank you! It is on its way to all who made this.'
  const hasPage = content.contentType !== 'artist' && content.contentType !== 'podcast'
  return {
    kind: 'content',
    name,
    content,
    terms,
    position,
    userIds: [...new Set([content.ownerId, ...recipients.map(({ key }) => key)])],
    metadata: writeMetadata(shown, addressOf(deps, name), long),
    // Pages of the other two are found by a name that changes.
    thanks: hasPage
      ? { message, url: `${deps.publicOrigin}/${content.contentType}/${content.contentId}` }
      : { message },
  }
}

function addressOf(deps: Pick<PaymentDeps, 'publicOrigin'>, username: string): string {
  return writeLightningAddress({ username, host: new URL(deps.publicOrigin).host })
}

function nobody(): AppError {
  return new AppError(404, 'not-found', errorCodes['not-found'])
}
