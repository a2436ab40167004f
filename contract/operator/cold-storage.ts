/** Cold storage: money of the node that operators move to a wallet which is not connected to the server. Peal records the moves;
 * operators make them in the node's own wallet. */
import * as z from 'zod/mini'
import { Reason } from './admin-money.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/fields.ts'
import { Msat, SignedMsat } from '#contract/money.ts'

/** The id of an on-chain transaction, or a payment hash. */
const Reference = text(200)

export const ColdStorage = z.object({
  /** NODE_CEILING_MSAT; null: no ceiling. */
  msatCeiling: z.nullable(Msat),
  /** COLD_STORAGE. */
  destination: z.nullable(z.object({ kind: z.enum(['on-chain', 'lightning']), address: z.string() })),
  /** All confirmed moves together. */
  msatHeld: Msat,
  /** Those that wait for a second operator, and the newest others. */
  moves: z.array(
    z.object({
      moveId: Id,
      /** Negative: back to the node. */
      msatAmount: SignedMsat,
      reference: z.string(),
      reason: z.string(),
      recordedBy: z.string(),
      recordedAt: Instant,
      /** Null: waits for a second operator. */
      isConfirmed: z.nullable(z.boolean()),
      /** One may not confirm one's own. */
      isOwn: z.boolean(),
    }),
  ),
})

export const recordColdMove = {
  method: 'POST',
  path: '/admin/cold-storage',
  access: ['treasurer'],
  summary:
    'Records money that the operator has moved between the node and cold storage; large sums wait for a second operator',
  body: z.strictObject({ msatAmount: SignedMsat, reference: Reference, reason: Reason }),
  data: z.object({ moveId: Id, isConfirmed: z.boolean() }),
  errors: ['login-not-fresh', 'amount-invalid', 'cold-storage-short', 'conflict'],
} as const satisfies Endpoint

export const decideColdMove = {
  method: 'POST',
  path: '/admin/cold-storage/:moveId/decide',
  access: ['treasurer'],
  summary:
    'Confirms a move that another operator recorded, or discards it; the one who recorded it may only discard it',
  params: z.object({ moveId: Id }),
  body: z.strictObject({ isConfirmed: z.boolean() }),
  data: z.null(),
  errors: ['login-not-fresh', 'second-operator-needed', 'cold-storage-short'],
} as const satisfies Endpoint
