/** Binds the endpoints of fans. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/community/fans.ts'
import { on, onText } from '#server/platform/http/http.ts'
import { acceptOneClick } from '#server/platform/http/one-click.ts'
import type { FanDeps } from './deps.ts'
import { formatFans, listFansOf } from './fans.ts'
import { listMessages, writeMessage } from './messages.ts'
import { readThanks, thankFor } from './thanks.ts'
import { readChoices, setNamed, setStopped, unsubscribe } from './unsubscribe.ts'

export function fanRoutes(app: FastifyInstance, deps: FanDeps): void {
  on(app, calls.listFans, ({ params, query }, { caller }) => listFansOf(deps, caller, params.makerId, query))
  onText(app, calls.exportFans, ({ params, query }, { caller }) => formatFans(deps, caller, params.makerId, query))
  on(app, calls.listFanMessages, ({ params }, { caller }) => listMessages(deps, caller, params.makerId))
  on(app, calls.sendFanMessage, ({ params, body }, { caller, operationId }) =>
    writeMessage(deps, caller, operationId, { makerId: params.makerId, body }),
  )
  acceptOneClick(app, (scope) =>
    on(scope, calls.unsubscribeFan, ({ query }) => unsubscribe(deps, query.token, query.all ?? false)),
  )
  on(app, calls.getFanChoices, (_input, { caller }) => readChoices(deps, caller))
  on(app, calls.updateFanChoices, ({ body }, { caller }) => setNamed(deps, caller, body.isNamed))
  on(app, calls.updateFanStop, ({ params, body }, { caller }) =>
    setStopped(deps, caller, params.makerId, body.isStopped),
  )
  on(app, calls.getThanks, ({ params }, { caller }) => readThanks(deps, caller, params.paymentId))
  on(app, calls.sendThanks, ({ params, body }, { caller }) => thankFor(deps, caller, params.paymentId, body.content))
}
