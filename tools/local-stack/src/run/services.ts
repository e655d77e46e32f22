import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { emulatorEnvironment } from '@questp/emulators';
import { NODE_ENVIRONMENT, NODE_FLAGS, type ServiceRow } from '@questp/manifest';
import { neededVersions, requireVersions } from '@questp/postgres/versions';
import {
  inheritedEnvironment,
  isReady,
  lastLines,
  launch,
  mainOf,
  serviceEnvironment,
  untilReady,
  type ManagedProcess,
  type PlatformAddresses,
} from '@questp/testing';
import { withClient } from '../postgres/cluster.js';
import { SentenceError } from '../sentence-error.js';
import type { StackLayout } from './infrastructure.js';
import { consoleLine } from './service-line.js';
import type { Stack } from '../processes/stack-file.js';
import type { Supervisor } from './supervisor.js';

export interface ServiceStart {
  service: ServiceRow;
  /** The checkout. */
  root: string;
  places: StackLayout;
  addresses: PlatformAddresses & Pick<Stack, 'databaseUrl'>;
  supervisor: Supervisor;
}

/** True if the service's role can use its tables and they are at the checkout's last migration. */
export async function isMigrated({ service: { name, schema }, root, addresses }: ServiceStart): Promise<boolean> {
  try {
    await withClient(addresses.databaseUrls[name] ?? '', async (client) => {
      await client.query(`SET search_path = ${client.escapeIdentifier(schema ?? '')}`);
      await requireVersions(client, await neededVersions(join(root, 'prisma/migrations', name)));
    });
    return true;
  } catch {
    return false;
  }
}

/** Brings the service's tables up to date. Throws a sentence with the migrator's last lines. */
export async function migrateService({ service, root, places, addresses, supervisor }: ServiceStart): Promise<void> {
  const { name } = service;
  const migrator = await launch({
    name: `migration of ${name}`,
    command: process.execPath,
    args: [requireBuilt(mainOf(name, root), name), 'migrate'],
    env: {
      ...inheritedEnvironment(),
      ...serviceEnvironment(service, addresses),
      MIGRATE_DATABASE_URL: addresses.databaseUrl,
    },
    logFile: join(places.logs, `${name}.migrate.log`),
  });
  supervisor.onStop(migrator.name, () => migrator.stop());
  const { code } = await migrator.exited();
  if (code !== 0) throw new SentenceError(`The migration of ${name} failed${lastLines(migrator)}`);
}

/** Milliseconds for which OpenTelemetry's SDK batches spans: short, because a person may be waiting for them. */
const SPANS_WAIT_MS = 500;

/** The service that calls third parties and keeps the list of chains. */
const ASKS_PLATFORMS = 'integrations';

/**
 * Starts the service and waits until it is ready; its warnings and errors go to the console too.
 * @param start with the collector of traces, unless the environment names one, and what the local chain adds
 */
export async function startService(
  start: ServiceStart & Pick<Stack, 'tracesUrl' | 'emulatorsUrl'> & { chainVariables: NodeJS.ProcessEnv },
): Promise<{ process: ManagedProcess }> {
  const { service, root, places, addresses, tracesUrl, emulatorsUrl, chainVariables, supervisor } = start;
  const { name } = service;
  const { ports, logs } = places;
  const started = await launch({
    name,
    command: process.execPath,
    args: [...NODE_FLAGS, requireBuilt(mainOf(name, root), name)],
    env: {
      ...inheritedEnvironment(),
      ...NODE_ENVIRONMENT,
      ...serviceEnvironment(service, addresses),
      ...(service.port === undefined ? {} : { PORT: String(ports('api')) }),
      HEALTH_PORT: String(ports(name)),
      PUBLIC_URL: process.env['PUBLIC_URL'] || `http://127.0.0.1:${ports('api')}`,
      ...(name === ASKS_PLATFORMS && chainVariables),
      ...(emulatorsUrl && name === ASKS_PLATFORMS && emulatorEnvironment(emulatorsUrl, process.env)),
      ...(tracesUrl && { OTEL_EXPORTER_OTLP_ENDPOINT: tracesUrl, OTEL_BSP_SCHEDULE_DELAY: String(SPANS_WAIT_MS) }),
    },
    logFile: join(logs, `${name}.log`),
    onLine: (line) => {
      const text = consoleLine(name, line);
      if (text !== undefined) console.log(text);
    },
  });
  supervisor.own(started);
  try {
    await untilReady(started, () => isReady(ports(name)), 60_000);
  } catch (error) {
    await started.stop();
    throw new SentenceError((error as Error).message, { cause: error });
  }
  return { process: started };
}

function requireBuilt(script: string, name: string): string {
  if (!existsSync(script)) throw new SentenceError(`${name} is not built: ${script} is missing; run npm run build.`);
  return script;
}
