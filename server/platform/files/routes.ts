/** /files/…: uploads through signed URLs, and public or signed downloads.
 * Storage is disk-files.ts; range requests are ranges.ts. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { fileNotFound, requireValidKey } from './keys.ts'
import { SAFE_HEADERS, sendStored } from './send-stored.ts'
import { isDisk, type StoredFiles, type Chunk } from './files.ts'
import { cutOff, tooLarge } from './upload-errors.ts'

export type FileRoutesOptions = {
  files: StoredFiles
  /** Whether an upload is expected under this key; a link is good for one upload. */
  isAwaited?: (key: string) => Promise<boolean>
  /** Called once a complete upload is on disk, before the client gets the response. */
  onUploaded?: (key: string) => Promise<void>
  /** Called when a public file, or a part of it, was sent. */
  onDelivered?: (delivered: { key: string; ip: string; sentBytes: number; totalBytes: number }) => void
}

const IDLE_UPLOAD_MS = 60_000
const LINGER_MS = 3_000
const YEAR_SECONDS = 31_536_000
const REDIRECT_SECONDS = 3_600

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
  // Third-party players and feed readers show our artwork and play our audio.
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, Content-Length, ETag',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

const PRIVATE_HEADERS = { 'Cache-Control': 'private, no-store', 'Content-Disposition': 'attachment' }

export function fileRoutes(app: FastifyInstance, options: FileRoutesOptions): void {
  app.register(async (scope) => {
    // Bodies are streams: nothing may parse or buffer them before.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.put<FileRequest>('/files/*', (request, reply) => receiveFile(options, request, reply))
    scope.route<FileRequest>({
      method: ['GET', 'HEAD'],
      url: '/files/*',
      handler: (request, reply) => respondToFile(options, request, reply),
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
  const chunk = readPiece(request.headers['content-range'], maxBytes)
  if (chunk === null) {
    await files.writeLimited(key, request.raw, { maxBytes, ...(contentLength === undefined ? {} : { contentLength }) })
  } else if (!(await files.writeChunk(key, request.raw, chunk))) {
    throw cutOff()
  }
  await onUploaded?.(key)
}

/** `bytes 5-9/10` starts at the sixth byte of ten and runs to the end. A star instead of `5-9` says that all bytes have
 * been sent. Null: the whole file in one request. */
function readPiece(header: string | undefined, maxBytes: number): Chunk | null {
  if (header === undefined) return null
  const match = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15})$/.exec(header)
  const total = Number(match?.[3])
  const start = match?.[1] === undefined ? total : Number(match[1])
  const end = match?.[2] === undefined ? total - 1 : Number(match[2])
  if (match === null || total < 1 || end !== total - 1 || start > total) {
    throw new AppError(400, 'bad-request', 'Content-Range: from the byte asked for up to the last one')
  }
  if (total > maxBytes) throw tooLarge(maxBytes)
  return { start, total }
}

/** A client whose upload was interrupted asks at the same upload URL for the offset to resume from. */
async function sendOffset(files: StoredFiles, request: FastifyRequest<FileRequest>, reply: FastifyReply) {
  const key = request.params['*']
  files.verify('PUT', key, request.query)
  const offset = await files.offsetOf(key)
  return reply
    .code(200)
    .headers({ 'Upload-Offset': String(offset), 'Cache-Control': 'no-store' })
    .send()
}

/** A refused client reads our response while it is still sending: its bytes are drained briefly,
 * then the connection is closed. */
function hangUpSoon({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  const timer = setTimeout(() => raw.destroy(), LINGER_MS)
  raw.once('close', () => clearTimeout(timer))
  raw.resume()
}

async function respondToFile(
  { files, onDelivered }: FileRoutesOptions,
  request: FastifyRequest<FileRequest>,
  reply: FastifyReply,
) {
  const key = request.params['*']
  requireValidKey(key)
  if (request.method === 'HEAD' && request.query['method'] === 'PUT') return sendOffset(files, request, reply)
  const isPublic = key.startsWith('media/')
  // Private files in an object store are signed by the store and downloaded from there.
  if (!isPublic) files.verify('GET', key, request.query)
  const extension = key.slice(key.lastIndexOf('.') + 1)
  const headers = {
    'Content-Type': CONTENT_TYPES[extension] ?? 'application/octet-stream',
    ...SAFE_HEADERS,
    ...(isPublic ? PUBLIC_HEADERS : PRIVATE_HEADERS),
  }
  if (!isDisk(files) && files.isRedirecting) {
    const url = await files.signGet({ key, expiresSeconds: REDIRECT_SECONDS })
    return reply.header('Cache-Control', `private, max-age=${REDIRECT_SECONDS / 2}`).redirect(url, 302)
  }
  const onSent = (sentBytes: number, totalBytes: number) => {
    if (isPublic) onDelivered?.({ key, ip: request.caller.ip, sentBytes, totalBytes })
  }
  if (!(await sendStored(files, key, { request, reply }, headers, onSent))) throw fileNotFound()
}
