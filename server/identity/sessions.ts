/** Sessions of all login methods: one table, one token format. The database stores only a hash of the token.
 * Authentication happens before, in each login method. */
import { createHash, randomBytes } from 'node:crypto'
import { createBatches } from '#server/platform/jobs/batches.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Identity, LoginMethod, Origin, SessionFacts } from './port.ts'
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

export type FindSession = (token: string, now: Date) => Promise<{ identity: Identity; session: SessionFacts } | null>

/** Every request of a signed-in user needs a lookup; concurrent ones are batched. */
const LOOKUPS = { sizeMax: 100, laneCount: 2, waitingMax: 10_000 }

/** Finds the live session of a token with its identity; null for anything else. Use extends it, at most once a day. */
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

async function readSession(tx: Tx, row: queries.FoundSession, now: Date) {
  if (row.expires_at <= now) return null
  const isSeenNow = now.getTime() - row.last_seen_at.getTime() >= SEEN_AFTER_MS
  const isExtended = row.expires_at.getTime() - now.getTime() < SESSION_MS - EXTEND_AFTER_MS
  if (isSeenNow || isExtended) {
    const expiresAt = isExtended ? new Date(now.getTime() + SESSION_MS) : row.expires_at
    await queries.touchSession(tx, row.id, now, expiresAt)
  }
  const identity = await queries.selectIdentityOf(tx, row)
  if (identity === null) return null
  const { id, method, authenticated_at: authenticatedAt, second_factor: secondFactor } = row
  return { identity, session: { id, method, authenticatedAt, secondFactor } }
}

/** Makes the session as recently authenticated as a new one. Returns until when. */
export async function refreshSession(tx: Tx, sessionId: string, now: Date): Promise<Date> {
  await queries.updateAuthenticatedAt(tx, sessionId, now)
  return new Date(now.getTime() + FRESH_MS)
}

export type SessionRow = queries.SessionRow
/** Live sessions of these identities, the most recently used first. */
export function listSessionsOf(tx: Tx, identities: readonly queries.Name[], now: Date): Promise<SessionRow[]> {
  return queries.selectSessionsOf(tx, identities, now)
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await queries.deleteSession(tx, sessionId)
}

/** False when these identities have no such session. */
export async function endSessionOf(tx: Tx, identities: readonly queries.Name[], sessionId: string): Promise<boolean> {
  return (await queries.deleteSessionsOf(tx, identities, { only: sessionId })) === 1
}

/** Ends the sessions of these identities, except one. Returns how many there were. */
export function endSessionsOf(tx: Tx, identities: readonly queries.Name[], exceptId?: string): Promise<number> {
  return queries.deleteSessionsOf(tx, identities, exceptId === undefined ? {} : { except: exceptId })
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
