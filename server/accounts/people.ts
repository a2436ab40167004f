/** People of this server: made, found, named, and whether their money is held.
 * Not how they prove who they are (server/identity), and no balances (server/ledger). */
import { errorCodes } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { insertIdentity } from './identity-queries.ts'
import * as queries from './queries.ts'
import { isReserved, isUsername, makeUsername, skeletonOf } from './usernames.ts'

export type Person = {
  userId: string
  /** Address of the profile, local part of the lightning address, and what splits name people by. */
  username: string
  usernameIsGenerated: boolean
  displayName: string | null
  email: string | null
  emailVerified: boolean
  ampMsat: bigint
  artworkKey: string | null
  lightningAddress: string | null
  isLocked: boolean
  /** Since when the owner holds all outgoing money. */
  heldByOwnerAt: Date | null
  credentialsChangedAt: Date | null
  mailCountsSince: Date | null
  isAdmin: boolean
  isRegionVerified: boolean
  isDeleted: boolean
  language: Language | null
  theme: Theme | null
  createdAt: Date
}
export type Theme = 'light' | 'dark'
export type PersonName = { userId: string; username: string; displayName: string | null }
/** What an identity provider says of somebody; `issuer` and `subject` together never change. */
export type Claims = { issuer: string; subject: string; email: string | null; emailVerified: boolean }

const GENERATED_ATTEMPTS = 10
const NAMES_MAX = 1_000

export async function readPerson(tx: Tx, userId: string): Promise<Person | null> {
  const row = await queries.selectPerson(tx, userId)
  return row === undefined ? null : personOf(row)
}

/** Those of them that there are, by their id. */
export async function readPeople(tx: Tx, userIds: readonly string[]): Promise<Map<string, Person>> {
  limitNames(userIds)
  return new Map((await queries.selectPeople(tx, userIds)).map((row) => [row.id, personOf(row)]))
}

export async function readPersonByIdentity(tx: Tx, claims: Pick<Claims, 'issuer' | 'subject'>): Promise<Person | null> {
  const row = await queries.selectPersonByIdentity(tx, claims.issuer, claims.subject)
  return row === undefined ? null : personOf(row)
}

/** The same for several, in their order. */
export async function readPeopleByIdentities(
  tx: Tx,
  identities: readonly Pick<Claims, 'issuer' | 'subject'>[],
): Promise<(Person | null)[]> {
  const nameOfIdentity = ({ issuer, subject }: Pick<Claims, 'issuer' | 'subject'>) => `${issuer} ${subject}`
  const rows = await queries.selectPeopleByIdentities(tx, identities)
  const people = new Map(rows.map((row) => [nameOfIdentity(row), personOf(row)]))
  return identities.map((identity) => people.get(nameOfIdentity(identity)) ?? null)
}

/** At which providers this person can prove who they are, the oldest first. */
export function issuersOf(tx: Tx, userId: string): Promise<string[]> {
  return queries.selectIssuers(tx, userId)
}

/** Those of the names that somebody has, in any order. Deleted people are not found. */
export async function findPeopleByUsernames(tx: Tx, usernames: readonly string[]): Promise<PersonName[]> {
  limitNames(usernames)
  if (usernames.length === 0) return []
  return (await queries.selectPeopleByUsernames(tx, usernames)).map(nameOf)
}

/** How these people are called, by their id. */
export async function namesOfPeople(tx: Tx, userIds: readonly string[]): Promise<Map<string, PersonName>> {
  limitNames(userIds)
  if (userIds.length === 0) return new Map()
  return new Map((await queries.selectPeople(tx, userIds)).map((row) => [row.id, nameOf(row)]))
}

/** Those of them whose account was deleted. */
export async function findDeletedPeople(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  limitNames(userIds)
  return new Set(await queries.selectDeletedPeople(tx, userIds))
}

/** Null when nobody has that name. */
export async function setAdmin(tx: Tx, username: string, isAdmin: boolean): Promise<PersonName | null> {
  const [person] = await findPeopleByUsernames(tx, [username])
  if (person === undefined) return null
  await queries.updateAdmin(tx, person.userId, isAdmin)
  return person
}

/** Where earnings are forwarded to; null: nowhere. */
export async function setLightningAddress(tx: Tx, userId: string, address: string | null): Promise<void> {
  await queries.updateLightningAddress(tx, userId, address)
}

/** Whose username begins so, or whose e-mail address is exactly this; deleted people too. */
export async function searchPeople(tx: Tx, search: string, limit: number): Promise<Person[]> {
  return (await queries.selectPeopleLike(tx, search, limit)).map(personOf)
}

/** Refuses when money of this account may not leave: locked, or an e-mail address nobody has confirmed.
 * An account without an e-mail address is not held back. */
export async function mustBeFreeToWithdraw(tx: Tx, userId: string): Promise<void> {
  const person = await readPerson(tx, userId)
  if (person === null || person.isDeleted) throw new AppError(401, 'unauthorized', errorCodes.unauthorized)
  const held = heldError(person)
  if (held !== null) throw held
  if (person.email !== null && !person.emailVerified) {
    throw new AppError(403, 'email-not-verified', errorCodes['email-not-verified'])
  }
}

/** Why no money of this person may leave: an operator's hold or their own. */
export function heldError({ isLocked, heldByOwnerAt }: Pick<Person, 'isLocked' | 'heldByOwnerAt'>): AppError | null {
  if (isLocked) return new AppError(403, 'withdrawals-held', errorCodes['withdrawals-held'])
  return heldByOwnerAt === null ? null : new AppError(403, 'held-by-owner', errorCodes['held-by-owner'])
}

/** Makes the person of this identity, under a generated name when none is wished. 409 `username-taken`, or 409
 * `conflict` when somebody else makes the same person at this moment: then it is there to be read. */
export async function createPerson(
  tx: Tx,
  input: { claims: Claims; username: string | undefined; now: Date; language?: Language | null },
): Promise<void> {
  const { claims, username, now, language = null } = input
  const userId = newId()
  const name = username === undefined ? await giveGeneratedUsername(tx, userId) : username
  if (username !== undefined) await giveUsername(tx, userId, username)
  await queries.insertPerson(tx, {
    id: userId,
    username: name,
    username_is_generated: username === undefined,
    email: emailOf(claims),
    email_verified: claims.emailVerified && emailOf(claims) !== null,
    language,
    created_at: now,
  })
  const isOurs = await insertIdentity(tx, { ...claims, personId: userId, changedAt: null })
  if (!isOurs) throw new AppError(409, 'conflict', errorCodes.conflict)
}

/** Refuses a name that is not one or that is taken. A name that passes can still be lost to somebody quicker. */
export async function mustBeFreeUsername(tx: Tx, username: string): Promise<void> {
  mustBeUsername(username)
  if (await queries.isUsernameGiven(tx, skeletonOf(username))) throw taken()
}

/** Gives a name to a person who still has a generated one; changes nothing for anybody else. */
export async function chooseUsername(tx: Tx, userId: string, username: string): Promise<void> {
  const row = await queries.selectPersonForUpdate(tx, userId)
  if (row === undefined || !row.username_is_generated) return
  await giveUsername(tx, userId, username)
  await queries.updateUsername(tx, userId, username)
}

/** Brings our copy of the e-mail address and its state to what the provider of passwords says now. What others say counts
 * when people log in with them, and not before an address that is here already (setEmail). */
export async function takeOverEmail(tx: Tx, person: Person, claims: Claims, now: Date): Promise<Person> {
  if (claims.issuer !== EMBEDDED_ISSUER) return person
  const email = emailOf(claims)
  const emailVerified = email !== null && claims.emailVerified
  if (person.email === email && person.emailVerified === emailVerified) return person
  await queries.updateEmail(tx, person.userId, { email, isVerified: emailVerified, now })
  return { ...person, email, emailVerified }
}

/** The address that other providers than that of passwords have confirmed, or none. */
export async function setEmail(tx: Tx, person: Person, email: string | null, now: Date): Promise<Person> {
  const emailVerified = email !== null
  if (person.email === email && person.emailVerified === emailVerified) return person
  await queries.updateEmail(tx, person.userId, { email, isVerified: emailVerified, now })
  return { ...person, email, emailVerified }
}

/** 409 `username-taken` when it is or was somebody else's. */
export async function giveUsername(tx: Tx, personId: string, username: string): Promise<void> {
  mustBeUsername(username)
  const given = await queries.insertGivenUsername(tx, { skeleton: skeletonOf(username), username, personId })
  if (!given) throw taken()
}

async function giveGeneratedUsername(tx: Tx, personId: string): Promise<string> {
  for (let attempt = 0; attempt < GENERATED_ATTEMPTS; attempt++) {
    const username = makeUsername()
    if (await queries.insertGivenUsername(tx, { skeleton: skeletonOf(username), username, personId })) return username
  }
  throw taken()
}

export function mustBeUsername(username: string): void {
  if (!isUsername(username)) throw new AppError(400, 'username-invalid', errorCodes['username-invalid'])
  if (isReserved(username)) throw taken()
}

function taken(): AppError {
  return new AppError(409, 'username-taken', errorCodes['username-taken'])
}

function limitNames(names: readonly unknown[]): void {
  if (names.length > NAMES_MAX) throw new AppError(422, 'rule-broken', `At most ${NAMES_MAX} people at once.`)
}

/** An address that another provider has not confirmed is nobody's here: it would hold back an account for good. */
function emailOf({ issuer, email, emailVerified }: Claims): string | null {
  return email === null || (issuer !== EMBEDDED_ISSUER && !emailVerified) ? null : email.toLowerCase()
}

function nameOf(row: queries.PersonRow): PersonName {
  return { userId: row.id, username: row.username, displayName: row.display_name }
}

function personOf(row: queries.PersonRow): Person {
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
    isAdmin: row.is_admin,
    isRegionVerified: row.region_verified_at !== null,
    isDeleted: row.deleted_at !== null,
    language: row.language as Language | null,
    theme: row.theme as Theme | null,
    createdAt: row.created_at,
  }
}
