/** The addresses of files for download: `/downloads/<content>/<track>.<format>`, and `all.<format>.zip` for an album. They are
 * signed; a response can be requested in ranges. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DownloadFormat } from '#contract/catalog/downloads.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { attachment } from '#server/platform/files/disposition.ts'
import { sendJoined } from '#server/platform/files/joined.ts'
import { SAFE_HEADERS, sendStored } from '#server/platform/files/send-stored.ts'
import type { DownloadDeps } from './deps.ts'
import { verifyFilePath } from './links.ts'
import { ARCHIVE_STEM, joinedArchive } from './listing.ts'
import { selectFiles } from './right-queries.ts'
import { readSubject } from './subjects.ts'
import { fileNameOf } from './zip/zip.ts'

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const TYPES = { flac: 'audio/flac', mp3: 'audio/mpeg', opus: 'audio/ogg' } as const

export function sendRoutes(app: FastifyInstance, deps: DownloadDeps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/downloads/:contentId/:file',
    handler: (request, reply) => send(deps, request, reply),
  })
}

async function send(deps: DownloadDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { database, clock, files } = deps
  const { contentId = '', file = '' } = request.params as Record<string, string>
  const [stem = '', extension = '', archive] = file.split('.')
  const format = DownloadFormat.safeParse(extension)
  if (!ID.test(contentId) || !format.success || (archive ?? 'zip') !== 'zip') throw notFound()
  const { since } = verifyFilePath(deps, contentId, request.query as Record<string, unknown>)
  const subject = await readSubject(database.read, contentId, clock.now())
  if (subject.is_taken_down) throw new AppError(404, 'content-gone')
  const rows = await selectFiles(database.read, contentId, { since, now: clock.now() })
  const headers = (type: string, name: string) => ({
    'Content-Type': type,
    'Content-Disposition': attachment(name, `${contentId}.${extension}`),
    'Cache-Control': 'private, no-cache',
    ...SAFE_HEADERS,
  })
  if (archive === undefined) {
    const row = rows.find((one) => one.track_id === stem && one.format === format.data)
    const name = `${fileNameOf(`${subject.artist_name} - ${row?.title ?? ''}`)}.${format.data}`
    const isSent =
      row !== undefined &&
      (await sendStored(files, row.file_key, { request, reply }, headers(TYPES[format.data], name)))
    if (!isSent) throw notFound()
    return
  }
  const joined = stem === ARCHIVE_STEM && subject.content_type === 'album' && joinedArchive(subject, rows, format.data)
  if (!joined) throw notFound()
  const name = `${fileNameOf(`${subject.artist_name} - ${subject.title}`)}.zip`
  await sendJoined(files, joined, { request, reply }, headers('application/zip', name))
}
