/** External login, from the redirect to the provider to a session or a linked login method.
 * Accounts are never matched by email address, only by the identity at the provider. */
import type { ExternalProvider } from '#contract/accounts/social.ts'
import { readUserByIdentity } from '#server/accounts/users.ts'
import { saveAttempt, makeVerifier, consumeAttempt } from '#server/auth/providers/external-attempts.ts'
import { saveExternalIdentity } from '#server/auth/providers/external-identities.ts'
import type { ExternalProfile, Providers } from '#server/auth/providers/external.ts'
import type { LoginMethod } from '#server/auth/sessions/login-method.ts'
import { requireReturnAddress, providerOf, registeredAddress } from '#server/auth/providers/providers.ts'
import type { Config } from '#server/platform/config/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUses } from '#server/platform/http/rate-limit.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { AuthDeps } from '#server/auth/deps.ts'
import { chooseEmail } from './identities.ts'
import { defaultRates, addressUse, totalUse } from './limits.ts'
import { emailMissing } from './missing-email.ts'
import { findOrCreateUser } from './register.ts'
import { beginSession, type LoginClient, type SignedInResponse } from './sign-in.ts'

export type ExternalLoginDeps = Pick<AuthDeps, 'database' | 'clock' | 'publicUrl'> & {
  config: Config
  providers: Providers
}

type Begin = { provider: ExternalProvider; redirectUri: string; mode?: 'login' | 'link' | 'proof' | undefined }
export type Returned = {
  code?: string | undefined
  verifier?: string | undefined
  redirectUri: string
  state?: string | undefined
  iss?: string | undefined
}

/** The URL to redirect the browser to, and the verifier that it must return with. */
export async function beginExternalLogin(
  { database, clock, providers, publicUrl }: ExternalLoginDeps,
  caller: Caller,
  { provider: name, redirectUri, mode = 'login' }: Begin,
): Promise<{ url: string; verifier: string }> {
  const provider = providerOf(providers, name)
  requireReturnAddress(publicUrl, name, redirectUri)
  if (mode !== 'login') requireUser(caller)
  const userId = mode !== 'login' && caller.kind === 'user' ? caller.userId : null
  const isProof = mode === 'proof'
  const verifier = makeVerifier()
  const registered = registeredAddress(publicUrl, name, redirectUri)
  const url = await provider.authorize({ verifier, redirectUri: registered, isProof })
  await saveAttempt(database.read, verifier, { provider: name, redirectUri, userId, isProof }, clock.now())
  return { url: url.href, verifier }
}

/** The returned user's profile. `userId` must match the attempt (null for a login), and so must `isProof`. */
export async function finishExternalLogin(
  deps: ExternalLoginDeps,
  name: ExternalProvider,
  { returned, userId, isProof = false }: { returned: Returned; userId: string | null; isProof?: boolean },
): Promise<ExternalProfile> {
  const { database, clock, providers, publicUrl } = deps
  const { code = '', verifier = '', redirectUri, state, iss } = returned
  const provider = providerOf(providers, name)
  requireReturnAddress(publicUrl, name, redirectUri)
  if (code === '' || verifier === '') {
    throw new AppError(400, 'missing-url-or-verifier')
  }
  const expected = { provider: name, redirectUri, userId, state, isProof }
  const returnedName = await consumeAttempt(database.read, verifier, expected, clock.now())
  const registered = registeredAddress(publicUrl, name, redirectUri)
  try {
    const profile = await provider.identify({ code, verifier, redirectUri: registered, iss, isProof })
    return { ...profile, displayName: profile.displayName ?? returnedName }
  } catch (error) {
    if (name !== 'wallet' || !(error instanceof AppError)) throw error
    const message = `Error logging in with ZBD: ${error.message}`
    throw new AppError(error.status, 'wallet-login-failed', message, error.retryAfterSeconds)
  }
}

/** Signs in the user of this profile; the first login creates the account. */
export async function logInExternally(
  deps: ExternalLoginDeps,
  profile: ExternalProfile,
  { method, client }: { method: LoginMethod; client: LoginClient },
): Promise<SignedInResponse> {
  const { database, clock, config } = deps
  const { issuer, subject, email, emailVerified } = profile
  const known = await readUserByIdentity(database.read, { issuer, subject })
  if (known === null && config.registration === 'closed') throw new AppError(403, 'registration-closed')
  if (known === null && config.registration === 'invite') throw new AppError(403, 'invite-needed')
  if (known === null) await countRegistration(deps, client.ip)
  if (known?.isDeleted) throw new AppError(403, 'forbidden', 'This account was deleted.')
  if (method === 'twitter' && known !== null && known.email === null && email === null) {
    throw await emailMissing(deps, { issuer, subject })
  }
  return findOrCreateUser(deps, { issuer, subject, email, emailVerified }, async (tx, made) => {
    await saveExternalIdentity(tx, profile, clock.now())
    const user = await chooseEmail(tx, made, clock.now())
    const identity = { issuer, subject }
    return beginSession(deps, tx, { user, identity, method, client, secondFactor: false })
  })
}

/** Every new account counts as a registration, with any login method. */
function countRegistration({ database, clock }: ExternalLoginDeps, ip: string): Promise<void> {
  const uses = [
    addressUse('register', ip, defaultRates.registerPerAddress),
    totalUse('register', defaultRates.registerTotal),
  ]
  return countUses(database.read, uses, clock.now())
}
