/** Apple's ways: a secret that is signed anew for each use, an answer that is posted, a name that is told once. */
import { createPrivateKey } from 'node:crypto'
import type { ClientAuth } from 'openid-client'
import type { Clock } from '#server/platform/clock.ts'
import { signEs256 } from './jwt.ts'
import { readName } from './outside.ts'

/** Where Apple's form is posted to; registered with Apple as the return address. */
export const APPLE_RETURN_PATH = '/v1/auth/social/apple/return'

const SECRET_SECONDS = 300

export type AppleKey = { teamId: string; keyId: string; privateKey: string; clientId: string; issuer: string }

/** The client's secret: a token for Apple that its registered key signs. */
export function appleClientAuth({ teamId, keyId, privateKey, clientId, issuer }: AppleKey, clock: Clock): ClientAuth {
  const key = createPrivateKey(privateKey)
  return (_server, _client, body) => {
    const iat = Math.floor(clock.now().getTime() / 1_000)
    const claims = { iss: teamId, sub: clientId, aud: issuer, iat, exp: iat + SECRET_SECONDS }
    body.set('client_id', clientId)
    body.set('client_secret', signEs256({ alg: 'ES256', kid: keyId }, claims, key))
  }
}

/** The name in the field `user` of Apple's form. Nobody signed it; it is only how somebody wants to be called. */
export function readAppleName(user: string | null): string | null {
  try {
    const { name } = JSON.parse(user ?? '') as { name?: { firstName?: unknown; lastName?: unknown } }
    const words = [name?.firstName, name?.lastName].filter((word) => typeof word === 'string')
    return readName(words.join(' '))
  } catch {
    return null
  }
}
