import { followRequest } from '@questp/local-stack';
import type { Person } from '@questp/players';
import { waitFor } from '@questp/testing';
import { e2e } from '../support/one-platform.fixture.js';
import { traces } from '../support/start-one-platform.fixture.js';

/** A printed line: ms since the start of the request, ms it took, and depth, service, kind and name of the span. */
const LINE = /^ +(\d+\.\d) +(\d+\.\d) {2}((?: {2})*)(\S+) {2}(\S+) {2}(.*?)(?: {2,}.*)?$/;

describe('A request', () => {
  let person: Person;
  let answered: Response;
  const requestId = `followed-${Date.now()}`;
  const change = (body: object, id: string, token = person.token) =>
    fetch(`${e2e.gatewayUrls[0]}/v1/users/me`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-request-id': id },
      body: JSON.stringify(body),
    });
  /** Waits for the gateways' log lines about the request. */
  const linesOf = (id: string) =>
    waitFor(
      () => {
        const lines = e2e.platform.services
          .filter(({ name }) => name === 'gateway')
          .flatMap((one) => one.logs().split('\n'))
          .filter((line) => line.includes(`"requestId":"${id}"`))
          .map((line) => JSON.parse(line) as Record<string, unknown>);
        return Promise.resolve(lines.length > 0 && lines);
      },
      { what: `a line about ${id}` },
    );

  beforeAll(async () => {
    person = await e2e.signIn();
    answered = await change({ displayName: 'Followed' }, requestId);
  });

  it('has one line in the log of the gateway, with route, status, time, id and principal', async () => {
    expect(answered.headers.get('x-request-id')).toBe(requestId);
    const lines = await linesOf(requestId);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 30,
      msg: 'answered',
      method: 'PATCH',
      route: '/v1/users/me',
      status: 200,
      ms: expect.any(Number) as number,
      principal: person.user.id,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
    expect(JSON.stringify(lines)).not.toContain(person.token);
  });

  it('is traced from the gateway to the SQL, and through its event to the SQL of the consumer', async () => {
    const expected = [
      '1 gateway client identity.users.update-profile',
      '2 identity server identity.users.update-profile',
      '3 identity client BEGIN',
      '3 identity client INSERT outbox',
      '3 identity client COMMIT',
      '3 identity producer send user.updated',
      '4 quests-verify consumer apply events.user.updated',
      '5 quests-verify client BEGIN',
      '5 quests-verify client INSERT inbox',
      '5 quests-verify client COMMIT',
    ];
    const look = async () => {
      const printed = await followRequest(traces.url, requestId);
      const spans = printed.split('\n').flatMap((line) => {
        const [, at, took, indent = '', service, kind, name] = LINE.exec(line) ?? [];
        return name === undefined
          ? []
          : [{ at: Number(at), took: Number(took), depth: indent.length / 2, service, kind, name }];
      });
      const path = spans.map(({ depth, service, kind, name }) => `${depth} ${service} ${kind} ${name}`);
      return { printed, spans, path };
    };
    const { printed, spans, path } = await waitFor(async () => {
      const seen = await look();
      return expected.every((step) => seen.path.includes(step)) && seen;
    });
    expect(path[0]).toBe('0 gateway server PATCH /v1/users/me');
    expect(path.filter((step) => expected.includes(step))).toEqual(expected);
    for (const { at, took } of spans) expect([at >= 0, took >= 0]).toEqual([true, true]);
    // The event is applied after its commit, and the gateway's span holds that of the service.
    const timeOf = (step: string) => spans[path.indexOf(step)]?.at ?? NaN;
    expect(timeOf('4 quests-verify consumer apply events.user.updated')).toBeGreaterThan(
      timeOf('3 identity client BEGIN'),
    );
    expect(spans[0]?.took).toBeGreaterThanOrEqual(spans[path.indexOf(expected[0] as string)]?.took ?? NaN);
    expect(printed.split('\n')[3]).toMatch(new RegExp(`PATCH /v1/users/me +200 {2}${person.user.id}$`));
  });

  it('that failed has a trace with the error code, without a value or secret of the caller', async () => {
    const id = `refused-${Date.now()}`;
    const name = 'x'.repeat(300);
    expect((await change({ displayName: name }, id)).status).toBe(400);
    const refused = /identity\.users\.update-profile +VALIDATION_FAILED/;
    const printed = await waitFor(async () => {
      const seen = await followRequest(traces.url, id);
      return refused.test(seen) && seen;
    });
    // A refusal is not a failed span.
    expect(printed).not.toMatch(/ FAILED$/m);
    const known = await fetch(`${traces.url}/requests/${requestId}`).then((answer) => answer.text());
    expect(known).toContain('UPDATE ');
    for (const secret of ['Followed', person.token, person.wallet.address]) expect(known).not.toContain(secret);
  });

  it('without an id gets one, and without a token is logged as anonymous', async () => {
    const { response } = await e2e.anonymous.GET('/v1/auth/methods');
    const id = response.headers.get('x-request-id') ?? '';
    const lines = await linesOf(id);
    expect(lines).toMatchObject([{ principal: 'anonymous', status: 200, route: '/v1/auth/methods' }]);
  });

  it('with an unknown id has no trace', async () => {
    await expect(followRequest(traces.url, 'no-such-request')).rejects.toThrow('There is no trace of no-such-request');
  });
});
