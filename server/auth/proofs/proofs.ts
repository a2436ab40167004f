/** Authenticating again for one action: the methods a user has, verification of the evidence, and the resulting grant.
 * What a grant allows is server/accounts/grants.ts. The session that requests it is no proof, however new it is. */
import { createHash, randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Data, Input } from '#contract/endpoint.ts'
import type { createProof, listProofMethods, mailProofCode } from '#contract/accounts/proofs.ts'
import { outsideProviders } from '#contract/accounts/social.ts'
import { countsFrom } from '#server/accounts/factor-ages.ts'
import { makeGrant } from '#server/accounts/grants.ts'
import { identitiesOf, type LinkedIdentity } from '#server/accounts/identities.ts'
import { type Person, readPerson } from '#server/accounts/people.ts'
import { makeChallenge, takeChallenge, tryChallenge } from '#server/auth/factors/challenges.ts'
import { takeCustomToken } from '#server/auth/providers/custom-token.ts'
import { type IdentityKey, methodOf } from '#server/auth/sessions/login-method.ts'
import { listPasskeys, type PasskeyInfo, takePasskeyProof } from '#server/auth/factors/passkeys.ts'
import { checkPassword } from '#server/auth/passwords/passwords.ts'
import { EMBEDDED_ISSUER, NOSTR_ISSUER } from '#server/platform/issuers.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUses, giveBackUses } from '#server/platform/http/rate-limit.ts'
import { mustBeUser, type User, type Who } from '#server/platform/http/who.ts'
import { accountUse, addressUse, totalUse } from '#server/auth/login/limits.ts'
import { finishOutside, type OutsideDeps } from '#server/auth/login/outside-login.ts'
import { proofCodeMail } from './proof-mails.ts'
import { type Caller, mustTakeCode, type SignInDeps } from '#server/auth/login/sign-in.ts'

export type ProofDeps = SignInDeps & OutsideDeps

type Asked = Input<typeof createProof>['body']
type Evidence = Asked['evidence']
type Methods = Data<typeof listProofMethods>
/** Since when the user has this factor; null: since the account was created with it. */
type Factor = { since: Date | null }

/** The signed-in user, for the own account. */
export async function giveProof(
  deps: ProofDeps,
  { who, request, caller }: { who: Who; request: FastifyRequest; caller: Caller },
  { action, amountMsat = null, destination = null, evidence }: Asked,
): Promise<Data<typeof createProof>> {
  mustBeUser(who)
  const { database, clock, rates } = deps
  const now = clock.now()
  const held = [accountUse('proof', who.userId, rates.proofPerAccount)]
  await countUses(database.read, [addressUse('proof', who.ip, rates.loginPerAddress), ...held], now)
  const person = await requirePerson(deps, who)
  const proved = await findFactor(deps, { who, person, request }, evidence)
  const factors = [proved, ...(await takeSecondFactor(deps, who, evidence, caller))]
  const isOldEnough = factors.some(({ since }) =>
    action === 'lift-hold' ? isOld(since ?? person.createdAt, now) : countsFrom(since, now) === null,
  )
  if (!isOldEnough) throw new AppError(422, 'proof-too-young')
  await giveBackUses(database.read, held, now)
  return makeGrant(database.read, who.userId, { action, amountMsat, destination }, { method: evidence.method, now })
}

const isOld = (since: Date, now: Date) => countsFrom(since, now) === null

/** The second-factor code, if the second factor is on; a passkey includes both factors. */
async function takeSecondFactor(deps: ProofDeps, who: User, evidence: Evidence, caller: Caller): Promise<Factor[]> {
  if (evidence.method === 'passkey') return []
  const { isOn, since } = await deps.secondFactor.read(deps.database.read, who.userId)
  if (!isOn) return []
  if (evidence.code === undefined) {
    throw new AppError(401, 'second-factor-invalid')
  }
  await mustTakeCode(deps, who.userId, evidence.code, caller)
  return [{ since }]
}

type Prover = { who: User; person: Person; request: FastifyRequest }

async function findFactor(deps: ProofDeps, prover: Prover, evidence: Evidence): Promise<Factor> {
  const { who, person, request } = prover
  switch (evidence.method) {
    case 'password':
      return provePassword(deps, prover, evidence.password)
    case 'passkey': {
      const passkey = await takePasskeyProof(deps, who.userId, evidence)
      return { since: passkey.createdAt }
    }
    case 'nostr':
      // The signature covers the body, which names the action.
      if (request.provenKey === null) throw invalid()
      return factorOf(deps, who, { issuer: NOSTR_ISSUER, subject: request.provenKey })
    case 'outside': {
      const proof = { returned: evidence.returned, userId: who.userId, isProof: true }
      return factorOf(deps, who, await finishOutside(deps, evidence.provider, proof))
    }
    case 'custom-token':
      return factorOf(deps, who, await takeCustomToken(deps, evidence.token))
    case 'mail':
      return proveMailbox(deps, person, evidence)
  }
}

async function provePassword(deps: ProofDeps, { who, person }: Prover, password: string): Promise<Factor> {
  const { email } = person
  const checked = email === null ? null : await checkPassword(deps, { email, password })
  if (checked === null) throw new AppError(401, 'credentials-invalid')
  return factorOf(deps, who, { issuer: EMBEDDED_ISSUER, subject: checked.userId })
}

async function proveMailbox(
  { database, clock }: ProofDeps,
  person: Person,
  { challenge, mailedCode }: Extract<Evidence, { method: 'mail' }>,
): Promise<Factor> {
  const now = clock.now()
  const tried = await tryChallenge(database.read, 'mail-proof', challenge, now)
  if (tried?.user_id !== person.userId) throw new AppError(400, 'challenge-invalid')
  if (tried.challenge !== hashOfCode(person, mailedCode)) throw invalid()
  if ((await takeChallenge(database.read, 'mail-proof', challenge, now)) === null) throw invalid()
  return { since: mailSince(person) }
}

/** A mailbox does not count from the start: a user can sign up with any address. */
function mailSince({ mailCountsSince, createdAt }: Person): Date {
  return mailCountsSince ?? createdAt
}

/** The factor of one of the user's own identities; others prove nothing. */
async function factorOf(deps: ProofDeps, who: User, name: IdentityKey): Promise<Factor> {
  const all = await identitiesOf(deps.database.read, who.userId)
  const own = all.find(({ issuer, subject }) => issuer === name.issuer && subject === name.subject)
  if (own === undefined) throw invalid()
  return { since: own.changedAt }
}

/** The signed-in user, for the own account. */
export async function listMethods(deps: ProofDeps, who: Who): Promise<Methods> {
  mustBeUser(who)
  const { database, secondFactor } = deps
  const person = await requirePerson(deps, who)
  const second = await secondFactor.read(database.read, who.userId)
  const identities = await identitiesOf(database.read, who.userId)
  const passkeys = await listPasskeys(deps, who.userId)
  const canMail = person.email !== null && person.emailVerified
  const ways = [
    ...identities.flatMap((one) => wayOf(one)),
    ...oldestOf(passkeys).map(({ createdAt }) => ({ method: 'passkey' as const, provider: null, since: createdAt })),
    ...(canMail ? [{ method: 'mail' as const, provider: null, since: mailSince(person) }] : []),
  ]
  return { needsCode: second.isOn, methods: ways.map((way) => describeWay(deps, { way, person, second })) }
}

type Way = Pick<Methods['methods'][number], 'method' | 'provider'> & Factor

function wayOf({ issuer, changedAt: since }: LinkedIdentity): Way[] {
  const method = methodOf(issuer)
  if (issuer === EMBEDDED_ISSUER) return [{ method: 'password', provider: null, since }]
  if (method === 'nostr' || method === 'custom-token') return [{ method, provider: null, since }]
  const provider = outsideProviders.find((one) => one === method)
  return provider === undefined ? [] : [{ method: 'outside', provider, since }]
}

function oldestOf(passkeys: readonly PasskeyInfo[]): PasskeyInfo[] {
  return passkeys.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime()).slice(0, 1)
}

function describeWay(
  { clock }: ProofDeps,
  { way, person, second }: { way: Way; person: Person; second: { isOn: boolean; since: Date | null } },
): Methods['methods'][number] {
  const now = clock.now()
  const isWithCode = second.isOn && way.method !== 'passkey'
  const code = isWithCode && second.since !== null ? [second.since] : []
  const from = [way.since, ...code].map((since) => countsFrom(since, now))
  const later = from.filter((one) => one !== null).toSorted((one, other) => one.getTime() - other.getTime())
  const earliest = from.includes(null) ? null : (later[0] ?? null)
  const isForHold = [way.since ?? person.createdAt, ...code].some((since) => isOld(since, now))
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
export async function mailCode(deps: ProofDeps, who: Who): Promise<Data<typeof mailProofCode>> {
  mustBeUser(who)
  const { database, clock, rates, mailer, config } = deps
  const now = clock.now()
  const person = await requirePerson(deps, who)
  if (person.email === null || !person.emailVerified) {
    throw new AppError(422, 'rule-broken', 'This account has no confirmed e-mail address.')
  }
  if (!isOld(mailSince(person), now)) throw new AppError(422, 'proof-too-young')
  const uses = [
    addressUse('mail', who.ip, rates.mailPerAddress),
    accountUse('mail', who.userId, rates.mailPerAccount),
    totalUse('mail', rates.mailTotal),
  ]
  await countUses(database.read, uses, now)
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const mail = proofCodeMail({ to: person.email, code, language: person.language, brand: config.brandName })
  return database.transaction(async (tx) => {
    const waiting = { purpose: 'mail-proof', userId: who.userId, challenge: hashOfCode(person, code) } as const
    await mailer.send(mail, tx)
    return makeChallenge(tx, waiting, now)
  })
}

function hashOfCode({ userId }: Person, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('hex')
}

async function requirePerson({ database }: ProofDeps, who: User): Promise<Person> {
  const person = await readPerson(database.read, who.userId)
  if (person === null || person.isDeleted) throw new AppError(401, 'unauthorized')
  return person
}

function invalid(): AppError {
  return new AppError(401, 'proof-invalid')
}
