/** Security headers. Helmet decides which; they are the same for every request, so they are computed once. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** The camera scans QR codes of invoices; no other device feature is needed, here or in frames. */
const PERMISSIONS = [
  'camera=(self)',
  'accelerometer=()',
  'browsing-topics=()',
  'display-capture=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'usb=()',
].join(', ')

/** For API responses: nothing in them may run, be framed or be interpreted as another type. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** For pages and files. Allows the origins that files are uploaded to and shown from, and external relays. With relays,
 * images may come from any host, because profiles found there link to them. */
export function createPageHeaders(
  fileOrigins: readonly string[],
  publicRelays: readonly string[],
  mediaOrigins: readonly string[] = [],
): Readonly<Record<string, string>> {
  const relayOrigins = publicRelays.map((relay) => new URL(relay).origin)
  const pictures = publicRelays.length === 0 ? [] : ['https:']
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Inline style attributes carry artwork tints and bar widths; they cannot run scripts.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...fileOrigins, ...pictures],
        // Podcasts of other servers play from there.
        mediaSrc: ["'self'", 'blob:', 'https:', ...fileOrigins, ...mediaOrigins],
        // The display font is inside the style sheet.
        fontSrc: ["'self'", 'data:'],
        // A user's own wallet is reached over the relays that its connection string names.
        connectSrc: ["'self'", 'wss:', ...fileOrigins, ...relayOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Most installations start with plain HTTP on loopback; a proxy sets this header where it terminates TLS.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw new Error('Helmet rejected these settings', { cause: error })
  })
  headers['permissions-policy'] = PERMISSIONS
  return headers
}
