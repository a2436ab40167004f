/** Making an account: an identity that can be proved, and the person it belongs to.
 * The identity comes first; when a crash leaves it alone, its first use makes the person (ensurePerson). */
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
import type { Database, Tx } from '#server/platform/database.ts'
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
  /** The address is taken as confirmed and no mail is sent: for the demo. */
  isConfirmed?: boolean
  /** Of the page they sign up on; what is not the plain one is kept for the account. */
  spoken?: Language | null
}

const ENSURE_ATTEMPTS = 3

/** Makes an account. An address that is in use is told (409 `conflict`), unlike at logging in: whoever
 * signs up twice has to learn why it fails, and registering is limited by address. */
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
    // The name went to somebody quicker: nothing of this attempt may keep the e-mail address.
    if (error instanceof AppError) await identity.remove(subject)
    throw error
  }
}

/** Gives a person who has other ways to log in an address and a password as well. The address is theirs once confirmed. */
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

/** The person of an identity, with what its provider says now; made when there is none. */
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
