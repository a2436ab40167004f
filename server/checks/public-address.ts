/** The public address, from here through the proxy back to this server: TLS, WebSocket and event streams. */
import { once } from 'node:events'
import tls from 'node:tls'
import type { Config } from '#server/platform/config/config.ts'
import { checked, failed, type Line, ok, reasonOf, warning } from './check.ts'
import { openSocket } from './services.ts'

const SUBJECT = 'public address'
const RENEW_DAYS = 14
const DAY_MS = 86_400_000
const STREAM_MS = 5_000

export async function checkPublicAddress({ publicUrl, trustedProxies, lightning }: Config): Promise<Line[]> {
  if (publicUrl === '') {
    const what = 'PUBLIC_URL is not set: mails, feeds and lightning addresses need it as soon as others use this server'
    return lightning === 'sandbox' ? [] : [warning(SUBJECT, what)]
  }
  const lines = proxiesOf(publicUrl, trustedProxies)
  return [
    ...lines,
    ...(await checked(SUBJECT, 'Start the server, and check the proxy and the DNS of PUBLIC_URL', (signal) =>
      checkThroughProxy(publicUrl, signal),
    )),
  ]
}

function proxiesOf(publicUrl: string, trustedProxies: string): Line[] {
  if (!publicUrl.startsWith('https:') || trustedProxies !== '') return []
  const what = 'PUBLIC_URL is https, so a proxy is in front, and TRUSTED_PROXIES is not set'
  return [
    warning(SUBJECT, `${what}: all visitors count as one, and share its rate limits. Set it to the proxy's address`),
  ]
}

async function checkThroughProxy(publicUrl: string, signal: AbortSignal): Promise<Line[]> {
  const lines = publicUrl.startsWith('https:') ? [await certificateOf(publicUrl)] : []
  const response = await fetch(`${publicUrl}/livez`, { signal, redirect: 'manual' })
  const body: unknown = await response.json().catch(() => null)
  if (response.status !== 200 || (body as { alive?: boolean } | null)?.alive !== true) {
    return [
      ...lines,
      failed(SUBJECT, `${publicUrl}/livez responds with ${response.status}, which is not from this server`),
    ]
  }
  lines.push(ok(SUBJECT, `${publicUrl} leads to this server`))
  const relay = `${publicUrl.replace(/^http/, 'ws')}/relay`
  const socket = await openSocket(relay).then(() => null, reasonOf)
  lines.push(
    socket === null
      ? ok(SUBJECT, 'WebSocket connections come through')
      : failed(SUBJECT, `${relay}: ${socket}. Let the proxy pass on Upgrade and Connection`),
  )
  lines.push(await streamOf(publicUrl))
  return lines
}

async function certificateOf(publicUrl: string): Promise<Line> {
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const socket = tls.connect({ host, port: Number(port || 443), servername: host })
  try {
    await once(socket, 'secureConnect')
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS)
    const text = `The certificate is valid for ${days} more days`
    return days < RENEW_DAYS ? warning(SUBJECT, `${text}. Renew it`) : ok(SUBJECT, text)
  } finally {
    socket.destroy()
  }
}

/** A proxy that buffers holds back the beginning of an event stream. */
async function streamOf(publicUrl: string): Promise<Line> {
  const stop = AbortSignal.timeout(STREAM_MS)
  try {
    const response = await fetch(`${publicUrl}/v1/zaps/live`, { signal: stop })
    const { value } = await response.body!.getReader().read()
    if (response.ok && value !== undefined) return ok(SUBJECT, 'Event streams come through without a delay')
  } catch {
    // Reported below.
  }
  return failed(SUBJECT, 'Event streams are held back. Switch off buffering in the proxy for text/event-stream')
}
