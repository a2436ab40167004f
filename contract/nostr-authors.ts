/** By which nostr keys a work was published on nostr: what others say about it there names them. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Id } from './fields.ts'

export const listNostrAuthors = {
  method: 'GET',
  path: '/nostr/authors/:contentId',
  access: 'public',
  summary: 'The nostr keys of its owner by which a track or episode stands on our relay; none when it does not',
  params: z.object({ contentId: Id }),
  data: z.object({ pubkeys: z.array(z.string()) }),
} as const satisfies Endpoint
