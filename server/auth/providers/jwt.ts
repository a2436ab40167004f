/** JSON Web Tokens signed with one configured key (RFC 7515, 7519). The type of the key determines the only accepted
 * algorithm. Not for id_tokens, which openid-client verifies with the issuer's published keys. */
import { createHmac, createPublicKey, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'

export type JwtKey = { algorithm: 'RS256' | 'ES256' | 'EdDSA'; key: KeyObject } | { algorithm: 'HS256'; secret: string }
export type JwtClaims = Readonly<Record<string, unknown>>

const SECRET_MIN = 32
const RSA_MIN_BITS = 2_048

/** Parses a public key as PEM (RSA from 2048 bits, P-256 or Ed25519), or else a secret of at least 32
 * characters. Null for anything else. */
export function readJwtKey(text: string): JwtKey | null {
  if (!text.includes('-----BEGIN')) return text.length < SECRET_MIN ? null : { algorithm: 'HS256', secret: text }
  if (!text.includes('PUBLIC KEY')) return null
  const key = createPublicKey(text)
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= RSA_MIN_BITS) return { algorithm: 'RS256', key }
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return { algorithm: 'ES256', key }
  return type === 'ed25519' ? { algorithm: 'EdDSA', key } : null
}

/** The claims, or null when the signature is invalid. The caller must check times and names. */
export function verifyJwt(token: string, key: JwtKey): JwtClaims | null {
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || ![head, body, signature].every((part) => /^[A-Za-z0-9_-]+$/.test(part))) return null
  const header = readJson(head)
  // We support no critical extensions, so a token with `crit` must be refused (RFC 7515, section 4.1.11).
  if (header === null || header['alg'] !== key.algorithm || 'crit' in header) return null
  return isSigned(`${head}.${body}`, Buffer.from(signature, 'base64url'), key) ? readJson(body) : null
}

/** Signs with ES256, as Apple requires of clients. */
export function signEs256(header: object, claims: object, key: KeyObject): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

function isSigned(text: string, signature: Buffer, key: JwtKey): boolean {
  if (key.algorithm === 'HS256') {
    const expected = createHmac('sha256', key.secret).update(text).digest()
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  }
  const digest = key.algorithm === 'EdDSA' ? null : 'sha256'
  return verify(digest, Buffer.from(text), { key: key.key, dsaEncoding: 'ieee-p1363' }, signature)
}

function readJson(part: string): JwtClaims | null {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JwtClaims) : null
  } catch {
    return null
  }
}
