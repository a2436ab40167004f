/** The interface of external login providers: where to redirect the browser, and which user has returned. The
 * providers are in providers.ts. */
import type { ExternalProvider } from '#contract/accounts/social.ts'

/** An authenticated user of a provider. `issuer` starts with our name for the provider, so that subjects of
 * different providers never collide. */
export type ExternalProfile = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  displayName: string | null
  pictureUrl: string | null
}

export type Provider = {
  /** The URL to redirect the browser to. `isProof`: the user must authenticate again. */
  authorize(attempt: { verifier: string; redirectUri: string; isProof: boolean }): Promise<URL>
  /** The user for the returned code. Throws 503 `provider-away` or 400 `provider-refused`. */
  identify(returned: Returned): Promise<ExternalProfile>
}
/** `iss` as RFC 9207 adds it, if the page forwarded it. */
export type Returned = {
  code: string
  verifier: string
  redirectUri: string
  iss: string | undefined
  isProof: boolean
}

export type Providers = ReadonlyMap<ExternalProvider, Provider>

const SUBJECT_MAX = 255
const EMAIL_MAX = 254
const NAME_MAX = 255
const ADDRESS_MAX = 2_000
/** ASCII only: look-alikes from another alphabet could pass for a different address. */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu

export type ProfileClaims = {
  subject: unknown
  email?: unknown
  emailVerified?: unknown
  name?: unknown
  picture?: unknown
}

/** Builds a profile from a provider's response, whose values are untrusted. Null without a usable subject. */
export function readProfile(issuer: string, claims: ProfileClaims): ExternalProfile | null {
  const subject = typeof claims.subject === 'number' ? String(claims.subject) : claims.subject
  if (typeof subject !== 'string' || subject === '' || subject.length > SUBJECT_MAX || /\p{Cc}/u.test(subject))
    return null
  const email = readEmail(claims.email)
  return {
    issuer,
    subject,
    email,
    // Apple sends it as a string.
    emailVerified: email !== null && (claims.emailVerified === true || claims.emailVerified === 'true'),
    displayName: readName(claims.name),
    pictureUrl: readPicture(claims.picture),
  }
}

export function readName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = [...value.normalize('NFC').toWellFormed().replaceAll(UNSHOWABLE, '').trim()]
    .slice(0, NAME_MAX / 2)
    .join('')
  return name === '' ? null : name
}

function readEmail(value: unknown): string | null {
  const email = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return email.length <= EMAIL_MAX && EMAIL.test(email) ? email : null
}

function readPicture(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > ADDRESS_MAX) return null
  const url = URL.parse(value)
  return url?.protocol === 'https:' && url.href.length <= ADDRESS_MAX ? url.href : null
}
