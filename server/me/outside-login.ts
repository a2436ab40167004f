/** Logging in through somebody else, from being sent there to being signed in or having one more way to log in.
 * No account is ever found by an e-mail address: only by who at which provider somebody is. */
import { errorCodes } from '#contract/errors.ts'
import type { OutsideProvider } from '#contract/social.ts'
import { readPersonByIdentity } from '#server/accounts/people.ts'
import { keepAttempt, makeVerifier, takeAttempt } from '#server/identity/outside-attempts.ts'
import { saveOutsideIdentity } from '#server/identity/outside-identities.ts'
import type { OutsideProfile, Providers } from '#server/identity/outside.ts'
import type { LoginMethod } from '#server/identity/port.ts'
import { mustBeReturnAddress, providerOf, registeredAddress } from '#server/identity/providers.ts'
import type { Config } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUses } from '#server/platform/rate-limit.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'
import { settleEmail } from './identities.ts'
import { defaultRates, addressUse, totalUse } from './limits.ts'
import { emailMissing } from './missing-email.ts'
import { type AccountWorld, ensurePerson } from './register.ts'
import { beginSession, type Caller, type SignedInAnswer } from './sign-in.ts'

export type OutsideWorld = AccountWorld & {
  config: Config
  providers: Providers
  /** Where people reach this server. */
  publicUrl: string
}

type Begin = { provider: OutsideProvider; redirectUri: string; mode?: 'login' | 'link' | 'proof' | undefined }
export type Returned = {
  code?: string | undefined
  verifier?: string | undefined
  redirectUri: string
  state?: string | undefined
  iss?: string | undefined
}

/** Where to send the browser, and what it has to come back with. */
export async function beginOutside(
  { database, clock, providers, publicUrl }: OutsideWorld,
  who: Who,
  { provider: name, redirectUri, mode = 'login' }: Begin,
): Promise<{ url: string; verifier: string }> {
  const provider = providerOf(providers, name)
  mustBeReturnAddress(publicUrl, name, redirectUri)
  if (mode !== 'login') mustBeUser(who)
  const personId = mode !== 'login' && who.kind === 'user' ? who.userId : null
  const isProof = mode === 'proof'
  const verifier = makeVerifier()
  const registered = registeredAddress(publicUrl, name, redirectUri)
  const url = await provider.authorize({ verifier, redirectUri: registered, isProof })
  await keepAttempt(database.read, verifier, { provider: name, redirectUri, personId, isProof }, clock.now())
  return { url: url.href, verifier }
}

/** Who came back. `personId` is whose attempt it must be: nobody's, to log in; `isProof`, what it must be for. */
export async function finishOutside(
  world: OutsideWorld,
  name: OutsideProvider,
  { returned, personId, isProof = false }: { returned: Returned; personId: string | null; isProof?: boolean },
): Promise<OutsideProfile> {
  const { database, clock, providers, publicUrl } = world
  const { code = '', verifier = '', redirectUri, state, iss } = returned
  const provider = providerOf(providers, name)
  mustBeReturnAddress(publicUrl, name, redirectUri)
  if (code === '' || verifier === '') {
    throw new AppError(400, 'missing-url-or-verifier', errorCodes['missing-url-or-verifier'])
  }
  const expected = { provider: name, redirectUri, personId, state, isProof }
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

/** Signs in whoever proved to be this; the first time makes the account. */
export async function logInOutside(
  world: OutsideWorld,
  profile: OutsideProfile,
  { method, caller }: { method: LoginMethod; caller: Caller },
): Promise<SignedInAnswer> {
  const { database, clock, config } = world
  const { issuer, subject, email, emailVerified } = profile
  const known = await readPersonByIdentity(database.read, { issuer, subject })
  if (known === null && config.registration !== 'open') {
    throw new AppError(403, 'registration-closed', errorCodes['registration-closed'])
  }
  if (known === null) await countRegistration(world, caller.ip)
  if (known?.isDeleted) throw new AppError(403, 'forbidden', 'This account was deleted.')
  if (method === 'twitter' && known !== null && known.email === null && email === null) {
    throw await emailMissing(world, { issuer, subject })
  }
  await saveOutsideIdentity(database.read, profile, clock.now())
  const made = await ensurePerson(world, { issuer, subject, email, emailVerified })
  const person = await settleEmail(database.read, made, clock.now())
  const identity = { issuer, subject }
  return database.transaction((tx) =>
    beginSession(world, tx, { person, identity, method, caller, secondFactor: false }),
  )
}

/** A new account is one, however it is come by. */
function countRegistration({ database, clock }: OutsideWorld, ip: string): Promise<void> {
  const uses = [
    addressUse('register', ip, defaultRates.registerPerAddress),
    totalUse('register', defaultRates.registerTotal),
  ]
  return countUses(database.read, uses, clock.now())
}
