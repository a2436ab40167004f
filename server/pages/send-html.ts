/** Sends an HTML page, compressed as the client accepts, or 304 when the client has it already. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, FASTEST, type PageBody } from './built-files.ts'

export type HtmlPage = { status: number; etag: string; body: PageBody }

/** The caller has set the other headers. */
export async function sendHtml(request: FastifyRequest, reply: FastifyReply, page: HtmlPage): Promise<FastifyReply> {
  void reply.header('etag', page.etag)
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.status(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'], FASTEST)
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply
    .status(page.status)
    .type('text/html; charset=utf-8')
    .send(await page.body.as(encoding))
}
