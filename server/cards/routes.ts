/** Binds the URLs of cards. Contains no behaviour. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cardKinds, getZapCard } from '#contract/listening/cards.ts'
import { notFound } from '#server/platform/errors.ts'
import { SAFE_HEADERS, sendStored } from '#server/platform/files/send-stored.ts'
import { on } from '#server/platform/http/http.ts'
import { readCard } from './cards.ts'
import type { CardDeps } from './deps.ts'
import { findZapCard, readZapCard } from './zap-cards.ts'

const HEADERS = {
  'Content-Type': 'image/jpeg',
  'Cache-Control': 'public, max-age=600',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  ...SAFE_HEADERS,
}
const ID_MAX = 300

export function cardRoutes(app: FastifyInstance, deps: CardDeps): void {
  on(app, getZapCard, ({ params, query }, { caller }) => findZapCard(deps, caller, params.paymentId, query))
  app.route({
    method: ['GET', 'HEAD'],
    url: '/cards/:kind/:file',
    handler: async (request, reply) => send(deps, request, reply),
  })
}

async function send(deps: CardDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { kind = '', file = '' } = request.params as Record<string, string>
  const id = /^(.+)\.jpg$/i.exec(file)?.[1]
  if (id === undefined || id.length > ID_MAX) throw notFound()
  const known = cardKinds.find((one) => one === kind)
  if (known === undefined && kind !== 'zap') throw notFound()
  const key = known === undefined ? await readZapCard(deps, id) : await readCard(deps, known, id)
  if (!(await sendStored(deps.files, key, { request, reply }, HEADERS))) throw notFound()
}
