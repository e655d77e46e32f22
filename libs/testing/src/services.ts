import { join, resolve } from 'node:path';
import { SERVICES, type FrontEndVariable, type PlatformVariable, type ServiceRow } from '@questp/manifest';

export interface PlatformAddresses {
  /** URL by service, each with its own role. */
  databaseUrls: Record<string, string>;
  /** URL by service, each with its own user. */
  natsUrls: Record<string, string>;
  smtpUrl: string;
  filesDir: string;
  /** Keys that seal stored credentials. */
  masterKeys: string;
  /** Key of identity's method hashes. */
  methodHashKey: string;
  frontEnds: Record<FrontEndVariable, string>;
  admin: { email: string; password: string };
}

/** The root of the checkout; this file is two folders below libs/testing, in src and in dist. */
export const workspaceRoot = resolve(import.meta.dirname, '../../..');

/** The program of a service (tools/scripts/bundle.mjs); with the argument `migrate` it applies its migrations. */
export const mainOf = (service: string, root = workspaceRoot) => join(root, 'apps', service, 'bundle/main.js');

/**
 * Seconds from the end of a campaign until its payouts are approved, on platforms of this machine, where people and tests
 * wait for them; a variable of the environment overrides it.
 */
const REVIEW_SECONDS = '10';

/** Environment of a service: the broker, and the variables in its row of the manifest. */
export function serviceEnvironment(
  { name, port, environment }: ServiceRow,
  addresses: PlatformAddresses,
): NodeJS.ProcessEnv {
  const values = platformVariables(name, addresses);
  return {
    INTERNAL_HOST: '127.0.0.1',
    ...(port === undefined ? {} : { HOST: '127.0.0.1' }),
    NATS_URL: addresses.natsUrls[name],
    ...(name === 'escrow-ops' && { PAYOUT_REVIEW_SECONDS: process.env['PAYOUT_REVIEW_SECONDS'] || REVIEW_SECONDS }),
    ...Object.fromEntries(environment.map((variable) => [variable, values[variable]])),
  };
}

const platformVariables = (
  service: string,
  addresses: PlatformAddresses,
): Record<PlatformVariable, string | undefined> => ({
  DATABASE_URL: addresses.databaseUrls[service],
  SMTP_URL: addresses.smtpUrl,
  FILES_DIR: addresses.filesDir,
  MASTER_KEYS: addresses.masterKeys,
  METHOD_HASH_KEY: addresses.methodHashKey,
  ...addresses.frontEnds,
  BOOTSTRAP_ADMIN_EMAIL: addresses.admin.email,
  BOOTSTRAP_ADMIN_PASSWORD: addresses.admin.password,
});

const GIVEN = new Set<string>([
  ...SERVICES.flatMap(({ environment }) => environment),
  'HOST',
  'INTERNAL_HOST',
  'NATS_URL',
  'PORT',
  'HEALTH_PORT',
  'MIGRATE_DATABASE_URL',
  'MIGRATE_NATS_URL',
]);

/** The environment of the caller without variables of services, so that none of them leaks through. */
export function inheritedEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !GIVEN.has(name)));
}

/** True if the service on this health port reports ready. */
export async function isReady(healthPort: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${healthPort}/health/ready`, { signal: AbortSignal.timeout(2000) });
    await answer.text();
    return answer.status === 200;
  } catch {
    return false;
  }
}
