/** Binds the endpoints of notifications. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/community/notifications.ts'
import { on } from '#server/platform/http/http.ts'
import { endDigests, readPreferences, updateKind, updatePreferences } from './choices.ts'
import type { NotificationDeps } from './deps.ts'
import { clearFlag, readFlag } from './flag.ts'
import { listOwnNotifications, readOwnNotifications } from './list.ts'
import { readPushKey } from './push-key.ts'
import { addSubscription, listOwnSubscriptions, removeSubscription } from './push-subscriptions.ts'

/** One-click unsubscribe requests of mail programs are a form with one field. */
const FORM = 'application/x-www-form-urlencoded'
const FORM_MAX_BYTES = 1_024

export function notificationRoutes(app: FastifyInstance, deps: NotificationDeps): void {
  on(app, calls.getNotificationFlag, (_input, { who }) => readFlag(deps, who))
  on(app, calls.clearNotificationFlag, (_input, { who }) => clearFlag(deps, who))
  on(app, calls.listNotifications, ({ query }, { who }) => listOwnNotifications(deps, who, query))
  on(app, calls.readNotifications, ({ body }, { who }) => readOwnNotifications(deps, who, body))

  on(app, calls.getNotificationPreferences, (_input, { who }) => readPreferences(deps, who))
  on(app, calls.updateNotificationPreferences, ({ body }, { who }) => updatePreferences(deps, who, body.emailDigest))
  on(app, calls.updateNotificationKind, ({ params, body }, { who }) => updateKind(deps, who, params.kind, body))
  void app.register(async (scope) => {
    if (!scope.hasContentTypeParser(FORM)) {
      scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_MAX_BYTES }, async () => null)
    }
    on(scope, calls.unsubscribe, ({ query }) => endDigests(deps, query.token))
  })

  on(app, calls.getPushKey, async () => {
    const { publicKey } = await readPushKey(deps)
    return { publicKey }
  })
  on(app, calls.listPushSubscriptions, (_input, { who }) => listOwnSubscriptions(deps, who))
  on(app, calls.addPushSubscription, ({ body }, { who, request }) =>
    addSubscription(deps, who, body, request.headers['user-agent'] ?? ''),
  )
  on(app, calls.removePushSubscription, ({ params }, { who }) => removeSubscription(deps, who, params.subscriptionId))
}
