/** The Nostr keys that published a work, which comments on it refer to, and the keys whose comments on it are
 * blocked. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Hex32, Id } from '#contract/fields.ts'

export const listNostrAuthors = {
  ...publicRead,
  path: '/nostr/authors/:contentId',
  summary:
    'The nostr keys of the owner that published a track or episode on our relay, and the keys blocked from its comments',
  params: z.object({ contentId: Id }),
  data: z.object({
    /** Empty when the content does not exist. */
    pubkeys: z.array(Hex32),
    /** Of an episode, in its feed and on nostr. Otherwise its id. */
    guid: z.string(),
    /** Keys blocked by the owner or by this server. */
    blockedPubkeys: z.array(Hex32),
    /** Those that the owner can unblock; returned to the owner only. */
    ownBlockedPubkeys: z.array(Hex32),
    isOwner: z.boolean(),
  }),
} as const satisfies Endpoint
