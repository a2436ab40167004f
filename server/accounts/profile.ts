/** What people change of themselves: name, display name, default zap, picture, how the interface appears; and how somebody
 * is found under a name they had before. Not their e-mail address, which is the identity provider's. */
import { errorCodes } from '#contract/errors.ts'
import type { Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { giveUsername, mustBeUsername, type Person, readPerson } from './people.ts'
import * as queries from './profile-queries.ts'
import type { PreferenceChanges, Preferences, ProfileChanges } from './profile-changes.ts'
import { isReserved, makeUsername, skeletonOf } from './usernames.ts'

const RANDOM_ATTEMPTS = 20
const NAMES_MAX = 100

/** In a transaction. The name before stays theirs: nobody else is ever given it. */
export async function changeProfile(tx: Tx, userId: string, changes: ProfileChanges): Promise<Person> {
  const before = await queries.lockProfile(tx, userId)
  if (before === undefined) throw new AppError(401, 'unauthorized', errorCodes.unauthorized)
  const { username, ...rest } = changes
  if (username !== undefined && username !== before.username) await giveUsername(tx, userId, username)
  await queries.updateProfile(tx, userId, { ...rest, ...(username !== undefined && { username }) })
  const person = await readPerson(tx, userId)
  if (person === null) throw new Error(`Person ${userId} is gone while their row is locked`)
  return person
}

/** What is left out stays. */
export async function changePreferences(tx: Tx, userId: string, changes: PreferenceChanges): Promise<Preferences> {
  await queries.updatePreferences(tx, userId, changes)
  const person = await readPerson(tx, userId)
  if (person === null) throw new AppError(401, 'unauthorized', errorCodes.unauthorized)
  return { language: person.language, theme: person.theme }
}

/** Who has the name or had it before, also written with look-alikes: all of those are one person's for ever. Deleted
 * people are not found. */
export async function findPersonByAnyName(tx: Tx, name: string): Promise<Person | null> {
  return (await findGiven(tx, name))?.person ?? null
}

/** The same without look-alikes: money goes where it was meant to go, or nowhere. */
export async function findPersonByOwnName(tx: Tx, name: string): Promise<Person | null> {
  const found = await findGiven(tx, name)
  return found !== null && [found.person.username, found.givenAs].includes(name) ? found.person : null
}

async function findGiven(tx: Tx, name: string): Promise<{ person: Person; givenAs: string } | null> {
  const given = await queries.selectGivenName(tx, skeletonOf(name.toLowerCase()))
  const person = given === undefined ? null : await readPerson(tx, given.person_id)
  return person === null || person.isDeleted ? null : { person, givenAs: given!.username }
}

/** The names they have had, the oldest first. */
export function listNames(tx: Tx, userId: string): Promise<{ username: string; givenAt: Date }[]> {
  return queries.selectNames(tx, userId, NAMES_MAX)
}

/** Refuses a name that is not one, or that this person (null: a visitor) cannot have. */
export async function mustBeNameFor(tx: Tx, username: string, userId: string | null): Promise<void> {
  mustBeUsername(username)
  const given = await queries.selectGivenName(tx, skeletonOf(username))
  if (isReserved(username) || (given !== undefined && given.person_id !== userId)) {
    throw new AppError(409, 'username-taken', errorCodes['username-taken'])
  }
}

/** Free at this moment. */
export async function makeFreeUsername(tx: Tx): Promise<string> {
  for (let attempt = 0; attempt < RANDOM_ATTEMPTS; attempt++) {
    const username = makeUsername()
    if ((await queries.selectGivenName(tx, skeletonOf(username))) === undefined) return username
  }
  throw new AppError(503, 'unavailable', errorCodes.unavailable, 1)
}
