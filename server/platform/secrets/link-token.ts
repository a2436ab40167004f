/** Tokens of links for those who have no account yet, or need none. A token is only in its link; the database has its hash. */
import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 24

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashOfToken(token) }
}
