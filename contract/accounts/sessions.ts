/** The caller's sessions, and the log of log-ins. Logging in itself is in contract/accounts/auth.ts. */
import * as z from 'zod/mini'
import { LoginMethod } from './auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'

/** `device` is a description from the User-Agent header: "Firefox on Linux". */
export const Session = z.object({
  id: Id,
  device: z.string(),
  ip: z.string(),
  method: LoginMethod,
  createdAt: Instant,
  /** Accurate to ten minutes. */
  lastSeenAt: Instant,
  expiresAt: Instant,
  isCurrent: z.boolean(),
})

export const listSessions = {
  method: 'GET',
  path: '/auth/sessions',
  access: 'user',
  summary: 'The sessions of the caller, last used first, and whether this session was authenticated recently',
  data: z.object({ sessions: z.array(Session), isFresh: z.boolean(), freshUntil: z.nullable(Instant) }),
} as const satisfies Endpoint

export const endSession = {
  method: 'DELETE',
  path: '/auth/sessions/:sessionId',
  access: 'user',
  summary: 'Ends a session of the caller; its token becomes invalid',
  params: z.object({ sessionId: Id }),
  data: z.null(),
} as const satisfies Endpoint

export const endOtherSessions = {
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'user',
  summary: 'Ends all sessions of the caller except this one',
  data: z.object({ ended: z.int() }),
} as const satisfies Endpoint

export const listLogins = {
  method: 'GET',
  path: '/auth/logins',
  access: 'user',
  summary: 'The last 100 log-ins of the caller, including failed ones, newest first; stored for 90 days',
  data: z.array(
    z.object({
      id: Id,
      at: Instant,
      method: LoginMethod,
      device: z.string(),
      ip: z.string(),
      result: z.enum(['ok', 'wrong-password', 'wrong-code', 'second-factor-asked']),
    }),
  ),
} as const satisfies Endpoint
