/** Addresses of feeds, and in feeds, as they are requested. */
import type { Outbound } from '#server/platform/network/outbound.ts'

/** Null for what is not the address of a feed that may be requested. A web address without a scheme is one with https. */
export function feedAddress(outbound: Outbound, text: string): string | null {
  const full = /^[a-z]+:/i.test(text.trim()) ? text : `https://${text.trim()}`
  try {
    const address = secureAddress(outbound, normalAddress(full))
    return outbound.mayRequest(address) ? address : null
  } catch {
    return null
  }
}

/** Addresses are often written with http although their server has both. */
export function secureAddress(outbound: Outbound, address: string): string {
  return outbound.isTestHost(new URL(address).host) ? address : address.replace(/^http:/, 'https:')
}

/** One form for one feed. The schemes of podcast programs are those of the web. */
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
