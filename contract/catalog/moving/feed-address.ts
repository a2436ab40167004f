/** The address of a feed: its length, and why it cannot be read. */
import * as z from 'zod/mini'

export const FEED_URL_MAX = 2_000
export const isFeedUrl = (text: string): boolean => URL.parse(text)?.protocol === 'https:'
export const FormFeedUrl = z.optional(
  z.string().check(
    z.maxLength(FEED_URL_MAX),
    z.refine((url) => url.trim() === '' || isFeedUrl(url.trim()), 'an address that begins with https://'),
  ),
)

/** Why a feed cannot be read. */
export const FEED_ERRORS = [
  'feed-unreadable',
  'feed-incomplete',
  'feed-address-invalid',
  'feed-address-private',
  'feed-host-closed',
  'feed-host-unknown',
  'feed-connection-refused',
  'feed-timeout',
  'feed-needs-https',
  'feed-missing',
  'feed-unreachable',
  'feed-needs-login',
  'feed-too-large',
] as const
