/** The email address of an account whose provider reports none: requested at login, confirmed by a mailed code, stored.
 * It is contact data and never decides whose account it is. */
import { errorCodes } from '#contract/errors.ts'
import { type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { readUserByIdentity } from '#server/accounts/users.ts'
import {
  makeEmailCode,
  openEmailRequest,
  consumeEmailRequest,
  tryEmailRequest,
} from '#server/auth/providers/email-requests.ts'
import { loginCodeMail } from '#server/auth/passwords/mails.ts'
import { type IdentityKey, methodOf } from '#server/auth/sessions/login-method.ts'
import { saveGivenEmail } from '#server/auth/providers/external-identities.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUses } from '#server/platform/http/rate-limit.ts'
import type { AuthDeps } from '#server/auth/deps.ts'
import { chooseEmail } from './identities.ts'
import { accountUse, addressUse, defaultRates, totalUse } from './limits.ts'
import { beginSession, type LoginClient, type SignedInResponse } from './sign-in.ts'

/** The error for a login without an address, with the challenge that completes it. */
export async function emailMissing(
  { database, clock }: Pick<AuthDeps, 'database' | 'clock'>,
  identity: IdentityKey,
): Promise<AppError> {
  const { challenge, expiresAt } = await openEmailRequest(database.read, identity, clock.now())
  const details = { challenge, expiresAt: expiresAt.toISOString() }
  return new AppError(422, 'twitter-email-missing', errorCodes['twitter-email-missing'], undefined, details)
}

/** Mails a code to the address. The response does not reveal whether the address is in use. */
export async function mailLoginCode(
  deps: AuthDeps,
  { challenge, email }: { challenge: string; email: string },
  { ip, locale }: { ip: string; locale: Language | null },
): Promise<{ expiresAt: Date }> {
  const { database, clock, mailer, config, publicUrl } = deps
  const now = clock.now()
  const { mailPerAddress, mailPerAccount, mailTotal } = defaultRates
  const uses = [
    addressUse('mail', ip, mailPerAddress),
    accountUse('mail', `login code ${email}`, mailPerAccount),
    totalUse('mail', mailTotal),
  ]
  await countUses(database.read, uses, now)
  return database.transaction(async (tx) => {
    const made = await makeEmailCode(tx, { challenge, email }, now)
    if (made === null) throw expired()
    const user = await readUserByIdentity(tx, made)
    const language = user?.language ?? locale ?? PLAIN_LANGUAGE
    const { brandName } = config
    await mailer.send(loginCodeMail({ to: email, code: made.code, language, brandName, publicUrl }), tx)
    return { expiresAt: made.expiresAt }
  })
}

/** Stores the address that the code was mailed to, and completes the login. */
export async function completeWithEmail(
  deps: AuthDeps,
  { challenge, code }: { challenge: string; code: string },
  client: LoginClient,
): Promise<SignedInResponse> {
  const { database, clock } = deps
  const { secondFactorPerAddress, secondFactorTotal } = defaultRates
  const uses = [addressUse('login-code', client.ip, secondFactorPerAddress), totalUse('login-code', secondFactorTotal)]
  await countUses(database.read, uses, clock.now())
  // Counted outside the transaction, so that a wrong code stays counted after a rollback.
  if (!(await tryEmailRequest(database.read, challenge, clock.now()))) throw expired()
  return database.transaction(async (tx) => {
    const taken = await consumeEmailRequest(tx, { challenge, code })
    if (taken === null) throw new AppError(401, 'login-code-invalid')
    const { issuer, subject, email } = taken
    const identity = { issuer, subject }
    const known = await readUserByIdentity(tx, identity)
    if (known === null || known.isDeleted) throw expired()
    await saveGivenEmail(tx, identity, email)
    const user = await chooseEmail(tx, known, clock.now())
    return beginSession(deps, tx, { user, identity, method: methodOf(issuer), client, secondFactor: false })
  })
}

function expired(): AppError {
  return new AppError(401, 'challenge-invalid')
}
