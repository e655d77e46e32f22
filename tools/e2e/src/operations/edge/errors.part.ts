import { connect } from 'node:net';
import { expectAnyProblem, expectProblem } from '../../support/expect-problem.fixture.js';
import { e2e, person } from './stage.fixture.js';

describe('Errors', () => {
  it.each([
    ['GET', '/', 'NOT_FOUND'],
    ['GET', '/v1', 'NOT_FOUND'],
    ['GET', '/v1/nothing', 'NOT_FOUND'],
    ['GET', '/v1/users/me/', 'NOT_FOUND'],
    ['GET', '/V1/users/me', 'NOT_FOUND'],
    ['GET', '/v1/../etc/passwd', 'NOT_FOUND'],
    ['GET', '/v1/quests/%zz', 'NOT_FOUND'],
    ['GET', `/v1/${'x'.repeat(5_000)}`, 'NOT_FOUND'],
    ['DELETE', '/v1/users/me/ledger', 'METHOD_NOT_ALLOWED'],
    ['PUT', '/v1/projects', 'METHOD_NOT_ALLOWED'],
    ['GET', '/v1/auth/wallet/verify', 'METHOD_NOT_ALLOWED'],
  ] as const)('%s %s is a problem document', async (method, path, code) => {
    const answer = await person.client.call(method, path);

    // A path that cannot be decoded may also be answered BAD_REQUEST.
    if (path.includes('%zz')) expect([400, 404]).toContain(expectAnyProblem(answer).status);
    else expectProblem(answer, code);
  });

  it('names the methods a resource has', async () => {
    const answer = await person.client.call('PUT', '/v1/projects');

    expect(answer.response.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });

  it.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'name=x'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json; charset=utf-16', '{}'],
    ['application/json-patch+json', '[]'],
    ['', '{}'],
  ])('a body of type "%s" is 415', async (type, raw) => {
    const answer = await person.client.call('POST', '/v1/projects', { raw, headers: { 'content-type': type } });

    expectProblem(answer, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON',
  ])('a body of type %s is read', async (type) => {
    const answer = await person.client.call('PATCH', '/v1/users/me', {
      raw: '{"bio":"Grüße"}',
      headers: { 'content-type': type },
    });

    expect(answer.response.status).toBe(200);
  });

  it('takes bodies up to its limit and no larger ones', async () => {
    const body = (size: number) => `{"bio":"${'x'.repeat(size)}"}`;
    const patch = (raw: string) => person.client.call('PATCH', '/v1/users/me', { raw });

    expectProblem(await patch(body(120_000)), 'VALIDATION_FAILED');
    for (const size of [140_000, 5_000_000]) expectProblem(await patch(body(size)), 'PAYLOAD_TOO_LARGE');
    expect((await person.client.PATCH('/v1/users/me', { body: {} })).response.status).toBe(200);
  });

  it('carry the request id that logs carry, the caller’s own when it is one', async () => {
    const call = (id: string) => person.client.call('GET', '/v1/nothing', { headers: { 'x-request-id': id } });

    expect(expectProblem(await call('my-request-1'), 'NOT_FOUND').requestId).toBe('my-request-1');
    for (const bad of ['short', 'with space here', 'x'.repeat(65), '<script>alert(1)</script>']) {
      const { requestId } = expectProblem(await call(bad), 'NOT_FOUND');
      expect(requestId).not.toBe(bad);
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('are problem documents even for what is no HTTP', async () => {
    const { hostname, port } = new URL(e2e.gatewayUrls[0] as string);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });

    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('application/problem+json');
    expect(text).toContain('"code":"BAD_REQUEST"');
  });
});
