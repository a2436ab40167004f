/** Payments of podcast apps to a Lightning address (rss::payment, podcast namespace, payment metadata): the LNURL
 * comment `rss::payment::{action} {url} {message}`, and the `x-rss-payment` header in the response of that URL.
 * Everything in it is unverified: parsing never throws, and malformed values are left out. */
import { cleanText, ownValue, parseObject, parseInteger } from './untrusted-text.ts'

export const RSS_PAYMENT_HEADER = 'x-rss-payment'
export const RSS_PAYMENT_HEADER_MAX_BYTES = 8_192

const MESSAGE_MAX_CHARACTERS = 312
const NAME_MAX_CHARACTERS = 100
const GUID_MAX_CHARACTERS = 255
const URL_MAX_CHARACTERS = 2_000
const POSITION_MAX_SECONDS = 50_000

export type RssPayment = {
  /** `boost` or `stream`; apps may use others. */
  action: string
  /** The URL of the details; null when there is none that can be fetched. */
  url: string | null
  message: string | null
}

/** Null for any other comment. */
export function parseRssPayment(comment: string | null | undefined): RssPayment | null {
  const found = /^\s*rss::payment::([a-z][a-z0-9_-]{0,31})(?:\s+([\s\S]*))?$/i.exec(comment ?? '')
  if (found === null) return null
  const [, action = '', rest = ''] = found
  const [first = ''] = rest.split(/\s/, 1)
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(first)
  const url = isUrl && first.length <= URL_MAX_CHARACTERS && /^https?:/i.test(first) ? URL.parse(first) : null
  const message = isUrl ? rest.slice(first.length) : rest
  return { action: action.toLowerCase(), url: url?.href ?? null, message: message.trim() || null }
}

export function formatRssPayment({ action, url, message }: RssPayment): string {
  return [`rss::payment::${action}`, url, message].filter((part) => part !== null).join(' ')
}

export type RssPaymentOrigin = {
  action: string | null
  appName: string | null
  senderName: string | null
  /** The whole message; the comment may contain only its beginning. */
  message: string | null
  /** In seconds, in the item that was played. */
  positionSeconds: number | null
  feedGuid: string | null
  itemGuid: string | null
  remoteFeedGuid: string | null
  remoteItemGuid: string | null
}

/** Null when it is not a URI-encoded JSON object, or is too long. */
export function parseRssPaymentHeader(value: string | null | undefined): RssPaymentOrigin | null {
  const input = parseObject(decodeComponent(value ?? ''))
  if (input === null) return null
  const text = (name: string, maxCharacters: number) => cleanText(ownValue(input, name), maxCharacters)
  const position = parseInteger(ownValue(input, 'position'))
  return {
    action: text('action', NAME_MAX_CHARACTERS)?.toLowerCase() ?? null,
    appName: text('app_name', NAME_MAX_CHARACTERS),
    senderName: text('sender_name', NAME_MAX_CHARACTERS),
    message: text('message', MESSAGE_MAX_CHARACTERS),
    positionSeconds: position === null || position > POSITION_MAX_SECONDS ? null : position,
    feedGuid: text('feed_guid', GUID_MAX_CHARACTERS),
    itemGuid: text('item_guid', GUID_MAX_CHARACTERS),
    remoteFeedGuid: text('remote_feed_guid', GUID_MAX_CHARACTERS),
    remoteItemGuid: text('remote_item_guid', GUID_MAX_CHARACTERS),
  }
}

function decodeComponent(value: string): string | null {
  if (value === '' || value.length > RSS_PAYMENT_HEADER_MAX_BYTES) return null
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
