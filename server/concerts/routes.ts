/** Binds the calls for concerts. Tickets are bound by server/payments/tickets. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/concerts/concerts.ts'
import { on, onText } from '#server/platform/http/http.ts'
import { listConcerts, listOwnConcerts, readConcert, writeCalendar } from './concerts.ts'
import type { ConcertDeps } from './deps.ts'
import { createConcert, deleteConcert, publishConcert, setHelpers, setPicture, updateConcert } from './editing.ts'

export function concertRoutes(app: FastifyInstance, deps: ConcertDeps): void {
  on(app, calls.listConcerts, ({ query }) => listConcerts(deps, query))
  on(app, calls.listOwnConcerts, (_input, { caller }) => listOwnConcerts(deps, caller))
  on(app, calls.getConcert, ({ params }, { caller }) => readConcert(deps, caller, params.concertId))
  onText(app, calls.getConcertCalendar, ({ params }, { caller }) => writeCalendar(deps, caller, params.concertId))
  on(app, calls.createConcert, ({ body }, { caller, operationId }) => createConcert(deps, caller, operationId, body))
  on(app, calls.updateConcert, ({ params, query, body: fields }, { caller }) =>
    updateConcert(deps, caller, params.concertId, { ...query, fields }),
  )
  on(app, calls.setConcertPicture, ({ params, body }, { caller }) =>
    setPicture(deps, caller, params.concertId, body.picture),
  )
  on(app, calls.publishConcert, ({ params, body }, { caller }) =>
    publishConcert(deps, caller, params.concertId, body.isDraft),
  )
  on(app, calls.deleteConcert, ({ params }, { caller }) => deleteConcert(deps, caller, params.concertId))
  on(app, calls.setConcertHelpers, ({ params, body }, { caller }) =>
    setHelpers(deps, caller, params.concertId, body.usernames),
  )
}
