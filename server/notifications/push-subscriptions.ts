/** Browsers in which a user has turned on push messages, each with the URL and keys from its push service. */
import { createHash, ECDH } from 'node:crypto'
import type { Data, Input } from '#contract/endpoint.ts'
import type { addPushSubscription } from '#contract/community/notifications.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { NotificationDeps } from './deps.ts'
import { deleteOwnSubscription, selectSubscriptions, upsertSubscription, type SubscriptionRow } from './push-queries.ts'

type SubscriptionDeps = Pick<NotificationDeps, 'database' | 'clock' | 'outbound'>
type Subscription = Data<typeof addPushSubscription>

const DEVICES_MAX = 10
const USER_AGENT_MAX = 300

export async function listOwnSubscriptions({ database }: Pick<SubscriptionDeps, 'database'>, caller: Caller) {
  requireUser(caller)
  return (await selectSubscriptions(database.read, caller.userId)).map(describe)
}

export async function addSubscription(
  { database, clock, outbound }: SubscriptionDeps,
  caller: Caller,
  { endpoint, keys }: Input<typeof addPushSubscription>['body'],
  userAgent: string,
): Promise<Subscription> {
  requireUser(caller)
  const url = URL.parse(endpoint)
  const isSafe = url?.protocol === 'https:' || (url !== null && outbound.isTestHost(url.host))
  if (!isSafe || !isPoint(keys.p256dh)) {
    throw new AppError(422, 'rule-broken', 'This is not a subscription of a push service.')
  }
  const now = clock.now()
  const row = {
    id: newId(now.getTime()),
    user_id: caller.userId,
    endpoint,
    p256dh: withoutPadding(keys.p256dh),
    auth: withoutPadding(keys.auth),
    user_agent: userAgent.slice(0, USER_AGENT_MAX),
    created_at: now,
  }
  return describe(await database.transaction((tx) => upsertSubscription(tx, row, DEVICES_MAX)))
}

export async function removeSubscription(
  { database }: Pick<SubscriptionDeps, 'database'>,
  caller: Caller,
  subscriptionId: string,
): Promise<null> {
  requireUser(caller)
  const isGone = await deleteOwnSubscription(database.read, caller.userId, subscriptionId)
  if (!isGone) throw notFound()
  return null
}

const withoutPadding = (text: string) => text.replace(/=+$/, '')

/** A point on the curve P-256; messages cannot be encrypted with anything else. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

function describe({ id, endpoint, user_agent: userAgent, created_at: createdAt }: SubscriptionRow): Subscription {
  const endpointHash = createHash('sha256').update(endpoint).digest('hex').slice(0, 16)
  return { subscriptionId: id, endpointHash, userAgent, createdAt }
}
