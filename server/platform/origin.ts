/** The one address of this server: what mails, invoices, nostr and pages name. */
import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6 } from 'node:net'
import type { Config } from './config.ts'

/** PUBLIC_URL, or where the server listens. Nobody can open an address that stands for all of them, so that is localhost. */
export function originOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== '') return publicUrl
  const isEvery = host === '0.0.0.0' || (isIPv6(host) && /^[0:]+$/.test(host))
  const name = isEvery ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  return new URL(`http://${name}:${port}`).origin
}

/** The settings with the port that will be listened on: for PORT=0 one that is free now. It is held until `release`, which
 * is called right before listening. */
export async function reservePort(config: Config): Promise<{ config: Config; release(): Promise<void> }> {
  if (config.port !== 0) return { config, release: async () => undefined }
  // Whoever connects meanwhile is refused, and does not keep the holder open.
  const holder = createServer((socket) => socket.destroy()).listen(0, config.host)
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  return { config: { ...config, port }, release: () => new Promise((done) => holder.close(() => done())) }
}
