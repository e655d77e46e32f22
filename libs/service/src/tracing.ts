import { atMost } from './at-most.js';
import { currentContext, type CallContext } from './call-context.js';
import type { Logger } from './logger.js';
import { currentTracer, untilEnd, useTracer, type SpanStart } from './span.js';

/** For what was not sent when the process ends. */
const STOP_MS = 2_000;

/**
 * Traces are sent (OTLP over HTTP with JSON) when a variable says where to; otherwise nothing of OpenTelemetry is
 * loaded. The SDK reads its other standard variables itself.
 */
export async function startTracing(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: { OTEL_EXPORTER_OTLP_ENDPOINT: string },
  logger: Logger,
): Promise<void> {
  if (endpoint === '' || process.env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return;
  const { openTelemetry } = await import('./open-telemetry.js');
  useTracer(openTelemetry(service, logger));
}

export async function stopTracing(): Promise<void> {
  const tracer = currentTracer();
  if (tracer !== undefined) await atMost(STOP_MS, tracer.stop());
}

/**
 * Runs `work` under a span below what runs now, or in `context`, and passes it the trace context to send on. Without tracing, for
 * work of no request, and for requests that are not sampled, it only runs `work`.
 */
export function inSpan<T>(
  describe: () => SpanStart,
  work: (traceparent?: string) => Promise<T>,
  context?: CallContext,
): Promise<T> {
  const tracer = currentTracer();
  if (tracer === undefined) return work();
  context ??= currentContext();
  if (context === undefined || context.traceparent.endsWith('-00')) return work();
  const span = tracer.start(describe(), context.requestId, context.traceparent);
  return untilEnd(span, work(span.traceparent));
}
