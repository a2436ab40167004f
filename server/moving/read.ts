/** Requests the feed that a user wants to import. Nothing is stored. */
import { errorCodes, type ErrorCode } from '#contract/errors.ts'
import { findFeedLink } from '#protocols/rss/find-feed-link.ts'
import { IncompleteFeed, InvalidFeed } from '#protocols/rss/read-feed.ts'
import { readShow, type Show } from '#protocols/rss/read-show.ts'
import { feedAddress, refusalOfAddress } from '#server/foreign/addresses.ts'
import { codeOf, problemOf, problemOfStatus } from '#server/foreign/problems.ts'
import { AppError } from '#server/platform/errors.ts'
import type { MovingDeps } from './deps.ts'

const FEED_MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 15_000
const ACCEPT = 'application/rss+xml, application/xml;q=0.9, */*;q=0.1'

const refused = (code: ErrorCode, message?: string) => new AppError(422, code, message)

/** The feed, and its address in the form in which it is stored. Throws 422 for what is not a feed that can be read. */
export async function requestShow(
  { outbound, clock }: Pick<MovingDeps, 'outbound' | 'clock'>,
  typed: string,
): Promise<{ url: string; show: Show }> {
  const url = feedAddress(outbound, typed)
  if (url === null) throw refused(refusalOfAddress(outbound, typed))
  const wanted = { headers: { accept: ACCEPT }, maxBytes: FEED_MAX_BYTES, timeoutMs: TIMEOUT_MS }
  const { status, headers, body } = await outbound.getBody(url, wanted).catch((error: unknown) => {
    throw refused(codeOf(problemOf(error), typed, url))
  })
  if (status !== 200) throw refused(codeOf(problemOfStatus(status), typed, url))
  const type = headers['content-type'] ?? null
  try {
    return { url, show: readShow(body, type, url, clock.now()) }
  } catch (error) {
    if (error instanceof IncompleteFeed) throw refused('feed-incomplete')
    if (!(error instanceof InvalidFeed)) throw error
    const link = findFeedLink(body, type, url)
    if (link === false) throw refused('feed-unreadable')
    throw link === null ? refused('feed-is-page') : refused('feed-on-page', `${errorCodes['feed-on-page']} ${link}`)
  }
}
