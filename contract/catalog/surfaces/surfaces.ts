/** Where a release or podcast can be found outside of this site, and what is wrong with it there. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import { Id, Instant } from '#contract/fields.ts'

export const FINDINGS = [
  'not-well-formed',
  'no-image',
  'small-image',
  'no-category',
  'no-language',
  'no-items',
  'no-audio',
  'wrong-length',
] as const

export const NOTICE_STATES = ['waiting', 'notified', 'failed'] as const

export const getSurfaces = {
  method: 'GET',
  path: '/surfaces/:contentId',
  access: 'user',
  summary: 'The feed of an album or podcast of the caller, its checks, and who was notified of its last change',
  params: z.object({ contentId: Id }),
  data: z.object({
    /** Null while it is not public, on a server without feeds, and when it has moved. */
    feed: z.nullable(
      z.object({
        url: z.string(),
        bytes: z.int(),
        changedAt: Instant,
        title: z.string(),
        medium: z.string(),
        imageUrl: z.nullable(z.string()),
        /** The Lightning address that apps pay. */
        paidTo: z.string(),
        itemCount: z.int(),
        /** `subject`: the title of an item. */
        findings: z.array(z.object({ code: z.enum(FINDINGS), subject: z.nullable(z.string()) })),
        /** The event about it on this server's relay, as a nostr: URI. */
        nostrUri: z.nullable(z.string()),
      }),
    ),
    /** The services that the operator has configured. */
    notices: z.array(z.object({ service: z.string(), state: z.enum(NOTICE_STATES), triedAt: z.nullable(Instant) })),
  }),
  errors: ['forbidden'],
} as const satisfies Endpoint

export const publishAgain = {
  method: 'POST',
  path: '/surfaces/:contentId',
  access: 'user',
  summary: 'Marks the feed of an album or podcast as changed now, so that services are notified again',
  params: z.object({ contentId: Id }),
  data: z.null(),
  errors: ['forbidden'],
  fallback: fallbacks.publish,
} as const satisfies Endpoint
