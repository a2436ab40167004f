/** Creating an account, in one transaction with everything that belongs to it: name, identity, address and password, the
 * mail that confirms the address, and what the caller adds, such as the first session. */
import { type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { addIdentity } from '#server/accounts/identities.ts'
import {
  type Claims,
  insertNewUser,
  requireAvailableUsername,
  type User,
  readUserByIdentity,
} from '#server/accounts/users.ts'
import { sendVerification } from '#server/auth/passwords/mailed-codes.ts'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import { type Credentials, findUserByEmail } from '#server/auth/passwords/passwords.ts'
import { addPassword } from '#server/auth/passwords/queries.ts'
import { isEmailTaken } from '#server/auth/passwords/taken-email.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import type { AuthDeps } from '#server/auth/deps.ts'

export type NewAccount = Credentials & {
  username?: string | undefined
  /** The language of the sign-up page; stored for the account unless it is the default. */
  locale: Language | null
}
type InSameTx<Result> = (tx: Tx, user: User) => Promise<Result>

const ENSURE_ATTEMPTS = 3

/** Creates an account. Unlike a login, this reveals that an address is in use (409 `conflict`): users who sign up twice
 * must learn why it fails, and registration is rate-limited by address. */
export async function registerUser<Result>(
  deps: AuthDeps,
  { email, password, username, locale }: NewAccount,
  inSameTx: InSameTx<Result>,
): Promise<Result> {
  const { database, clock } = deps
  if (username !== undefined) await requireAvailableUsername(database.read, username)
  return withNewPassword(deps, { email, password }, async (tx, passwordHash) => {
    const userId = newId()
    const claims = { issuer: EMBEDDED_ISSUER, subject: userId, email, emailVerified: false }
    const language = locale === PLAIN_LANGUAGE ? null : locale
    const user = await insertNewUser(tx, { userId, claims, username, passwordHash, language, now: clock.now() })
    await sendVerification(deps, tx, { userId, locale })
    return inSameTx(tx, user)
  })
}

/** Adds an email address and a password to a user with other login methods. The address is unconfirmed at first. */
export async function addPasswordTo(
  deps: AuthDeps,
  { userId, email, password, locale }: Credentials & { userId: string; locale: Language | null },
  inSameTx: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { clock } = deps
  await withNewPassword(deps, { email, password }, async (tx, hash) => {
    await inSameTx(tx)
    await addIdentity(tx, userId, { issuer: EMBEDDED_ISSUER, subject: userId }, clock.now())
    const isAdded = await addPassword(tx, userId, { email, hash, now: clock.now() })
    if (!isAdded) throw new AppError(409, 'password-there')
    await sendVerification(deps, tx, { userId, locale })
  })
}

/** Hashes the password before the transaction, and throws 409 when another account has the address. */
async function withNewPassword<Result>(
  { database }: AuthDeps,
  { email, password }: Credentials,
  work: (tx: Tx, hash: string) => Promise<Result>,
): Promise<Result> {
  if ((await findUserByEmail(database.read, email)) !== null) throw emailTaken()
  const hash = await hashPassword(password)
  try {
    return await database.transaction((tx) => work(tx, hash))
  } catch (error) {
    // Of two concurrent requests, the second fails at the unique index.
    throw isEmailTaken(error) ? emailTaken() : error
  }
}

function emailTaken(): AppError {
  return new AppError(409, 'conflict', 'An account with this e-mail address exists already.')
}

/** The user of an identity at a provider or of a nostr key, created if there is none, and `inSameTx` in the same
 * transaction. */
export async function findOrCreateUser<Result>(
  { database, clock }: { database: Database; clock: Clock },
  claims: Claims,
  inSameTx: InSameTx<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(async (tx) => {
        const known = await readUserByIdentity(tx, claims)
        return inSameTx(tx, known ?? (await insertNewUser(tx, { claims, now: clock.now() })))
      })
    } catch (error) {
      // Another request created the user at the same moment.
      if (!(error instanceof AppError && error.code === 'conflict') || attempt === ENSURE_ATTEMPTS) throw error
    }
  }
}
