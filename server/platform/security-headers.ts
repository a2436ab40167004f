/** Headers that keep browsers from doing harm with our answers. Helmet says which; they are the same for every request, so
 * they are made once. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** The camera reads codes of invoices; nothing else that a device has is needed, here or in frames. */
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

/** For the calls: nothing of an answer may run, be framed or be taken for something else. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** For pages and files. Other places that files are sent to and shown from are named, and relays of others. Profiles found
 * there have their pictures anywhere. */
export function createPageHeaders(
  fileOrigins: readonly string[],
  publicRelays: readonly string[],
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
        // Inline style attributes carry cover tints and bar widths; no script can come of them.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...fileOrigins, ...pictures],
        mediaSrc: ["'self'", 'blob:', ...fileOrigins],
        fontSrc: ["'self'"],
        // Somebody's own wallet is asked over the relays that its connection names.
        connectSrc: ["'self'", 'wss:', ...fileOrigins, ...relayOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Plain HTTP on loopback is how everybody starts; a proxy in front sets it where TLS ends.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw new Error('Helmet does not take these settings', { cause: error })
  })
  headers['permissions-policy'] = PERMISSIONS
  return headers
}
