/** What this server owes in total, signed once a day, and the proof that the caller's balance is part of it. How both are
 * verified: protocols/liabilities. Separate from payments.ts, which public pages load. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { SignedDocument } from '#contract/fields.ts'

/** A Nostr event whose content is the total, as JSON: `Total` in protocols/liabilities/total.ts. */
export const SignedTotal = SignedDocument

const DayQuery = z.object({
  /** 2026-11-26, in UTC; the newest if absent. */
  day: z.optional(z.iso.date()),
})

export const getPublishedTotal = {
  method: 'GET',
  path: '/.well-known/peal/liabilities',
  base: '',
  access: 'public',
  isRaw: true,
  summary: 'What this server owed in total on a day (UTC), signed with its Nostr key',
  query: DayQuery,
  data: SignedTotal,
} as const satisfies Endpoint

const Chunk = z.object({
  msatAmount: z.int(),
  nonce: z.string(),
  position: z.int(),
  /** The siblings from the leaf to the root. */
  path: z.array(z.object({ hash: z.string(), msatAmount: z.int() })),
})

export const getBalanceProof = {
  method: 'GET',
  path: '/accounts/balance-proof',
  access: 'user',
  summary: "The proof that the caller's balance was part of the published total; for seven days",
  query: DayQuery,
  /** Null before the first total. */
  data: z.nullable(
    z.object({
      /** `user:` and the id of the caller. */
      account: z.string(),
      /** Together the balance of that moment; none if it was 0. */
      chunks: z.array(Chunk),
      event: SignedTotal,
    }),
  ),
} as const satisfies Endpoint
