/** The demo catalogue of a sandbox: whether it is being created, or stopped. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { PUBLIC_CACHE_SECONDS } from '#contract/fields.ts'

export const getDemo = {
  method: 'GET',
  path: '/demo',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'Whether the demo catalogue of a sandbox is being created now, or has stopped before it was complete',
  data: z.object({
    isMaking: z.boolean(),
    /** The next start of the server continues it. */
    isStopped: z.boolean(),
  }),
} as const satisfies Endpoint
