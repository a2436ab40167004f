/** Exporting all data of the caller's account, and deleting the account. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import { Instant } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

export const exportAccount = {
  method: 'GET',
  path: '/accounts/export',
  access: 'user',
  summary: 'All data of the account, as one JSON file: profile, identities, content, statement',
  data: z.string(),
  textType: 'application/json; charset=utf-8',
} as const satisfies Endpoint

export const getDeletion = {
  method: 'GET',
  path: '/accounts/delete',
  access: 'user',
  summary: 'What prevents the deletion of the account, if anything',
  data: z.object({
    /** The confirmation needed to delete the account: the username. */
    confirm: z.string(),
    msatBalance: Msat,
    /** Too little to be paid out; it is written off when the account is deleted. */
    msatForfeit: Msat,
    /** `held`: an operator has put this account on hold. `last-owner`: there is no other owner, who could give roles. */
    blockers: z.array(z.enum(['balance', 'payments', 'tickets', 'rewards', 'content', 'held', 'last-owner'])),
    /** Ticket sales that are not paid out yet, and when the last of them will be. */
    tickets: z.nullable(z.object({ msatTotal: Msat, paysOutAt: Instant })),
    /** How many published contents must be unpublished first. */
    publishedCount: z.int(),
    /** Drafts, and artists without published content. They are deleted with the account. */
    draftCount: z.int(),
  }),
} as const satisfies Endpoint

export const deleteAccount = {
  method: 'POST',
  path: '/accounts/delete',
  access: 'user',
  proof: 'credentials',
  summary: 'Deletes the account permanently; needs a proof, the username, and a balance of 0',
  body: z.strictObject({
    /** The current username. */
    confirm: z.string().check(z.maxLength(100)),
    /** The exact balance, when it is too little to be paid out. */
    forfeitMsat: z.optional(Msat),
  }),
  data: z.object({ msatForfeited: Msat }),
  fallback: fallbacks.editUser,
  errors: [
    'proof-needed',
    'account-has-balance',
    'account-has-payments',
    'account-has-promos',
    'account-has-content',
    'withdrawals-held',
    'last-owner',
  ],
} as const satisfies Endpoint
