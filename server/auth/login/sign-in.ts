/** Login with email and password, with the second factor if it is on, and with a passkey: rate limits, the login log
 * and the resulting session. Other login methods are in external-login.ts and nostr-routes.ts. */
import type { Language } from '#contract/languages.ts'
import { identitiesOf } from '#server/accounts/identities.ts'
import { type User, readUser } from '#server/accounts/users.ts'
import { makeChallenge, consumeChallenge, tryChallenge } from '#server/auth/factors/challenges.ts'
import { type LoginResult, recordLogin } from '#server/auth/sessions/logins.ts'
import type { IdentityKey, LoginMethod, Origin } from '#server/auth/sessions/login-method.ts'
import {
  checkPassword,
  type Credentials,
  findUserByEmail,
  isKnownDevice,
  lockCheckedPassword,
  mailNeededCode,
  rememberDevice,
  consumeLoginCode,
} from '#server/auth/passwords/passwords.ts'
import type { SecondFactor } from '#server/auth/factors/second-factor.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { openSession } from '#server/auth/sessions/sessions.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { countUse, countUses, exceedsRate, returnUses, type Use } from '#server/platform/http/rate-limit.ts'
import type { AuthDeps } from '#server/auth/deps.ts'
import { type Rates, accountUse, addressUse, totalUse } from './limits.ts'
import { networkOf } from '#server/platform/network/network-of.ts'

export type SignInDeps = AuthDeps & { secondFactor: SecondFactor; rates: Rates }
/** `device` is the identifier that the client sends, if any. */
export type LoginClient = { ip: string; origin: Origin; device: string | null }
export type SignedInResponse = {
  token: string
  expiresAt: Date
  user: { id: string; name: string; emailVerified: boolean }
}

/** `mailedCode` is used only where one is required. */
type Given = Credentials & { mailedCode?: string | undefined; locale: Language | null }

export async function signIn(
  deps: SignInDeps,
  given: Given,
  client: LoginClient,
): Promise<SignedInResponse | { challenge: string; expiresAt: Date }> {
  const { database, clock, secondFactor } = deps
  const { email, password } = given
  const now = clock.now()
  const { countedUses, isCodeNeeded } = await countLogin(deps, email, client)
  const checked = await checkPassword(deps, { email, password })
  const userId = checked?.userId ?? null
  // Not awaited, because the response time would reveal whether the address exists.
  if (userId === null) void recordWrongPassword(deps, email, client.origin).catch(() => undefined)
  if (isCodeNeeded) await requireMailedCode(deps, userId, given, client)
  const user = userId === null ? null : await readUser(database.read, userId)
  if (checked === null || userId === null || user === null || user.isDeleted) throw credentialsInvalid()
  const identity = { issuer: EMBEDDED_ISSUER, subject: userId }
  return database.transaction(async (tx) => {
    if (!(await lockCheckedPassword(tx, checked))) throw credentialsInvalid()
    const isOn = await secondFactor.isOn(tx, userId)
    if (isOn) await note(tx, userId, 'second-factor-asked', { method: 'password', origin: client.origin, now })
    const response = isOn
      ? await makeChallenge(tx, { purpose: 'second-factor', userId, identity }, now)
      : await beginSession(deps, tx, { user, identity, method: 'password', client, secondFactor: false })
    // Last, since every login changes the same row.
    await returnUses(tx, countedUses, now)
    return response
  })
}

function credentialsInvalid(): AppError {
  return new AppError(401, 'credentials-invalid')
}

/** The second step: the code, with the challenge that the first step returned. */
export async function finishSignIn(
  deps: SignInDeps,
  { challenge, code }: { challenge: string; code: string },
  client: LoginClient,
): Promise<SignedInResponse> {
  const { database, clock, rates } = deps
  const now = clock.now()
  await countUses(
    database.read,
    [
      addressUse('second-factor', client.ip, rates.secondFactorPerAddress),
      totalUse('second-factor', rates.secondFactorTotal),
    ],
    now,
  )
  const tried = await tryChallenge(database.read, 'second-factor', challenge, now)
  if (tried === null || tried.user_id === null || tried.issuer === null || tried.subject === null) {
    throw new AppError(401, 'challenge-invalid')
  }
  const { user_id: userId, issuer, subject } = tried
  await requireSecondFactorCode(deps, userId, code, client)
  return database.transaction(async (tx) => {
    const taken = await consumeChallenge(tx, 'second-factor', challenge, now)
    const user = await readUser(tx, userId)
    if (taken === null || user === null || user.isDeleted) {
      throw new AppError(401, 'challenge-invalid')
    }
    const identity = { issuer, subject }
    return beginSession(deps, tx, { user, identity, method: 'password', client, secondFactor: true })
  })
}

/** Uses up a second-factor code. Wrong ones count against the account and are logged. */
export async function requireSecondFactorCode(
  { database, clock, secondFactor, rates }: SignInDeps,
  userId: string,
  code: string,
  { origin }: Pick<LoginClient, 'origin'>,
): Promise<void> {
  const now = clock.now()
  const use = accountUse('second-factor', userId, rates.secondFactorPerAccount)
  await countUse(database.read, use.key, use.rate, now)
  if (!(await secondFactor.consume(database.read, userId, code))) {
    await note(database.read, userId, 'wrong-code', { method: 'password', origin, now })
    throw new AppError(401, 'second-factor-invalid')
  }
  await returnUses(database.read, [use], now)
}

/** A passkey with user verification includes both factors: the device, and biometrics or a PIN. */
export function signInByPasskey(deps: SignInDeps, userId: string, client: LoginClient): Promise<SignedInResponse> {
  return deps.database.transaction(async (tx) => {
    const user = await readUser(tx, userId)
    const all = await identitiesOf(tx, userId)
    const identity = all.find(({ issuer }) => issuer === EMBEDDED_ISSUER) ?? all[0]
    if (user === null || user.isDeleted || identity === undefined) {
      throw new AppError(401, 'passkey-invalid')
    }
    return beginSession(deps, tx, { user, identity, method: 'passkey', client, secondFactor: true })
  })
}

type Begin = { user: User; identity: IdentityKey; method: LoginMethod; client: LoginClient; secondFactor: boolean }

/** Opens the session, writes the log entry and remembers the device of an authenticated user. */
export async function beginSession(
  { clock }: Pick<SignInDeps, 'clock'>,
  tx: Tx,
  { user, identity, method, client, secondFactor }: Begin,
): Promise<SignedInResponse> {
  const now = clock.now()
  const { issuer, subject } = identity
  const { origin, device } = client
  const { token, expiresAt } = await openSession(tx, { issuer, subject, method, origin, secondFactor, now })
  await note(tx, user.userId, 'ok', { method, origin, now })
  if (device !== null && issuer === EMBEDDED_ISSUER) await rememberDevice(tx, user.userId, device, now)
  const { userId, username, emailVerified } = user
  return { token, expiresAt, user: { id: userId, name: username, emailVerified } }
}

/** Counts a login attempt; a successful one is taken back. Each network has its own limit, and so does each known
 * device, so that strangers cannot lock out either. Beyond the limit of the account, a new device needs a mailed
 * code. */
async function countLogin(
  { database, clock, rates }: SignInDeps,
  email: string,
  { ip, device }: LoginClient,
): Promise<{ countedUses: Use[]; isCodeNeeded: boolean }> {
  const now = clock.now()
  const perAddress = addressUse('login', ip, rates.loginPerAddress)
  if (device !== null && (await isKnownDevice(database.read, email, device))) {
    const countedUses = [accountUse('login-device', `${device} ${email}`, rates.loginPerDevice)]
    await countUses(database.read, [perAddress, ...countedUses], now)
    return { countedUses, isCodeNeeded: false }
  }
  const perNetwork = accountUse('login-network', `${networkOf(ip)} ${email}`, rates.loginPerNetwork)
  const countedUses = [perNetwork, totalUse('login', rates.loginTotal)]
  await countUses(database.read, [perAddress, ...countedUses], now)
  // After the network's own limit: attempts refused by it do not count against the account.
  const perAccount = accountUse('login', email, rates.loginPerAccount)
  return { countedUses: [...countedUses, perAccount], isCodeNeeded: await exceedsRate(database.read, perAccount, now) }
}

/** Gives the same response, after the same work, whether or not the password is right, so that guessing beyond the
 * limit reveals nothing. The code is mailed only for the right password, so that others cannot use up the mails.
 * `userId` is null for a wrong password. */
async function requireMailedCode(
  deps: SignInDeps,
  userId: string | null,
  { mailedCode, locale }: Given,
  client: LoginClient,
): Promise<void> {
  if (mailedCode === undefined) {
    if (userId !== null) void mailLoginCode(deps, userId, locale, client).catch(() => undefined)
    throw new AppError(401, 'mailed-code-needed')
  }
  const isRight = await consumeLoginCode(deps, userId ?? newId(), mailedCode)
  if (userId !== null && isRight) return
  if (userId !== null) void recordWrongAttempt(deps, userId, 'wrong-code', client.origin).catch(() => undefined)
  throw new AppError(401, 'login-code-invalid')
}

async function mailLoginCode(
  deps: SignInDeps,
  userId: string,
  locale: Language | null,
  { ip }: LoginClient,
): Promise<void> {
  const { database, clock, rates } = deps
  const uses = [
    addressUse('mail', ip, rates.mailPerAddress),
    accountUse('mail', `login ${userId}`, rates.mailPerAccount),
    totalUse('mail', rates.mailTotal),
  ]
  await countUses(database.read, uses, clock.now())
  await mailNeededCode(deps, userId, locale)
}

async function recordWrongPassword(deps: SignInDeps, email: string, origin: Origin): Promise<void> {
  const userId = await findUserByEmail(deps.database.read, email)
  if (userId !== null) await recordWrongAttempt(deps, userId, 'wrong-password', origin)
}

function recordWrongAttempt({ database, clock }: SignInDeps, userId: string, result: LoginResult, origin: Origin) {
  return note(database.read, userId, result, { method: 'password', origin, now: clock.now() })
}

function note(
  tx: Tx,
  userId: string,
  result: LoginResult,
  login: { method: LoginMethod; origin: Origin; now: Date },
): Promise<void> {
  return recordLogin(tx, { userId, result, ...login })
}
