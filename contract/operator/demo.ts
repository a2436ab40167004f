/** The demo catalogue of a sandbox: whether it is being created. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { PUBLIC_CACHE_SECONDS } from '#contract/fields.ts'

export const getDemo = {
  method: 'GET',
  path: '/demo',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'Whether the demo catalogue of a sandbox is being created now',
  data: z.object({ isMaking: z.boolean() }),
} as const satisfies Endpoint
