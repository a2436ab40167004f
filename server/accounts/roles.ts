/** The roles of operators: who has one, and changing it. What a role may do is in the contract. */
import { sql } from 'kysely'
import { type Endpoint, isForRole } from '#contract/endpoint.ts'
import { type OperatorRole, operatorRoles } from '#contract/roles.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { findUsersByUsernames, type UserSummary } from './users.ts'

export type Operator = UserSummary & { role: OperatorRole; hasSecondFactor: boolean }

/** All operators, by role and name. */
export async function listOperators(tx: Tx): Promise<Operator[]> {
  const { rows } = await sql<Operator>`
    SELECT id AS "userId", username, display_name AS "displayName", operator_role AS role,
      EXISTS (SELECT FROM passkey WHERE user_id = person.id)
        OR EXISTS (SELECT FROM second_factor f WHERE f.user_id = person.id AND f.confirmed_at IS NOT NULL)
        AS "hasSecondFactor"
    FROM person WHERE operator_role IS NOT NULL AND deleted_at IS NULL ORDER BY operator_role, username`.execute(tx)
  return rows
}

/** Null when no user has that name. The last owner keeps the role. The caller must check authorization and write the log. */
export async function setRole(tx: Tx, username: string, role: OperatorRole | null): Promise<UserSummary | null> {
  const [user] = await findUsersByUsernames(tx, [username])
  if (user === undefined) return null
  if (role !== 'owner' && (await isLastOwner(tx, user.userId))) throw new AppError(409, 'last-owner')
  await sql`
    UPDATE person SET operator_role = ${role}, is_admin = ${role === 'owner'} WHERE id = ${user.userId}`.execute(tx)
  return user
}

/** Whether anybody besides this user may make the call. */
export async function hasOtherOperator(tx: Tx, call: Pick<Endpoint, 'access'>, userId: string): Promise<boolean> {
  const roles = operatorRoles.filter((role) => isForRole(call, role))
  const { rows } = await sql`
    SELECT FROM person WHERE operator_role = ANY(${roles}) AND deleted_at IS NULL AND id <> ${userId} LIMIT 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** True when this user is the only owner. Owners are locked until the transaction ends, so that two cannot leave concurrently. */
export async function isLastOwner(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM person WHERE operator_role = 'owner' AND deleted_at IS NULL ORDER BY id FOR UPDATE`.execute(tx)
  return rows.length === 1 && rows[0]?.id === userId
}
