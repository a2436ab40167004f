/** Reporting content to the operator. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, optionalText } from '#contract/fields.ts'

export const ReportReason = z.enum(['copyright', 'illegal', 'hateful', 'misleading', 'spam', 'other'])
const NOTE_MAX = 1_000

export const createReport = {
  method: 'POST',
  path: '/reports',
  access: 'user',
  summary: 'Reports a content to the operator; a second report by the same user is a no-op while the first is open',
  body: z.strictObject({ contentId: Id, reason: ReportReason, note: optionalText(NOTE_MAX) }),
  data: z.object({ reportId: Id }),
} as const satisfies Endpoint
