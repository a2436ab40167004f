/** Splits: who shares what is paid to a content, by relative whole weights. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { fallbacks } from './errors.ts'
import { ContentType, Id, Instant, text } from './fields.ts'
import { Username } from './auth.ts'

/** Most recipients one split may name. */
export const RECIPIENTS_MAX = 50
/** Largest sum of the weights of one split. */
export const WEIGHT_SUM_MAX = 1_000_000_000

const NewRecipient = z.strictObject({
  name: Username,
  share: z.int().check(z.minimum(1), z.maximum(WEIGHT_SUM_MAX)),
})

export const createSplit = {
  method: 'POST',
  path: '/splits',
  access: 'user',
  summary: 'Sets who shares the payments to a content, by weights',
  body: z.strictObject({
    contentId: Id,
    contentType: z.optional(ContentType),
    splitRecipients: z.array(NewRecipient).check(z.minLength(1), z.maxLength(RECIPIENTS_MAX)),
  }),
  data: z.object({
    id: Id,
    contentId: Id,
    contentType: ContentType,
    createdAt: Instant,
    splitRecipients: z.array(
      z.object({ id: Id, splitId: Id, userId: Id, share: z.int(), createdAt: Instant, updatedAt: Instant }),
    ),
  }),
  fallback: fallbacks.createSplit,
  errors: ['split-exists', 'recipients-unknown', 'forbidden'],
} as const satisfies Endpoint

export const getSplit = {
  method: 'GET',
  path: '/splits/:contentId/:contentType',
  access: 'public',
  summary: 'The split of a content itself, or null when it has none of its own',
  params: z.object({ contentId: Id, contentType: ContentType }),
  data: z.nullable(
    z.object({
      id: Id,
      contentId: Id,
      contentType: ContentType,
      createdAt: Instant,
      splitRecipients: z.array(
        z.object({ share: z.int(), user: z.object({ name: z.string(), displayName: z.nullable(z.string()) }) }),
      ),
    }),
  ),
} as const satisfies Endpoint

export const checkUsernames = {
  method: 'POST',
  path: '/splits/check-usernames',
  access: 'user',
  summary: 'Which of these usernames exist',
  body: z.strictObject({ usernames: z.array(text(64)).check(z.minLength(1), z.maxLength(RECIPIENTS_MAX)) }),
  data: z.array(z.object({ username: z.string(), isValid: z.boolean() })),
} as const satisfies Endpoint
