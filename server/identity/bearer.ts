/** Reading an `Authorization` header. What the token in it opens is in sessions.ts. */

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]{1,200}=*)$/i

/** The token of an `Authorization` header; null for another scheme or what is no token. */
export function bearerOf(header: string): string | null {
  return BEARER.exec(header)?.[1] ?? null
}
