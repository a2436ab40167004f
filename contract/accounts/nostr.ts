/** Nostr keys: signing in with a key, linking it to an account, the profile its owner has published, and resolving
 * codes. Parsing and verifying events is in protocols/nostr. */
import * as z from 'zod/mini'
import { SignedIn } from './auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Hex32, Id, Instant, signedEvent } from '#contract/fields.ts'

const PubkeyParams = z.object({ pubkey: Hex32 })

/** A profile (kind 0). */
const ProfileEvent = signedEvent(0, { tags: 100, contentCharacters: 16_000 })

/** What the owner of a key states in their profile. All of it is untrusted text; URLs are http(s) or absent. */
const NostrMetadata = z.object({
  name: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  about: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  banner: z.nullable(z.string()),
  website: z.nullable(z.string()),
  nip05: z.nullable(z.string()),
  lud16: z.nullable(z.string()),
})

/** What this server and its own relay know about a key; null when unknown. */
export const NostrProfile = z.object({
  publicHex: Hex32,
  metadata: z.nullable(NostrMetadata),
  /** When its owner signed it. */
  updatedAt: z.nullable(Instant),
  /** As far as our relay stores their lists. */
  followerCount: z.nullable(z.int()),
  follows: z.nullable(z.array(Hex32)),
})

export const signInWithNostr = {
  method: 'POST',
  path: '/auth/nostr',
  access: 'public',
  provesKey: true,
  summary: 'Signs in with a nostr key (NIP-98 header); its first use creates the account',
  data: SignedIn,
  errors: ['nostr-login-invalid', 'nostr-login-expired', 'nostr-login-used', 'registration-closed'],
  isSecret: true,
} as const satisfies Endpoint

const LinkedKeys = z.object({ userId: Id, pubkeys: z.array(Hex32) })

export const linkNostrKey = {
  method: 'POST',
  path: '/accounts/pubkey',
  access: 'public',
  provesKey: true,
  proof: 'credentials',
  summary: 'Links the nostr key of the NIP-98 header to the account of the bearer token in the body',
  body: z.strictObject({ authToken: z.string().check(z.minLength(1), z.maxLength(2_000)) }),
  data: LinkedKeys,
  errors: ['nostr-login-invalid', 'nostr-login-expired', 'nostr-login-used', 'identity-taken', 'proof-needed'],
  isSecret: true,
} as const satisfies Endpoint

export const unlinkNostrKey = {
  method: 'DELETE',
  path: '/accounts/pubkey/:pubkey',
  access: 'user',
  proof: 'credentials',
  summary: 'Unlinks a nostr key from the account; refused if it is the only login method',
  params: PubkeyParams,
  data: LinkedKeys,
  errors: ['identity-last', 'proof-needed'],
} as const satisfies Endpoint

export const getNostrProfile = {
  method: 'GET',
  path: '/accounts/pubkey/:pubkey',
  access: 'public',
  summary: 'The profile of a nostr key, if it was sent to this server or is stored on its relay',
  params: PubkeyParams,
  data: NostrProfile,
} as const satisfies Endpoint

export const putNostrProfile = {
  method: 'PUT',
  path: '/accounts/pubkey/:pubkey',
  access: 'user',
  summary: 'Stores the profile event (kind 0) of a nostr key linked to the account; an older event is ignored',
  params: PubkeyParams,
  body: z.strictObject({ event: ProfileEvent }),
  data: NostrProfile,
  errors: ['nostr-event-invalid'],
} as const satisfies Endpoint

/** A code may contain relay hints. */
const CODE_MAX_CHARACTERS = 2_000

export const findOnNostr = {
  method: 'GET',
  path: '/nostr/find',
  access: 'public',
  summary: 'The page of this site for a nostr identifier (naddr, nevent, note, npub, nprofile)',
  query: z.object({ code: z.string().check(z.maxLength(CODE_MAX_CHARACTERS)) }),
  data: z.object({ path: z.string() }),
} as const satisfies Endpoint
