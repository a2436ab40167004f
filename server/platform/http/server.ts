/** The HTTP server before any routes are bound: limits, headers, authentication of the caller, errors as responses. */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Registry } from '@prometheus-io/client'
import { errorCodes } from '#contract/errors.ts'
import { IMAGE_MAX_BYTES } from '#contract/fields.ts'
import { isConflict, isDatabaseUnreachable, type Database } from '#server/platform/database/database.ts'
import { isDiskFull, storageFull } from '#server/platform/files/disk.ts'
import { AppError, Moved, notFound } from '#server/platform/errors.ts'
import { endStreams } from './event-stream.ts'
import { failure } from './http.ts'
import { identifyRequests, measureRequests, traceRequests } from './observe.ts'
import { createIdempotency } from './idempotency.ts'
import type { Log } from '#server/platform/log.ts'
import { apiHeaders, createPageHeaders } from './security-headers.ts'
import type { VisitorResponses } from './visitor-responses.ts'
import { createInFlight, type InFlight } from './in-flight.ts'
import type { Caller } from './caller.ts'
import { translateFault } from '#server/platform/error-texts.ts'
import { newRequestId } from '#server/platform/request-id.ts'
import { readBounded } from '#server/platform/bounded-body.ts'

declare module 'fastify' {
  interface FastifyInstance {
    inFlight: InFlight
  }
}

const IDLE_MS = 65_000
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
/** About as long as a restart takes. */
const STOPPED_SECONDS = 5
const JSON_MAX_BYTES = 1024 * 1024
const FORM_MAX_BYTES = IMAGE_MAX_BYTES + JSON_MAX_BYTES

export type HttpServerOptions = {
  database: Database
  log: Log
  trustedProxies: string
  /** `bodySha256` is given when the request says that its body is signed; null when it has no body. */
  authenticate: (request: FastifyRequest, bodySha256?: string | null) => Promise<Caller>
  /** True when authenticating the caller requires the body. */
  isBodySigned?: (request: FastifyRequest) => boolean
  /** Responses to visitors may be cached for the time that the contract states. */
  cachesResponses?: boolean
  /** Origins besides this server to which files are uploaded and from which they are shown. */
  fileOrigins?: readonly string[]
  /** Audio may come from these hosts without https. */
  mediaOrigins?: readonly string[]
  /** Throws when nothing can be written at the moment. Checked before every call that is not a GET. */
  requireWritable?: () => Promise<void>
  /** Nostr relays besides ours that pages connect to. */
  publicRelays?: readonly string[]
  /** Where the durations of requests are counted. */
  registry?: Registry
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { database, log, trustedProxies, isBodySigned = () => false } = options
  const inFlight = createInFlight()
  const authenticate: typeof options.authenticate = (...asked) => inFlight.track(options.authenticate(...asked))
  const pageHeaders = createPageHeaders(options.fileOrigins ?? [], options.publicRelays ?? [], options.mediaOrigins)
  const app = Fastify({
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: 0,
    // Idle connections are closed; uploads may take long as long as bytes arrive.
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: 65_000,
    trustProxy: trustedProxies === '' ? false : trustedProxies.split(',').map((address) => address.trim()),
    forceCloseConnections: 'idle',
    // The response is sent below instead, like every other refusal.
    return503OnClosing: false,
    genReqId: newRequestId,
    clientErrorHandler: respondToUnreadable,
    // URLs that cannot be parsed arrive here and skip all hooks.
    frameworkErrors: (error, _request, reply) => {
      void respondWithFault(reply, knownFault(error))
    },
  })
  app.decorate('inFlight', inFlight)
  identifyRequests(app)
  traceRequests(app)
  if (options.registry !== undefined) measureRequests(app, options.registry)
  trackHandlers(app, inFlight)
  app.decorateRequest('caller', null as never)
  app.decorateRequest('provenKey', null)
  app.decorateRequest('wholeBody', null)
  // A key is committed before the operation it belongs to, so whenever the operation is on disk, its key is too.
  app.decorate('idempotency', createIdempotency(database.relaxed))
  cacheVisitorResponses(app, options)
  await app.register(multipart, { limits: { fileSize: IMAGE_MAX_BYTES, files: 1 } })
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async (request, reply) => {
    if (isStopping) {
      void reply.header('connection', 'close')
      return respondWithFault(reply, new AppError(503, 'unavailable', errorCodes.unavailable, STOPPED_SECONDS))
    }
    void reply.headers(request.url.startsWith('/v1/') ? apiHeaders : pageHeaders)
    if (!READING.has(request.method)) await options.requireWritable?.()
    const length = Number(request.headers['content-length'] ?? 0)
    if (isForm(request) && length > FORM_MAX_BYTES) {
      throw new AppError(413, 'payload-too-large')
    }
    request.caller = isBodySigned(request) ? { kind: 'visitor', ip: request.ip } : await authenticate(request)
  })
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!isBodySigned(request)) return payload
    const body = hasBody(request) ? await readFully(payload, isForm(request) ? FORM_MAX_BYTES : JSON_MAX_BYTES) : null
    request.caller = await authenticate(request, body === null ? null : createHash('sha256').update(body).digest('hex'))
    if (body === null) return payload
    request.wholeBody = body
    // A single chunk of the original length: the parser compares it with the announced length.
    return Object.assign(Readable.from([body], { objectMode: false }), { receivedEncodedLength: body.length })
  })
  respondToErrors(app, log)
  app.setNotFoundHandler((request, reply) => reply.status(404).send({ ...failure(notFound()), requestId: request.id }))
  app.addHook('preClose', async () => endStreams())
  return app
}

function respondToErrors(app: FastifyInstance, log: Log): void {
  app.decorate('faultOf', (error: FastifyError | AppError, request) => {
    const known = error instanceof AppError ? error : knownFault(error)
    if (known.status >= 500) logFault(log, request, known, error)
    return known
  })
  app.setErrorHandler((error: FastifyError | AppError, request, reply) =>
    respondWithFault(reply, app.faultOf(error, request)),
  )
}

function cacheVisitorResponses(app: FastifyInstance, { database, cachesResponses }: HttpServerOptions): void {
  const responses: VisitorResponses | null = cachesResponses === true ? new Map() : null
  app.decorate('visitorResponses', responses)
  app.decorate('visitorCalls', new Map())
  app.decorate('notePublicChange', () => {
    responses?.clear()
    database.replicas?.awaitChange()
  })
}

/** A deliberate refusal is not a bug, and its stack is of no use. Query strings contain tokens and are not logged. */
function logFault(log: Log, { method, url }: { method: string; url: string }, known: AppError, error: Error): void {
  const path = url.split('?', 1)[0]
  if (!(error instanceof AppError)) return log.error('request-failed', { method, path, error })
  const { status, code } = known
  // `unavailable` does not say which part is missing; other codes are logged where they originate.
  log[code === 'unavailable' ? 'warn' : 'info']('request-refused', { method, path, status, code })
}

/** Tracks the handlers of all routes bound from here on as work in progress until they have ended. */
export function trackHandlers(app: FastifyInstance, inFlight: InFlight): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const work: unknown = handler.call(this, request, reply)
      return work instanceof Promise ? inFlight.track(work) : work
    }
  })
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') === true
}

/** A request has a body only if its headers announce one. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function readFully(payload: Readable, maxBytes: number): Promise<Buffer> {
  // Refusing a body half-way must not close the connection, which still carries the response.
  const body = payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  return readBounded(body, maxBytes, () => new AppError(413, 'payload-too-large'))
}

/** Data that is not HTTP, or whose headers are too large, never becomes a request; it still gets a response. */
function respondToUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const code = isTooLarge ? 'payload-too-large' : 'bad-request'
  const body = JSON.stringify(failure(new AppError(isTooLarge ? 431 : 400, code)))
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\nconnection: close\r\n\r\n${body}`)
}

function respondWithFault(reply: FastifyReply, fault: AppError): FastifyReply {
  if (fault.retryAfterSeconds !== undefined) void reply.header('retry-after', fault.retryAfterSeconds)
  if (fault instanceof Moved) void reply.header('location', fault.location)
  if (fault.status === 401) void reply.header('www-authenticate', 'Bearer')
  const { id: requestId, headers } = reply.request
  const write = reply.routeOptions?.config.writeFault ?? ((known: AppError) => ({ ...failure(known), requestId }))
  return reply
    .status(fault.status)
    .headers({ 'cache-control': 'no-store', 'x-request-id': requestId })
    .send(write(translateFault(fault, requestId, headers['accept-language'])))
}

function knownFault(error: FastifyError): AppError {
  if (error.statusCode === 413) return new AppError(413, 'payload-too-large')
  if (error.statusCode === 415) return new AppError(415, 'unsupported-media-type')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError(400, 'bad-request')
  }
  if (isDiskFull(error)) return storageFull()
  // A conflict that all attempts met: nothing was written.
  if (isDatabaseUnreachable(error) || isConflict(error))
    return new AppError(503, 'unavailable', errorCodes.unavailable, 2)
  return new AppError(500, 'internal-error')
}
