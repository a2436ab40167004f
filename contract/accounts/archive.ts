/** The archive of the caller's account: everything that was made with it, as one ZIP. What is in it: docs/archive.md. The file is
 * not a call: its path is in the response (server/archives/send.ts). */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'

export const AccountArchive = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  /** Of making it, 0 to 1. */
  progress: z.number(),
  /** How many originals the account has now, and their size. */
  originalCount: z.int(),
  originalBytes: z.int(),
  file: z.nullable(
    z.object({
      /** On this server, valid for a day. Interrupted downloads resume. */
      path: z.string(),
      bytes: z.int(),
      fileCount: z.int(),
      madeAt: Instant,
      /** Until then this archive can be downloaded. */
      keptUntil: Instant,
    }),
  ),
})

export const getArchive = {
  method: 'GET',
  path: '/accounts/archive',
  access: 'user',
  summary: 'How far the archive of the account is, and its file',
  data: AccountArchive,
} as const satisfies Endpoint

export const makeArchive = {
  method: 'POST',
  path: '/accounts/archive',
  access: 'user',
  summary: 'Begins an archive of the account, which replaces the former one',
  data: AccountArchive,
} as const satisfies Endpoint
