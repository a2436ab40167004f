/** What users change about themselves: username, display name, default zap, avatar, appearance; and lookup of users by
 * a former username. The email address is changed in server/auth. */
import { errorCodes } from '#contract/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { assignUsername, requireValidUsername, type User, readUser } from './users.ts'
import * as queries from './profile-queries.ts'
import type { PreferenceChanges, Preferences, ProfileChanges } from './profile-changes.ts'
import { isReserved, makeUsername, skeletonOf } from './usernames.ts'

const RANDOM_ATTEMPTS = 20
const NAMES_MAX = 100

/** Call in a transaction. The former username stays reserved for this user. */
export async function changeProfile(tx: Tx, userId: string, changes: ProfileChanges): Promise<User> {
  const before = await queries.lockProfile(tx, userId)
  if (before === undefined) throw new AppError(401, 'unauthorized')
  const { username, ...rest } = changes
  if (username !== undefined && username !== before.username) await assignUsername(tx, userId, username)
  await queries.updateProfile(tx, userId, { ...rest, ...(username !== undefined && { username }) })
  const user = await readUser(tx, userId)
  if (user === null) throw new Error(`User ${userId} disappeared while their row was locked`)
  return user
}

/** Omitted fields stay as they are. */
export async function changePreferences(tx: Tx, userId: string, changes: PreferenceChanges): Promise<Preferences> {
  await queries.updatePreferences(tx, userId, changes)
  const user = await readUser(tx, userId)
  if (user === null) throw new AppError(401, 'unauthorized')
  return { language: user.language, theme: user.theme }
}

/** The user who has or had this name or a look-alike of it: all of these belong to one user permanently.
 * Deleted users are not found. */
export async function findUserByAnyName(tx: Tx, name: string): Promise<User | null> {
  return (await findAssigned(tx, name))?.user ?? null
}

/** The same without look-alikes: a payment must reach exactly the named user, or fail. */
export async function findUserByExactName(tx: Tx, name: string): Promise<User | null> {
  const found = await findAssigned(tx, name)
  return found !== null && [found.user.username, found.assignedAs].includes(name) ? found.user : null
}

async function findAssigned(tx: Tx, name: string): Promise<{ user: User; assignedAs: string } | null> {
  const assigned = await queries.selectAssignedName(tx, skeletonOf(name.toLowerCase()))
  const user = assigned === undefined ? null : await readUser(tx, assigned.user_id)
  return user === null || user.isDeleted ? null : { user, assignedAs: assigned!.username }
}

/** The usernames the user has had, oldest first. */
export function listNames(tx: Tx, userId: string): Promise<{ username: string; givenAt: Date }[]> {
  return queries.selectNames(tx, userId, NAMES_MAX)
}

/** Throws when the name is invalid, or not available to this user (null: a visitor). */
export async function requireUsernameFor(tx: Tx, username: string, userId: string | null): Promise<void> {
  requireValidUsername(username)
  const assigned = await queries.selectAssignedName(tx, skeletonOf(username))
  if (isReserved(username) || (assigned !== undefined && assigned.user_id !== userId)) {
    throw new AppError(409, 'username-taken')
  }
}

/** The name is free when this returns; it is not reserved. */
export async function makeFreeUsername(tx: Tx): Promise<string> {
  for (let attempt = 0; attempt < RANDOM_ATTEMPTS; attempt++) {
    const username = makeUsername()
    if ((await queries.selectAssignedName(tx, skeletonOf(username))) === undefined) return username
  }
  throw new AppError(503, 'unavailable', errorCodes.unavailable, 1)
}
