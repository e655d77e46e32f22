import { atMost } from './at-most.js';
import { currentContext, type CallContext } from './call-context.js';
import type { Logger } from './logger.js';

/** For what was not sent when the process ends. */
const STOP_MS = 2_000;

export interface SpanStart {
  /** One of few: a route, a subject, an operation and its table. */
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** By the names of OpenTelemetry's semantic conventions where there is one; no values of users, no secrets. */
  attributes?: Record<string, string | number>;
}

/** Time that something took, as part of a trace. */
export interface Span {
  /** W3C trace context, level 1: of this span, for what happens below it. */
  readonly traceparent: string;
  set(name: string, value: string | number): void;
  /** Notes what failed; refusals of what was asked for (AppErrors below 500) are noted and no faults. */
  fail(error: unknown): void;
  /** Once. */
  end(): void;
}

export interface Tracer {
  /** @param parent W3C trace context, well-formed */
  start(start: SpanStart, requestId: string, parent: string | undefined): Span;
  /** Sends what is left. */
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

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
  tracer = openTelemetry(service, logger);
}

export async function stopTracing(): Promise<void> {
  if (tracer !== undefined) await atMost(STOP_MS, tracer.stop());
}

/** Begins a span below `parent`, which may lie in another process; undefined without tracing. */
export const openSpan = (start: SpanStart, requestId: string, parent: string | undefined): Span | undefined =>
  tracer?.start(start, requestId, parent);

/**
 * Runs `work` under a span below what runs now, or in `context`, and tells it the trace context to pass on. Without tracing, for what
 * belongs to no request, and for requests that are not sampled, it only runs `work`.
 */
export function inSpan<T>(
  describe: () => SpanStart,
  work: (traceparent?: string) => Promise<T>,
  context?: CallContext,
): Promise<T> {
  if (tracer === undefined) return work();
  context ??= currentContext();
  if (context === undefined || context.traceparent.endsWith('-00')) return work();
  const span = tracer.start(describe(), context.requestId, context.traceparent);
  return untilEnd(span, work(span.traceparent));
}

/** Waits for the work that a span is about, and ends it. */
export async function untilEnd<T>(span: Span | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    span?.fail(error);
    throw error;
  } finally {
    span?.end();
  }
}
