import { readReport, type Line } from './report.js';

const bytes = (text: string) => ({ $base64: Buffer.from(text).toString('base64') });

const asked = (method: string, status: number, { uri = 'http://127.0.0.1/v1/things', body = '' } = {}) => ({
  request: {
    ...{ method, uri },
    headers: { Authorization: ['Bearer x'], 'User-Agent': ['schemathesis'] },
    body: body === '' ? null : bytes(body),
  },
  response: { status_code: status, content: bytes('{"code":"NO"}') },
});

const scenario = (
  label: string,
  interactions: Record<string, ReturnType<typeof asked>>,
  failures: Record<string, { title: string; message: string }> = {},
): Line => ({
  ScenarioFinished: {
    recorder: {
      ...{ label, interactions },
      checks: Object.fromEntries(
        Object.keys(interactions).map((id) => [
          id,
          [{}, ...(failures[id] ? [{ failure_info: { failure: failures[id] } }] : [])],
        ]),
      ),
    },
  },
});

// eslint-disable-next-line @typescript-eslint/require-await
async function* all(lines: Line[]): AsyncGenerator<Line> {
  yield* lines;
}

describe('the report of a Schemathesis run', () => {
  it('counts requests, and operations with a successful request of their own method', async () => {
    const report = await readReport(
      all([
        scenario('GET /v1/things', { a: asked('GET', 404), b: asked('OPTIONS', 204) }),
        scenario('POST /v1/things', { a: asked('POST', 201), b: asked('POST', 400) }),
        { EngineFinished: {} },
      ]),
    );
    expect(report).toEqual({ requests: 4, answered: 1, findings: [] });
  });

  it('reports a finding of several operations once, with the shortest request that shows it', async () => {
    const failure = { title: 'Undocumented status code', message: 'Received: 404\n\n  Documented: 204' };
    const { findings } = await readReport(
      all([
        scenario(
          'DELETE /v1/a',
          { x: asked('DELETE', 404, { body: `{"name":"it's ${'x'.repeat(90)}"}` }) },
          { x: failure },
        ),
        scenario('DELETE /v1/b', { x: asked('DELETE', 404, { body: `it's` }) }, { x: failure }),
        ...['c', 'd', 'e'].map((one) =>
          scenario(`DELETE /v1/${one}`, { x: asked('DELETE', 404, { body: 'a longer one' }) }, { x: failure }),
        ),
      ]),
    );
    expect(findings).toEqual([
      [
        'Undocumented status code. Received: 404 Documented: 204 (DELETE /v1/a, DELETE /v1/b, DELETE /v1/c and 2 more)',
        `  curl -X DELETE -H 'Authorization: Bearer x' --data-raw 'it'\\''s' 'http://127.0.0.1/v1/things'`,
        '  404 {"code":"NO"}',
      ].join('\n'),
    ]);
  });

  it('reports an operation that could not be tried', async () => {
    const { findings } = await readReport(
      all([{ NonFatalError: { label: 'GET /v1/a', value: { message: 'no such pattern' } } }]),
    );
    expect(findings).toEqual(['not tried: no such pattern (GET /v1/a)']);
  });
});
