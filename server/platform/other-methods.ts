/** Methods that a known address does not take: 405 with Allow, in the envelope (RFC 9110, 15.5.6).
 * Bound last, when all routes are known. */
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { errorCodes } from '#contract/errors.ts'
import { AppError } from './errors.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const satisfies HTTPMethods[]
const CALLS = /^\/v1\//

type Known = { url: string; methods: Set<string> }

/** Notes every route that is bound from here on; the answered function binds what they do not take. */
export function watchMethods(app: FastifyInstance): () => void {
  const known = new Map<string, Known>()
  let isDone = false
  app.addHook('onRoute', ({ url, method }) => {
    if (isDone || !CALLS.test(url)) return
    // Addresses that differ in the names of their parameters are one.
    const shape = url.toLowerCase().replaceAll(/:\w+/g, ':')
    const entry = known.get(shape) ?? { url, methods: new Set() }
    for (const one of [method].flat()) entry.methods.add(one)
    known.set(shape, entry)
  })
  return () => {
    isDone = true
    for (const { url, methods } of known.values()) {
      const allow = [...methods].toSorted().join(', ')
      app.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url,
        handler: async (_request, reply) => {
          void reply.header('allow', allow)
          throw new AppError(405, 'method-not-allowed', errorCodes['method-not-allowed'])
        },
      })
    }
  }
}
