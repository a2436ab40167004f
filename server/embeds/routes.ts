/** Binds the embedded players and the oEmbed endpoint. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import { getOembed } from '#contract/listening/embeds.ts'
import type { AppError } from '#server/platform/errors.ts'
import { onRaw } from '#server/platform/http/http.ts'
import type { Embeds } from './embeds.ts'
import { handleOembed } from './oembed.ts'
import { createEmbedPages } from './pages.ts'

export function embedRoutes(app: FastifyInstance, embeds: Embeds): void {
  onRaw(app, getOembed, writeRefusal, ({ query }, { request }) =>
    handleOembed(embeds, query, `${request.protocol}://${request.host}`),
  )
  const response = createEmbedPages(embeds)
  app.route({ method: ['GET', 'HEAD'], url: '/embed/:type/:id', handler: response })
}

/** oEmbed defines statuses only; the message is for developers. */
function writeRefusal({ message }: AppError): { error: string } {
  return { error: message }
}
