/** Server-sent events: one stream per response, with a heartbeat, ended when the client or the server goes away. Events
 * are not queued: a client that reconnects gets the current state first. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { pathOf } from '#contract/endpoint.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { errorCodes } from '#contract/errors.ts'
import { type Caller } from './caller.ts'
import { malformed } from './field-errors.ts'
import { requireUser } from './authorization.ts'

const HEARTBEAT_MS = 15_000
const MAX_STREAMS = 5_000
/** A single address must not use up the streams of all others. */
const MAX_STREAMS_PER_ADDRESS = 200

type Payload<E extends Endpoint> = E['events'] extends z.ZodMiniType ? z.output<E['events']> : never
type Feed<E extends Endpoint> = (
  input: Input<E>,
  context: { caller: Caller; signal: AbortSignal },
) => AsyncIterable<Payload<E>> | Promise<AsyncIterable<Payload<E>>>

/** Public streams leave capacity for those of signed-in users. */
const MAX_PUBLIC_STREAMS = 3_000

type OpenStream = { ip: string; path: string }
const open = new Map<AbortController, OpenStream>()

/** Ends all streams, so that the server can close. */
export function endStreams(): void {
  for (const controller of open.keys()) controller.abort()
}

export const countStreams = () => open.size

export function onEvents<E extends Endpoint>(app: FastifyInstance, endpoint: E, feed: Feed<E>): void {
  app.route({
    method: 'GET',
    url: pathOf(endpoint),
    // A HEAD request would be a stream without an end.
    exposeHeadRoute: false,
    config: { isStream: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.access !== 'public') requireUser(request.caller)
      const { ip } = request.caller
      requireRoom(endpoint, ip, [...open.values()])
      const input = parseStreamInput(endpoint, request) as Input<E>
      const controller = new AbortController()
      // Counted before the first await, so that concurrent requests cannot exceed the limit.
      open.set(controller, { ip, path: endpoint.path })
      try {
        const events = await feed(input, { caller: request.caller, signal: controller.signal })
        await write(endpoint, reply, controller, events)
      } finally {
        open.delete(controller)
      }
    },
  })
}

/** Only streams without a path parameter are public: the others need an id that only their user knows. */
function requireRoom(endpoint: Endpoint, ip: string, streams: readonly OpenStream[]): void {
  const isForAll = endpoint.access === 'public' && endpoint.params === undefined
  const alike = isForAll ? streams.filter(({ path }) => path === endpoint.path).length : 0
  if (streams.length >= MAX_STREAMS || alike >= MAX_PUBLIC_STREAMS) {
    throw new AppError(503, 'unavailable', errorCodes.unavailable, 5)
  }
  if (streams.filter((one) => one.ip === ip).length >= MAX_STREAMS_PER_ADDRESS) {
    throw new AppError(429, 'too-many-requests', errorCodes['too-many-requests'], 5)
  }
}

function parseStreamInput(endpoint: Endpoint, request: FastifyRequest): { params: unknown; query: unknown } {
  const params = endpoint.params ? z.safeDecode(endpoint.params, request.params) : undefined
  if (params?.success === false) throw notFound()
  const query = endpoint.query ? z.safeDecode(endpoint.query, request.query) : undefined
  if (query?.success === false) throw malformed(query.error.issues, request.query, null)
  return { params: params?.data, query: query?.data }
}

async function write<E extends Endpoint>(
  endpoint: E,
  reply: FastifyReply,
  controller: AbortController,
  events: AsyncIterable<Payload<E>>,
): Promise<void> {
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  void reply.hijack()
  reply.raw.on('close', () => controller.abort())
  // A client that disconnected before this line causes no `close` event.
  if (reply.raw.destroyed) controller.abort()
  // Sends the headers: the client knows that the stream is open before there is an event.
  reply.raw.write(':\n\n')
  const heartbeat = setInterval(() => reply.raw.write(':\n\n'), HEARTBEAT_MS)
  try {
    for await (const event of events) {
      const wire = z.encode(endpoint.events as z.ZodMiniType, event)
      reply.raw.write(`data: ${JSON.stringify(wire)}\n\n`)
      if (controller.signal.aborted) break
    }
  } catch {
    // The client reconnects and gets the current state.
  } finally {
    clearInterval(heartbeat)
    reply.raw.end()
  }
}
