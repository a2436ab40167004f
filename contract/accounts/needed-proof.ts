/** Which actions need a proof of identity, and what a refused call says about the proof it needs.
 * How a proof is given is proofs.ts. */
import * as z from 'zod/mini'
import type { Msat } from '#contract/money.ts'

/** Actions that move money out, or create something that can. */
const MONEY_ACTIONS = [
  'withdraw',
  'zap',
  'promo',
  'purchase',
  'keysend',
  'streaming',
  'connection',
  'forward-address',
  'outside-recipient',
  'platform-fee',
  'tickets',
  'ticket-refund',
  'offer-ownership',
  'accept-ownership',
] as const
/** Actions that add, change or remove a log-in method, or that depend on them. */
const CREDENTIAL_ACTIONS = [
  'add-password',
  'change-password',
  'change-email',
  'add-second-factor',
  'remove-second-factor',
  'renew-backup-codes',
  'add-passkey',
  'remove-passkey',
  'add-nostr-key',
  'remove-nostr-key',
  'add-identity',
  'remove-identity',
  'keep',
  'delete-account',
  'lift-hold',
] as const
export const ProofAction = z.enum([...MONEY_ACTIONS, ...CREDENTIAL_ACTIONS])
export type ProofAction = z.output<typeof ProofAction>

/** The content of `proof` in a `proof-needed` error. Send exactly this to `POST /v1/auth/proofs`. */
export type NeededProof = {
  action: ProofAction
  amountMsat: z.input<typeof Msat> | null
  /** A payment hash, a Lightning address, a content id or a hash of the terms. Exact, not for display. */
  destination: string | null
  /** What the action is for, for display. */
  label: string | null
}
