/** The sandbox's external services: an external wallet, and the emails that were not sent. Present only with the sandbox
 * Lightning backend. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

export const Behaviour = z.enum(['normal', 'hold', 'reject', 'offline', 'slow'])

export const SandboxState = z.object({
  balanceMsat: Msat,
  platformPubkey: z.string(),
  outsidePubkey: z.string(),
  behaviour: Behaviour,
  /** The Lightning address of the external wallet, to withdraw or forward to. */
  lightningAddress: z.nullable(z.string()),
})

export const getSandboxState = {
  method: 'GET',
  path: '/sandbox/state',
  base: '',
  access: 'public',
  summary: 'The external wallet: its balance, and the ids of both nodes',
  data: SandboxState,
} as const satisfies Endpoint

export const payFromExternal = {
  method: 'POST',
  path: '/sandbox/pay',
  base: '',
  access: 'public',
  summary: 'Pays an invoice from the external wallet',
  body: z.strictObject({ bolt11: z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000)) }),
  data: z.object({ state: z.enum(['paid', 'pending', 'failed']), reason: z.nullable(z.string()) }),
  errors: ['invoice-invalid', 'invoice-expired'],
} as const satisfies Endpoint

export const makeOutsideInvoice = {
  method: 'POST',
  path: '/sandbox/invoice',
  base: '',
  access: 'public',
  summary: 'Creates an invoice of the external wallet, to withdraw to',
  body: z.strictObject({
    amountMsat: z.optional(Msat),
    description: z.optional(z.string().check(z.maxLength(255))),
    expirySeconds: z.optional(z.int().check(z.minimum(1), z.maximum(86_400))),
  }),
  data: z.object({ bolt11: z.string(), paymentHash: z.string() }),
} as const satisfies Endpoint

export const setBehaviour = {
  method: 'POST',
  path: '/sandbox/behaviour',
  base: '',
  access: 'public',
  summary: 'Sets how the external wallet responds to incoming payments',
  body: z.strictObject({ mode: Behaviour }),
  data: SandboxState,
} as const satisfies Endpoint

export const listSandboxMails = {
  method: 'GET',
  path: '/sandbox/mail',
  base: '',
  access: 'public',
  summary: 'The mails that were not sent, newest first',
  query: z.object({ to: z.optional(z.string().check(z.maxLength(254))) }),
  data: z.array(
    z.object({ to: z.string(), subject: z.string(), text: z.string(), links: z.array(z.string()), sentAt: Instant }),
  ),
} as const satisfies Endpoint
