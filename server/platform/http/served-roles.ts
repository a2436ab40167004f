/** Which routes a process serves by its ROLE. All routes are bound in every process, because background jobs read through /v1 as
 * visitors do; requests from the network for another role's routes are not found. */
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Role } from '#server/platform/config/values.ts'
import { notFound } from '#server/platform/errors.ts'

const OF_ALL = /^\/(livez|readyz)\/?(\?|$)/
const OF_RELAY = /^\/relay\/?(\?|$)/i

export function serveOnly(app: FastifyInstance, roles: readonly Role[]): void {
  if (roles.includes('web') && roles.includes('relay')) return
  app.addHook('onRequest', async ({ raw }) => {
    const { url = '' } = raw
    if (!(raw.socket instanceof Socket) || OF_ALL.test(url)) return
    if (!roles.includes(OF_RELAY.test(url) ? 'relay' : 'web')) throw notFound()
  })
}
