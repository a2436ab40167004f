/** One-click unsubscribe requests of mail programs (RFC 8058) are a form with one field, which says nothing more. */
import type { FastifyInstance } from 'fastify'

const FORM = 'application/x-www-form-urlencoded'
const FORM_MAX_BYTES = 1_024

/** The routes bound within accept such a form as their body. */
export function acceptOneClick(app: FastifyInstance, bind: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    if (!scope.hasContentTypeParser(FORM)) {
      scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_MAX_BYTES }, async () => null)
    }
    bind(scope)
  })
}
