/** Serves the Markdown files of docs/ as plain text at /docs/<name>.md, so that the guide at /docs can link to the
 * documentation of exactly this version. The guide itself is a page of web/. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const FOLDER = 'docs'

export async function repositoryDocsRoutes(app: FastifyInstance): Promise<void> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.md'))
  for (const name of names) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(await readFile(join(FOLDER, name))),
    )
  }
}
