/** Parses the user responses of providers that support OAuth 2.0 only: wallets, and X. The protocol is in oauth.ts. */
import { type ExternalProfile, readProfile, type ProfileClaims } from './external.ts'

type Fields = Readonly<Record<string, unknown>>

/** Both wrap their response in `data`; other wallets may not. */
function unwrap(response: unknown): Fields {
  const outer = (typeof response === 'object' && response !== null ? response : {}) as Fields
  const inner = outer['data']
  return typeof inner === 'object' && inner !== null ? (inner as Fields) : outer
}

/** A wallet does not confirm that the user reads mail at this address, so it is never treated as confirmed. */
export function readWalletUser(issuer: string, response: unknown): ExternalProfile | null {
  const user = unwrap(response)
  const profile: ProfileClaims = {
    subject: user['id'] ?? user['sub'],
    email: user['email'],
    name: user['gamertag'] ?? user['name'] ?? user['username'],
    picture: user['image'] ?? user['picture'],
  }
  return readProfile(issuer, profile)
}

/** X returns an address only when it is confirmed, and only to approved clients. */
export function readTwitterUser(response: unknown): ExternalProfile | null {
  const user = unwrap(response)
  return readProfile('twitter', {
    subject: user['id'],
    email: user['confirmed_email'],
    emailVerified: true,
    name: user['name'],
    picture: user['profile_image_url'],
  })
}

/** A wallet's own headers besides the bearer token, where it requires them. */
export function walletHeaders(apiKey: string): (accessToken: string) => Record<string, string> {
  return (accessToken) => (apiKey === '' ? {} : { apikey: apiKey, usertoken: accessToken })
}
