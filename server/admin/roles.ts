/** Operators and their roles, for owners. */
import * as calls from '#contract/operator/roles.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { listOperators, setRole } from '#server/accounts/roles.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import type { AdminDeps } from './deps.ts'

export async function readOperators(
  { database }: AdminDeps,
  caller: Caller,
): Promise<Data<typeof calls.listOperators>> {
  requireOperator(caller, calls.listOperators)
  return listOperators(database.read)
}

export async function setOperatorRole(
  { database, clock }: AdminDeps,
  caller: Caller,
  { username, role, reason }: Input<typeof calls.setOperatorRole>['body'],
): Promise<null> {
  requireOperator(caller, calls.setOperatorRole)
  requireRecentAuth(caller)
  await database.transaction(async (tx) => {
    const user = await setRole(tx, username, role)
    if (user === null) throw new AppError(404, 'recipients-unknown')
    const target = { type: 'person', id: user.userId }
    const entry = { adminId: caller.userId, action: 'set-role', target, reason, details: { role }, now: clock.now() }
    await recordAdminAction(tx, entry)
  })
  return null
}
