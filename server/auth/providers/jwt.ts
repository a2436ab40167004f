/** JSON Web Tokens signed with one configured key (RFC 7515, 7519). The type of the key determines the only accepted
 * algorithm. Not for id_tokens, which openid-client verifies with the issuer's published keys. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { compactVerify, errors, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose'

export type JwtKey = { algorithm: 'RS256' | 'ES256' | 'EdDSA' | 'HS256'; key: KeyObject | Uint8Array }
export type JwtClaims = Readonly<Record<string, unknown>>

const SECRET_MIN = 32
const RSA_MIN_BITS = 2_048
/** jose ignores white space in base64url. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Parses a public key as PEM (RSA from 2048 bits, P-256 or Ed25519), or else a secret of at least 32
 * characters. Null for anything else. */
export function parseJwtKey(text: string): JwtKey | null {
  if (!text.includes('-----BEGIN')) {
    return text.length < SECRET_MIN ? null : { algorithm: 'HS256', key: new TextEncoder().encode(text) }
  }
  if (!text.includes('PUBLIC KEY')) return null
  const key = createPublicKey(text)
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= RSA_MIN_BITS) return { algorithm: 'RS256', key }
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return { algorithm: 'ES256', key }
  return type === 'ed25519' ? { algorithm: 'EdDSA', key } : null
}

/** The claims, or null when the signature is invalid. The caller must check times and names. */
export async function verifyJwt(token: string, { algorithm, key }: JwtKey): Promise<JwtClaims | null> {
  if (!COMPACT.test(token)) return null
  try {
    const { payload, protectedHeader } = await compactVerify(token, key, { algorithms: [algorithm] })
    // We support no critical extensions, so a token with `crit` must be refused (RFC 7515, section 4.1.11).
    return 'crit' in protectedHeader ? null : readClaims(payload)
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Signs with ES256, as Apple requires of clients. */
export function signEs256(
  header: Omit<JWTHeaderParameters, 'alg'>,
  claims: JWTPayload,
  key: KeyObject,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'ES256' }).sign(key)
}

function readClaims(payload: Uint8Array): JwtClaims | null {
  try {
    const value = JSON.parse(new TextDecoder().decode(payload)) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JwtClaims) : null
  } catch {
    return null
  }
}
