/** Credits as stored: a name, a role, and the user id if the person has an account. Usernames may change; ids do not.
 * Who is paid is decided in splits.ts. */
import type { output } from 'zod/mini'
import type { Credit, NewCredits } from '#contract/catalog/credits.ts'
import { findUsersByUsernames, readUsers } from '#server/accounts/users.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { ruleBrokenInEnglish } from '#server/catalog/catalog.ts'

export type StoredCredit = { name: string; role: string; userId?: string }
export type SentCredits = output<typeof NewCredits>

/** How many users one request may name. */
const USERS_MAX = 500

export type FindCredits = (sent: SentCredits) => StoredCredit[] | undefined

/** Looks up all users named in the lists; the returned function converts a list into its stored form. */
export async function findCredited(tx: Tx, lists: readonly SentCredits[]): Promise<FindCredits> {
  const names = new Set(lists.flatMap((list) => (list ?? []).flatMap(({ username }) => username || [])))
  if (names.size > USERS_MAX) throw ruleBrokenInEnglish(`At most ${USERS_MAX} users can be named.`)
  const users = names.size === 0 ? [] : await findUsersByUsernames(tx, [...names])
  const ids = new Map(users.map(({ username, userId }) => [username, userId]))
  const unknown = [...names].filter((name) => !ids.has(name))
  if (unknown.length > 0) {
    throw new AppError(404, 'recipients-unknown', `There are no users with these names: ${unknown.join(', ')}`)
  }
  return (sent) =>
    sent === undefined
      ? undefined
      : (sent ?? []).map(({ name, role, username }) => {
          const userId = username ? ids.get(username) : undefined
          return { name, role, ...(userId === undefined ? {} : { userId }) }
        })
}

/** Credits as shown; a user whose account was deleted keeps only the written name. */
export async function describeCredits(tx: Tx, credits: readonly StoredCredit[]): Promise<output<typeof Credit>[]> {
  const userIds = [...new Set(credits.flatMap(({ userId }) => userId ?? []))]
  if (userIds.length === 0) return credits.map(({ name, role }) => ({ name, role }))
  const users = await readUsers(tx, userIds)
  return credits.map(({ name, role, userId }) => {
    const user = userId === undefined ? undefined : users.get(userId)
    return { name, role, ...(user === undefined || user.isDeleted ? {} : { username: user.username }) }
  })
}
