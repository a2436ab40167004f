/** What logging in through somebody else comes down to: a place to send the browser, and who it was that came back.
 * Which ones there are: providers.ts. */
import type { OutsideProvider } from '#contract/social.ts'

/** Whoever proved at a provider who they are. `issuer` begins with the provider's name here, so that nobody's subjects
 * are ever taken for another's. */
export type OutsideProfile = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  displayName: string | null
  pictureUrl: string | null
}

export type Provider = {
  /** Where to send the browser. `isProof`: the person is to be authenticated again. */
  authorize(attempt: { verifier: string; redirectUri: string; isProof: boolean }): Promise<URL>
  /** Who came back with this code: 503 `provider-away`, 400 `provider-refused`. */
  identify(returned: Returned): Promise<OutsideProfile>
}
/** `iss` as RFC 9207 adds it, when the page sent it on. */
export type Returned = {
  code: string
  verifier: string
  redirectUri: string
  iss: string | undefined
  isProof: boolean
}

export type Providers = ReadonlyMap<OutsideProvider, Provider>

const SUBJECT_MAX = 255
const EMAIL_MAX = 254
const NAME_MAX = 255
const ADDRESS_MAX = 2_000
/** Plain letters only: look-alikes of another alphabet would pass for somebody else's address. */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu

export type Said = { subject: unknown; email?: unknown; emailVerified?: unknown; name?: unknown; picture?: unknown }

/** A profile of what a provider said, which may be anything. Null without a usable subject. */
export function readProfile(issuer: string, said: Said): OutsideProfile | null {
  const subject = typeof said.subject === 'number' ? String(said.subject) : said.subject
  if (typeof subject !== 'string' || subject === '' || subject.length > SUBJECT_MAX || /\p{Cc}/u.test(subject))
    return null
  const email = readEmail(said.email)
  return {
    issuer,
    subject,
    email,
    // Apple writes it as a text.
    emailVerified: email !== null && (said.emailVerified === true || said.emailVerified === 'true'),
    displayName: readName(said.name),
    pictureUrl: readPicture(said.picture),
  }
}

export function readName(said: unknown): string | null {
  if (typeof said !== 'string') return null
  const name = [...said.normalize('NFC').toWellFormed().replaceAll(UNSHOWABLE, '').trim()]
    .slice(0, NAME_MAX / 2)
    .join('')
  return name === '' ? null : name
}

function readEmail(said: unknown): string | null {
  const email = typeof said === 'string' ? said.trim().toLowerCase() : ''
  return email.length <= EMAIL_MAX && EMAIL.test(email) ? email : null
}

function readPicture(said: unknown): string | null {
  if (typeof said !== 'string' || said.length > ADDRESS_MAX) return null
  const url = URL.parse(said)
  return url?.protocol === 'https:' && url.href.length <= ADDRESS_MAX ? url.href : null
}
