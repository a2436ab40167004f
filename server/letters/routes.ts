/** Binds the endpoints of the weekly letter. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/listening/letters.ts'
import { on } from '#server/platform/http/http.ts'
import { acceptOneClick } from '#server/platform/http/one-click.ts'
import { endLetters, type LetterDeps, readLetter, setLetter } from './letters.ts'

export function letterRoutes(app: FastifyInstance, deps: LetterDeps): void {
  on(app, calls.getLetter, (_input, { caller }) => readLetter(deps, caller))
  on(app, calls.setLetter, ({ body }, { caller }) => setLetter(deps, caller, body))
  acceptOneClick(app, (scope) => on(scope, calls.unsubscribeLetter, ({ query }) => endLetters(deps, query.token)))
}
