/** The operators of this server and their roles. What each role may do is the field `access` of each call. */
import * as z from 'zod/mini'
import { Reason } from './admin-money.ts'
import { Username } from '#contract/accounts/identifiers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorRoles } from '#contract/roles.ts'
import { Id } from '#contract/fields.ts'

export const listOperators = {
  method: 'GET',
  path: '/admin/roles',
  access: ['owner'],
  summary: 'The operators of this server, by role',
  data: z.array(
    z.object({
      userId: Id,
      username: z.string(),
      displayName: z.nullable(z.string()),
      role: z.enum(operatorRoles),
      hasSecondFactor: z.boolean(),
    }),
  ),
} as const satisfies Endpoint

export const setOperatorRole = {
  method: 'PUT',
  path: '/admin/roles',
  access: ['owner'],
  summary: 'Gives a user a role as an operator, or takes it; the last owner keeps theirs',
  body: z.strictObject({ username: Username, role: z.nullable(z.enum(operatorRoles)), reason: Reason }),
  data: z.null(),
  errors: ['login-not-fresh', 'recipients-unknown', 'last-owner'],
} as const satisfies Endpoint
