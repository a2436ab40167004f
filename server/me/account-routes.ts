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
import { checkUsername, getProfile, makeRandomUsername } from '#contract/accounts/people.ts'
import { checkRegion, logIdentity } from '#contract/accounts/region.ts'
import { listAnnouncements as readAnnouncements } from '#server/accounts/announcements.ts'
import { listFeatures as readFeatures } from '#server/accounts/features.ts'
import { findOwnerOfKey } from '#server/accounts/nostr-keys.ts'
import { chooseUsername, readPerson } from '#server/accounts/people.ts'
import { mustBeInAllowedRegion, verifyRegion } from '#server/accounts/region.ts'
import { signedInPerson } from '#server/auth/resolve-who.ts'
import { on, onText } from '#server/platform/http/http.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { mustBeUser } from '#server/platform/http/who.ts'
import { readAccount } from './account.ts'
import { deletePerson, readDeletion } from './delete-account.ts'
import { editAccount, editPreferences } from './edit-account.ts'
import { writeExport } from './export.ts'
import { checkFreeUsername, makeUpUsername, readProfile } from './profile-page.ts'
import type { MeDeps } from './deps.ts'

const VERIFICATIONS_PER_HOUR = { max: 10, windowSeconds: 3_600 }

export function accountRoutes(app: FastifyInstance, deps: MeDeps): void {
  const { database, clock, config } = deps

  on(app, getAccount, (_input, { who }) => readAccount(database.read, who, deps))
  on(app, createUser, async ({ body }, { request }) => {
    const { person: former } = await signedInPerson(deps, request)
    const { username } = body ?? {}
    if (username !== undefined) await database.transaction((tx) => chooseUsername(tx, former.userId, username))
    const person = (await readPerson(database.read, former.userId)) ?? former
    const linked = body?.pubkey === undefined ? null : await findOwnerOfKey(database.read, body.pubkey)
    return {
      uid: person.userId,
      username: person.username,
      profileUrl: person.username,
      ...(linked === person.userId && { pubkey: body?.pubkey }),
    }
  })

  on(app, updateAccount, ({ body }, { who, operationId }) => editAccount(deps, who, operationId, body))
  on(app, updatePreferences, ({ body }, { who }) => editPreferences(deps, who, body))

  on(app, getProfile, ({ params }) => readProfile(deps, params.profileUrl))
  on(app, checkUsername, ({ params }, { who }) => checkFreeUsername(deps, who, params.username))
  on(app, makeRandomUsername, (_input, { who }) => makeUpUsername(deps, who))

  on(app, checkRegion, async (_input, { who }) => ({ country: mustBeInAllowedRegion(config, who) }))
  on(app, logIdentity, async ({ body }, { who }) => {
    mustBeUser(who)
    const now = clock.now()
    await countUse(database.read, `log-identity:${who.userId}`, VERIFICATIONS_PER_HOUR, now)
    await database.transaction((tx) => verifyRegion(tx, config, who, { ...body, now }))
    return { userId: who.userId }
  })

  on(app, listFeatures, async (_input, { who }) => {
    mustBeUser(who)
    return readFeatures(database.read, who.userId)
  })
  on(app, listAnnouncements, async (_input, { who }) => {
    mustBeUser(who)
    return readAnnouncements(database.read, clock.now())
  })

  onText(app, exportAccount, (_input, { who }) => writeExport(deps, who))
  on(app, getDeletion, (_input, { who }) => readDeletion(deps, who))
  on(app, deleteAccount, ({ body }, { who }) => deletePerson(deps, who, body))
}
