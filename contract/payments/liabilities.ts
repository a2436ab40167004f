/** What this server owes in total, signed once a day, and the proof that the caller's balance is part of it. How both are
 * verified: protocols/liabilities. Separate from payments.ts, which public pages load. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Hex32, signedEvent } from '#contract/fields.ts'

/** The kind of Nostr events that contain an application's data (NIP-78). */
const SignedTotal = signedEvent(30_078, { tags: 2, contentCharacters: 1_000 })

/** The content of the event, for reading. What counts is the event. */
const Total = z.object({
  installation: z.string(),
  day: z.iso.date(),
  madeAt: z.iso.datetime(),
  root: Hex32,
  depth: z.int(),
  msatOwed: z.int(),
  msatSpendable: z.int(),
  nodePubkey: z.string(),
  network: z.string(),
})

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
  summary: 'What this server owed in total on a day (UTC), and what its node could send; signed with its Nostr key',
  query: DayQuery,
  data: z.object({
    total: Total,
    event: SignedTotal,
  }),
} as const satisfies Endpoint

const Chunk = z.object({
  msatAmount: z.int(),
  nonce: Hex32,
  position: z.int(),
  /** The siblings from the leaf to the root. */
  path: z.array(z.object({ hash: Hex32, msatAmount: z.int() })),
})

export const getBalanceProof = {
  method: 'GET',
  path: '/accounts/balance-proof',
  access: 'user',
  summary: "The proof that the caller's balance is part of the published total of a day; for the last seven days",
  query: DayQuery,
  /** Null before the first total. */
  data: z.nullable(
    z.object({
      /** `user:` and the id of the caller. */
      account: z.string(),
      /** Together the balance of that moment; none if it was 0. */
      chunks: z.array(Chunk),
      total: Total,
      event: SignedTotal,
    }),
  ),
} as const satisfies Endpoint
