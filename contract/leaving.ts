/** Taking along everything this server holds of me, and leaving for good. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { fallbacks } from './errors.ts'
import { Msat } from './money.ts'

export const exportAccount = {
  method: 'GET',
  path: '/accounts/export',
  access: 'user',
  summary: 'Everything this server holds of me, as one JSON file: profile, identities, content, statement',
  data: z.string(),
  textType: 'application/json; charset=utf-8',
} as const satisfies Endpoint

export const getDeletion = {
  method: 'GET',
  path: '/accounts/delete',
  access: 'user',
  summary: 'What stands in the way of deleting my account, if anything',
  data: z.object({
    /** What deleting has to be confirmed with: the username. */
    confirm: z.string(),
    msatBalance: Msat,
    /** Too little to be paid out; it is given up when the account is deleted. */
    msatForfeit: Msat,
    /** `held`: an operator holds this account's money. */
    blockers: z.array(z.enum(['balance', 'payments', 'content', 'held'])),
    /** What is published, and would have to be withdrawn first. */
    publishedCount: z.int(),
    /** Drafts, and artists with nothing published: they go with the account. */
    draftCount: z.int(),
  }),
} as const satisfies Endpoint

export const deleteAccount = {
  method: 'POST',
  path: '/accounts/delete',
  access: 'user',
  proof: 'credentials',
  summary: 'Deletes my account for good; needs a proof, my username, and a balance of nothing',
  body: z.strictObject({
    /** The username, as it is now. */
    confirm: z.string().check(z.maxLength(100)),
    /** Exactly what is left, when that is too little to be paid out. */
    forfeitMsat: z.optional(Msat),
  }),
  data: z.object({ msatForfeited: Msat }),
  fallback: fallbacks.editUser,
  errors: ['proof-needed', 'account-has-balance', 'account-has-payments', 'account-has-content', 'withdrawals-held'],
} as const satisfies Endpoint
