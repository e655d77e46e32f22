import { join, resolve } from 'node:path';

/** The services in the order they start; the ones with a database have a dist/migrate.js beside dist/main.js. */
export const SERVICES = ['identity', 'quests-verify', 'notifier', 'gateway'] as const;
export type ServiceName = (typeof SERVICES)[number];

export const SERVICES_WITH_DATABASE = ['identity', 'quests-verify', 'notifier'] as const;
export type ServiceWithDatabase = (typeof SERVICES_WITH_DATABASE)[number];

export interface PlatformAddresses {
  databaseUrl: string;
  natsUrl: string;
  smtpUrl: string;
  appUrl: string;
  admin: { email: string; password: string };
}

/** The root of the checkout; this file lies two folders below libs/testing, as source and as build. */
export const workspaceRoot = resolve(import.meta.dirname, '../../..');

export const mainOf = (service: string, root = workspaceRoot) => join(root, 'apps', service, 'dist/main.js');
/** Node's flags for a service: a small young generation and a low ceiling keep it below 150 MB (docker/README.md). */
export const SERVICE_NODE_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=128'];
export const migrateOf = (service: string, root = workspaceRoot) => join(root, 'apps', service, 'dist/migrate.js');

const GIVEN = [
  'DATABASE_URL',
  'NATS_URL',
  'SMTP_URL',
  'APP_URL',
  'BOOTSTRAP_ADMIN_EMAIL',
  'BOOTSTRAP_ADMIN_PASSWORD',
  'HOST',
  'PORT',
  'HEALTH_PORT',
];

/** The caller's environment without the variables that `serviceEnvironment` decides, so that none leaks through. */
export function inheritedEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !GIVEN.includes(name)));
}

/** What a service is told of the platform; only what it needs, so the gateway gets no database. */
export function serviceEnvironment(service: ServiceName, addresses: PlatformAddresses): NodeJS.ProcessEnv {
  const { databaseUrl, natsUrl, smtpUrl, appUrl, admin } = addresses;
  return {
    HOST: '127.0.0.1',
    NATS_URL: natsUrl,
    APP_URL: appUrl,
    ...(service === 'gateway' ? {} : { DATABASE_URL: databaseUrl }),
    ...(service === 'notifier' ? { SMTP_URL: smtpUrl } : {}),
    ...(service === 'identity' ? { BOOTSTRAP_ADMIN_EMAIL: admin.email, BOOTSTRAP_ADMIN_PASSWORD: admin.password } : {}),
  };
}

/** Whether the service on this health port says that it is ready. */
export async function isReady(healthPort: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${healthPort}/health/ready`, { signal: AbortSignal.timeout(2000) });
    await answer.text();
    return answer.status === 200;
  } catch {
    return false;
  }
}
