/** Serves the Markdown files of docs/ as plain text at /docs/<name>.md, so that the guide at /docs can link to the
 * documentation of exactly this version. The guide itself is a page of web/. */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const FOLDER = 'docs'

/** Serves nothing if the folder is missing. */
export function repositoryDocsRoutes(app: FastifyInstance): void {
  for (const name of globSync('*.md', { cwd: FOLDER })) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(await readFile(join(FOLDER, name))),
    )
  }
}
