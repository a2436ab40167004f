/** Payments of podcast apps to a Lightning address (rss::payment, podcast namespace, payment metadata): the LNURL
 * comment `rss::payment::{action} {url} {message}`, and the `x-rss-payment` header in the response of that URL.
 * Everything in it is unverified: parsing never throws, and malformed values are left out. */
import { cleanText, ownValue, parseObject, readWhole } from './stranger-text.ts'

export const RSS_PAYMENT_HEADER = 'x-rss-payment'
export const RSS_PAYMENT_HEADER_MAX_BYTES = 8_192

const MESSAGE_MAX_LETTERS = 312
const NAME_MAX_LETTERS = 100
const GUID_MAX_LETTERS = 255
const URL_MAX_LETTERS = 2_000
const POSITION_MAX_SECONDS = 50_000

export type RssPayment = {
  /** `boost` or `stream`; apps may use others. */
  action: string
  /** The URL of the details; null when there is none that can be fetched. */
  url: string | null
  message: string | null
}

/** Null for any other comment. */
export function readRssPayment(comment: string | null | undefined): RssPayment | null {
  const found = /^\s*rss::payment::([a-z][a-z0-9_-]{0,31})(?:\s+([\s\S]*))?$/i.exec(comment ?? '')
  if (found === null) return null
  const [, action = '', rest = ''] = found
  const [first = ''] = rest.split(/\s/, 1)
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(first)
  const url = isUrl && first.length <= URL_MAX_LETTERS && /^https?:/i.test(first) ? URL.parse(first) : null
  const message = isUrl ? rest.slice(first.length) : rest
  return { action: action.toLowerCase(), url: url?.href ?? null, message: message.trim() || null }
}

export function writeRssPayment({ action, url, message }: RssPayment): string {
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
export function readRssPaymentHeader(value: string | null | undefined): RssPaymentOrigin | null {
  const said = parseObject(decodeComponent(value ?? ''))
  if (said === null) return null
  const text = (name: string, maxLetters: number) => cleanText(ownValue(said, name), maxLetters)
  const position = readWhole(ownValue(said, 'position'))
  return {
    action: text('action', NAME_MAX_LETTERS)?.toLowerCase() ?? null,
    appName: text('app_name', NAME_MAX_LETTERS),
    senderName: text('sender_name', NAME_MAX_LETTERS),
    message: text('message', MESSAGE_MAX_LETTERS),
    positionSeconds: position === null || position > POSITION_MAX_SECONDS ? null : position,
    feedGuid: text('feed_guid', GUID_MAX_LETTERS),
    itemGuid: text('item_guid', GUID_MAX_LETTERS),
    remoteFeedGuid: text('remote_feed_guid', GUID_MAX_LETTERS),
    remoteItemGuid: text('remote_item_guid', GUID_MAX_LETTERS),
  }
}

export function writeRssPaymentHeader(said: Readonly<Record<string, string | number>>): string {
  return encodeURIComponent(JSON.stringify(said))
}

function decodeComponent(value: string): string | null {
  if (value === '' || value.length > RSS_PAYMENT_HEADER_MAX_BYTES) return null
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
