/** /files/…: uploads through signed URLs, and public or signed downloads.
 * Not how files are stored (files.ts) nor how ranges are answered (ranges.ts). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { type DiskFiles, isValidKey, tooLarge } from './files.ts'
import { sendFile } from './ranges.ts'

export type FileRoutesOptions = {
  files: DiskFiles
  /** Whether a file is waited for under this key; a link is good for one upload. */
  isAwaited?: (key: string) => Promise<boolean>
  /** Called once a whole upload is on disk, before the sender hears of it. */
  onUploaded?: (key: string) => Promise<void>
}

const IDLE_UPLOAD_MS = 60_000
const LINGER_MS = 3_000
const YEAR_SECONDS = 31_536_000

const CONTENT_TYPES: Record<string, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

/** Keys under media/ are named after an asset, so what they hold never changes. */
const PUBLIC_HEADERS = {
  'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
  // Other people's players and feed readers show our pictures and play our sound.
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, Content-Length, ETag',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** An uploaded file is shown to nobody as a page of ours, whatever it contains. */
const PRIVATE_HEADERS = { 'Cache-Control': 'private, no-store', 'Content-Disposition': 'attachment' }

const SAFE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'; sandbox" }

export function fileRoutes(app: FastifyInstance, options: FileRoutesOptions): void {
  app.register(async (scope) => {
    // Bodies stream to disk: nothing may parse or buffer them first.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.put<FileRequest>('/files/*', (request, reply) => receiveFile(options, request, reply))
    scope.route<FileRequest>({
      method: ['GET', 'HEAD'],
      url: '/files/*',
      handler: (request, reply) => answerFile(options.files, request, reply),
    })
  })
}

type FileRequest = { Params: { '*': string }; Querystring: Record<string, unknown> }

async function receiveFile(options: FileRoutesOptions, request: FastifyRequest<FileRequest>, reply: FastifyReply) {
  try {
    await storeUpload(options, request)
  } catch (error) {
    hangUpSoon(request)
    throw error
  }
  return reply.code(200).send({ success: true, data: {} })
}

async function storeUpload({ files, isAwaited, onUploaded }: FileRoutesOptions, request: FastifyRequest<FileRequest>) {
  const key = request.params['*']
  const { maxBytes, type } = files.verify('PUT', key, request.query)
  if (type !== '' && request.headers['content-type'] !== type) {
    throw new AppError(415, 'unsupported-media-type', `This link accepts ${type} only`)
  }
  if ((await isAwaited?.(key)) === false) {
    throw new AppError(409, 'conflict', 'This file has arrived already. Please ask for a new upload address.')
  }
  const announced = request.headers['content-length']
  const contentLength = announced === undefined ? undefined : Number(announced)
  if (contentLength !== undefined && contentLength > maxBytes) throw tooLarge(maxBytes)
  request.raw.setTimeout(IDLE_UPLOAD_MS, () => request.raw.destroy())
  await files.writeLimited(key, request.raw, { maxBytes, ...(contentLength === undefined ? {} : { contentLength }) })
  await onUploaded?.(key)
}

/** A refused sender reads our answer while it is still sending: its bytes are taken for a moment, then it is cut off. */
function hangUpSoon({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  const timer = setTimeout(() => raw.destroy(), LINGER_MS)
  raw.once('close', () => clearTimeout(timer))
  raw.resume()
}

async function answerFile(files: DiskFiles, request: FastifyRequest<FileRequest>, reply: FastifyReply) {
  const key = request.params['*']
  if (!isValidKey(key)) throw notFound()
  const isPublic = key.startsWith('media/')
  if (!isPublic) files.verify('GET', key, request.query)
  const extension = key.slice(key.lastIndexOf('.') + 1)
  const headers = {
    'Content-Type': CONTENT_TYPES[extension] ?? 'application/octet-stream',
    ...SAFE_HEADERS,
    ...(isPublic ? PUBLIC_HEADERS : PRIVATE_HEADERS),
  }
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  const isSent = await sendFile(request.raw, reply.raw, files.pathOf(key), headers)
  if (!isSent) throw notFound()
  reply.hijack()
}

const notFound = () => new AppError(404, 'not-found', 'There is no such file')
