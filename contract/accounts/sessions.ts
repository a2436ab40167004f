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
  summary: 'Where I am signed in, the one used last first, and whether this session is fresh',
  data: z.object({ sessions: z.array(Session), isFresh: z.boolean(), freshUntil: z.nullable(Instant) }),
} as const satisfies Endpoint

export const endSession = {
  method: 'DELETE',
  path: '/auth/sessions/:sessionId',
  access: 'user',
  summary: 'Ends one of my sessions; its token works no more',
  params: z.object({ sessionId: Id }),
  data: z.null(),
} as const satisfies Endpoint

export const endOtherSessions = {
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'user',
  summary: 'Ends all my sessions but this one',
  data: z.object({ ended: z.int() }),
} as const satisfies Endpoint

export const listLogins = {
  method: 'GET',
  path: '/auth/logins',
  access: 'user',
  summary: 'My last 100 log-ins and failed ones, newest first; kept for 90 days',
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
