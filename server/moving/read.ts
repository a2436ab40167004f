/** Requests the feed that a user wants to import. Nothing is stored. */
import { InvalidFeed } from '#protocols/rss/read-feed.ts'
import { readShow, type Show } from '#protocols/rss/read-show.ts'
import { feedAddress } from '#server/foreign/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { OutboundFailed, OutboundRefused } from '#server/platform/network/responses.ts'
import type { MovingDeps } from './deps.ts'

const MEBIBYTES = 10
const FEED_MAX_BYTES = MEBIBYTES * 1024 * 1024
const TIMEOUT_MS = 15_000
const ACCEPT = 'application/rss+xml, application/xml;q=0.9, */*;q=0.1'

const unreadable = (message?: string) => new AppError(422, 'feed-unreadable', message)

/** The feed, and its address in the form in which it is stored. Throws 422 for what is not a feed that can be read. */
export async function requestShow(
  { outbound, clock }: Pick<MovingDeps, 'outbound' | 'clock'>,
  typed: string,
): Promise<{ url: string; show: Show }> {
  const url = feedAddress(outbound, typed)
  if (url === null) throw unreadable()
  try {
    const wanted = { headers: { accept: ACCEPT }, maxBytes: FEED_MAX_BYTES, timeoutMs: TIMEOUT_MS }
    const { status, headers, body } = await outbound.getBody(url, wanted)
    if (status !== 200) throw unreadable(`The server of the feed responded with the status ${status}.`)
    return { url, show: readShow(body, headers['content-type'] ?? null, url, clock.now()) }
  } catch (error) {
    if (error instanceof OutboundFailed && error.reason === 'too-large') {
      throw unreadable(`The feed is larger than ${MEBIBYTES} MB.`)
    }
    const isTheirs = [InvalidFeed, OutboundFailed, OutboundRefused].some((kind) => error instanceof kind)
    throw isTheirs ? unreadable() : error
  }
}
