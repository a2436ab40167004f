/** Sends spans to a collector by OTLP over HTTP with JSON (OpenTelemetry Protocol 1.x), a few seconds after they end. An
 * unreachable collector does not slow requests: spans that do not fit into the queue are dropped. */
import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from './config/config.ts'
import type { Log } from './log.ts'
import { enableTraces } from './traces.ts'

type TraceSettings = Pick<Config, 'otlpTracesUrl' | 'otlpHeaders' | 'traceShare' | 'traceServiceName'>

const EXPORT_TIMEOUT_MS = 5_000
/** An unreachable collector must not fill the log. */
const WARN_EVERY_MS = 60_000

/** Returns what sends the rest and ends the exporter. */
export function exportTraces(settings: TraceSettings, log: Pick<Log, 'warn'>): () => Promise<void> {
  warnAboutExports(log)
  const exporter = new OTLPTraceExporter({
    url: settings.otlpTracesUrl,
    headers: settings.otlpHeaders,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.traceServiceName, 'service.instance.id': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.traceShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  enableTraces()
  return () => provider.shutdown()
}

function warnAboutExports(log: Pick<Log, 'warn'>): void {
  let warnedAt = -Infinity
  const warn = (message: string) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn('traces-not-sent', { message })
  }
  const ignore = () => undefined
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
