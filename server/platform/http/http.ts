/** Binds the contract to Fastify: parses the request, calls the handler, encodes the response.
 * Contains no behaviour and no routes of its own. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Data, Endpoint, Input, VisitorInput } from '#contract/endpoint.ts'
import { callName, pathOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { AppError } from '#server/platform/errors.ts'
import { malformed } from './field-errors.ts'
import { readForm } from './form.ts'
import type { Idempotency, IdempotencyScope } from './idempotency.ts'
import { newId } from '#server/platform/ids.ts'
import { pageLanguage } from './page-language.ts'
import { readKept, respondToVisitor, type VisitorResponses } from './visitor-responses.ts'
import { type Caller } from './caller.ts'
import { requireOperator, requireUser } from './authorization.ts'

// Only for the log, when our own response breaks the contract; users see field-errors.ts.
z.config(z.locales.en())

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** The nostr key that signed this request, or null. */
    provenKey: string | null
    /** The body, when it had to be read before parsing. */
    wholeBody: Buffer | null
  }
  interface FastifyInstance {
    idempotency: Idempotency
    /** The cache of responses; null when nothing is cached. */
    visitorResponses: VisitorResponses | null
    /** What visitors can call, by name, for pages (visitor-calls.ts). */
    visitorCalls: Map<string, VisitorCall>
    /** The refusal that an error is, which is logged if it is a fault of ours. */
    faultOf(error: Error, request: { method: string; url: string }): AppError
    /** Something that visitors see has changed. */
    notePublicChange(): void
  }
  interface FastifyContextConfig {
    /** On this route the nostr key that signed the request is the subject of the request, not the caller. */
    provesKey?: true
    /** The error format of this route, if it is not our envelope. */
    writeFault?: (fault: AppError) => object
  }
}

export type Context = {
  caller: Caller
  /** The id for what this call creates; the same when the call is repeated with its Idempotency-Key. */
  operationId: string
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the body of the response. `path` is the call's URL, by which responses are cached. */
export type VisitorCall = (path: string, sent: VisitorInput) => Promise<unknown>

/** The visitor for whom pages are rendered. */
const HERE: Caller = { kind: 'visitor', ip: '127.0.0.1' }

/** What visitors read is also read for pages, without a request. */
type ContextOf<E extends Endpoint> = E extends { method: 'GET'; access: 'public' }
  ? Pick<Context, 'caller' | 'operationId'>
  : Context

export type Handler<E extends Endpoint> = (input: Input<E>, context: ContextOf<E>) => Promise<Data<E>>

export function on<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const respond = async (input: unknown, context: Partial<Context>) => {
    const data = await handler(input as Input<E>, context as ContextOf<E>)
    return { success: true, data: encodeData(endpoint, data) }
  }
  if (endpoint.method === 'GET' && endpoint.access === 'public' && endpoint.provesKey === undefined) {
    app.visitorCalls.set(callName(endpoint), async (path, sent) => {
      const work = async () => respond(decodeInput(endpoint, sent, null), { caller: HERE, operationId: newId() })
      const cached = app.visitorResponses
      if (cached === null || endpoint.cacheSeconds === undefined) return work()
      return (await readKept(cached, endpoint.cacheSeconds, path, work)).body
    })
  }
  app.route({
    method: endpoint.method,
    url: pathOf(endpoint),
    ...(endpoint.provesKey && { config: { provesKey: true } }),
    handler: async (request, reply) => {
      if (endpoint.provesKey && request.provenKey === null) throw unauthorized()
      const { caller } = request
      admit(endpoint, caller)
      const cached = app.visitorResponses
      if (cached !== null && endpoint.cacheSeconds !== undefined && caller.kind === 'visitor') {
        return respondToVisitor(cached, endpoint.cacheSeconds, request, reply, async () =>
          respond(await parseInput(endpoint, request), { caller, operationId: newId(), request, reply }),
        )
      }
      void reply.header('cache-control', 'no-store')
      const input = await parseInput(endpoint, request)
      const run = async (operationId: string) => {
        const answer = await respond(input, { caller, operationId, request, reply })
        if (endpoint.status !== undefined) void reply.status(endpoint.status)
        // An artist who publishes and then immediately looks as a listener must see the change.
        if (endpoint.method !== 'GET' && endpoint.isUnseen !== true) app.notePublicChange()
        return answer
      }
      const key = request.headers['idempotency-key']
      if (endpoint.method === 'GET' || endpoint.isSecret === true || typeof key !== 'string') return run(newId())
      return runOnce(app.idempotency, scopeOf(request, key, input), reply, run)
    },
  })
}

/** Binds an endpoint of an external standard: responses and errors are sent without our envelope. */
export function onRaw<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  writeFault: (fault: AppError) => object,
  handler: (input: Input<E>, context: Context) => Promise<Data<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: pathOf(endpoint),
    // A HEAD request would do all the work and discard the result.
    exposeHeadRoute: false,
    config: { writeFault },
    handler: async (request, reply) => {
      void reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
      const input = await parseInput(endpoint, request)
      return encodeData(
        endpoint,
        await handler(input as Input<E>, { caller: request.caller, operationId: newId(), request, reply }),
      )
    },
  })
}

/** Binds an endpoint whose response is text streamed in chunks, of any length. */
export function onText<E extends Endpoint & { textType: string }>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: Input<E>, context: { caller: Caller }) => AsyncGenerator<string> | Promise<AsyncGenerator<string>>,
): void {
  app.route({
    method: endpoint.method,
    url: pathOf(endpoint),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      admit(endpoint, request.caller)
      const input = await parseInput(endpoint, request)
      const chunks = await handler(input as Input<E>, { caller: request.caller })
      void reply.header('cache-control', 'no-store').type(endpoint.textType)
      return reply.send(Readable.from(chunks, { objectMode: false }))
    },
  })
}

function unauthorized(): AppError {
  return new AppError(401, 'unauthorized')
}

function admit(endpoint: Endpoint, caller: Caller): void {
  if (endpoint.access === 'user') requireUser(caller)
  else if (endpoint.access !== 'public') requireOperator(caller, endpoint)
}

async function parseInput(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  const { params, query } = request
  const body = endpoint.body && endpoint.isForm ? await readForm(request) : request.body
  return decodeInput(endpoint, { params, query, body }, pageLanguage(request.headers['accept-language']))
}

type Part = 'params' | 'query' | 'body'

function decodeInput(endpoint: Endpoint, sent: { [P in Part]?: unknown }, language: Language | null) {
  const input: Partial<Record<Part, unknown>> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema) input[part] = decode(schema, sent[part], language)
  }
  return input
}

function decode(schema: z.ZodMiniType, value: unknown, language: Language | null): unknown {
  const result = z.safeDecode(schema, value)
  if (result.success) {
    requireStorable(result.data)
    return result.data
  }
  throw malformed(result.error.issues, value, language)
}

/** PostgreSQL can store neither NUL characters nor unpaired surrogates, so both are refused. */
function requireStorable(value: unknown): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throw new AppError(400, 'bad-request', 'A text must not contain the character NUL or an unpaired surrogate.')
  }
  if (typeof value === 'object' && value !== null && !(value instanceof File))
    Object.values(value).forEach(requireStorable)
}

function encodeData(endpoint: Endpoint, data: unknown): unknown {
  const result = z.safeEncode(endpoint.data, data)
  if (!result.success) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} would respond outside its contract: ${z.prettifyError(result.error)}`,
    )
  }
  return result.data
}

function scopeOf(request: FastifyRequest, key: string, input: unknown): IdempotencyScope {
  if (key.length < 1 || key.length > 255) throw new AppError(400, 'bad-request', 'Idempotency-Key: 1 to 255 characters')
  const body = JSON.stringify(input, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  const params = Object.values((request.params ?? {}) as Record<string, string>)
  return {
    actor: request.caller.kind === 'user' ? request.caller.userId : `ip:${request.ip}`,
    method: request.method,
    // Independent of how the URL was spelled: the same key must not do the same thing twice.
    path: [request.routeOptions.url, ...params].join(' ').toLowerCase(),
    key,
    requestHash: createHash('sha256').update(body).digest('hex'),
  }
}

async function runOnce(
  idempotency: Idempotency,
  scope: IdempotencyScope,
  reply: FastifyReply,
  run: (operationId: string) => Promise<unknown>,
): Promise<unknown> {
  const claim = await idempotency.claim(scope)
  if (claim.kind === 'stored') {
    void reply.status(claim.stored.status).header('idempotency-replayed', 'true')
    return claim.stored.answer
  }
  try {
    const answer = await run(claim.operationId)
    await idempotency.finish(scope, claim.operationId, { status: reply.statusCode, answer })
    return answer
  } catch (error) {
    // Errors that a repeat may overcome are not stored: the caller waits, or sends a proof.
    const isOurs =
      error instanceof AppError && error.status < 500 && error.status !== 429 && error.code !== 'proof-needed'
    await idempotency.finish(scope, claim.operationId, isOurs ? { status: error.status, answer: failure(error) } : null)
    throw error
  }
}

export function failure(error: AppError): { success: false; error: string; code: string } {
  return { success: false, error: error.message, code: error.code, ...error.details }
}
