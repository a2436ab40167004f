/** External login, from the redirect to the provider to a session or a linked login method.
 * Accounts are never matched by email address, only by the identity at the provider. */
import type { OutsideProvider } from '#contract/accounts/social.ts'
import { readPersonByIdentity } from '#server/accounts/people.ts'
import { keepAttempt, makeVerifier, takeAttempt } from '#server/auth/providers/outside-attempts.ts'
import { saveOutsideIdentity } from '#server/auth/providers/outside-identities.ts'
import type { OutsideProfile, Providers } from '#server/auth/providers/outside.ts'
import type { LoginMethod } from '#server/auth/sessions/login-method.ts'
import { mustBeReturnAddress, providerOf, registeredAddress } from '#server/auth/providers/providers.ts'
import type { Config } from '#server/platform/config/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUses } from '#server/platform/http/rate-limit.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import type { AuthDeps } from '#server/auth/deps.ts'
import { settleEmail } from './identities.ts'
import { defaultRates, addressUse, totalUse } from './limits.ts'
import { emailMissing } from './missing-email.ts'
import { ensurePerson } from './register.ts'
import { beginSession, type Caller, type SignedInAnswer } from './sign-in.ts'

export type OutsideDeps = Pick<AuthDeps, 'database' | 'clock' | 'publicUrl'> & { config: Config; providers: Providers }

type Begin = { provider: OutsideProvider; redirectUri: string; mode?: 'login' | 'link' | 'proof' | undefined }
export type Returned = {
  code?: string | undefined
  verifier?: string | undefined
  redirectUri: string
  state?: string | undefined
  iss?: string | undefined
}

/** The URL to redirect the browser to, and the verifier that it must return with. */
export async function beginOutside(
  { database, clock, providers, publicUrl }: OutsideDeps,
  who: Who,
  { provider: name, redirectUri, mode = 'login' }: Begin,
): Promise<{ url: string; verifier: string }> {
  const provider = providerOf(providers, name)
  mustBeReturnAddress(publicUrl, name, redirectUri)
  if (mode !== 'login') mustBeUser(who)
  const userId = mode !== 'login' && who.kind === 'user' ? who.userId : null
  const isProof = mode === 'proof'
  const verifier = makeVerifier()
  const registered = registeredAddress(publicUrl, name, redirectUri)
  const url = await provider.authorize({ verifier, redirectUri: registered, isProof })
  await keepAttempt(database.read, verifier, { provider: name, redirectUri, userId, isProof }, clock.now())
  return { url: url.href, verifier }
}

/** The returned user's profile. `userId` must match the attempt (null for a login), and so must `isProof`. */
export async function finishOutside(
  deps: OutsideDeps,
  name: OutsideProvider,
  { returned, userId, isProof = false }: { returned: Returned; userId: string | null; isProof?: boolean },
): Promise<OutsideProfile> {
  const { database, clock, providers, publicUrl } = deps
  const { code = '', verifier = '', redirectUri, state, iss } = returned
  const provider = providerOf(providers, name)
  mustBeReturnAddress(publicUrl, name, redirectUri)
  if (code === '' || verifier === '') {
    throw new AppError(400, 'missing-url-or-verifier')
  }
  const expected = { provider: name, redirectUri, userId, state, isProof }
  const nameBeside = await takeAttempt(database.read, verifier, expected, clock.now())
  const registered = registeredAddress(publicUrl, name, redirectUri)
  try {
    const profile = await provider.identify({ code, verifier, redirectUri: registered, iss, isProof })
    return { ...profile, displayName: profile.displayName ?? nameBeside }
  } catch (error) {
    if (name !== 'wallet' || !(error instanceof AppError)) throw error
    const message = `Error logging in with ZBD: ${error.message}`
    throw new AppError(error.status, 'wallet-login-failed', message, error.retryAfterSeconds)
  }
}

/** Signs in the user of this profile; the first login creates the account. */
export async function logInOutside(
  deps: OutsideDeps,
  profile: OutsideProfile,
  { method, caller }: { method: LoginMethod; caller: Caller },
): Promise<SignedInAnswer> {
  const { database, clock, config } = deps
  const { issuer, subject, email, emailVerified } = profile
  const known = await readPersonByIdentity(database.read, { issuer, subject })
  if (known === null && config.registration !== 'open') {
    throw new AppError(403, 'registration-closed')
  }
  if (known === null) await countRegistration(deps, caller.ip)
  if (known?.isDeleted) throw new AppError(403, 'forbidden', 'This account was deleted.')
  if (method === 'twitter' && known !== null && known.email === null && email === null) {
    throw await emailMissing(deps, { issuer, subject })
  }
  return ensurePerson(deps, { issuer, subject, email, emailVerified }, async (tx, made) => {
    await saveOutsideIdentity(tx, profile, clock.now())
    const person = await settleEmail(tx, made, clock.now())
    const identity = { issuer, subject }
    return beginSession(deps, tx, { person, identity, method, caller, secondFactor: false })
  })
}

/** Every new account counts as a registration, whatever the login method. */
function countRegistration({ database, clock }: OutsideDeps, ip: string): Promise<void> {
  const uses = [
    addressUse('register', ip, defaultRates.registerPerAddress),
    totalUse('register', defaultRates.registerTotal),
  ]
  return countUses(database.read, uses, clock.now())
}
