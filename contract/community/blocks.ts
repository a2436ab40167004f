/** Muting users, and blocking users and nostr keys from the caller's content. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Hex32, Id, Instant } from '#contract/fields.ts'

/** The maximum number of muted users, of blocked users, and of blocked nostr keys, per user. */
export const BLOCKED_MAX = 1_000

const BlockedUser = z.object({
  userId: Id,
  name: z.string(),
  displayName: z.nullable(z.string()),
  artworkUrl: z.nullable(z.string()),
  since: Instant,
})

export const listBlocked = {
  method: 'GET',
  path: '/comments/people',
  access: 'user',
  summary:
    'The users that the caller has muted, and the users and nostr keys blocked from the caller’s content, newest first',
  data: z.object({
    muted: z.array(BlockedUser),
    blocked: z.array(BlockedUser),
    nostrKeys: z.array(z.object({ pubkey: Hex32, since: Instant })),
  }),
} as const satisfies Endpoint

const someone = z.strictObject({ userId: Id })

export const muteUser = {
  method: 'POST',
  path: '/comments/mutes',
  access: 'user',
  summary:
    'Mutes a user: hides what they write from the caller, and stops notifications about it. They are not notified',
  body: someone,
  data: z.null(),
  errors: ['rule-broken'],
} as const satisfies Endpoint

export const unmuteUser = {
  method: 'DELETE',
  path: '/comments/mutes/:userId',
  access: 'user',
  summary: 'Unmutes a user',
  params: z.object({ userId: Id }),
  data: z.null(),
} as const satisfies Endpoint

export const blockCommenter = {
  method: 'POST',
  path: '/comments/blocks',
  access: 'user',
  summary: 'Blocks a user from the caller’s content: their comments are hidden and replies refused. They can still zap',
  body: someone,
  data: z.null(),
  errors: ['rule-broken'],
} as const satisfies Endpoint

export const unblockCommenter = {
  method: 'DELETE',
  path: '/comments/blocks/:userId',
  access: 'user',
  summary: 'Unblocks a user from the caller’s content, and shows their comments again',
  params: z.object({ userId: Id }),
  data: z.null(),
} as const satisfies Endpoint

export const blockNostrKey = {
  method: 'POST',
  path: '/comments/nostr-blocks',
  access: 'user',
  summary: 'Blocks a nostr key: hides its comments on the caller’s content. Idempotent',
  body: z.strictObject({ pubkey: Hex32 }),
  data: z.null(),
  errors: ['rule-broken'],
} as const satisfies Endpoint

export const unblockNostrKey = {
  method: 'DELETE',
  path: '/comments/nostr-blocks/:pubkey',
  access: 'user',
  summary: 'Unblocks a nostr key, and shows its comments on the caller’s content again',
  params: z.object({ pubkey: Hex32 }),
  data: z.null(),
} as const satisfies Endpoint
