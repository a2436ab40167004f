/** What those say of a person that speak OAuth 2.0 and no more: wallets, and X. The way there is oauth.ts. */
import { type OutsideProfile, readProfile, type Said } from './outside.ts'

type Answer = Readonly<Record<string, unknown>>

/** Both wrap what they say in `data`; other wallets may not. */
function unwrap(answer: unknown): Answer {
  const outer = (typeof answer === 'object' && answer !== null ? answer : {}) as Answer
  const inner = outer['data']
  return typeof inner === 'object' && inner !== null ? (inner as Answer) : outer
}

/** An address that a wallet knows is no proof that the person reads its mail, so it is never taken as confirmed. */
export function readWalletUser(issuer: string, answer: unknown): OutsideProfile | null {
  const user = unwrap(answer)
  const said: Said = {
    subject: user['id'] ?? user['sub'],
    email: user['email'],
    name: user['gamertag'] ?? user['name'] ?? user['username'],
    picture: user['image'] ?? user['picture'],
  }
  return readProfile(issuer, said)
}

/** X tells an address only when it is confirmed, and to those it allows to ask. */
export function readTwitterUser(answer: unknown): OutsideProfile | null {
  const user = unwrap(answer)
  return readProfile('twitter', {
    subject: user['id'],
    email: user['confirmed_email'],
    emailVerified: true,
    name: user['name'],
    picture: user['profile_image_url'],
  })
}

/** A wallet's own header fields beside the bearer token, where it asks for them. */
export function walletHeaders(apiKey: string): (accessToken: string) => Record<string, string> {
  return (accessToken) => (apiKey === '' ? {} : { apikey: apiKey, usertoken: accessToken })
}
