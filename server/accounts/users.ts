/** Users of this server: creation, lookup, names, and whether their outgoing money is held.
 * Authentication is server/auth; balances are server/ledger. */
import type { OperatorRole } from '#contract/roles.ts'
import type { Language } from '#contract/languages.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import type { Theme } from './profile-changes.ts'
import { insertIdentity } from './identity-queries.ts'
import * as queries from './queries.ts'
import { isReserved, isUsername, makeUsername, skeletonOf } from './usernames.ts'

export type User = {
  userId: string
  /** Used in the profile URL, as the local part of the lightning address, and to name users in splits. */
  username: string
  usernameIsGenerated: boolean
  displayName: string | null
  email: string | null
  emailVerified: boolean
  ampMsat: bigint
  artworkKey: string | null
  lightningAddress: string | null
  isLocked: boolean
  /** When the user placed a hold on all outgoing money. */
  heldByOwnerAt: Date | null
  credentialsChangedAt: Date | null
  mailCountsSince: Date | null
  /** As an operator; null: not one. */
  role: OperatorRole | null
  isRegionVerified: boolean
  isDeleted: boolean
  language: Language | null
  theme: Theme | null
  createdAt: Date
}
export type UserSummary = { userId: string; username: string; displayName: string | null }
/** An identity with which a user logs in for the first time, and the address that comes with it. */
export type Claims = { issuer: string; subject: string; email: string | null; emailVerified: boolean }

const GENERATED_ATTEMPTS = 10
const NAMES_MAX = 1_000

export async function readUser(tx: Tx, userId: string): Promise<User | null> {
  const row = await queries.selectUser(tx, userId)
  return row === undefined ? null : userOf(row)
}

/** The existing users among these, by id. */
export async function readUsers(tx: Tx, userIds: readonly string[]): Promise<Map<string, User>> {
  limitNames(userIds)
  return new Map((await queries.selectUsers(tx, userIds)).map((row) => [row.id, userOf(row)]))
}

export async function readUserByIdentity(tx: Tx, claims: Pick<Claims, 'issuer' | 'subject'>): Promise<User | null> {
  const row = await queries.selectUserByIdentity(tx, claims.issuer, claims.subject)
  return row === undefined ? null : userOf(row)
}

/** The issuers at which this user can log in, the oldest first. */
export function issuersOf(tx: Tx, userId: string): Promise<string[]> {
  return queries.selectIssuers(tx, userId)
}

/** The users with these usernames, in any order. Deleted users are not found. */
export async function findUsersByUsernames(tx: Tx, usernames: readonly string[]): Promise<UserSummary[]> {
  limitNames(usernames)
  if (usernames.length === 0) return []
  return (await queries.selectUsersByUsernames(tx, usernames)).map(nameOf)
}

/** The names of these users, by id. */
export async function readUserSummaries(tx: Tx, userIds: readonly string[]): Promise<Map<string, UserSummary>> {
  limitNames(userIds)
  if (userIds.length === 0) return new Map()
  return new Map((await queries.selectUsers(tx, userIds)).map((row) => [row.id, nameOf(row)]))
}

/** Those of these users whose accounts were deleted. */
export async function findDeletedUsers(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  limitNames(userIds)
  return new Set(await queries.selectDeletedUsers(tx, userIds))
}

/** Sets the address that earnings are forwarded to; null turns forwarding off. */
export async function setLightningAddress(tx: Tx, userId: string, address: string | null): Promise<void> {
  await queries.updateLightningAddress(tx, userId, address)
}

/** Finds users whose username starts with the text, or whose email address is exactly the text; deleted users too. */
export async function searchUsers(tx: Tx, search: string, limit: number): Promise<User[]> {
  return (await queries.selectUsersLike(tx, search, limit)).map(userOf)
}

/** Throws when money of this account may not leave: a hold, or an unconfirmed email address.
 * An account without an email address is not restricted. */
export async function requireWithdrawalsAllowed(tx: Tx, userId: string): Promise<void> {
  const user = await readUser(tx, userId)
  if (user === null || user.isDeleted) throw new AppError(401, 'unauthorized')
  const holdError = heldError(user)
  if (holdError !== null) throw holdError
  if (user.email !== null && !user.emailVerified) {
    throw new AppError(403, 'email-not-verified')
  }
}

/** Throws unless the user has this address and has confirmed it. An invitation by mail is valid for that user only. */
export async function requireConfirmedAddress(tx: Tx, userId: string, email: string): Promise<void> {
  const user = await readUser(tx, userId)
  if (user?.email !== email || !user.emailVerified) throw new AppError(403, 'invitation-other-address')
}

/** The error when no money of this user may leave, because of an operator's hold or the user's own. */
export function heldError({ isLocked, heldByOwnerAt }: Pick<User, 'isLocked' | 'heldByOwnerAt'>): AppError | null {
  if (isLocked) return new AppError(403, 'withdrawals-held')
  return heldByOwnerAt === null ? null : new AppError(403, 'held-by-owner')
}

export type NewUser = {
  /** Given when the identity is a password, whose subject is this id. */
  userId?: string
  claims: Claims
  username?: string | undefined
  passwordHash?: string
  language?: Language | null
  now: Date
}

/** Creates the user of this identity, with a generated username when none is given. Throws 409 `username-taken`, or 409
 * `conflict` when the same user is created concurrently: then it can be read. */
export async function insertNewUser(tx: Tx, input: NewUser): Promise<User> {
  const { userId = newId(), claims, username, passwordHash = null, now, language = null } = input
  const name = username === undefined ? await assignGeneratedUsername(tx, userId) : username
  if (username !== undefined) await assignUsername(tx, userId, username)
  await queries.insertUser(tx, {
    id: userId,
    username: name,
    username_is_generated: username === undefined,
    email: emailOf(claims),
    email_verified: claims.emailVerified && emailOf(claims) !== null,
    password_hash: passwordHash,
    language,
    created_at: now,
  })
  const isOurs = await insertIdentity(tx, { ...claims, userId, changedAt: null })
  if (!isOurs) throw new AppError(409, 'conflict')
  return userOf((await queries.selectUser(tx, userId))!)
}

/** Throws when the name is invalid or taken. A name that passes can still be taken by a concurrent request. */
export async function requireAvailableUsername(tx: Tx, username: string): Promise<void> {
  requireValidUsername(username)
  if (await queries.isUsernameAssigned(tx, skeletonOf(username))) throw taken()
}

/** Replaces a generated username with a chosen one; does nothing for other users. */
export async function chooseUsername(tx: Tx, userId: string, username: string): Promise<void> {
  const row = await queries.selectUserForUpdate(tx, userId)
  if (row === undefined || !row.username_is_generated) return
  await assignUsername(tx, userId, username)
  await queries.updateUsername(tx, userId, username)
}

/** Throws 409 `username-taken` when it is, or was, another user's. */
export async function assignUsername(tx: Tx, userId: string, username: string): Promise<void> {
  requireValidUsername(username)
  const given = await queries.insertAssignedUsername(tx, { skeleton: skeletonOf(username), username, userId })
  if (!given) throw taken()
}

async function assignGeneratedUsername(tx: Tx, userId: string): Promise<string> {
  for (let attempt = 0; attempt < GENERATED_ATTEMPTS; attempt++) {
    const username = makeUsername()
    if (await queries.insertAssignedUsername(tx, { skeleton: skeletonOf(username), username, userId })) return username
  }
  throw taken()
}

export function requireValidUsername(username: string): void {
  if (!isUsername(username)) throw new AppError(400, 'username-invalid')
  if (isReserved(username)) throw taken()
}

function taken(): AppError {
  return new AppError(409, 'username-taken')
}

function limitNames(names: readonly unknown[]): void {
  if (names.length > NAMES_MAX) throw new AppError(422, 'rule-broken', `At most ${NAMES_MAX} users in one request.`)
}

/** Ignores an address that an external provider has not confirmed: it would block
 * withdrawals of the account permanently. */
function emailOf({ issuer, email, emailVerified }: Claims): string | null {
  return email === null || (issuer !== EMBEDDED_ISSUER && !emailVerified) ? null : email.toLowerCase()
}

function nameOf(row: queries.UserRow): UserSummary {
  return { userId: row.id, username: row.username, displayName: row.display_name }
}

function userOf(row: queries.UserRow): User {
  return {
    userId: row.id,
    username: row.username,
    usernameIsGenerated: row.username_is_generated,
    displayName: row.display_name,
    email: row.email,
    emailVerified: row.email_verified,
    ampMsat: row.amp_msat,
    artworkKey: row.artwork_key,
    lightningAddress: row.lightning_address,
    isLocked: row.is_locked,
    heldByOwnerAt: row.held_by_owner_at,
    credentialsChangedAt: row.credentials_changed_at,
    mailCountsSince: row.mail_counts_since,
    role: row.operator_role,
    isRegionVerified: row.region_verified_at !== null,
    isDeleted: row.deleted_at !== null,
    language: row.language as Language | null,
    theme: row.theme as Theme | null,
    createdAt: row.created_at,
  }
}
