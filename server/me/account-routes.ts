/** Binds the endpoints of the caller's own account and of others' profiles. Authentication is server/auth. */
import type { FastifyInstance } from 'fastify'
import {
  createUser,
  getAccount,
  listAnnouncements,
  listFeatures,
  updateAccount,
  updatePreferences,
} from '#contract/accounts/account.ts'
import { deleteAccount, exportAccount, getDeletion } from '#contract/accounts/leaving.ts'
import { checkUsername, getProfile, makeRandomUsername } from '#contract/accounts/users.ts'
import { checkRegion, logIdentity } from '#contract/accounts/region.ts'
import { listAnnouncements as readAnnouncements } from '#server/accounts/announcements.ts'
import { listFeatures as readFeatures } from '#server/accounts/features.ts'
import { findOwnerOfKey } from '#server/accounts/nostr-keys.ts'
import { chooseUsername, readUser } from '#server/accounts/users.ts'
import { requireAllowedRegion, verifyRegion } from '#server/accounts/region.ts'
import { signedInUser } from '#server/auth/authenticate.ts'
import { on, onText } from '#server/platform/http/http.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { readAccount } from './account.ts'
import { deleteUser, readDeletion } from './delete-account.ts'
import { editAccount, editPreferences } from './edit-account.ts'
import { writeExport } from './export.ts'
import { checkFreeUsername, generateUsername, readProfile } from './profile-page.ts'
import type { MeDeps } from './deps.ts'

const VERIFICATIONS_PER_HOUR = { max: 10, windowSeconds: 3_600 }

export function accountRoutes(app: FastifyInstance, deps: MeDeps): void {
  const { database, clock, config } = deps

  on(app, getAccount, (_input, { caller }) => readAccount(database.read, caller, deps))
  on(app, createUser, async ({ body }, { request }) => {
    const { user: former } = await signedInUser(deps, request)
    const { username } = body ?? {}
    if (username !== undefined) await database.transaction((tx) => chooseUsername(tx, former.userId, username))
    const user = (await readUser(database.read, former.userId)) ?? former
    const linked = body?.pubkey === undefined ? null : await findOwnerOfKey(database.read, body.pubkey)
    return {
      uid: user.userId,
      username: user.username,
      profileUrl: user.username,
      ...(linked === user.userId && { pubkey: body?.pubkey }),
    }
  })

  on(app, updateAccount, ({ body }, { caller, operationId }) => editAccount(deps, caller, operationId, body))
  on(app, updatePreferences, ({ body }, { caller }) => editPreferences(deps, caller, body))

  on(app, getProfile, ({ params }) => readProfile(deps, params.profileUrl))
  on(app, checkUsername, ({ params }, { caller }) => checkFreeUsername(deps, caller, params.username))
  on(app, makeRandomUsername, (_input, { caller }) => generateUsername(deps, caller))

  on(app, checkRegion, async (_input, { caller }) => ({ country: requireAllowedRegion(config, caller) }))
  on(app, logIdentity, async ({ body }, { caller }) => {
    requireUser(caller)
    const now = clock.now()
    await countUse(database.read, `log-identity:${caller.userId}`, VERIFICATIONS_PER_HOUR, now)
    await database.transaction((tx) => verifyRegion(tx, config, caller, { ...body, now }))
    return { userId: caller.userId }
  })

  on(app, listFeatures, async (_input, { caller }) => {
    requireUser(caller)
    return readFeatures(database.read, caller.userId)
  })
  on(app, listAnnouncements, async (_input, { caller }) => {
    requireUser(caller)
    return readAnnouncements(database.read, clock.now())
  })

  onText(app, exportAccount, (_input, { caller }) => writeExport(deps, caller))
  on(app, getDeletion, (_input, { caller }) => readDeletion(deps, caller))
  on(app, deleteAccount, ({ body }, { caller }) => deleteUser(deps, caller, body))
}
