import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Caller,
  changePassword,
  Gateways,
  inParallel,
  NO_LIMITS,
  operatorSignIn,
  type Person,
  signIn,
  type Wallet,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { startPlatform, waitFor, type PlatformOptions, type TestPlatform, type TestService } from '@questp/testing';
import { Pool, type QueryResultRow } from 'pg';
import { AnswerWatch } from './documented.js';
import { assertPointsInvariant } from './points-invariant.js';

/** Operators who signed in more than 10 minutes ago are refused where a recent sign-in is required. */
const SESSION_MS = 5 * 60_000;

/** What every suite uses of a platform. */
export type RunningPlatform = Pick<TestPlatform, 'gatewayUrls' | 'admin' | 'stop'> & { database: { url: string } };

/** The platform of a suite, and access to its parts. */
export class E2e {
  /** Of this process, as the platform sees it. */
  clientAddress = '127.0.0.1';
  /** It sends mails and requests to projects elsewhere than to this process. */
  isRemote = false;
  private running: RunningPlatform | undefined;
  private processes: TestPlatform | undefined;
  private pool: Pool | undefined;
  private turns: Gateways | undefined;
  private admin: Promise<Caller> | undefined;
  private adminSince = 0;

  async start(options: PlatformOptions): Promise<void> {
    this.processes = await startPlatform({ ...options, env: { ...NO_LIMITS, ...options.env } });
    this.attach(this.processes);
  }

  /** Uses a platform that runs. */
  attach(running: RunningPlatform): void {
    this.running = running;
    this.turns = new Gateways(running.gatewayUrls);
    this.pool = new Pool({ connectionString: running.database.url, max: 4 });
    // Some suites terminate backends, and the database is dropped while connections are open.
    this.pool.on('error', () => undefined);
  }

  async stop(): Promise<void> {
    await this.pool?.end();
    const directory = process.env['E2E_LOGS'];
    if (directory && this.processes) await writeLogs(directory, this.processes);
    await this.running?.stop();
  }

  /** Its processes. */
  get platform(): TestPlatform {
    if (!this.processes) throw new Error('The platform of this suite is not running as processes');
    return this.processes;
  }

  get db(): Pool {
    if (!this.pool) throw new Error('The platform of this suite is not running');
    return this.pool;
  }

  get gateways(): Gateways {
    if (!this.turns) throw new Error('The platform of this suite is not running');
    return this.turns;
  }

  get gatewayUrls(): string[] {
    return [...this.gateways.urls];
  }

  get anonymous(): Caller {
    return this.gateways.anonymous;
  }

  as = (token: string): Caller => this.gateways.as(token);

  signIn(options?: { wallet?: Wallet; ref?: string }): Promise<Person> {
    return signIn(this.gateways, options);
  }

  /** Signs in new people, a few at a time, so that a slow machine answers before the deadline. */
  people(count: number): Promise<Person[]> {
    return inParallel(Array.from({ length: count }), 10, () => this.signIn());
  }

  /** The bootstrap super admin. */
  superAdmin(): Promise<Caller> {
    if (performance.now() - this.adminSince > SESSION_MS) this.forgetSuperAdmin();
    if (this.admin === undefined) {
      this.admin = this.signInSuperAdmin();
      this.adminSince = performance.now();
    }
    return this.admin;
  }

  /** The first sign-in changes the password of `admin`. */
  private async signInSuperAdmin(): Promise<Caller> {
    const { running } = this;
    if (!running) throw new Error('The platform of this suite is not running');
    const caller = await operatorSignIn(this.gateways, running.admin);
    if (!(await unwrap(caller.GET('/v1/admin/me'))).mustChangePassword) return caller;
    running.admin = await changePassword(caller, running.admin);
    return operatorSignIn(this.gateways, running.admin);
  }

  /** The next `superAdmin` signs in again. */
  forgetSuperAdmin(): void {
    this.admin = undefined;
  }

  /** Rows of a query in the platform's database. */
  async sql<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.db.query<Row>(text, values)).rows;
  }

  /** The number that a query returns. */
  async count(text: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.sql<{ count: string }>(text, values);
    return Number(row?.count);
  }

  service(name: string, replica = 0): TestService {
    const service = this.platform.services.filter((one) => one.name === name)[replica];
    if (!service) throw new Error(`${name} has no replica ${replica}`);
    return service;
  }

  checkPoints(): Promise<void> {
    return assertPointsInvariant(this.db);
  }

  /** Waits until no events between identity and quests-verify are pending. */
  async settled(): Promise<void> {
    await waitFor(
      async () =>
        (await this.count(
          'SELECT (SELECT count(*) FROM quests.outbox) + (SELECT count(*) FROM identity.outbox) AS count',
        )) === 0,
      { what: 'the outboxes to be empty' },
    );
  }
}

/** For debugging: E2E_LOGS=<directory> keeps the output of the processes. */
async function writeLogs(directory: string, { services }: TestPlatform): Promise<void> {
  await mkdir(directory, { recursive: true });
  const files = services.map((one) => writeFile(join(directory, `${one.name}-${one.pid}.log`), one.logs()));
  await Promise.all(files);
}

/**
 * Starts a platform for the calling suite, and fails tests whose answers differ from the OpenAPI document.
 * @param options or a function that returns them when the suite starts
 */
export function usePlatform(
  options: PlatformOptions | (() => Promise<PlatformOptions>) = {},
  e2e: E2e = new E2e(),
): E2e {
  const start = async () => e2e.start(typeof options === 'function' ? await options() : options);
  startBefore(e2e, start, 60_000);
  return e2e;
}

/** The hooks of a suite whose platform `start` starts. */
export function startBefore(e2e: E2e, start: () => Promise<void>, timeoutMs: number): void {
  const answers = new AnswerWatch();
  beforeAll(() => answers.begin());
  beforeAll(start, timeoutMs);
  afterEach(() => answers.expectDocumented());
  afterAll(() => e2e.stop(), timeoutMs);
  afterAll(() => answers.end());
}

/** Two replicas of the services that races are about. */
export const TWO_OF_EACH = { gateway: 2, 'quests-verify': 2, identity: 2 } as const;
