/** The HTTP server before any room is bound to it: limits, headers, who is calling, errors as answers. */
import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { errorCodes } from '#contract/errors.ts'
import { isDatabaseAway, type Database } from './database.ts'
import { AppError } from './errors.ts'
import { endStreams } from './event-stream.ts'
import { failure } from './http.ts'
import { createIdempotency } from './idempotency.ts'
import type { Log } from './log.ts'
import { PICTURE_MAX_BYTES } from './form.ts'
import { answerHeaders, pageHeaders } from './security-headers.ts'
import type { Who } from './who.ts'

const IDLE_MS = 65_000
const JSON_MAX_BYTES = 1024 * 1024
const FORM_MAX_BYTES = PICTURE_MAX_BYTES + JSON_MAX_BYTES

export type HttpServerOptions = {
  database: Database
  log: Log
  trustedProxies: string
  resolveWho: (request: FastifyRequest) => Promise<Who>
  /** Answers to visitors may be kept as long as the contract says. */
  keepsAnswers?: boolean
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { database, log, trustedProxies, resolveWho } = options
  const app = Fastify({
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: 0,
    // A connection on which nothing happens is let go; uploads may take long, but not silently.
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: 65_000,
    trustProxy: trustedProxies === '' ? false : trustedProxies.split(',').map((address) => address.trim()),
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable,
    // Addresses that cannot be read at all come here, past every hook.
    frameworkErrors: (error, _request, reply) => {
      void answerFault(reply, knownFault(error))
    },
  })
  app.decorateRequest('who', null as never)
  app.decorate('idempotency', createIdempotency(database))
  app.decorate('visitorAnswers', options.keepsAnswers === true ? new Map() : null)
  await app.register(multipart, { limits: { fileSize: PICTURE_MAX_BYTES, files: 1 } })
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(request.url.startsWith('/v1/') ? answerHeaders : pageHeaders)
    const length = Number(request.headers['content-length'] ?? 0)
    const isForm = request.headers['content-type']?.startsWith('multipart/form-data') === true
    if (isForm && length > FORM_MAX_BYTES) {
      throw new AppError(413, 'payload-too-large', errorCodes['payload-too-large'])
    }
    request.who = await resolveWho(request)
  })
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = error instanceof AppError ? error : knownFault(error)
    if (known.status >= 500) log.error('request-failed', { method: request.method, url: request.url, error })
    return answerFault(reply, known)
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.status(404).send(failure(new AppError(404, 'not-found', errorCodes['not-found']))),
  )
  app.addHook('preClose', async () => endStreams())
  return app
}

/** What is no HTTP, or too large to be read as such, never becomes a request; it is answered all the same. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const code = isTooLarge ? 'payload-too-large' : 'bad-request'
  const body = JSON.stringify(failure(new AppError(isTooLarge ? 431 : 400, code, errorCodes[code])))
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\nconnection: close\r\n\r\n${body}`)
}

function answerFault(reply: FastifyReply, fault: AppError): FastifyReply {
  if (fault.retryAfterSeconds !== undefined) void reply.header('retry-after', fault.retryAfterSeconds)
  if (fault.status === 401) void reply.header('www-authenticate', 'Bearer')
  return reply.status(fault.status).header('cache-control', 'no-store').send(failure(fault))
}

function knownFault(error: FastifyError): AppError {
  if (error.statusCode === 413) return new AppError(413, 'payload-too-large', errorCodes['payload-too-large'])
  if (error.statusCode === 415) return new AppError(415, 'unsupported-media-type', errorCodes['unsupported-media-type'])
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError(400, 'bad-request', error.message)
  }
  if (isDatabaseAway(error)) return new AppError(503, 'unavailable', errorCodes.unavailable, 2)
  return new AppError(500, 'internal-error', errorCodes['internal-error'])
}
