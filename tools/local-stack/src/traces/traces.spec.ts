import { SentenceError } from '../sentence-error.js';
import { startTraceCollector, type TraceCollector } from './collector.js';
import { followRequest } from './follow.js';

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** A span as the SDK of OpenTelemetry exports it. */
const span = (requestId: string, id: string, parentSpanId: string, startMs: number, more: object = {}) => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: id,
  parentSpanId,
  name: `span ${id}`,
  kind: 3,
  startTimeUnixNano: `17900000000${String(startMs).padStart(2, '0')}000000`,
  endTimeUnixNano: `17900000000${String(startMs + 4).padStart(2, '0')}500000`,
  attributes: [text('questp.request_id', requestId)],
  status: { code: 0 },
  ...more,
});

const exportOf = (service: string, ...spans: object[]) => ({
  resourceSpans: [{ resource: { attributes: [text('service.name', service)] }, scopeSpans: [{ spans }] }],
});

describe('The collector of traces', () => {
  let collector: TraceCollector;
  beforeAll(async () => {
    collector = await startTraceCollector(0);
  });
  afterAll(() => collector.stop());

  const send = (body: string) =>
    fetch(`${collector.url}/v1/traces`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  it('keeps the spans of a request, whichever process sends them when, and prints them as a tree', async () => {
    const failed = { attributes: [text('questp.request_id', 'one'), text('error.type', '57014')], status: { code: 2 } };
    await send(JSON.stringify(exportOf('identity', span('one', 'c', 'b', 20, failed), span('other', 'x', '', 0))));
    const answered = { key: 'http.response.status_code', value: { intValue: '200' } };
    const attributes = [text('questp.request_id', 'one'), answered, text('questp.principal', 'svcuser_1')];
    const later = exportOf(
      'gateway',
      span('one', 'b', 'a', 12),
      span('one', 'a', 'of the caller', 10, { kind: 2, attributes }),
    );
    expect((await send(JSON.stringify(later))).status).toBe(200);

    expect((await followRequest(collector.url, 'one')).split('\n')).toEqual([
      'Request one, 2026-09-21T14:13:20.010Z, 3 spans',
      '',
      '    at ms   took ms',
      `      0.0       4.5  ${'gateway  server  span a'.padEnd(64)}  200  svcuser_1`,
      '      2.0       4.5    gateway  client  span b',
      `     10.0       4.5  ${'    identity  client  span c'.padEnd(64)}  57014  FAILED`,
    ]);
  });

  it('keeps the last 2000 requests and refuses a body that is no export', async () => {
    const requests = Array.from({ length: 2_001 }, (_, index) => span(`many-${index}`, 'a', '', 0));
    await send(JSON.stringify(exportOf('gateway', ...requests)));
    expect((await fetch(`${collector.url}/requests/many-0`)).status).toBe(404);
    expect((await fetch(`${collector.url}/requests/many-1`)).status).toBe(200);
    expect((await send('{')).status).toBe(400);
    expect((await fetch(`${collector.url}/requests/`)).status).toBe(404);
  });

  it('answers an unknown trace with a sentence', async () => {
    await expect(followRequest(collector.url, 'none')).rejects.toThrow(SentenceError);
  });
});
