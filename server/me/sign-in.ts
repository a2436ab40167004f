/** Logging in with e-mail and password, with the second step where it is on, and with a passkey: what is counted, what is
 * noted, and the session at the end. Other ways to log in are in outside-login.ts and nostr-routes.ts. */
import { errorCodes } from '#contract/errors.ts'
import { identitiesOf } from '#server/accounts/identities.ts'
import { type Person, readPerson, readPersonByIdentity } from '#server/accounts/people.ts'
import { makeChallenge, takeChallenge, tryChallenge } from '#server/identity/challenges.ts'
import { type LoginResult, noteLogin } from '#server/identity/logins.ts'
import type { Credentials, LoginMethod, Origin } from '#server/identity/port.ts'
import type { SecondFactor } from '#server/identity/second-factor.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { openSession } from '#server/identity/sessions.ts'
import type { Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUse, countUses, giveBackUses, type Use } from '#server/platform/rate-limit.ts'
import { type Rates, accountUse, addressUse, totalUse } from './limits.ts'
import { type AccountWorld, ensurePerson } from './register.ts'

export type SignInWorld = AccountWorld & { secondFactor: SecondFactor; rates: Rates }
/** `device` is what the client calls itself, if it does. */
export type Caller = { ip: string; origin: Origin; device: string | null }
export type SignedInAnswer = {
  token: string
  expiresAt: Date
  user: { id: string; name: string; emailVerified: boolean }
}
type Name = { issuer: string; subject: string }

export async function signIn(
  world: SignInWorld,
  credentials: Credentials,
  caller: Caller,
): Promise<SignedInAnswer | { challenge: string; expiresAt: Date }> {
  const { database, identity, clock, secondFactor, rates } = world
  const { email } = credentials
  const now = clock.now()
  const held = await usesOfLogin(world, email, caller.device)
  await countUses(database.read, [addressUse('login', caller.ip, rates.loginPerAddress), ...held], now)
  const claims = await identity.checkPassword(credentials)
  const person = claims === null ? null : await ensurePerson(world, claims)
  if (claims === null || person === null || person.isDeleted) {
    // Not waited for, or it would show by its time whether there is such an address.
    if (claims === null) void noteWrongPassword(world, email, caller.origin).catch(() => undefined)
    throw new AppError(401, 'credentials-invalid', errorCodes['credentials-invalid'])
  }
  const { userId: personId } = person
  return database.transaction(async (tx) => {
    const isOn = await secondFactor.isOn(tx, personId)
    if (isOn) await note(tx, personId, 'second-factor-asked', { method: 'password', origin: caller.origin, now })
    const answer = isOn
      ? await makeChallenge(tx, { purpose: 'second-factor', personId, identity: claims }, now)
      : await beginSession(world, tx, { person, identity: claims, method: 'password', caller, secondFactor: false })
    // Last, since everybody who logs in changes the same row.
    await giveBackUses(tx, held, now)
    return answer
  })
}

/** The second step: the code with what the first one answered. */
export async function finishSignIn(
  world: SignInWorld,
  { challenge, code }: { challenge: string; code: string },
  caller: Caller,
): Promise<SignedInAnswer> {
  const { database, clock, rates } = world
  const now = clock.now()
  await countUses(
    database.read,
    [
      addressUse('second-factor', caller.ip, rates.secondFactorPerAddress),
      totalUse('second-factor', rates.secondFactorTotal),
    ],
    now,
  )
  const tried = await tryChallenge(database.read, 'second-factor', challenge, now)
  if (tried === null || tried.person_id === null || tried.issuer === null || tried.subject === null) {
    throw new AppError(401, 'challenge-invalid', errorCodes['challenge-invalid'])
  }
  const { person_id: personId, issuer, subject } = tried
  await mustTakeCode(world, personId, code, caller)
  return database.transaction(async (tx) => {
    const taken = await takeChallenge(tx, 'second-factor', challenge, now)
    const person = await readPerson(tx, personId)
    if (taken === null || person === null || person.isDeleted) {
      throw new AppError(401, 'challenge-invalid', errorCodes['challenge-invalid'])
    }
    const identity = { issuer, subject }
    return beginSession(world, tx, { person, identity, method: 'password', caller, secondFactor: true })
  })
}

/** Uses up a code of the second factor. Wrong ones are counted against the account, and noted. */
export async function mustTakeCode(
  { database, clock, secondFactor, rates }: SignInWorld,
  personId: string,
  code: string,
  { origin }: Pick<Caller, 'origin'>,
): Promise<void> {
  const now = clock.now()
  const use = accountUse('second-factor', personId, rates.secondFactorPerAccount)
  await countUse(database.read, use.key, use.rate, now)
  if (!(await secondFactor.take(database.read, personId, code))) {
    await note(database.read, personId, 'wrong-code', { method: 'password', origin, now })
    throw new AppError(401, 'second-factor-invalid', errorCodes['second-factor-invalid'])
  }
  await giveBackUses(database.read, [use], now)
}

/** Whoever signed with a passkey has shown a device and a face or a code: both steps in one. */
export function signInByPasskey(world: SignInWorld, personId: string, caller: Caller): Promise<SignedInAnswer> {
  return world.database.transaction(async (tx) => {
    const person = await readPerson(tx, personId)
    const all = await identitiesOf(tx, personId)
    const identity = all.find(({ issuer }) => issuer === EMBEDDED_ISSUER) ?? all[0]
    if (person === null || person.isDeleted || identity === undefined) {
      throw new AppError(401, 'passkey-invalid', errorCodes['passkey-invalid'])
    }
    return beginSession(world, tx, { person, identity, method: 'passkey', caller, secondFactor: true })
  })
}

type Begin = { person: Person; identity: Name; method: LoginMethod; caller: Caller; secondFactor: boolean }

/** The session, the note and the device of somebody who has proved who they are. */
export async function beginSession(
  { identity: port, clock }: Pick<AccountWorld, 'identity' | 'clock'>,
  tx: Tx,
  { person, identity, method, caller, secondFactor }: Begin,
): Promise<SignedInAnswer> {
  const now = clock.now()
  const { issuer, subject } = identity
  const { origin, device } = caller
  const { token, expiresAt } = await openSession(tx, { issuer, subject, method, origin, secondFactor, now })
  await note(tx, person.userId, 'ok', { method, origin, now })
  if (device !== null && issuer === EMBEDDED_ISSUER) await port.rememberDevice(tx, subject, device, now)
  const { userId, username, emailVerified } = person
  return { token, expiresAt, user: { id: userId, name: username, emailVerified } }
}

/** A device that was here before counts for itself, so that strangers cannot keep its owner out. */
async function usesOfLogin({ identity, rates }: SignInWorld, email: string, device: string | null): Promise<Use[]> {
  if (device !== null && (await identity.isKnownDevice(email, device))) {
    return [accountUse('login-device', `${device} ${email}`, rates.loginPerDevice)]
  }
  return [accountUse('login', email, rates.loginPerAccount), totalUse('login', rates.loginTotal)]
}

async function noteWrongPassword({ identity, database, clock }: SignInWorld, email: string, origin: Origin) {
  const claims = await identity.findByEmail(email)
  const person = claims === null ? null : await readPersonByIdentity(database.read, claims)
  if (person === null) return
  await note(database.read, person.userId, 'wrong-password', { method: 'password', origin, now: clock.now() })
}

function note(
  tx: Tx,
  personId: string,
  result: LoginResult,
  login: { method: LoginMethod; origin: Origin; now: Date },
): Promise<void> {
  return noteLogin(tx, { personId, result, ...login })
}
