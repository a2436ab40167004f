/** Passkeys belong to the host name in their options: a page at another address cannot make or use them. A server whose
 * PUBLIC_URL is 127.0.0.1 has those of localhost. */

/** Where this page can make passkeys, or null if that is here. */
export function addressForPasskeys(host: string | undefined, here: string): string | null {
  const url = new URL(here)
  if (host === undefined || url.hostname === host || url.hostname.endsWith(`.${host}`)) return null
  url.hostname = host
  return url.href
}
