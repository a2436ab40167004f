/** What is special about Apple: a client secret signed for each use, a response sent as a form post, a
 * name that is sent only once. */
import { createPrivateKey } from 'node:crypto'
import type { ClientAuth } from 'openid-client'
import type { Clock } from '#server/platform/clock.ts'
import { signEs256 } from './jwt.ts'
import { readName } from './external.ts'

/** Apple posts its form to this path; it is registered with Apple as the return address. */
export const APPLE_RETURN_PATH = '/v1/auth/social/apple/return'

const SECRET_SECONDS = 300

export type AppleKey = { teamId: string; keyId: string; privateKey: string; clientId: string; issuer: string }

/** The client secret: a token for Apple, signed with the registered key. */
export function appleClientAuth({ teamId, keyId, privateKey, clientId, issuer }: AppleKey, clock: Clock): ClientAuth {
  const key = createPrivateKey(privateKey)
  // openid-client waits for the promise, as for that of its own PrivateKeyJwt, although the type says void.
  const authenticate: (...request: Parameters<ClientAuth>) => unknown = async (_server, _client, body) => {
    const iat = Math.floor(clock.now().getTime() / 1_000)
    const claims = { iss: teamId, sub: clientId, aud: issuer, iat, exp: iat + SECRET_SECONDS }
    body.set('client_id', clientId)
    body.set('client_secret', await signEs256({ kid: keyId }, claims, key))
  }
  return authenticate
}

/** The name in the field `user` of Apple's form. It is not signed, so it is used as a display name only. */
export function readAppleName(user: string | null): string | null {
  try {
    const { name } = JSON.parse(user ?? '') as { name?: { firstName?: unknown; lastName?: unknown } }
    const words = [name?.firstName, name?.lastName].filter((word) => typeof word === 'string')
    return readName(words.join(' '))
  } catch {
    return null
  }
}
