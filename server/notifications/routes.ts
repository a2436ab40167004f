/** Binds the endpoints of notifications. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/community/notifications.ts'
import { on } from '#server/platform/http/http.ts'
import { acceptOneClick } from '#server/platform/http/one-click.ts'
import { endDigests, readPreferences, updateKind, updatePreferences } from './choices.ts'
import type { NotificationDeps } from './deps.ts'
import { clearFlag, readFlag } from './flag.ts'
import { listOwnNotifications, readOwnNotifications } from './list.ts'
import { readPushKey } from './push-key.ts'
import { addSubscription, listOwnSubscriptions, removeSubscription } from './push-subscriptions.ts'

export function notificationRoutes(app: FastifyInstance, deps: NotificationDeps): void {
  on(app, calls.getNotificationFlag, (_input, { caller }) => readFlag(deps, caller))
  on(app, calls.clearNotificationFlag, (_input, { caller }) => clearFlag(deps, caller))
  on(app, calls.listNotifications, ({ query }, { caller }) => listOwnNotifications(deps, caller, query))
  on(app, calls.readNotifications, ({ body }, { caller }) => readOwnNotifications(deps, caller, body))

  on(app, calls.getNotificationPreferences, (_input, { caller }) => readPreferences(deps, caller))
  on(app, calls.updateNotificationPreferences, ({ body }, { caller }) =>
    updatePreferences(deps, caller, body.emailDigest),
  )
  on(app, calls.updateNotificationKind, ({ params, body }, { caller }) => updateKind(deps, caller, params.kind, body))
  acceptOneClick(app, (scope) => on(scope, calls.unsubscribe, ({ query }) => endDigests(deps, query.token)))

  on(app, calls.getPushKey, async () => {
    const { publicKey } = await readPushKey(deps)
    return { publicKey }
  })
  on(app, calls.listPushSubscriptions, (_input, { caller }) => listOwnSubscriptions(deps, caller))
  on(app, calls.addPushSubscription, ({ body }, { caller, request }) =>
    addSubscription(deps, caller, body, request.headers['user-agent'] ?? ''),
  )
  on(app, calls.removePushSubscription, ({ params }, { caller }) =>
    removeSubscription(deps, caller, params.subscriptionId),
  )
}
