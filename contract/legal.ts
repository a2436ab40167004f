/** What the operator has to say by law: terms, privacy, how to be reached. Public. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

export const LegalPage = z.enum(['terms', 'privacy', 'contact'])

export const getLegalPage = {
  method: 'GET',
  path: '/legal/:page',
  access: 'public',
  cacheSeconds: 60,
  summary: 'One of the pages the operator has written',
  params: z.object({ page: LegalPage }),
  data: z.object({
    title: z.string(),
    /** Markdown, or plain text. */
    text: z.string(),
    /** False: the operator has written none, and the text says so. */
    isWritten: z.boolean(),
    updatedAt: z.nullable(Instant),
  }),
} as const satisfies Endpoint
