import { freePort } from './free-port.js';
import { randomPassword } from './random-password.js';
import { serviceEnvironment, SERVICES, SERVICES_WITH_DATABASE, type ServiceName } from './services.js';
import { createTestDatabase } from './test-database.js';
import { startNats, type TestNats } from './test-nats.js';
import { startService, type TestService } from './test-service.js';

export interface PlatformOptions {
  /** Processes per service; one unless told. */
  replicas?: Partial<Record<ServiceName, number>>;
  /** More variables for every service. */
  env?: NodeJS.ProcessEnv;
  /** Failpoints armed per service, comma-separated. */
  failpoints?: Partial<Record<ServiceName, string>>;
}

export interface TestPlatform {
  /** One per gateway replica, without a path. */
  gatewayUrls: string[];
  databaseUrl: string;
  nats: TestNats;
  services: TestService[];
  /** The bootstrap super admin. */
  admin: { email: string; password: string };
  /** Stops all processes and removes the database. */
  stop(): Promise<void>;
}

/**
 * The whole platform from apps/<name>/dist, on a database and a nats-server of its own. Mails go to SMTP_URL of `env`;
 * without it nothing listens there.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<TestPlatform> {
  const { replicas = {}, env = {}, failpoints = {} } = options;
  const [database, nats, smtpPort] = await Promise.all([
    createTestDatabase({ migrate: [...SERVICES_WITH_DATABASE] }),
    startNats(),
    freePort(),
  ]);
  const admin = { email: 'admin@questp.test', password: randomPassword() };
  const addresses = {
    databaseUrl: database.url,
    natsUrl: nats.url,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    appUrl: 'http://localhost:5173',
    admin,
  };
  const variables = (name: ServiceName) => ({
    ...serviceEnvironment(name, addresses),
    ...(failpoints[name] === undefined ? {} : { FAILPOINTS_ENABLED: 'true', FAILPOINTS: failpoints[name] }),
    ...env,
  });
  const processes = SERVICES.flatMap((name) => new Array<ServiceName>(replicas[name] ?? 1).fill(name));
  const starts = await Promise.allSettled(processes.map((name) => startService(name, variables(name))));
  const services = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()));
    await nats.stop();
    await database.drop();
  };
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const gateways = services.filter(({ name }) => name === 'gateway');
  return { gatewayUrls: gateways.map(({ url }) => url), databaseUrl: database.url, nats, services, admin, stop };
}
