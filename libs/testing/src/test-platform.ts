import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frontEndAddresses, SERVICES, serviceNamed, type ServiceRow } from '@questp/manifest';
import { freePort } from './free-port.js';
import { newMasterKey, newMethodHashKey } from './master-key.js';
import { randomPassword } from './random-password.js';
import { serviceEnvironment } from './services.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { startNats, type TestNats } from './test-nats.js';
import { startService, type TestService } from './test-service.js';

export interface PlatformOptions {
  /** Processes per service; one by default. */
  replicas?: Record<string, number>;
  /** Further variables for every service. */
  env?: NodeJS.ProcessEnv;
  /** Failpoints to activate, per service, comma-separated. */
  failpoints?: Record<string, string>;
  /** Starts a separate broker, which can be killed and frozen. */
  ownNats?: boolean;
}

export interface TestPlatform {
  /** One URL per gateway replica, without a path. */
  gatewayUrls: string[];
  database: Omit<TestDatabase, 'drop'>;
  nats: TestNats;
  services: TestService[];
  /** The initial super admin. */
  admin: { email: string; password: string };
  /** Starts another replica of a service; `env` overrides its variables. */
  add: (service: string, env?: NodeJS.ProcessEnv) => Promise<TestService>;
  /** Stops all processes and drops the database. */
  stop(): Promise<void>;
}

const SERVICES_WITH_TABLES = SERVICES.flatMap(({ name, schema }) => (schema === null ? [] : [name]));

const byName = (names: string[], valueOf: (name: string) => string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)]));

/**
 * The whole platform from apps/<name>/dist, with a new database and its own accounts or nats-server. Mails go to
 * SMTP_URL of `env`; by default nothing listens there. Every reply of a service is validated against its class.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<TestPlatform> {
  const { replicas = {}, env = {}, failpoints = {}, ownNats = false } = options;
  for (const name of [...Object.keys(replicas), ...Object.keys(failpoints)]) serviceNamed(name);
  const [database, nats, smtpPort, filesDir] = await Promise.all([
    createTestDatabase({ migrate: SERVICES_WITH_TABLES }),
    startNats({ own: ownNats }),
    freePort(),
    mkdtemp(join(tmpdir(), 'questp-files-')),
  ]);
  const admin = { email: 'admin@questp.test', password: randomPassword() };
  const addresses = {
    databaseUrls: byName(SERVICES_WITH_TABLES, database.urlOf),
    natsUrls: byName(
      SERVICES.map(({ name }) => name),
      nats.urlOf,
    ),
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    filesDir,
    masterKeys: newMasterKey('dev1'),
    methodHashKey: newMethodHashKey(),
    frontEnds: frontEndAddresses(),
    admin,
  };
  const variables = (service: ServiceRow) => ({
    ...serviceEnvironment(service, addresses),
    CHECK_REPLIES: 'true',
    ...(failpoints[service.name] === undefined
      ? {}
      : { FAILPOINTS_ENABLED: 'true', FAILPOINTS: failpoints[service.name] }),
    ...env,
  });
  const processes = SERVICES.flatMap((service) => new Array<ServiceRow>(replicas[service.name] ?? 1).fill(service));
  const starts = await Promise.allSettled(processes.map((service) => startService(service.name, variables(service))));
  const services = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()));
    await nats.stop();
    await database.drop();
    await rm(filesDir, { recursive: true, force: true });
  };
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const gateways = services.filter(({ name }) => name === 'gateway');
  return {
    gatewayUrls: gateways.map(({ url }) => url),
    database,
    nats,
    services,
    admin,
    add: async (name, changed) => {
      const added = await startService(name, { ...variables(serviceNamed(name)), ...changed });
      services.push(added);
      return added;
    },
    stop,
  };
}
