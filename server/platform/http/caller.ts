/** The caller of a request. Resolved once per request by app.ts. What a caller may do is checked by authorization.ts. */
import type { OperatorRole } from '#contract/roles.ts'

export type Visitor = { kind: 'visitor'; ip: string }
export type AuthenticatedUser = {
  kind: 'user'
  userId: string
  /** Null: not an operator. */
  role: OperatorRole | null
  /** Operators need a second factor here, and this request came without. Concerns the calls of operators only. */
  lacksSecondFactor: boolean
  /** An operator has placed a hold on outgoing money. Nothing else is restricted. */
  isLocked: boolean
  /** Authenticated within the last ten minutes: required for operators. Money and credentials require a grant. */
  isFresh: boolean
  /** Null when this single request was signed by a key, without a session. */
  sessionId: string | null
  /** Proof for this one call (X-Proof), not verified yet. */
  grant?: string | null
  ip: string
}
export type Caller = Visitor | AuthenticatedUser
