/** The demo catalogue of a sandbox: whether it is being created, or stopped. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import {} from '#contract/fields.ts'

export const getDemo = {
  ...publicRead,
  path: '/demo',
  summary: 'Whether the demo catalogue of a sandbox is being created now, or has stopped before it was complete',
  data: z.object({
    isMaking: z.boolean(),
    /** The next start of the server continues it. */
    isStopped: z.boolean(),
  }),
} as const satisfies Endpoint
