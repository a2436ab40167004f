/** What is known about each request: its id, and its duration by route, for the metrics. */
import { context, type Context, propagation, ROOT_CONTEXT, type Span, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Histogram, type Registry } from '@prometheus-io/client'
import { currentRequestId, proxyRequestId } from '#server/platform/request-id.ts'
import { startServerSpan, tracesAreOn } from '#server/platform/traces.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open until a side leaves: its duration says nothing about the server. */
    isStream?: true
  }
}

const BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Bound before all other hooks, so that these see the id. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify lists more than one address only when it trusts the one that is connected.
    const given = (request.ips?.length ?? 0) > 1 ? proxyRequestId(request.headers['x-request-id']) : null
    if (given !== null) request.id = given
    void reply.header('x-request-id', request.id)
    currentRequestId.run(request.id, done)
  })
  // Reading the body leaves the context of the request.
  app.addHook('preValidation', (request, _reply, done) => currentRequestId.run(request.id, done))
}

export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const labelNames = ['route', 'method', 'status'] as const
  const durations = new Histogram({
    name: 'peal_request_duration_seconds',
    help: 'Duration of requests by pattern of the route and class of the status; no event streams or WebSockets',
    labelNames,
    buckets: BUCKETS_SECONDS,
    registers,
  })
  let inFlight = 0
  const gauge: Gauge = new Gauge({
    name: 'peal_requests_in_flight',
    help: 'Requests without a response yet; no event streams or WebSockets',
    registers,
    collect: () => gauge.set(inFlight),
  })
  const open = new WeakSet<FastifyRequest>()
  const leave = (request: FastifyRequest) => {
    if (open.delete(request)) inFlight--
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isStream !== true) {
      open.add(request)
      inFlight++
      // Also when the client leaves before there is a response.
      reply.raw.once('close', () => leave(request))
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    leave(request)
    const { url = 'none', config } = request.routeOptions
    if (config.isStream !== true) {
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      durations.observe({ route: url, method: request.method, status }, reply.elapsedTime / 1_000)
    }
    done()
  })
}

type Traced = { span: Span; within: Context }

/** A span for each request but event streams. Bound after the id is known. */
export function traceRequests(app: FastifyInstance): void {
  if (!tracesAreOn()) return
  const traced = new WeakMap<FastifyRequest, Traced>()
  const end = (request: FastifyRequest, status: number | null) => {
    const { span } = traced.get(request) ?? {}
    if (span === undefined) return
    traced.delete(request)
    if (status !== null) span.setAttribute('http.response.status_code', status)
    if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isStream === true) return done()
    const { url: route = 'none' } = request.routeOptions
    // As with the id of a request, only a trusted proxy may say what it belongs to. Pages request former names in this process.
    const isProxied = (request.ips?.length ?? 0) > 1
    const parent = isProxied ? propagation.extract(ROOT_CONTEXT, request.headers) : context.active()
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'peal.request_id': request.id }
    const begun = startServerSpan(`${request.method} ${route}`, attributes, parent)
    traced.set(request, begun)
    reply.raw.once('close', () => end(request, null))
    context.with(begun.within, done)
  })
  // Reading the body leaves the context of the request.
  app.addHook('preValidation', (request, _reply, done) =>
    context.with(traced.get(request)?.within ?? context.active(), done),
  )
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode)
    done()
  })
}
