/** The public origin of this server, used in mails, invoices, nostr events and pages. */
import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6 } from 'node:net'
import type { Config } from '#server/platform/config/config.ts'

/** PUBLIC_URL, or the listening address. A wildcard address cannot be opened in a browser, so it becomes localhost. */
export function originOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== '') return publicUrl
  const isEvery = host === '0.0.0.0' || (isIPv6(host) && /^[0:]+$/.test(host))
  const name = isEvery ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  return new URL(`http://${name}:${port}`).origin
}

/** The settings with the port to listen on: for PORT=0 a port that is free now. It is held until `release`, which is
 * called right before listening. */
export async function reservePort(config: Config): Promise<{ config: Config; release(): Promise<void> }> {
  if (config.port !== 0) return { config, release: async () => undefined }
  // Connections in the meantime are closed, so that they do not keep the placeholder open.
  const holder = createServer((socket) => socket.destroy()).listen(0, config.host)
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  return { config: { ...config, port }, release: () => new Promise((done) => holder.close(() => done())) }
}
