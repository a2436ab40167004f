/** Parses an `Authorization` header. Session lookup is in sessions.ts. */

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]{1,200}=*)$/i

/** The bearer token of an `Authorization` header; null for another scheme or a malformed token. */
export function bearerOf(header: string): string | null {
  return BEARER.exec(header)?.[1] ?? null
}
