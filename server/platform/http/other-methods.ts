/** Methods that a known path does not support: 405 with Allow, in the envelope (RFC 9110, 15.5.6). Bound
 * last, when all routes are known. */
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { AppError } from '#server/platform/errors.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const satisfies HTTPMethods[]
const CALLS = /^\/v1\//

type Known = { url: string; methods: Set<string> }

/** Records every route that is bound from here on; the returned function binds the methods they do not support. */
export function watchMethods(app: FastifyInstance): () => void {
  const known = new Map<string, Known>()
  let isDone = false
  app.addHook('onRoute', ({ url, method }) => {
    if (isDone || !CALLS.test(url)) return
    // Paths that differ only in parameter names are one.
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
          throw new AppError(405, 'method-not-allowed')
        },
      })
    }
  }
}
