/** Sessions of all login methods: one table, one token format. The database stores only a hash of the token.
 * Authentication happens before, in each login method. */
import { createHash, randomBytes } from 'node:crypto'
import { createBatches } from '#server/platform/jobs/batches.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { IdentityKey, LoginMethod, Origin } from './login-method.ts'
import * as queries from './session-queries.ts'

const DAY_MS = 86_400_000
export const SESSION_MS = 30 * DAY_MS
const EXTEND_AFTER_MS = DAY_MS
const SEEN_AFTER_MS = 600_000
/** How long after authenticating a user may perform actions that require recent authentication. */
export const FRESH_MS = 600_000
const TOKEN_BYTES = 32
const USER_AGENT_MAX = 300
/** A fixed prefix by which leaked tokens can be found. */
const TOKEN_START = 'peal_'
const TOKEN = /^peal_[A-Za-z0-9_-]{43}$/

export type NewSession = {
  issuer: string
  subject: string
  method: LoginMethod
  origin: Origin
  secondFactor: boolean
  now: Date
}
export type OpenedSession = { token: string; expiresAt: Date; sessionId: string }

/** Opens a session for a user who has just authenticated as this identity. The token is returned here and never
 * again. */
export async function openSession(tx: Tx, session: NewSession): Promise<OpenedSession> {
  const { issuer, subject, method, origin, secondFactor, now } = session
  const token = TOKEN_START + randomBytes(TOKEN_BYTES).toString('base64url')
  const sessionId = newId(now.getTime())
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  await queries.insertSession(tx, {
    id: sessionId,
    token_hash: hashOf(token),
    issuer,
    subject,
    method,
    second_factor: secondFactor,
    ip: origin.ip.slice(0, 64),
    user_agent: origin.userAgent.slice(0, USER_AGENT_MAX),
    created_at: now,
    last_seen_at: now,
    authenticated_at: now,
    expires_at: expiresAt,
  })
  return { token, expiresAt, sessionId }
}

export type SessionFacts = { id: string; method: LoginMethod; authenticatedAt: Date; secondFactor: boolean }
export type LiveSession = { userId: string; identity: IdentityKey; session: SessionFacts }
export type FindSession = (token: string, now: Date) => Promise<LiveSession | null>

/** Every request of a signed-in user needs a lookup; concurrent ones are batched. */
const LOOKUPS = { sizeMax: 100, laneCount: 2, waitingMax: 10_000 }

/** Finds the live session of a token with its user; null for anything else. Use extends it, at most once a day. */
export function createSessionFinder({ read }: Pick<Database, 'read'>): FindSession {
  const select = createBatches<Buffer, queries.FoundSession | undefined>({
    ...LOOKUPS,
    work: async (hashes) => (await queries.selectSessions(read, hashes)).map((result) => ({ result })),
  })
  return async (token, now) => {
    if (!TOKEN.test(token)) return null
    const row = await select(hashOf(token))
    return row === undefined ? null : readSession(read, row, now)
  }
}

async function readSession(tx: Tx, row: queries.FoundSession, now: Date): Promise<LiveSession | null> {
  if (row.expires_at <= now) return null
  const isSeenNow = now.getTime() - row.last_seen_at.getTime() >= SEEN_AFTER_MS
  const isExtended = row.expires_at.getTime() - now.getTime() < SESSION_MS - EXTEND_AFTER_MS
  if (isSeenNow || isExtended) {
    const expiresAt = isExtended ? new Date(now.getTime() + SESSION_MS) : row.expires_at
    await queries.touchSession(tx, row.id, now, expiresAt)
  }
  const { id, user_id: userId, issuer, subject, method } = row
  const { authenticated_at: authenticatedAt, second_factor: secondFactor } = row
  return { userId, identity: { issuer, subject }, session: { id, method, authenticatedAt, secondFactor } }
}

/** Makes the session as recently authenticated as a new one. Returns until when. */
export async function refreshSession(tx: Tx, sessionId: string, now: Date): Promise<Date> {
  await queries.updateAuthenticatedAt(tx, sessionId, now)
  return new Date(now.getTime() + FRESH_MS)
}

export type SessionRow = queries.SessionRow
/** Live sessions of this user, the most recently used first. */
export function listSessionsOf(tx: Tx, userId: string, now: Date): Promise<SessionRow[]> {
  return queries.selectSessionsOf(tx, userId, now)
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await queries.deleteSession(tx, sessionId)
}

/** False when this user has no such session. */
export async function endSessionOf(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  return (await queries.deleteSessionsOf(tx, userId, { only: sessionId })) === 1
}

/** Ends the sessions of this user, except one. Returns how many there were. */
export function endSessionsOf(tx: Tx, userId: string, exceptId?: string): Promise<number> {
  return queries.deleteSessionsOf(tx, userId, exceptId === undefined ? {} : { except: exceptId })
}

/** Ends the sessions that were opened with this identity. */
export async function endSessionsOfIdentity(tx: Tx, identity: IdentityKey): Promise<void> {
  await queries.deleteSessionsOfIdentity(tx, identity)
}

/** The user removed a factor: sessions opened with it no longer count as opened with two. */
export async function resetSecondFactor(tx: Tx, userId: string): Promise<void> {
  await queries.clearSecondFactor(tx, userId)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
