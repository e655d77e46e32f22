import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readProjectCheck, rotateSigningSecret, testProjectEndpoint } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { getProjectRole } from '@questp/messages/quests';
import { LIMITS } from '@questp/messages/tables';
import { newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { Webhook } from 'standardwebhooks';
import { integrations } from '../service.js';

type Check = RequestOf<typeof readProjectCheck>;

/** The endpoint of a project. */
class Endpoint {
  readonly received: { headers: Record<string, string>; body: string }[] = [];
  answer: (response: ServerResponse, request: IncomingMessage) => void = () => undefined;
  private readonly server = createServer((request, response) => {
    void text(request).then((body) => {
      this.received.push({ headers: request.headers as Record<string, string>, body });
      this.answer(response, request);
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/check`;
  }

  get last() {
    const last = this.received.at(-1);
    if (last === undefined) throw new Error('Nothing was received');
    return last;
  }

  json(body: unknown, status = 200, headers: Record<string, string> = {}): void {
    this.answer = (response) => response.writeHead(status, headers).end(JSON.stringify(body));
  }

  start = () => new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  };
}

describe('checks by endpoints of projects', () => {
  let service: TestService<object>;
  const endpoint = new Endpoint();
  beforeAll(async () => {
    await endpoint.start();
    service = await startTestService(integrations, {
      env: { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PROJECT_EGRESS_NETWORKS: '127.0.0.1/32' },
    });
    service.bus.answer(getProjectRole, () => ({ role: 'project_admin' as const }));
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await endpoint.stop();
  });

  const aCheck = (change: Partial<Check['endpoint']> = {}): Check => ({
    ...{ attemptId: newId(), projectId: newId(), questId: newId(), userId: `svcuser_${'0'.repeat(32)}` },
    endpoint: { url: endpoint.url, contract: 'questn', ...change },
    identities: {
      wallets: [{ chainId: 'cosmoshub-4', address: 'cosmos1qypq' }],
      ...{ accounts: [], emailSha256: null, email: null },
    },
    ...{ startsAt: null, endsAt: null },
  });
  const ask = (check: Check) => service.call(readProjectCheck, check);
  const addSecret = async ({ projectId, userId }: Check): Promise<string> => {
    const { secret } = await service.call(rotateSigningSecret, { projectId, userId });
    return secret as string;
  };
  const NO = { value: null, retryAt: null };

  it('signs a call of the contract standard, with the id of the attempt in each call for it', async () => {
    const check = aCheck({ contract: 'standard', maxPoints: 50 });
    const secret = await addSecret(check);
    endpoint.json({ result: 'pass', points: 20, message: 'Well done.' });
    for (let call = 0; call < 2; call += 1) {
      expect(await ask(check)).toEqual({
        ...{ status: 'found', detail: null, retryAt: null },
        value: { result: 'pass', points: 20, message: 'Well done.' },
      });
      const { headers, body } = endpoint.last;
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ data: { attemptId: check.attemptId } });
      expect(headers['webhook-id']).toBe(check.attemptId);
    }
  });

  it('calls nothing of the contract standard without a signing secret', async () => {
    const before = endpoint.received.length;
    expect(await ask(aCheck({ contract: 'standard' }))).toEqual({
      ...NO,
      status: 'misconfigured',
      detail: 'The project has no signing secret; its team has to create one.',
    });
    expect(endpoint.received).toHaveLength(before);
  });

  it('asks again when the endpoint says', async () => {
    const check = aCheck({ contract: 'standard' });
    await addSecret(check);
    endpoint.json({ result: 'pending', retryAfterSeconds: 600 });
    const { status, retryAt } = await ask(check);
    expect(status).toBe('not_found');
    expect(Math.abs(Date.parse(retryAt ?? '') - Date.now() - 600_000)).toBeLessThan(60_000);
  });

  it.each([
    [301, 'misconfigured', { location: 'http://127.0.0.1:1/' }],
    [204, 'misconfigured', {}],
    [400, 'misconfigured', {}],
    [401, 'misconfigured', {}],
    [404, 'misconfigured', {}],
    [500, 'misconfigured', {}],
    [502, 'unavailable', {}],
    [503, 'unavailable', {}],
  ])('takes status %i for %s, and shows nothing of the body', async (status, outcome, headers) => {
    endpoint.json({ data: { result: true }, canary: 'canary' }, status, headers);
    const answer = await ask(aCheck());
    expect(answer).toEqual({
      ...NO,
      status: outcome,
      detail: `The endpoint of the project answered with status ${status}.`,
    });
  });

  it('waits as long as a limiting endpoint says', async () => {
    endpoint.json({}, 429, { 'retry-after': '120' });
    const { status, retryAt } = await ask(aCheck());
    expect(status).toBe('unavailable');
    expect(Math.abs(Date.parse(retryAt ?? '') - Date.now() - 120_000)).toBeLessThan(60_000);
  });

  it.each([
    ['half of an answer', (response: ServerResponse) => response.writeHead(200).write('{"data":')],
    ['none', () => undefined],
    [
      'a byte now and then',
      (response: ServerResponse) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('gives up on %s after 3 seconds', async (_, answer) => {
    endpoint.answer = answer;
    expect(await ask(aCheck())).toEqual({
      ...NO,
      status: 'unavailable',
      detail: 'The endpoint of the project gave no whole answer within 3 seconds.',
    });
  });

  it('reads no more than 16 KiB', async () => {
    endpoint.answer = (response) => response.end(`{"data":{"result":true},"more":"${'x'.repeat(20_000)}"}`);
    expect(await ask(aCheck())).toEqual({
      ...NO,
      status: 'misconfigured',
      detail: 'The endpoint of the project answered with more than 16 KiB.',
    });
  });

  it('reports an answer outside of the contract without quoting it', async () => {
    endpoint.json({ data: { result: 'canary' } });
    const answer = await ask(aCheck());
    expect(answer).toMatchObject({ status: 'misconfigured', detail: expect.stringContaining('questn') as string });
    expect(JSON.stringify(answer)).not.toContain('canary');
  });

  it('A-71 calls no internal address, and says the same of it as of a name that does not resolve', async () => {
    const before = endpoint.received.length;
    for (const url of [
      'http://169.254.169.254/latest/meta-data',
      'https://192.168.1.1/',
      'http://localhost.localdomain/',
      'https://does-not-exist.invalid/',
    ]) {
      expect(await ask(aCheck({ url }))).toEqual({
        ...NO,
        status: 'misconfigured',
        detail: 'The endpoint of the project is not reachable over public HTTPS.',
      });
    }
    expect(endpoint.received).toHaveLength(before);
  });

  describe('a test by the team', () => {
    const test = (check: Check) => service.call(testProjectEndpoint, check);

    it('shows the request and the answer', async () => {
      endpoint.json({ data: { result: true } });
      expect(await test(aCheck())).toEqual({
        ...{ outcome: 'pass', detail: null },
        request: { method: 'GET', url: `${endpoint.url}?address=cosmos1qypq`, body: null },
        answer: { status: 200, body: '{"data":{"result":true}}' },
      });
    });

    it('shows an answer outside of the contract, as plain text of at most 4,000 characters', async () => {
      endpoint.answer = (response) => response.writeHead(404).end(`<b>\u001b[2J\u202e${'x'.repeat(5_000)}`);
      const { outcome, detail, answer } = await test(aCheck());
      expect([outcome, detail]).toEqual(['misconfigured', 'The endpoint of the project answered with status 404.']);
      expect([answer?.status, answer?.body?.length, answer?.body?.slice(0, 9)]).toEqual([
        404,
        4_000,
        '<b>\ufffd[2J\ufffdx',
      ]);
    });

    it('shows no secret, also when the endpoint echoes it', async () => {
      const secret = 'canary-of-the-quest';
      endpoint.answer = (response, { headers }) => response.end(JSON.stringify(headers));
      for (const contract of ['questn', 'zealy', 'standard'] as const) {
        const check = aCheck({ contract, secret });
        const signing = await addSecret(check);
        const shown = JSON.stringify(await test(check));
        expect(endpoint.last.headers).toMatchObject(
          contract === 'zealy' ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` },
        );
        expect([shown.includes(secret), shown.includes(signing)]).toEqual([false, false]);
        expect(shown).toContain('[hidden]');
      }
    });

    it('A-71 shows nothing of an internal address', async () => {
      expect(await test(aCheck({ url: 'http://169.254.169.254/latest/meta-data' }))).toMatchObject({
        ...{ outcome: 'misconfigured', answer: null },
        detail: 'The endpoint of the project is not reachable over public HTTPS.',
      });
    });

    it('says that the signing secret is missing', async () => {
      expect(await test(aCheck({ contract: 'standard' }))).toMatchObject({ outcome: 'misconfigured', answer: null });
    });

    it('counts as a call of the endpoint', async () => {
      const check = aCheck();
      await service.db.execute(sql`
        INSERT INTO endpoint_calls (project_id, since, count) VALUES (${check.projectId}, now(), ${LIMITS.endpointCalls.max})`);
      await expect(test(check)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    });
  });

  it('calls the endpoints of a project so often a minute, also concurrently', async () => {
    endpoint.json({ data: { result: true } });
    const check = aCheck();
    const { max } = LIMITS.endpointCalls;
    await service.db.execute(sql`
      INSERT INTO endpoint_calls (project_id, since, count) VALUES (${check.projectId}, now(), ${max - 3})`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(check)));
    expect(answers.filter(({ status }) => status === 'found')).toHaveLength(3);
    expect(answers.filter(({ retryAt }) => retryAt !== null)).toHaveLength(17);
    expect(await ask(aCheck())).toMatchObject({ status: 'found' });
    await service.db.execute(sql`UPDATE endpoint_calls SET since = since - interval '1 minute'`);
    expect(await ask(check)).toMatchObject({ status: 'found' });
  });
});
