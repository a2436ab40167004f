/** Creating an account: an identity, and the user it belongs to.
 * The identity is created first; if a crash leaves it without a user, its first use creates the user (ensurePerson). */
import { errorCodes } from '#contract/errors.ts'
import { type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import {
  chooseUsername,
  type Claims,
  createPerson,
  mustBeFreeUsername,
  type Person,
  readPersonByIdentity,
  takeOverEmail,
} from '#server/accounts/people.ts'
import { addIdentity, identitiesOf } from '#server/accounts/identities.ts'
import type { Identity, IdentityPort } from '#server/identity/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'

export type AccountWorld = {
  database: Database
  identity: IdentityPort
  clock: Clock
}

export type NewAccount = {
  email: string
  password: string
  username?: string | undefined
  /** Treats the address as confirmed and sends no mail: for the demo. */
  isConfirmed?: boolean
  /** The language of the sign-up page; stored for the account unless it is the default. */
  spoken?: Language | null
}

const ENSURE_ATTEMPTS = 3

/** Creates an account. Unlike a login, this reveals that an address is in use (409 `conflict`): users who sign up twice
 * must learn why it fails, and registration is rate-limited by address. */
export async function registerPerson(
  world: AccountWorld,
  input: NewAccount,
): Promise<{ identity: Identity; person: Person }> {
  const { database, identity } = world
  const { email, password, username, isConfirmed = false, spoken = null } = input
  if (username !== undefined) await mustBeFreeUsername(database.read, username)
  const made = await identity.register({ email, password })
  if (made === null) throw new AppError(409, 'conflict', 'An account with this e-mail address exists already.')
  const { subject } = made
  if (isConfirmed) await identity.markEmailVerified(subject)
  const claims = { ...made, emailVerified: isConfirmed }
  try {
    const language = spoken === PLAIN_LANGUAGE ? null : spoken
    const person = await ensurePerson(world, claims, username, language)
    if (!isConfirmed) await identity.sendVerification(subject, spoken)
    return { identity: claims, person }
  } catch (error) {
    // Another user took the name: the failed attempt must not keep the email address.
    if (error instanceof AppError) await identity.remove(subject)
    throw error
  }
}

/** Adds an email address and a password to a user with other login methods. The address is
 * the account's once confirmed. */
export async function addPasswordTo(
  world: AccountWorld,
  userId: string,
  credentials: { email: string; password: string },
  spoken: Language | null,
  alongside: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { database, identity, clock } = world
  const made = await identity.register(credentials)
  if (made === null) throw new AppError(409, 'conflict', 'An account with this e-mail address exists already.')
  try {
    await database.transaction(async (tx) => {
      await alongside(tx)
      await addIdentity(tx, userId, made, clock.now())
      const own = (await identitiesOf(tx, userId)).filter(({ issuer }) => issuer === made.issuer)
      if (own.length > 1) throw new AppError(409, 'password-there', errorCodes['password-there'])
    })
  } catch (error) {
    await identity.remove(made.subject)
    throw error
  }
  await ensurePerson(world, made)
  await identity.sendVerification(made.subject, spoken)
}

/** The user of an identity, updated with what its provider reports; created if there is none. */
export async function ensurePerson(
  world: Pick<AccountWorld, 'database' | 'clock'>,
  claims: Claims,
  username?: string,
  language?: Language | null,
): Promise<Person> {
  const { database, clock } = world
  for (let attempt = 1; attempt <= ENSURE_ATTEMPTS; attempt++) {
    const person = await readPersonByIdentity(database.read, claims)
    if (person !== null) {
      if (username === undefined || !person.usernameIsGenerated)
        return takeOverEmail(database.read, person, claims, clock.now())
      await database.transaction((tx) => chooseUsername(tx, person.userId, username))
      continue
    }
    try {
      await database.transaction((tx) =>
        createPerson(tx, { claims, username, now: clock.now(), language: language ?? null }),
      )
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
    }
  }
  throw new AppError(503, 'unavailable', errorCodes.unavailable, 1)
}
