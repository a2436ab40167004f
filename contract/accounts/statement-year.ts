/** What the caller received in a year, by month and kind, for a tax return: in msat, and in dollars at the price of the moment of
 * each receipt, which is stored with the line of the statement. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { TransactionType } from '#contract/accounts/account.ts'
import { TimeZone } from '#contract/accounts/days.ts'
import { FormInteger } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

/** A safe integer on the wire, `bigint` in the server, as msat are. */
const MicroUsd = Msat

const ofYear = {
  params: z.object({ year: FormInteger.check(z.minimum(2009), z.maximum(2200)) }),
  query: z.object({ timeZone: z.optional(TimeZone) }),
} as const

export const getStatementYear = {
  method: 'GET',
  path: '/accounts/statement/:year',
  access: 'user',
  summary: 'What the caller received in a year, at the price of each receipt',
  ...ofYear,
  data: z.object({
    year: z.int(),
    /** Only months and kinds in which something was received. */
    sums: z.array(
      z.object({
        month: z.int(),
        type: TransactionType,
        lineCount: z.int(),
        msatAmount: Msat,
        /** Millionths of a dollar; each line is rounded to one before they are summed. */
        microUsd: MicroUsd,
        /** Of lines for which no price was known. */
        msatWithoutPrice: Msat,
      }),
    ),
    /** The prices are invented by the sandbox. */
    isSandboxPrice: z.boolean(),
  }),
} as const satisfies Endpoint

export const exportStatementYear = {
  method: 'GET',
  path: '/accounts/statement/:year/csv',
  access: 'user',
  summary: 'The lines of getStatementYear as CSV, oldest first',
  ...ofYear,
  data: z.string(),
  textType: 'text/csv; charset=utf-8',
} as const satisfies Endpoint
