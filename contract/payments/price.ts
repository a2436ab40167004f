/** The price of a bitcoin, for showing amounts in dollars next to sats. Never used in calculations. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'

export const getPrice = {
  ...publicRead,
  path: '/price',
  summary: 'Dollars per bitcoin, and when the price was fetched; null if that was more than a day ago',
  data: z.nullable(
    z.object({
      usdPerBtc: z.number(),
      fetchedAt: Instant,
      /** Invented by the sandbox: always shown as such. */
      isSandbox: z.boolean(),
    }),
  ),
} as const satisfies Endpoint
