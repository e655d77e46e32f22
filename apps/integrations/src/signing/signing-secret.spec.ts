import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ProjectRole } from '@questp/messages/access';
import {
  getSigningSecret,
  removeSigningSecret,
  rotateSigningSecret,
  testSigningSecret,
} from '@questp/messages/integrations';
import type { AppError, ErrorCode } from '@questp/messages/language';
import { getProjectRole } from '@questp/messages/quests';
import { LIMITS } from '@questp/messages/tables';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { freePort, newMasterKey } from '@questp/testing';
import { parseMasterKeys, rewrap, Vault } from '@questp/vault';
import { Webhook } from 'standardwebhooks';
import { PLATFORMS } from '../platforms/index.js';
import { sealedTables } from '../sealed-tables.js';
import { integrations } from '../service.js';
import { ProjectEvents } from '../connections/project-events.js';
import { SigningSecretsRepository } from './signing-secrets.repository.js';

const [K1, K2] = [newMasterKey('k1'), newMasterKey('k2')];
const refusalOf = (error: unknown): ErrorCode => (error as AppError).code;
const refusal = (promise: Promise<unknown>): Promise<ErrorCode | 'none'> => promise.then(() => 'none', refusalOf);
const NONE = {
  outcome: 'no_answer',
  detail: 'No whole answer came over HTTPS from a public address within 4 seconds.',
};

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** An endpoint of a project that records requests and verifies them with the secrets it knows. */
class Endpoint {
  /** Requests with a valid signature. */
  readonly taken: Received[] = [];
  readonly received: Received[] = [];
  secrets: string[] = [];
  /** Answers to requests with a valid and with an invalid signature. */
  answers: [number | 'none', number | 'none'] = [200, 401];
  private readonly server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { headers: request.headers as Record<string, string>, body };
      this.received.push(one);
      const isTaken = this.secrets.some((secret) => isGood(secret, one));
      if (isTaken) this.taken.push(one);
      const answer = this.answers[isTaken ? 0 : 1];
      if (answer === 'none') return;
      response.writeHead(answer, { location: this.url }).end('canary-of-the-endpoint');
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  get last() {
    return this.taken.at(-1) as Received;
  }

  start = () => new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  };
}

function isGood(secret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

describe('the signing secret of a project', () => {
  let service: TestService<object>;
  const endpoint = new Endpoint();
  const roles = new Map<string, ProjectRole>();
  const aMember = (role: ProjectRole = 'project_admin') => {
    const member = { projectId: randomUUID(), userId: `svcuser_${randomUUID().replaceAll('-', '')}` };
    roles.set(`${member.userId} ${member.projectId}`, role);
    return member;
  };
  type Member = ReturnType<typeof aMember>;

  beforeAll(async () => {
    await endpoint.start();
    const env = { FILES_DIR: '/tmp', MASTER_KEYS: `${K1},${K2}`, PROJECT_EGRESS_NETWORKS: '127.0.0.1/32' };
    service = await startTestService(integrations, { env });
    service.bus.answer(getProjectRole, ({ userId, projectId }) => ({
      role: roles.get(`${userId} ${projectId}`) ?? null,
    }));
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await endpoint.stop();
  });

  const rotate = async (member: Member) => {
    const { secret, signingSecret } = await service.call(rotateSigningSecret, member);
    endpoint.secrets.push(secret as string);
    return { secret: secret as string, signingSecret };
  };
  const test = (member: Member, url = endpoint.url) => service.call(testSigningSecret, { ...member, url });
  const signsBy = (secret: string) => isGood(secret, endpoint.last);
  const actions = async ({ projectId }: Member) =>
    (await service.events('project.integration_changed', projectId)).map(({ action, userId }) => [action, userId]);

  it('signs the published test vector of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const at = new Date(1_614_265_330_000);
    expect(new Webhook(secret).sign('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('the signing secret of a project is returned once, and signs requests to endpoints', async () => {
    const member = aMember();
    const { secret, signingSecret } = await rotate(member);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(signingSecret).toMatchObject({ createdBy: member.userId, previousUntil: null });
    expect(await service.call(getSigningSecret, { projectId: member.projectId })).toEqual(signingSecret);
    expect(await test(member)).toMatchObject({ outcome: 'works' });
    const { headers, body } = endpoint.last;
    expect(JSON.parse(body)).toMatchObject({ type: 'signing_secret.test', data: { projectId: member.projectId } });
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(signsBy(secret)).toBe(true);
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(5);
  });

  it('signs for a day beside the secret that replaced it', async () => {
    const member = aMember();
    const first = await rotate(member);
    const second = await rotate(member);
    const until = Date.parse(second.signingSecret.previousUntil as string);
    expect(until - Date.parse(second.signingSecret.createdAt)).toBe(86_400_000);
    await test(member);
    expect([signsBy(first.secret), signsBy(second.secret)]).toEqual([true, true]);
    const third = await rotate(member);
    await test(member);
    expect([first, second, third].map(({ secret }) => signsBy(secret))).toEqual([false, true, true]);
    await service.db.execute(sql`
      UPDATE project_signing_secret SET previous_until = now() WHERE project_id = ${member.projectId}`);
    await test(member);
    expect([second, third].map(({ secret }) => signsBy(secret))).toEqual([false, true]);
    expect((await service.call(getSigningSecret, { projectId: member.projectId })).previousUntil).toBeNull();
    await service.get(SigningSecretsRepository).purge();
    const row = await service.get(SigningSecretsRepository).get(member.projectId);
    expect([Object.keys(row?.fields ?? {}), row?.previousUntil]).toEqual([['current'], null]);
    expect(await actions(member)).toEqual([
      ['signing_secret.created', member.userId],
      ['signing_secret.rotated', member.userId],
      ['signing_secret.rotated', member.userId],
    ]);
  });

  it('leaves two valid secrets after 40 concurrent rotations', async () => {
    const member = aMember();
    const made = await Promise.all(Array.from({ length: 40 }, () => rotate(member)));
    await test(member);
    const good = made.filter(({ secret }) => signsBy(secret));
    expect(good).toHaveLength(2);
    const next = await rotate(member);
    await test(member);
    expect([...good, next].filter(({ secret }) => signsBy(secret))).toHaveLength(2);
  });

  it('the signing secret of a project is sealed for its project, cannot be decrypted for another, and is re-encrypted with a new master key', async () => {
    const [mine, theirs] = [aMember(), aMember()];
    const { secret } = await rotate(mine);
    await rotate(theirs);
    const { fields } = (await service.get(SigningSecretsRepository).get(mine.projectId)) as { fields: object };
    expect(JSON.stringify(fields)).toMatch(/^{"current":"v1\.k1\.[\w-]+"}$/);
    await service.db.execute(sql`
      UPDATE project_signing_secret SET fields = ${JSON.stringify(fields)} WHERE project_id = ${theirs.projectId}`);
    expect(await refusal(test(theirs))).toBe('INTERNAL');
    await service.call(removeSigningSecret, theirs);
    await rewrap(service.db, new Vault(parseMasterKeys(`${K2},${K1}`)), sealedTables(PLATFORMS));
    const anew = await service.get(SigningSecretsRepository).get(mine.projectId);
    expect(anew?.fields['current']).toMatch(/^v1\.k2\./);
    await test(mine);
    expect(signsBy(secret)).toBe(true);
  });

  it('the signing secret of a project is not returned again for a repeated request', async () => {
    const member = aMember();
    const idempotency = { scope: member.userId, key: randomUUID(), requestHash: 'a'.repeat(64) };
    const first = await service.call(rotateSigningSecret, { ...member, idempotency });
    const again = await service.call(rotateSigningSecret, { ...member, idempotency });
    expect(again).toEqual({ ...first, secret: null });
    const stored = await service.db.rows<{ text: string }>(
      sql`SELECT reply::text AS text FROM idempotency_key WHERE scope = ${member.userId}`,
    );
    expect(JSON.stringify(stored)).not.toContain(first.secret?.slice(6));
  });

  it('the signing secret of a project is available to project_admins only', async () => {
    const moderator = aMember('project_moderator');
    expect(await refusal(rotate(moderator))).toBe('FORBIDDEN');
    expect(await refusal(test(moderator))).toBe('FORBIDDEN');
    expect(await refusal(service.call(removeSigningSecret, moderator))).toBe('FORBIDDEN');
  });

  it('the signing secret of a project is deleted on removal and with its project, and an archived project gets no new one', async () => {
    const member = aMember();
    expect(await refusal(test(member))).toBe('NOT_FOUND');
    await rotate(member);
    await service.call(removeSigningSecret, member);
    await service.call(removeSigningSecret, member);
    expect(await refusal(service.call(getSigningSecret, { projectId: member.projectId }))).toBe('NOT_FOUND');
    await rotate(member);
    const { projectId } = member;
    await service.deliver(ProjectEvents, 'project.archived', { projectId });
    expect(await refusal(test(member))).toBe('NOT_FOUND');
    expect(await refusal(rotate(member))).toBe('INVALID_TRANSITION');
    expect(await actions(member)).toEqual([
      ['signing_secret.created', member.userId],
      ['signing_secret.removed', member.userId],
      ['signing_secret.created', member.userId],
      ['signing_secret.removed', null],
    ]);
  });

  it('A-71 has a test that fails with the same answer after the same time for every kind of failure', async () => {
    const member = aMember();
    await rotate(member);
    const closed = `http://127.0.0.1:${await freePort()}/`;
    const silent = createTcpServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const urls = ['https://10.0.0.1/', 'https://nowhere.invalid/', closed, `http://127.0.0.1:${port}/`];
    const timed = urls.map(async (url) => {
      const startedAt = performance.now();
      const { outcome, detail } = await test(member, url);
      return { outcome, detail, seconds: Math.floor((performance.now() - startedAt + 50) / 1_000) };
    });
    expect(await Promise.all(timed)).toEqual(urls.map(() => ({ ...NONE, seconds: 4 })));
    silent.close();
  });

  it('the signing secret of a project can be tested ten times a minute per project, also concurrently and after it was recreated', async () => {
    const member = aMember();
    await rotate(member);
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => test(member).then(String, refusalOf)));
    expect(outcomes.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(40 - LIMITS.signingSecretTests.max);
    await service.call(removeSigningSecret, member);
    await rotate(member);
    expect(await refusal(test(member))).toBe('RATE_LIMITED');
    const other = aMember();
    await rotate(other);
    expect(await test(other)).toMatchObject({ outcome: 'works' });
    await service.db.execute(sql`UPDATE signing_secret_test SET since = since - interval '1 minute'`);
    expect(await test(member)).toMatchObject({ outcome: 'works' });
  });

  it('A-71 is tested at no internal address and without redirects, and the result quotes no answer', async () => {
    const member = aMember();
    await rotate(member);
    const before = endpoint.received.length;
    const urls = ['https://169.254.169.254/latest', 'http://192.168.1.1/', 'https://[::1]/'];
    for (const finding of await Promise.all(urls.map((url) => test(member, url)))) expect(finding).toMatchObject(NONE);
    endpoint.answers = [302, 302];
    expect(JSON.stringify(await test(member))).not.toContain('canary');
    endpoint.answers = [200, 401];
    expect(endpoint.received.length).toBe(before + 2);
  });

  it.each([
    [[200, 401], 'works', 'The endpoint took a signed request, and refused one with a wrong signature.'],
    [[204, 400], 'works', 'The endpoint took a signed request, and refused one with a wrong signature.'],
    [[401, 401], 'refused', 'The signed request was answered with status 401, and has to be with 2xx.'],
    [[302, 401], 'no_answer', 'The signed request was answered with status 302, and has to be with 2xx.'],
    [[500, 200], 'no_answer', 'The signed request was answered with status 500, and has to be with 2xx.'],
    [['none', 401], 'no_answer', NONE.detail],
    [
      [200, 200],
      'misconfigured',
      'with status 200, and has to be with a refusal (4xx, as 401): the endpoint does not verify.',
    ],
    [
      [200, 204],
      'misconfigured',
      'with status 204, and has to be with a refusal (4xx, as 401): the endpoint does not verify.',
    ],
    [
      [200, 429],
      'misconfigured',
      'with status 429, and has to be with a refusal (4xx, as 401): the endpoint does not verify.',
    ],
    [
      [200, 500],
      'misconfigured',
      'with status 500, and has to be with a refusal (4xx, as 401): the endpoint does not verify.',
    ],
    [[200, 'none'], 'no_answer', 'The request with a wrong signature had no whole answer within 4 seconds.'],
  ] satisfies [Endpoint['answers'], string, string][])(
    'the signing secret of a project is tested by a request with a valid and one with an invalid signature, answered with %j: %s',
    async (answers, outcome, detail) => {
      const member = aMember();
      await rotate(member);
      endpoint.answers = answers;
      const finding = await test(member);
      endpoint.answers = [200, 401];
      expect(finding).toMatchObject({ outcome, detail: expect.stringContaining(detail) as string });
    },
  );

  it('the signing secret of a project is tested by requests that differ only in their signatures', async () => {
    const member = aMember();
    await rotate(member);
    const before = endpoint.received.length;
    await test(member);
    const [first, second] = endpoint.received.slice(before) as [Received, Received];
    expect(second.body).toBe(first.body);
    expect(Object.keys(second.headers).toSorted()).toEqual(Object.keys(first.headers).toSorted());
    for (const { headers } of [first, second]) expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}=$/);
    expect(second.headers['webhook-id']).not.toBe(first.headers['webhook-id']);
  });
});
