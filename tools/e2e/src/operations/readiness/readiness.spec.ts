import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { prepareBroker, COUNTER_STREAM, EVENT_STREAM } from '@questp/broker';
import { SERVICES } from '@questp/manifest';
import type { Person } from '@questp/players';
import {
  freePort,
  inheritedEnvironment,
  launch,
  mainOf,
  waitFor,
  workspaceRoot,
  type ManagedProcess,
} from '@questp/testing';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { usePlatform } from '../../support/platform.fixture.js';

const e2e = usePlatform({ replicas: { notifier: 2 }, ownNats: true });

let earner: Person;
beforeAll(async () => {
  earner = await e2e.signIn();
});

const notifications = () => earner.client.GET('/v1/notifications');
/** Services that read through Prisma. */
const wallets = () => earner.client.GET('/v1/users/me/wallets');

interface Health {
  status: number;
  checks: Record<string, string>;
}

async function healthOf(url: string): Promise<Health> {
  const answer = await fetch(`${url}/health/ready`);
  const { checks } = (await answer.json()) as Pick<Health, 'checks'>;
  return { status: answer.status, checks };
}

const replicasOf = (name: string) => e2e.platform.services.filter((service) => service.name === name);

async function until(name: string, status: number): Promise<Health[]> {
  const all = () => Promise.all(replicasOf(name).map(({ healthUrl }) => healthOf(healthUrl)));
  await waitFor(async () => (await all()).every((one) => one.status === status), {
    what: `${status} of ${name}`,
  });
  return all();
}

const pids = () => e2e.platform.services.map(({ pid }) => pid);

describe('A replica that is not ready', () => {
  const started: ManagedProcess[] = [];

  afterEach(async () => {
    await Promise.all(started.splice(0).map((one) => one.stop()));
  });

  /** Starts another replica; returns the address of its health endpoints. */
  async function another(service: string, env: NodeJS.ProcessEnv): Promise<string> {
    const port = await freePort();
    const { database, nats } = e2e.platform;
    const variables = {
      ...inheritedEnvironment(),
      NATS_URL: nats.urlOf(service),
      DATABASE_URL: database.urlOf(service),
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...env,
      HEALTH_PORT: String(port),
    };
    started.push(await launch({ name: service, command: process.execPath, args: [mainOf(service)], env: variables }));
    const url = `http://127.0.0.1:${port}`;
    await waitFor(async () => 'postgres' in (await healthOf(url)).checks, { what: 'its check' });
    return url;
  }

  it('gets no requests: with a wrong database password, healthy replicas answer all of them', async () => {
    const url = new URL(e2e.platform.database.urlOf('notifier'));
    url.password = 'wrong';
    const health = await another('notifier', { DATABASE_URL: url.href });

    const answers = await parallel(40, notifications);

    expect(tally(answers)).toEqual({ 200: 40 });
    const postgres = 'The database in DATABASE_URL refuses the role or its password';
    const isRest = async () => (await healthOf(health)).checks['events'] === 'ok';
    await waitFor(isRest, { what: 'what else it needs' });
    expect(await healthOf(health)).toEqual({ status: 503, checks: { nats: 'ok', events: 'ok', postgres } });
    await waitFor(() => started[0]?.logs().includes(`not ready: ${postgres}`) === true, { what: 'a line in its log' });
    expect(started[0]?.logs()).not.toContain('wrong"');
  });
});

it('the readiness checks of the services equal docs/reference/containers.md', async () => {
  const page = await readFile(join(workspaceRoot, 'docs/reference/containers.md'), 'utf8');
  const rows = page.split('\n| Check ')[1]?.split('\n\n')[0] ?? '';
  const documented = [...rows.matchAll(/^\| `(.*?)` +\| (.*?) +\|/gm)].map(([, name = '', services = '']) => ({
    name,
    services: services === 'all' ? SERVICES.map((service) => service.name) : services.split(', '),
  }));
  for (const { name } of SERVICES) {
    // The platform of the tests keeps files in FILES_DIR.
    const named = documented.filter((check) => check.services.includes(name) && check.name !== 'object storage');
    const [running] = await until(name, 200);
    expect([name, ...Object.keys(running?.checks ?? {}).sort()]).toEqual([
      name,
      ...named.map((check) => check.name).sort(),
    ]);
  }
});

describe('Readiness that is lost', () => {
  let before: number[];

  beforeEach(() => {
    before = pids();
  });
  afterEach(() => {
    expect(pids()).toEqual(before);
  });

  it('for missing tables says "run migrate", returns 503 with Retry-After, and recovers by itself', async () => {
    await e2e.sql('ALTER SCHEMA notifier RENAME TO elsewhere');
    const lost = await until('notifier', 503);
    for (const { checks } of lost) expect(checks['postgres']).toBe('The schema notifier lacks its tables: run migrate');
    await waitFor(() => replicasOf('notifier').every((replica) => replica.logs().includes('takes no requests')));
    const answers = await parallel(10, notifications);
    for (const answer of answers) {
      expectProblem(answer, 'SERVICE_UNAVAILABLE');
      expect(answer.response.headers.get('retry-after')).toBe('1');
    }

    await e2e.sql('ALTER SCHEMA elsewhere RENAME TO notifier');
    await until('notifier', 200);
    expect(tally(await parallel(10, notifications))).toEqual({ 200: 10 });
  });

  it('for an unavailable database never returns a 500', async () => {
    const [row] = await e2e.sql<{ name: string }>('SELECT current_database() AS name');
    const rights = (change: string) =>
      e2e.sql(
        ['PUBLIC', 'questp_notifier', 'questp_identity', 'questp_quests']
          .map((role) => `${change.replace('?', String(row?.name))} ${role};`)
          .join(''),
      );
    await rights('REVOKE CONNECT ON DATABASE ? FROM');
    await e2e.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND usename LIKE 'questp_%'`,
    );
    const answers = [];
    for (let round = 0; round < 10; round += 1) {
      answers.push(...(await Promise.all([notifications(), wallets()])));
    }
    const lost = await until('notifier', 503);
    for (const { checks } of lost) expect(checks['postgres']).toContain('run migrate');
    answers.push(...(await parallel(10, notifications)));
    for (const answer of answers) {
      if (answer.response.ok) continue;
      expectProblem(answer, 'SERVICE_UNAVAILABLE');
      expect(Number(answer.response.headers.get('retry-after'))).toBeGreaterThan(0);
    }

    await rights('GRANT CONNECT ON DATABASE ? TO');
    for (const service of ['notifier', 'identity', 'quests-verify']) await until(service, 200);
    expect(tally(await parallel(10, notifications))).toEqual({ 200: 10 });
    expect(tally(await parallel(10, wallets))).toEqual({ 200: 10 });
  });

  it('for a missing consumer or counters says "run prepare-broker", and recovers once they exist', async () => {
    const connection = await connect(e2e.platform.nats.jetStream.client);
    try {
      const { consumers, streams } = await jetstreamManager(connection);
      await Promise.all([consumers.delete(EVENT_STREAM, 'notifier'), streams.delete(COUNTER_STREAM)]);
      for (const { checks } of await until('notifier', 503)) {
        expect(checks['events']).toBe('The broker has no consumer notifier: run prepare-broker');
      }
      for (const { checks } of await until('gateway', 503)) {
        expect(checks['counters']).toBe('The broker has no counters for rate limits: run prepare-broker');
      }
      await prepareBroker(connection, 'notifier');
      await Promise.all([until('notifier', 200), until('gateway', 200)]);
    } finally {
      await connection.close();
    }
    expect(tally(await parallel(10, notifications))).toEqual({ 200: 10 });
  });
});
