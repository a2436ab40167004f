/** Normalizes URLs of feeds, and URLs in feeds, before they are requested. */
import type { ErrorCode } from '#contract/errors.ts'
import type { Outbound } from '#server/platform/network/outbound.ts'

/** Null unless the text is a URL that may be requested. A URL without a scheme gets https. */
export function feedAddress(outbound: Outbound, text: string): string | null {
  const address = wholeAddress(outbound, text)
  return address !== null && outbound.mayRequest(address) ? address : null
}

function wholeAddress(outbound: Outbound, text: string): string | null {
  const full = /^[a-z]+:/i.test(text.trim()) ? text : `https://${text.trim()}`
  try {
    return secureAddress(outbound, normalAddress(full))
  } catch {
    return null
  }
}

/** Why a text that `feedAddress` does not accept is refused: only its host or port, or the whole of it. */
export function refusalOfAddress(outbound: Outbound, text: string): ErrorCode {
  const isWeb = /^(https?|feed|pcast|podcast|itpc):/i.test(text.trim()) || HOST.test(text.trim())
  if (!isWeb) return 'feed-address-invalid'
  const address = wholeAddress(outbound, text)
  return address !== null && outbound.whyRefused(address) === 'closed' ? 'feed-host-closed' : 'feed-address-private'
}
const HOST = /^(localhost|[^\s/:.]+(\.[^\s/:.]+)+)(:\d+)?(\/\S*)?$/i

/** Replaces http by https: feeds often name http although their server has both. */
export function secureAddress(outbound: Outbound, address: string): string {
  return outbound.isTestHost(new URL(address).host) ? address : address.replace(/^http:/, 'https:')
}

/** The canonical URL of a feed. Schemes of podcast apps, such as `feed:` and `pcast:`, become https. */
export function normalAddress(text: string): string {
  const url = new URL(
    text
      .trim()
      .replace(/^(feed|pcast|podcast|itpc):(\/\/)?(?!https?:)/i, 'https://')
      .replace(/^feed:/i, ''),
  )
  url.hash = ''
  return url.href
}
