/** The Nostr key that zap requests for content name. Checking a request is zap-request.ts. */
import type { SplitTerms } from '#contract/split.ts'
import { findNewestKeys } from '#server/accounts/nostr-keys.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { agreedRecipients } from './agreed-recipients.ts'

/** The linked key of the recipient with the largest share who has agreed to it, else our own. */
export async function chooseZapKey(
  { database, nostrPubkey }: Pick<PaymentDeps, 'database' | 'nostrPubkey'>,
  { content, terms }: { content: { ownerId: string }; terms: SplitTerms },
): Promise<string> {
  const recipients = agreedRecipients(terms).sort((one, other) => other.weight - one.weight)
  const userIds = [...recipients.map(({ key }) => key), content.ownerId]
  const keys = await findNewestKeys(database.read, userIds)
  const userId = userIds.find((one) => keys.has(one))
  return userId === undefined ? nostrPubkey : keys.get(userId)!
}
