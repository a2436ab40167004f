/** Binds the endpoints of the caller's own account and of others' profiles, except for authentication. */
import type { FastifyInstance } from 'fastify'
import { listAnnouncements, listFeatures, updateAccount, updatePreferences } from '#contract/accounts/account.ts'
import { deleteAccount, exportAccount, getDeletion } from '#contract/accounts/leaving.ts'
import { checkUsername, getProfile, makeRandomUsername } from '#contract/accounts/people.ts'
import { checkRegion, logIdentity } from '#contract/accounts/region.ts'
import { listAnnouncements as readAnnouncements } from '#server/accounts/announcements.ts'
import { listFeatures as readFeatures } from '#server/accounts/features.ts'
import { mustBeInAllowedRegion, verifyRegion } from '#server/accounts/region.ts'
import type { Config } from '#server/platform/config/config.ts'
import { on, onText } from '#server/platform/http/http.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { mustBeUser } from '#server/platform/http/who.ts'
import { deletePerson, readDeletion } from './delete-account.ts'
import { editAccount, editPreferences, type EditWorld } from './edit-account.ts'
import { writeExport } from './export.ts'
import { checkFreeUsername, makeUpUsername, readProfile } from './profile-page.ts'

export type AccountRoutesOptions = EditWorld & {
  config: Pick<Config, 'regionAllow' | 'regionDeny' | 'minPaymentMsat'>
}

const VERIFICATIONS_PER_HOUR = { max: 10, windowSeconds: 3_600 }

export function accountRoutes(app: FastifyInstance, world: AccountRoutesOptions): void {
  const { database, clock, config } = world

  on(app, updateAccount, ({ body }, { who, operationId }) => editAccount(world, who, operationId, body))
  on(app, updatePreferences, ({ body }, { who }) => editPreferences(world, who, body))

  on(app, getProfile, ({ params }) => readProfile(world, params.profileUrl))
  on(app, checkUsername, ({ params }, { who }) => checkFreeUsername(world, who, params.username))
  on(app, makeRandomUsername, (_input, { who }) => makeUpUsername(world, who))

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

  onText(app, exportAccount, (_input, { who }) => writeExport(world, who))
  on(app, getDeletion, (_input, { who }) => readDeletion(world, who))
  on(app, deleteAccount, ({ body }, { who }) => deletePerson(world, who, body))
}
