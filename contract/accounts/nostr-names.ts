/** The Nostr key of a user here, as other programs request it (NIP-05). The response has no envelope. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

export const getNostrNames = {
  method: 'GET',
  path: '/.well-known/nostr.json',
  base: '',
  access: 'public',
  isRaw: true,
  summary: 'The nostr key of a user here, and the relays they use (NIP-05)',
  query: z.object({ name: z.optional(z.string().check(z.maxLength(100))) }),
  data: z.object({
    names: z.record(z.string(), z.string()),
    relays: z.record(z.string(), z.array(z.string())),
  }),
} as const satisfies Endpoint
