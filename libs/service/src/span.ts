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
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

/** From now on spans are recorded by it. */
export function useTracer(started: Tracer): void {
  tracer = started;
}

/** Absent without tracing. */
export const currentTracer = (): Tracer | undefined => tracer;

/** Begins a span below `parent`, which may lie in another process; undefined without tracing. */
export const openSpan = (start: SpanStart, requestId: string, parent: string | undefined): Span | undefined =>
  tracer?.start(start, requestId, parent);

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
