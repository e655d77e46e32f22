/** The used part of OTLP/JSON; https://github.com/open-telemetry/opentelemetry-proto, trace/v1/trace.proto */
interface Otlp {
  resourceSpans?: {
    resource?: { attributes?: Attribute[] };
    scopeSpans?: { spans?: OtlpSpan[] }[];
  }[];
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number };
}

interface OtlpSpan {
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer */
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Attribute[];
  status?: { code?: number };
}

export interface Span {
  service: string;
  requestId: string;
  id: string;
  /** Empty for the first one of a trace. */
  parentId: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Unix time in ms, with a fraction. */
  startedAt: number;
  ms: number;
  failed: boolean;
  attributes: Record<string, string | number>;
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const FAILED = 2;
/** As libs/service names it. */
const REQUEST_ID = 'questp.request_id';

/** The spans of an export request that belong to a request. */
export function readSpans(otlp: Otlp): Span[] {
  return (otlp.resourceSpans ?? []).flatMap(({ resource, scopeSpans }) => {
    const service = String(toRecord(resource?.attributes)['service.name']);
    return (scopeSpans ?? []).flatMap(({ spans }) => (spans ?? []).flatMap((span) => readSpan(service, span)));
  });
}

function readSpan(service: string, span: OtlpSpan): Span[] {
  const { [REQUEST_ID]: requestId, ...attributes } = toRecord(span.attributes);
  if (requestId === undefined) return [];
  const startedAt = toMs(span.startTimeUnixNano);
  return [
    {
      service,
      requestId: String(requestId),
      id: span.spanId,
      parentId: span.parentSpanId ?? '',
      name: span.name,
      kind: KINDS[span.kind] ?? 'internal',
      startedAt,
      ms: toMs(span.endTimeUnixNano) - startedAt,
      failed: span.status?.code === FAILED,
      attributes,
    },
  ];
}

/** To the microsecond: more digits than a number has. */
const toMs = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1000n) / 1000;

const toRecord = (attributes: Attribute[] = []): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? Number(intValue ?? doubleValue),
    ]),
  );
