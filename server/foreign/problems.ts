/** Why a feed cannot be read: the stored causes, and the error that users see for each. */
import type { ErrorCode } from '#contract/errors.ts'
import { IncompleteFeed, InvalidFeed } from '#protocols/rss/read-feed.ts'
import { OutboundFailed, OutboundRefused } from '#server/platform/network/responses.ts'

const CODES = {
  refused: 'feed-address-private',
  closed: 'feed-host-closed',
  'not-https': 'feed-needs-https',
  'no-host': 'feed-host-unknown',
  'connection-refused': 'feed-connection-refused',
  'time-out': 'feed-timeout',
  unreachable: 'feed-unreachable',
  'needs-login': 'feed-needs-login',
  missing: 'feed-missing',
  gone: 'feed-missing',
  'too-large': 'feed-too-large',
  'not-a-feed': 'feed-unreadable',
  incomplete: 'feed-incomplete',
  robots: 'feed-unreadable',
} as const satisfies Record<string, ErrorCode>

export type Problem = keyof typeof CODES

const OF_REFUSAL: Readonly<Record<OutboundRefused['reason'], Problem>> = {
  private: 'refused',
  closed: 'closed',
  'not-https': 'not-https',
}
const OF_FAILURE: Partial<Record<OutboundFailed['reason'], Problem>> = {
  'no-host': 'no-host',
  'connection-refused': 'connection-refused',
  'time-out': 'time-out',
  'too-large': 'too-large',
  'cut-off': 'incomplete',
}
/** No response over https, so it may be available over http. */
const WITHOUT_ANSWER: ReadonlySet<Problem> = new Set(['connection-refused', 'time-out', 'unreachable'])

/** Throws what is no fault of the feed. */
export function problemOf(error: unknown): Problem {
  if (error instanceof IncompleteFeed) return 'incomplete'
  if (error instanceof InvalidFeed) return 'not-a-feed'
  if (error instanceof OutboundRefused) return OF_REFUSAL[error.reason]
  if (error instanceof OutboundFailed) return OF_FAILURE[error.reason] ?? 'unreachable'
  throw error
}

/** Of a response without a feed. */
export function problemOfStatus(status: number): Problem {
  if (status === 401 || status === 403) return 'needs-login'
  if (status === 404) return 'missing'
  return status === 410 ? 'gone' : 'unreachable'
}

/** `requested`: https is tried instead of http. */
export function codeOf(problem: Problem, typed: string, requested: string): ErrorCode {
  const isOther = /^\s*http:/i.test(typed) && requested.startsWith('https:')
  return isOther && WITHOUT_ANSWER.has(problem) ? 'feed-needs-https' : CODES[problem]
}
