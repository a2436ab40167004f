/** Lightning addresses (LUD-16): how one is written, and where its server is asked.
 * Not the asking, and not whether the host may be asked. */

export type LightningAddress = {
  username: string
  /** As the URL standard writes it: lower-case, punycode, no dot at the end; with its port unless that is 443. */
  host: string
}

/** LUD-16: `a-z0-9-_.`, and `+` before a tag. */
const USERNAME = /^[a-z0-9._+-]{1,64}$/
/** Nothing that would make it more than a host with a port. */
const HOST = /^[^\s/?#@\\:[\]%]{1,253}(:[1-9]\d{0,4})?$/

/** Reads an address in any letter case, or null. */
export function parseLightningAddress(text: string): LightningAddress | null {
  const parts = text.trim().toLowerCase().split('@')
  const [username = '', written = ''] = parts
  if (parts.length !== 2 || !USERNAME.test(username) || !HOST.test(written)) return null
  const url = URL.parse(`https://${written}/`)
  if (url === null) return null
  const host = url.host.replace(/\.(?=:|$)/, '')
  return host === '' || host.startsWith(':') ? null : { username, host }
}

export function writeLightningAddress({ username, host }: LightningAddress): string {
  return `${username}@${host}`
}

/** Where the address is asked (LUD-16). Plain HTTP is for trying out. */
export function urlOfLightningAddress(
  { username, host }: LightningAddress,
  scheme: 'https' | 'http' = 'https',
): string {
  return `${scheme}://${host}/.well-known/lnurlp/${username}`
}
