import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { AppError } from '@questp/messages/language';
import type { Logger } from './logger.js';
import type { Tracer } from './span.js';
import { steadyNow } from './steady-clock.js';

// Loaded only where traces are sent: see tracing.ts.

/** By which one request is found, in whichever traces it takes part. */
const REQUEST_ID = 'questp.request_id';
const COMPLAIN_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come before what the service says of itself. */
export function openTelemetry(service: string, logger: Logger): Tracer {
  logFailures(logger);
  const own = resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const otel = provider.getTracer('questp');
  return {
    start: ({ name, kind, attributes }, requestId, parent) => {
      const span = otel.startSpan(
        name,
        { kind: KINDS[kind], attributes: { ...attributes, [REQUEST_ID]: requestId }, startTime: steadyNow() },
        parent === undefined ? ROOT_CONTEXT : contextOf(parent),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString().padStart(2, '0')}`,
        set: (attribute, value) => span.setAttribute(attribute, value),
        fail: (error) => {
          span.setAttribute('error.type', typeOf(error));
          if (!isRefusal(error)) span.setStatus({ code: SpanStatusCode.ERROR });
        },
        end: () => span.end(steadyNow()),
      };
    },
    stop: () => provider.shutdown(),
  };
}

function contextOf(traceparent: string) {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true });
}

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500;

/** Never the message, which may contain values. */
function typeOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Traces that cannot be sent are lost, and said to be so at most once a minute. */
function logFailures(logger: Logger): void {
  let quietUntil = 0;
  const complain = (reason: string) => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + COMPLAIN_MS;
    logger.warn({ reason: reason.slice(0, 500) }, 'traces not sent');
  };
  const ignore = () => undefined;
  diag.setLogger({ error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
}
