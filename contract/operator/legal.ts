/** The operator's legal pages: terms, privacy, contact. Public. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'

export const LegalPage = z.enum(['terms', 'privacy', 'contact'])

export const getLegalPage = {
  method: 'GET',
  path: '/legal/:page',
  access: 'public',
  cacheSeconds: 60,
  summary: 'Terms, privacy notice or contact: the text of the operator, or the default of the software',
  params: z.object({ page: LegalPage }),
  data: z.object({
    title: z.string(),
    /** Markdown, or plain text. */
    text: z.string(),
    /** False: the operator has not written their own; this is the default text of the software, in English. */
    isWritten: z.boolean(),
    updatedAt: z.nullable(Instant),
  }),
} as const satisfies Endpoint
