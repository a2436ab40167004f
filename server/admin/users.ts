/** User administration: search, holds on outgoing money, features, announcements. */
import * as calls from '#contract/operator/admin.ts'
import type { Data, Endpoint } from '#contract/endpoint.ts'
import { listAdminActions, recordAdminAction, type NewAdminAction } from '#server/accounts/admin-actions.ts'
import { createAnnouncement, type NewAnnouncement } from '#server/accounts/announcements.ts'
import { listFeatures, setFeature } from '#server/accounts/features.ts'
import { holdOutgoing, listOpenHolds, releaseHolds } from '#server/accounts/holds.ts'
import { readUserSummaries, readUser, searchUsers, type User } from '#server/accounts/users.ts'
import { listOwnedNames } from '#server/catalog/publishing/takedown.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import { lockObjections } from './case-queries.ts'
import { closeCases } from './closing.ts'
import type { AdminDeps } from './deps.ts'

const FOUND_MAX = 20
const ACTIONS_PER_PAGE = 50

export async function findUsers(
  { database }: AdminDeps,
  caller: Caller,
  search: string,
): Promise<Data<typeof calls.findUsers>> {
  requireOperator(caller, calls.findUsers)
  const tx = database.read
  const users = await searchUsers(tx, search.toLowerCase(), FOUND_MAX)
  return Promise.all(users.map((user) => describeUser(tx, user)))
}

async function describeUser(tx: Tx, user: User): Promise<Data<typeof calls.findUsers>[number]> {
  const { userId, username, displayName, email, role, isLocked, isDeleted, createdAt } = user
  const owned = await listOwnedNames(tx, userId)
  return {
    userId,
    name: username,
    displayName,
    email,
    role,
    isLocked,
    isDeleted,
    createdAt,
    features: await listFeatures(tx, userId),
    holds: (await listOpenHolds(tx, userId)).map((hold) => ({
      cause: hold.cause,
      reason: hold.reason,
      createdAt: hold.createdAt,
    })),
    artists: owned.filter(({ type }) => type === 'artist').map(({ id, name }) => ({ id, name })),
    podcasts: owned.filter(({ type }) => type === 'podcast').map(({ id, name }) => ({ id, name })),
  }
}

export async function holdUser(deps: AdminDeps, caller: Caller, userId: string, reason: string) {
  return change(deps, caller, { call: calls.holdUser, userId, action: 'lock', reason }, async (tx, now, operatorId) => {
    const holds = await listOpenHolds(tx, userId)
    if (holds.some(({ cause }) => cause === 'operator'))
      throw new AppError(409, 'conflict', 'Their payments are held already.')
    await holdOutgoing(tx, { userId, cause: 'operator', reason, heldBy: operatorId, now })
    return { userId, isLocked: true }
  })
}

/** Releases all holds, of any cause: an operator, a takedown, or a debt from a late payment. */
export async function releaseUser(deps: AdminDeps, caller: Caller, userId: string, reason: string) {
  return change(
    deps,
    caller,
    { call: calls.releaseUser, userId, action: 'unlock', reason },
    async (tx, now, operatorId) => {
      const holds = await listOpenHolds(tx, userId)
      const objections = await lockObjections(
        tx,
        holds.map(({ id }) => id),
      )
      await releaseHolds(tx, { userId, releasedBy: operatorId, now })
      await closeCases(tx, objections, { decidedBy: operatorId, outcome: 'acted', answer: reason, now })
      return { userId, isLocked: false }
    },
  )
}

export async function setPersonFeature(
  deps: AdminDeps,
  caller: Caller,
  userId: string,
  { feature, isOn }: { feature: string; isOn: boolean },
) {
  const details = { feature, isOn }
  return change(deps, caller, { call: calls.setPersonFeature, userId, action: 'feature', details }, async (tx, now) => {
    await setFeature(tx, userId, { name: feature, isOn, now })
    return { features: await listFeatures(tx, userId) }
  })
}

type Change = { call: Endpoint; userId: string; action: string; reason?: string; details?: NewAdminAction['details'] }

/** Of an operator, only owners change anything: nobody lifts a hold on their own payments. */
async function change<Result>(
  { database, clock }: AdminDeps,
  caller: Caller,
  { call, userId, action, reason, details }: Change,
  work: (tx: Tx, now: Date, operatorId: string) => Promise<Result>,
): Promise<Result> {
  requireOperator(caller, call)
  requireRecentAuth(caller)
  return database.transaction(async (tx) => {
    const user = await readUser(tx, userId)
    if (user === null) throw notFound()
    if (user.role !== null && caller.role !== 'owner') throw new AppError(403, 'forbidden')
    const now = clock.now()
    const result = await work(tx, now, caller.userId)
    const entry = { adminId: caller.userId, action, target: { type: 'person', id: userId }, now }
    await recordAdminAction(tx, {
      ...entry,
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
    })
    return result
  })
}

export async function announce(
  { database, clock }: AdminDeps,
  caller: Caller,
  announcement: NewAnnouncement,
): Promise<{ announcementId: string }> {
  requireOperator(caller, calls.createAnnouncement)
  requireRecentAuth(caller)
  return database.transaction(async (tx) => {
    const now = clock.now()
    const { id } = await createAnnouncement(tx, announcement, now)
    const target = { type: 'announcement', id }
    await recordAdminAction(tx, {
      adminId: caller.userId,
      action: 'announce',
      target,
      details: { ...announcement },
      now,
    })
    return { announcementId: id }
  })
}

export async function readActions(
  { database }: AdminDeps,
  caller: Caller,
  { page = 1 }: { page?: number | undefined },
): Promise<Data<typeof calls.listAdminActions>> {
  requireOperator(caller, calls.listAdminActions)
  const offset = Math.max(0, page - 1) * ACTIONS_PER_PAGE
  const actions = await listAdminActions(database.read, { offset, limit: ACTIONS_PER_PAGE })
  const names = await readUserSummaries(database.read, [...new Set(actions.flatMap(({ adminId }) => adminId ?? []))])
  return actions.map(({ adminId, ...action }) => ({
    ...action,
    adminName: adminId === null ? '' : (names.get(adminId)?.username ?? ''),
  }))
}
