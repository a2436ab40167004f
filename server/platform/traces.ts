/** Spans of OpenTelemetry: what a request, an event or a job spent its time on. Without a configured exporter
 * (platform/export-traces.ts) each function here only calls what it is given. */
import { type Attributes, context, type Context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('peal')
let isTracing = false

/** Called once, when an exporter is registered. */
export function enableTraces(): void {
  isTracing = true
}

export const tracesAreOn = (): boolean => isTracing

type Work<Result> = () => Promise<Result>

/** A span for work without a request: an event from the outbox, a claimed job. */
export function inNewTrace<Result>(name: string, attributes: Attributes, work: Work<Result>): Promise<Result> {
  if (!isTracing) return work()
  return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes, root: true }, (span) => record(span, work))
}

/** A span for a step of something that is traced: a statement, a call to the node, a request to another server. Loops that
 * look for work again and again begin no trace. */
export function inSpan<Result>(name: string, attributes: Attributes, work: Work<Result>): Promise<Result> {
  if (!isTracing || trace.getActiveSpan() === undefined) return work()
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, (span) => record(span, work))
}

/** The span of a request, and the context in which its parts belong to it. It has to be ended. */
export function startServerSpan(
  name: string,
  attributes: Attributes,
  parent: Context,
): { span: Span; within: Context } {
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
  return { span, within: trace.setSpan(context.active(), span) }
}

async function record<Result>(span: Span, work: Work<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Of an error only its kind: messages of databases and nodes may contain what people have typed. */
function fail(span: Span, error: unknown): void {
  const { code } = error as { code?: unknown }
  span.setAttribute('error.type', typeof code === 'string' ? code : (error as Error).name)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
