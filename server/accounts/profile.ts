/** What users change about themselves: username, display name, default zap, avatar, appearance; and lookup of users by
 * a former username. The email address is changed in server/auth. */
import { errorCodes } from '#contract/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { giveUsername, mustBeUsername, type Person, readPerson } from './people.ts'
import * as queries from './profile-queries.ts'
import type { PreferenceChanges, Preferences, ProfileChanges } from './profile-changes.ts'
import { isReserved, makeUsername, skeletonOf } from './usernames.ts'

const RANDOM_ATTEMPTS = 20
const NAMES_MAX = 100

/** Call in a transaction. The former username stays reserved for this user. */
export async function changeProfile(tx: Tx, userId: string, changes: ProfileChanges): Promise<Person> {
  const before = await queries.lockProfile(tx, userId)
  if (before === undefined) throw new AppError(401, 'unauthorized')
  const { username, ...rest } = changes
  if (username !== undefined && username !== before.username) await giveUsername(tx, userId, username)
  await queries.updateProfile(tx, userId, { ...rest, ...(username !== undefined && { username }) })
  const person = await readPerson(tx, userId)
  if (person === null) throw new Error(`Person ${userId} is gone while their row is locked`)
  return person
}

/** Omitted fields stay as they are. */
export async function changePreferences(tx: Tx, userId: string, changes: PreferenceChanges): Promise<Preferences> {
  await queries.updatePreferences(tx, userId, changes)
  const person = await readPerson(tx, userId)
  if (person === null) throw new AppError(401, 'unauthorized')
  return { language: person.language, theme: person.theme }
}

/** The user who has or had this name or a look-alike of it: all of these belong to one user permanently.
 * Deleted users are not found. */
export async function findPersonByAnyName(tx: Tx, name: string): Promise<Person | null> {
  return (await findGiven(tx, name))?.person ?? null
}

/** The same without look-alikes: a payment must reach exactly the named user, or fail. */
export async function findPersonByOwnName(tx: Tx, name: string): Promise<Person | null> {
  const found = await findGiven(tx, name)
  return found !== null && [found.person.username, found.givenAs].includes(name) ? found.person : null
}

async function findGiven(tx: Tx, name: string): Promise<{ person: Person; givenAs: string } | null> {
  const given = await queries.selectGivenName(tx, skeletonOf(name.toLowerCase()))
  const person = given === undefined ? null : await readPerson(tx, given.user_id)
  return person === null || person.isDeleted ? null : { person, givenAs: given!.username }
}

/** The usernames the user has had, the oldest first. */
export function listNames(tx: Tx, userId: string): Promise<{ username: string; givenAt: Date }[]> {
  return queries.selectNames(tx, userId, NAMES_MAX)
}

/** Throws when the name is invalid, or not available to this user (null: a visitor). */
export async function mustBeNameFor(tx: Tx, username: string, userId: string | null): Promise<void> {
  mustBeUsername(username)
  const given = await queries.selectGivenName(tx, skeletonOf(username))
  if (isReserved(username) || (given !== undefined && given.user_id !== userId)) {
    throw new AppError(409, 'username-taken')
  }
}

/** Free at the moment of the call. */
export async function makeFreeUsername(tx: Tx): Promise<string> {
  for (let attempt = 0; attempt < RANDOM_ATTEMPTS; attempt++) {
    const username = makeUsername()
    if ((await queries.selectGivenName(tx, skeletonOf(username))) === undefined) return username
  }
  throw new AppError(503, 'unavailable', errorCodes.unavailable, 1)
}
