/** Cards: images of 1200 × 630 that represent content, an event, or a zap, on other sites. The images themselves are not
 * calls: `/cards/:kind/:id.jpg`, in server/cards/routes.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/fields.ts'
import { languages } from '#contract/languages.ts'
import { embedTypes } from './embeds.ts'

/** What has a card; the same names start the paths of its pages. */
export const cardKinds = [...embedTypes, 'profile', 'event'] as const
export type CardKind = (typeof cardKinds)[number]

export const CARD_SIZE = { width: 1_200, height: 630 } as const

/** The path of the card of a content. `id`: an id, or the name of a profile. */
export const cardPath = (kind: CardKind, id: string): string => `/cards/${kind}/${encodeURIComponent(id)}.jpg`

export const getZapCard = {
  method: 'GET',
  path: '/zaps/:paymentId/card',
  access: 'public',
  summary:
    'An image of a paid zap to share. Only the payer gets one with their name, and only if the zap is not anonymous',
  params: z.object({ paymentId: Id }),
  /** The language of the text in the image. */
  query: z.object({ language: z.optional(z.enum(languages)) }),
  data: z.object({
    /** The path of the image. It cannot be guessed. */
    cardPath: z.string(),
    /** The path of the content's page, at the second that was zapped. */
    path: z.string(),
  }),
  errors: ['content-gone'],
} as const satisfies Endpoint
