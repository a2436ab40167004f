/** Sends an archive at its signed URL, `/downloads/<archive>/everything.zip`, also in ranges. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { verifyFilePath } from '#server/downloads/links.ts'
import { joinedPartsOf } from '#server/downloads/zip/joined-parts.ts'
import { notFound } from '#server/platform/errors.ts'
import { attachment } from '#server/platform/files/disposition.ts'
import { sendJoined } from '#server/platform/files/joined.ts'
import { SAFE_HEADERS } from '#server/platform/files/send-stored.ts'
import { FILE_NAME } from './archive.ts'
import type { ArchiveDeps } from './deps.ts'
import { layoutOf } from './layout.ts'
import { selectFiles, selectReady } from './queries.ts'

type SendDeps = Pick<ArchiveDeps, 'database' | 'clock' | 'files' | 'secret' | 'brandName'>

export function sendRoutes(app: FastifyInstance, deps: SendDeps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `/downloads/:contentId/${FILE_NAME}`,
    handler: (request, reply) => send(deps, request, reply),
  })
}

async function send(deps: SendDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { database, files, brandName } = deps
  const { contentId: id = '' } = request.params as Record<string, string>
  verifyFilePath(deps, id, request.query as Record<string, unknown>)
  const archive = await selectReady(database.read, id)
  if (archive === undefined) throw notFound()
  const madeAt = archive.made_at!
  const rows = await selectFiles(database.read, id)
  // After a restore from a backup, the stored files of the archive are missing.
  if ((await files.stat(rows.at(-1)!.file_key)) === null) throw notFound()
  const layout = layoutOf(rows, madeAt)
  const keys = rows.map((row) => row.file_key)
  const joined = {
    size: layout.bytes,
    etag: `"${id}"`,
    modifiedMs: madeAt.getTime(),
    partsOf: (start: number, end: number) => joinedPartsOf(layout, keys, start, end),
  }
  await sendJoined(
    files,
    joined,
    { request, reply },
    {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(`${brandName} ${madeAt.toISOString().slice(0, 10)}.zip`, `${id}.zip`),
      'Cache-Control': 'private, no-cache',
      ...SAFE_HEADERS,
    },
  )
}
