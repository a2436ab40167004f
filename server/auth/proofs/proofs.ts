/** Authenticating again for one action: the methods a user has, verification of the evidence, and the resulting grant.
 * What a grant allows is server/accounts/grants.ts. The session that requests it is no proof, however new it is. */
import { createHash, randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Data, Input } from '#contract/endpoint.ts'
import type { createProof, listProofMethods, mailProofCode } from '#contract/accounts/proofs.ts'
import { externalProviders } from '#contract/accounts/social.ts'
import { countsFrom } from '#server/accounts/factor-ages.ts'
import { makeGrant } from '#server/accounts/grants.ts'
import { identitiesOf, type LinkedIdentity } from '#server/accounts/identities.ts'
import { type User, readUser } from '#server/accounts/users.ts'
import { makeChallenge, consumeChallenge, tryChallenge } from '#server/auth/factors/challenges.ts'
import { verifyCustomToken } from '#server/auth/providers/custom-token.ts'
import { type IdentityKey, methodOf } from '#server/auth/sessions/login-method.ts'
import { listPasskeys, type PasskeyInfo, verifyPasskeyProof } from '#server/auth/factors/passkeys.ts'
import { checkPassword } from '#server/auth/passwords/passwords.ts'
import { EMBEDDED_ISSUER, NOSTR_ISSUER } from '#server/platform/issuers.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUses, returnUses } from '#server/platform/http/rate-limit.ts'
import { type AuthenticatedUser, type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { accountUse, addressUse, totalUse } from '#server/auth/login/limits.ts'
import { finishExternalLogin, type ExternalLoginDeps } from '#server/auth/login/external-login.ts'
import { proofCodeMail } from './proof-mails.ts'
import { type LoginClient, requireSecondFactorCode, type SignInDeps } from '#server/auth/login/sign-in.ts'

export type ProofDeps = SignInDeps & ExternalLoginDeps

type Asked = Input<typeof createProof>['body']
type Evidence = Asked['evidence']
type Methods = Data<typeof listProofMethods>
/** Since when the user has this factor; null: since the account was created with it. */
type Factor = { since: Date | null }

/** The signed-in user, for the own account. */
export async function createGrantFor(
  deps: ProofDeps,
  { caller, request, client }: { caller: Caller; request: FastifyRequest; client: LoginClient },
  { action, amountMsat = null, destination = null, evidence }: Asked,
): Promise<Data<typeof createProof>> {
  requireUser(caller)
  const { database, clock, rates } = deps
  const now = clock.now()
  const countedUses = [accountUse('proof', caller.userId, rates.proofPerAccount)]
  await countUses(database.read, [addressUse('proof', caller.ip, rates.loginPerAddress), ...countedUses], now)
  const user = await requireUserRecord(deps, caller)
  const proved = await findFactor(deps, { caller, user, request }, evidence)
  const factors = [proved, ...(await takeSecondFactor(deps, caller, evidence, client))]
  const isOldEnough = factors.some(({ since }) =>
    action === 'lift-hold' ? isOld(since ?? user.createdAt, now) : countsFrom(since, now) === null,
  )
  if (!isOldEnough) throw new AppError(422, 'proof-too-young')
  await returnUses(database.read, countedUses, now)
  return makeGrant(database.read, caller.userId, { action, amountMsat, destination }, { method: evidence.method, now })
}

const isOld = (since: Date, now: Date) => countsFrom(since, now) === null

/** The second-factor code, if the second factor is on; a passkey includes both factors. */
async function takeSecondFactor(
  deps: ProofDeps,
  caller: AuthenticatedUser,
  evidence: Evidence,
  client: LoginClient,
): Promise<Factor[]> {
  if (evidence.method === 'passkey') return []
  const { isOn, since } = await deps.secondFactor.read(deps.database.read, caller.userId)
  if (!isOn) return []
  if (evidence.code === undefined) {
    throw new AppError(401, 'second-factor-invalid')
  }
  await requireSecondFactorCode(deps, caller.userId, evidence.code, client)
  return [{ since }]
}

type Prover = { caller: AuthenticatedUser; user: User; request: FastifyRequest }

async function findFactor(deps: ProofDeps, prover: Prover, evidence: Evidence): Promise<Factor> {
  const { caller, user, request } = prover
  switch (evidence.method) {
    case 'password':
      return provePassword(deps, prover, evidence.password)
    case 'passkey': {
      const passkey = await verifyPasskeyProof(deps, caller.userId, evidence)
      return { since: passkey.createdAt }
    }
    case 'nostr':
      // The signature covers the body, which names the action.
      if (request.provenKey === null) throw invalid()
      return factorOf(deps, caller, { issuer: NOSTR_ISSUER, subject: request.provenKey })
    case 'outside': {
      const proof = { returned: evidence.returned, userId: caller.userId, isProof: true }
      return factorOf(deps, caller, await finishExternalLogin(deps, evidence.provider, proof))
    }
    case 'custom-token':
      return factorOf(deps, caller, await verifyCustomToken(deps, evidence.token))
    case 'mail':
      return proveMailbox(deps, user, evidence)
  }
}

async function provePassword(deps: ProofDeps, { caller, user }: Prover, password: string): Promise<Factor> {
  const { email } = user
  const checked = email === null ? null : await checkPassword(deps, { email, password })
  if (checked === null) throw new AppError(401, 'credentials-invalid')
  return factorOf(deps, caller, { issuer: EMBEDDED_ISSUER, subject: checked.userId })
}

async function proveMailbox(
  { database, clock }: ProofDeps,
  user: User,
  { challenge, mailedCode }: Extract<Evidence, { method: 'mail' }>,
): Promise<Factor> {
  const now = clock.now()
  const tried = await tryChallenge(database.read, 'mail-proof', challenge, now)
  if (tried?.user_id !== user.userId) throw new AppError(400, 'challenge-invalid')
  if (tried.challenge !== hashOfCode(user, mailedCode)) throw invalid()
  if ((await consumeChallenge(database.read, 'mail-proof', challenge, now)) === null) throw invalid()
  return { since: mailSince(user) }
}

/** A mailbox does not count from the start: a user can sign up with any address. */
function mailSince({ mailCountsSince, createdAt }: User): Date {
  return mailCountsSince ?? createdAt
}

/** The factor of one of the user's own identities; others prove nothing. */
async function factorOf(deps: ProofDeps, caller: AuthenticatedUser, name: IdentityKey): Promise<Factor> {
  const all = await identitiesOf(deps.database.read, caller.userId)
  const own = all.find(({ issuer, subject }) => issuer === name.issuer && subject === name.subject)
  if (own === undefined) throw invalid()
  return { since: own.changedAt }
}

/** The signed-in user, for the own account. */
export async function listMethods(deps: ProofDeps, caller: Caller): Promise<Methods> {
  requireUser(caller)
  const { database, secondFactor } = deps
  const user = await requireUserRecord(deps, caller)
  const second = await secondFactor.read(database.read, caller.userId)
  const identities = await identitiesOf(database.read, caller.userId)
  const passkeys = await listPasskeys(deps, caller.userId)
  const canMail = user.email !== null && user.emailVerified
  const logins = [
    ...identities.flatMap((one) => proofMethodOf(one)),
    ...oldestOf(passkeys).map(({ createdAt }) => ({ method: 'passkey' as const, provider: null, since: createdAt })),
    ...(canMail ? [{ method: 'mail' as const, provider: null, since: mailSince(user) }] : []),
  ]
  return { needsCode: second.isOn, methods: logins.map((way) => describeMethod(deps, { way, user, second })) }
}

type ProofMethod = Pick<Methods['methods'][number], 'method' | 'provider'> & Factor

function proofMethodOf({ issuer, changedAt: since }: LinkedIdentity): ProofMethod[] {
  const method = methodOf(issuer)
  if (issuer === EMBEDDED_ISSUER) return [{ method: 'password', provider: null, since }]
  if (method === 'nostr' || method === 'custom-token') return [{ method, provider: null, since }]
  const provider = externalProviders.find((one) => one === method)
  return provider === undefined ? [] : [{ method: 'outside', provider, since }]
}

function oldestOf(passkeys: readonly PasskeyInfo[]): PasskeyInfo[] {
  return passkeys.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime()).slice(0, 1)
}

function describeMethod(
  { clock }: ProofDeps,
  { way, user, second }: { way: ProofMethod; user: User; second: { isOn: boolean; since: Date | null } },
): Methods['methods'][number] {
  const now = clock.now()
  const isWithCode = second.isOn && way.method !== 'passkey'
  const code = isWithCode && second.since !== null ? [second.since] : []
  const from = [way.since, ...code].map((since) => countsFrom(since, now))
  const later = from.filter((one) => one !== null).toSorted((one, other) => one.getTime() - other.getTime())
  const earliest = from.includes(null) ? null : (later[0] ?? null)
  const isForHold = [way.since ?? user.createdAt, ...code].some((since) => isOld(since, now))
  const { method, provider } = way
  return {
    method,
    provider,
    countsFrom: earliest,
    isForMoney: earliest === null,
    isForCredentials: earliest === null,
    isForHold,
  }
}

/** The signed-in user, to the account's confirmed address. */
export async function mailCode(deps: ProofDeps, caller: Caller): Promise<Data<typeof mailProofCode>> {
  requireUser(caller)
  const { database, clock, rates, mailer, config } = deps
  const now = clock.now()
  const user = await requireUserRecord(deps, caller)
  if (user.email === null || !user.emailVerified) {
    throw new AppError(422, 'rule-broken', 'This account has no confirmed e-mail address.')
  }
  if (!isOld(mailSince(user), now)) throw new AppError(422, 'proof-too-young')
  const uses = [
    addressUse('mail', caller.ip, rates.mailPerAddress),
    accountUse('mail', caller.userId, rates.mailPerAccount),
    totalUse('mail', rates.mailTotal),
  ]
  await countUses(database.read, uses, now)
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const mail = proofCodeMail({ to: user.email, code, language: user.language, brand: config.brandName })
  return database.transaction(async (tx) => {
    const waiting = { purpose: 'mail-proof', userId: caller.userId, challenge: hashOfCode(user, code) } as const
    await mailer.send(mail, tx)
    return makeChallenge(tx, waiting, now)
  })
}

function hashOfCode({ userId }: User, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('hex')
}

async function requireUserRecord({ database }: ProofDeps, caller: AuthenticatedUser): Promise<User> {
  const user = await readUser(database.read, caller.userId)
  if (user === null || user.isDeleted) throw new AppError(401, 'unauthorized')
  return user
}

function invalid(): AppError {
  return new AppError(401, 'proof-invalid')
}
