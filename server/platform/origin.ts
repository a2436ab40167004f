/** The one address of this server: what mails, invoices, nostr and pages name. */
import { isIPv6 } from 'node:net'
import type { Config } from './config.ts'

/** PUBLIC_URL, or where the server listens. Nobody can open an address that stands for all of them, so that is localhost. */
export function originOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== '') return publicUrl
  const isEvery = host === '0.0.0.0' || (isIPv6(host) && /^[0:]+$/.test(host))
  const name = isEvery ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  return new URL(`http://${name}:${port}`).origin
}
