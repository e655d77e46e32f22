import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { readSpans, type Span } from './spans.js';

/** Limits: requests that are kept, and spans of each. */
const KEPT_REQUESTS = 2_000;
const KEPT_SPANS = 2_000;

export interface TraceCollector {
  /** Value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Takes traces as OTLP over HTTP with JSON (POST /v1/traces), from this machine alone, and keeps in memory those of the
 * last 2000 requests: GET /requests/:id gives the spans of one.
 * @param port any free one when 0
 */
export async function startTraceCollector(port: number): Promise<TraceCollector> {
  const requests = new Map<string, Span[]>();
  const keep = (span: Span) => {
    const spans = requests.get(span.requestId) ?? [];
    if (spans.length < KEPT_SPANS) spans.push(span);
    requests.set(span.requestId, spans);
    const [oldest] = requests.keys();
    if (requests.size > KEPT_REQUESTS && oldest !== undefined) requests.delete(oldest);
  };
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const [, first = '', id = ''] = (request.url ?? '').split('/');
    if (request.method === 'POST' && request.url === '/v1/traces') {
      readSpans((await json(request)) as object).forEach(keep);
      return { status: 200, body: {} };
    }
    const spans = request.method === 'GET' && first === 'requests' ? requests.get(decodeURIComponent(id)) : undefined;
    return spans === undefined ? { status: 404, body: {} } : { status: 200, body: spans };
  };
  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: Error): Answer => ({ status: 400, body: { message: error.message } }))
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
