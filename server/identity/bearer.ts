/** The form of a bearer token: the session's key, a dot, and a signature, so that what stands in the database alone opens
 * nothing. The same form that better-auth signs. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const FORM = /^([A-Za-z0-9_-]{16,128})\.([A-Za-z0-9+/]{43}=)$/
const HEADER = /^Bearer +([A-Za-z0-9._~+/-]{1,200}=*)$/i

/** The token of an `Authorization` header; null for another scheme or what is no token. */
export function bearerOf(header: string): string | null {
  return HEADER.exec(header)?.[1] ?? null
}

/** The key that signs sessions, made from the installation's secret so that no other use of that secret can sign one. */
export function sessionKeyOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'peal session', 32)).toString('hex')
}

/** The session's key in the database, or null when nobody who has one of the keys signed it. */
export function unsign(token: string, keys: readonly string[]): string | null {
  const [, value, signature] = FORM.exec(token) ?? []
  if (value === undefined || signature === undefined) return null
  const given = Buffer.from(signature, 'base64')
  const isSigned = keys.some((key) => timingSafeEqual(createHmac('sha256', key).update(value).digest(), given))
  return isSigned ? value : null
}
