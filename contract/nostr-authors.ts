/** By which nostr keys a work was published on nostr: what others say about it there names them. And whose words about it are
 * not shown here. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Hex32, Id, PUBLIC_CACHE_SECONDS } from './fields.ts'

export const listNostrAuthors = {
  method: 'GET',
  path: '/nostr/authors/:contentId',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary:
    'The nostr keys of its owner by which a track or episode stands on our relay, and those whose words are not shown',
  params: z.object({ contentId: Id }),
  data: z.object({
    /** None when it is not there. */
    pubkeys: z.array(Hex32),
    /** Whom its owner or this server keeps away. */
    blockedPubkeys: z.array(Hex32),
    /** Of these, whom its owner can let back in; only the owner is told. */
    ownBlockedPubkeys: z.array(Hex32),
    isOwner: z.boolean(),
  }),
} as const satisfies Endpoint
