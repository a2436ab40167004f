/** Passkeys (WebAuthn): registered and verified here, each bound to this server's host. The private key never leaves
 * the device; the database stores the public key. Sessions are opened by the caller. */
import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { addPasskey as addPasskeyCall, loginWithPasskey } from '#contract/accounts/passkeys.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { AuthDeps } from '#server/auth/deps.ts'
import { type ChallengeRow, makeChallenge, consumeChallenge } from './challenges.ts'
import * as queries from './passkey-queries.ts'

const PASSKEYS_MAX = 20
const TIMEOUT_MS = 120_000
/** EdDSA, ES256 and RS256: supported by every authenticator and by Node. */
const ALGORITHMS = [-8, -7, -257]

type PasskeyDeps = Pick<AuthDeps, 'database' | 'clock' | 'publicUrl' | 'config'>
export type PasskeyInfo = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null; isSynced: boolean }

const LOOPBACK = ['127.0.0.1', '[::1]']

/** The relying party of passkeys. Browsers accept only host names, so loopback addresses become localhost. */
function relyingParty(publicUrl: string): { rpId: string; origin: string } {
  const url = new URL(publicUrl)
  if (LOOPBACK.includes(url.hostname)) url.hostname = 'localhost'
  return { rpId: url.hostname, origin: url.origin }
}

export function canHavePasskeys(publicUrl: string): boolean {
  return isIP(relyingParty(publicUrl).rpId.replaceAll(/[[\]]/g, '')) === 0
}

export async function listPasskeys({ database }: PasskeyDeps, userId: string): Promise<PasskeyInfo[]> {
  return (await queries.selectPasskeys(database.read, userId)).map(infoOf)
}

export async function beginPasskey(deps: PasskeyDeps, user: { userId: string; name: string }) {
  const { database, clock, publicUrl, config } = deps
  const { userId, name } = user
  const existing = await queries.selectPasskeys(database.read, userId)
  if (existing.length >= PASSKEYS_MAX) {
    throw new AppError(422, 'rule-broken', `An account has at most ${PASSKEYS_MAX} passkeys.`)
  }
  const options = await generateRegistrationOptions({
    rpName: config.brandName,
    rpID: relyingParty(publicUrl).rpId,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map((one) => ({ id: one.credential_id, transports: one.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const waiting = { purpose: 'passkey-register', userId, challenge: options.challenge } as const
  return { challenge: (await makeChallenge(database.read, waiting, clock.now())).challenge, options }
}

/** In one transaction, so that the ceremony is not consumed when something else in it is refused. */
export async function addPasskey(
  { clock, publicUrl }: PasskeyDeps,
  tx: Tx,
  userId: string,
  body: Input<typeof addPasskeyCall>['body'] & { name: string },
): Promise<PasskeyInfo> {
  const waiting = await consumeChallenge(tx, 'passkey-register', body.challenge, clock.now())
  if (waiting === null || waiting.user_id !== userId || waiting.challenge === null) throw challengeInvalid()
  const verified = await verifyRegistrationResponse({
    response: body.response as RegistrationResponseJSON,
    expectedChallenge: waiting.challenge,
    expectedOrigin: relyingParty(publicUrl).origin,
    expectedRPID: relyingParty(publicUrl).rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (verified === null || !verified.verified) throw passkeyInvalid(400)
  const { credential, credentialBackedUp } = verified.registrationInfo
  const row: queries.PasskeyRow = {
    id: newId(),
    user_id: userId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: (credential.transports ?? []).slice(0, 10),
    is_synced: credentialBackedUp,
    name: body.name,
    created_at: clock.now(),
    last_used_at: null,
  }
  if (!(await queries.insertPasskey(tx, row))) throw new AppError(409, 'conflict')
  return infoOf(row)
}

/** This name, with a number if another passkey of the user has it. */
export async function unusedName(tx: Tx, userId: string, name: string): Promise<string> {
  const used = new Set((await queries.selectPasskeys(tx, userId)).map((one) => one.name))
  let unused = name
  for (let number = 2; used.has(unused); number += 1) unused = `${name} ${number}`
  return unused
}

/** Null when the user has no such passkey. */
export async function renamePasskey(
  { database }: PasskeyDeps,
  userId: string,
  passkeyId: string,
  name: string,
): Promise<PasskeyInfo | null> {
  const row = await queries.updatePasskeyName(database.read, { userId, id: passkeyId, name })
  return row === undefined ? null : infoOf(row)
}

/** False when the user has no such passkey. */
export function removePasskey(tx: Tx, userId: string, passkeyId: string): Promise<boolean> {
  return queries.deletePasskey(tx, userId, passkeyId)
}

/** For any user: the browser offers the passkeys it has for this host. */
export async function beginPasskeyLogin({ database, clock, publicUrl }: PasskeyDeps) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(publicUrl).rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
  const waiting = { purpose: 'passkey-login', userId: null, challenge: options.challenge } as const
  return { challenge: (await makeChallenge(database.read, waiting, clock.now())).challenge, options }
}

/** For a known user: any of the user's passkeys. */
export async function beginPasskeyProof({ database, clock, publicUrl }: PasskeyDeps, userId: string) {
  const known = await queries.selectPasskeys(database.read, userId)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(publicUrl).rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: known.map((one) => ({ id: one.credential_id, transports: one.transports })),
  })
  const waiting = { purpose: 'passkey-proof', userId, challenge: options.challenge } as const
  return { challenge: (await makeChallenge(database.read, waiting, clock.now())).challenge, options }
}

type Signed = Input<typeof loginWithPasskey>['body']

/** The user whose passkey signed the challenge. */
export async function verifyPasskeyLogin(deps: PasskeyDeps, { challenge, response }: Signed): Promise<string> {
  const waiting = await consumeChallenge(deps.database.read, 'passkey-login', challenge, deps.clock.now())
  return (await consumeAssertion(deps, waiting, response)).user_id
}

/** The passkey of this user that signed the challenge made for this user. */
export async function verifyPasskeyProof(
  deps: PasskeyDeps,
  userId: string,
  { challenge, response }: Signed,
): Promise<PasskeyInfo> {
  const waiting = await consumeChallenge(deps.database.read, 'passkey-proof', challenge, deps.clock.now())
  if (waiting?.user_id !== userId) throw challengeInvalid()
  const passkey = await consumeAssertion(deps, waiting, response)
  if (passkey.user_id !== userId) throw passkeyInvalid(401)
  return infoOf(passkey)
}

async function consumeAssertion(
  { database, clock, publicUrl }: PasskeyDeps,
  waiting: ChallengeRow | null,
  response: Signed['response'],
): Promise<queries.PasskeyRow> {
  if (waiting === null || waiting.challenge === null) throw challengeInvalid()
  const passkey = await queries.selectPasskey(database.read, response.id)
  if (passkey === undefined) throw passkeyInvalid(401)
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: waiting.challenge,
    expectedOrigin: relyingParty(publicUrl).origin,
    expectedRPID: relyingParty(publicUrl).rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
      transports: passkey.transports,
    },
  }).catch(() => null)
  if (verified === null || !verified.verified) throw passkeyInvalid(401)
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  await queries.touchPasskey(database.read, passkey.id, BigInt(newCounter), credentialBackedUp, clock.now())
  return passkey
}

function infoOf(row: queries.PasskeyRow): PasskeyInfo {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isSynced: row.is_synced,
  }
}

function challengeInvalid(): AppError {
  return new AppError(400, 'challenge-invalid')
}

function passkeyInvalid(status: 400 | 401): AppError {
  return new AppError(status, 'passkey-invalid')
}
