import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { startNats, type TestNats } from '@questp/testing';

/** A service without handlers: starts as all do, and says what it loaded of OpenTelemetry's SDK. */
const PROGRAM = `
  import { createRequire } from 'node:module';
  import { closeOnSignal, inSpan, newCallContext, runInOwnContext, startParts } from '@questp/service';
  const config = JSON.parse(process.argv[1]);
  const parts = await startParts('identity', config);
  const context = newCallContext('request-1', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-' + config.flags, {
    name: 'outer', kind: 'server' });
  await runInOwnContext(context, () => inSpan(() => ({ name: 'inner', kind: 'client' }), async () => undefined));
  const loaded = Object.keys(createRequire(process.cwd() + '/').cache).filter((file) => file.includes('@opentelemetry/sdk'));
  console.log(JSON.stringify({ loaded: loaded.length, traceparent: context.traceparent }));
  closeOnSignal(parts, async () => undefined);
  process.kill(process.pid, 'SIGTERM');
`;

interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { name: string; traceId: string; spanId: string; parentSpanId: string }[] }[];
  }[];
}

describe('Tracing', () => {
  let nats: TestNats;
  const exported: Exported[] = [];
  const collector = createServer((request, response) => {
    void json(request).then((body) => {
      exported.push(body as Exported);
      response.end('{}');
    });
  });
  let endpoint: string;

  beforeAll(async () => {
    nats = await startNats();
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    collector.close();
    await nats?.stop();
  });

  const run = async (to: string, { flags = '01', env = {} }: { flags?: string; env?: NodeJS.ProcessEnv } = {}) => {
    exported.length = 0;
    const config = { NATS_URL: nats.urlOf('identity'), HOST: '127.0.0.1', HEALTH_PORT: 0, LOG_LEVEL: 'silent', flags };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', PROGRAM, JSON.stringify({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: to })],
      { env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: to, ...env } },
    );
    // Nest says more behind it.
    const [first = ''] = stdout.split('\n');
    return JSON.parse(first) as { loaded: number; traceparent: string };
  };
  const spans = () => exported.flatMap(({ resourceSpans }) => resourceSpans[0]?.scopeSpans[0]?.spans ?? []);

  it('loads nothing of OpenTelemetry unless a collector is named', async () => {
    const { loaded, traceparent } = await run('');
    expect(loaded).toBe(0);
    expect(traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/);
    expect((await run(endpoint, { env: { OTEL_SDK_DISABLED: 'true' } })).loaded).toBe(0);
    expect(exported).toEqual([]);
  });

  it("sends spans below the caller's, the last ones when the process ends", async () => {
    const { loaded, traceparent } = await run(endpoint, { env: { OTEL_RESOURCE_ATTRIBUTES: 'deployment=here' } });
    expect(loaded).toBeGreaterThan(0);
    const [inner, outer] = spans();
    expect(outer).toMatchObject({ name: 'outer', parentSpanId: '00f067aa0ba902b7' });
    expect(inner).toMatchObject({ name: 'inner', parentSpanId: outer?.spanId, traceId: outer?.traceId });
    expect(traceparent).toBe(`00-4bf92f3577b34da6a3ce929d0e0e4736-${outer?.spanId}-01`);
    const said = (exported[0]?.resourceSpans[0]?.resource.attributes ?? []).map(({ key, value }) => [
      key,
      value.stringValue,
    ]);
    expect(said).toEqual(
      expect.arrayContaining([
        ['service.name', 'identity'],
        ['deployment', 'here'],
      ]),
    );
  });

  it('is named by OTEL_SERVICE_NAME, and leaves out what the caller does not sample', async () => {
    const { traceparent } = await run(endpoint, { flags: '00' });
    expect(traceparent).toMatch(/-00$/);
    expect(spans()).toEqual([]);
    await run(endpoint, { env: { OTEL_SERVICE_NAME: 'renamed' } });
    expect(JSON.stringify(exported)).toContain('{"key":"service.name","value":{"stringValue":"renamed"}}');
  });
});
