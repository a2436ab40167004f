/** Who bought an album or track, for its page. */
import type { listBuyers } from '#contract/listening/purchases.ts'
import type { Data } from '#contract/endpoint.ts'
import { readSubject } from '#server/downloads/subjects.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { selectBuyers } from './queries.ts'

const SHOWN = 60

/** Anybody, if the content is public. */
export async function readBuyers(
  { database, clock, files }: Pick<PaymentDeps, 'database' | 'clock' | 'files'>,
  _caller: Caller,
  contentId: string,
): Promise<Data<typeof listBuyers>> {
  const subject = await readSubject(database.read, contentId, clock.now())
  if (!subject.is_public) throw notFound()
  const { buyers, total } = await selectBuyers(database.read, contentId, SHOWN)
  return {
    buyers: buyers.map(({ buyer_id: userId, username: name, display_name: displayName, artwork_key: artworkKey }) => ({
      userId,
      name,
      displayName,
      artworkUrl: artworkKey === null ? null : files.publicUrl(artworkKey),
    })),
    total,
  }
}
