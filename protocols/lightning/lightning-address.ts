/** Lightning addresses (LUD-16): their format, and the URL to request. Makes no requests, and does not decide
 * whether a host may be requested. */

export type LightningAddress = {
  username: string
  /** Normalized as by the URL standard: lower case, punycode, no trailing dot; with its port unless that is 443. */
  host: string
}

/** LUD-16: `a-z0-9-_.`, and `+` before a tag. */
const USERNAME = /^[a-z0-9._+-]{1,64}$/
/** A host with an optional port, and nothing else. */
const HOST = /^[^\s/?#@\\:[\]%]{1,253}(:[1-9]\d{0,4})?$/

/** Parses an address in any letter case. Null when it is invalid. */
export function parseLightningAddress(text: string): LightningAddress | null {
  const parts = text.trim().toLowerCase().split('@')
  const [username = '', hostText = ''] = parts
  if (parts.length !== 2 || !USERNAME.test(username) || !HOST.test(hostText)) return null
  const url = URL.parse(`https://${hostText}/`)
  if (url === null) return null
  const host = url.host.replace(/\.(?=:|$)/, '')
  return host === '' || host.startsWith(':') ? null : { username, host }
}

export function formatLightningAddress({ username, host }: LightningAddress): string {
  return `${username}@${host}`
}

/** The URL of an address (LUD-16). Plain HTTP is for tests. */
export function urlOfLightningAddress(
  { username, host }: LightningAddress,
  scheme: 'https' | 'http' = 'https',
): string {
  return `${scheme}://${host}/.well-known/lnurlp/${username}`
}
