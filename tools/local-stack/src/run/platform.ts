import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frontEndAddresses, SERVICES, type ServiceRow } from '@questp/manifest';
import { localDirectory } from '../directories.js';
import { step } from '../progress.js';
import { readSecrets } from '../secrets.js';
import { startStatusPage } from '../status/start-status-page.js';
import { SentenceError } from '../sentence-error.js';
import { alreadyRunning, RUN_FILE, TEST_DIRECTORY } from './already-running.js';
import {
  keepChain,
  prepareStreams,
  requireBroker,
  requireDatabase,
  requireReachable,
  startMail,
  startNatsServer,
  startPlatforms,
  startPostgres,
  startTraces,
  type Ports,
  type StackLayout,
} from './infrastructure.js';
import { chainVariables } from './chain-variables.js';
import type { StartLocalChain } from '../processes/local-chain.js';
import { RunRecord, runningOwner } from '../processes/run-record.js';
import { isMigrated, migrateService, startService } from './services.js';
import { settleAdmin } from '../operator/settle-admin.js';
import { storeEscrowKeys } from '../operator/store-escrow-keys.js';
import { removeStackFile, writeStackFile, type Stack } from '../processes/stack-file.js';
import { aborted, stopRequest } from './stop-request.js';
import { summary } from './summary.js';
import { Supervisor } from './supervisor.js';

export interface PlatformOptions {
  /** The checkout. */
  root: string;
  /** Empties the local data first. */
  reset: boolean;
  /** Whether third parties are emulated. */
  emulators: boolean;
  /** Starts a chain with the contracts; the platform has none without it. */
  startChain?: StartLocalChain;
  /** Identifies the compiled state: tables that it has migrated need no migration. */
  compiled: string;
  ports: Ports;
  /** A sentence for each port that another program holds. */
  takenPorts: () => Promise<string[]>;
}

/**
 * Starts the platform, runs it until Ctrl-C or until a part of it is given up, and stops it in reverse order. Gives the exit
 * code; problems the user can solve are printed as a sentence.
 */
export async function runPlatform(options: PlatformOptions): Promise<number> {
  const stop = stopRequest();
  try {
    await run(options, stop);
    return 0;
  } catch (error) {
    console.error(error instanceof SentenceError ? `\n${error.message}` : error);
    return 1;
  }
}

async function run({ reset, ports, ...options }: PlatformOptions, stop: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const { root } = options;
  const places = { ports, ...localPlaces(root) };
  const record = await RunRecord.claim(join(places.local, RUN_FILE), (name) =>
    console.log(`  Stopping ${name}, which an earlier start left behind`),
  );
  if (!record) throw new SentenceError(alreadyRunning(root) ?? 'The platform of this checkout is being started twice.');
  const supervisor = new Supervisor(record);
  const start = async () => {
    if (reset) await step('Local data emptied', () => Promise.resolve(emptyLocalData(places.local)));
    const stack = await startAll(options, places, supervisor, stop);
    writeStackFile(places.local, stack);
    supervisor.onRestart = (name, pid) => {
      if (name === 'nats-server') stack.natsPid = pid;
      for (const service of stack.services) if (service.name === name) service.pid = pid;
      writeStackFile(places.local, stack);
    };
    console.log(summary(stack, join(root, '.local'), performance.now() - startedAt, process.env));
  };
  const starting = start();
  try {
    await Promise.race([starting, supervisor.givenUp, aborted(stop)]);
    if (!stop.aborted) await Promise.race([supervisor.givenUp, aborted(stop)]);
  } finally {
    // A step that Ctrl-C interrupted fails with an error that is not worth printing.
    starting.catch(() => undefined);
    if (stop.aborted) console.log('\nStopping; the data stays.');
    await supervisor.stopAll();
    removeStackFile(places.local);
    record.release();
  }
}

function localPlaces(root: string): { local: string; logs: string } {
  const local = localDirectory(root);
  return { local, logs: join(local, 'logs') };
}

async function startAll(
  { root, compiled, emulators, startChain, takenPorts }: Omit<PlatformOptions, 'reset' | 'ports'>,
  places: StackLayout,
  supervisor: Supervisor,
  stop: AbortSignal,
): Promise<Stack> {
  const next: typeof step = (...one) => {
    stop.throwIfAborted();
    return step(...one);
  };
  const { ports, local, logs } = places;
  const { DATABASE_URL, NATS_URL, SMTP_URL, OTEL_EXPORTER_OTLP_ENDPOINT } = process.env;
  const { BOOTSTRAP_ADMIN_EMAIL, BOOTSTRAP_ADMIN_PASSWORD, MASTER_KEYS, METHOD_HASH_KEY } = process.env;
  const taken = await takenPorts();
  if (taken.length > 0) throw new SentenceError(taken.join('\n'));
  const apiUrl = `http://127.0.0.1:${ports('api')}/v1`;
  mkdirSync(logs, { recursive: true });
  const secrets = readSecrets(local);
  const startingMail = SMTP_URL
    ? next('Mail server of SMTP_URL', () => requireReachable('SMTP_URL', SMTP_URL, 25))
    : next('Mail sink', () => startMail(supervisor, places, root));
  const startingNats = NATS_URL
    ? next('NATS of NATS_URL', () => requireBroker(NATS_URL))
    : next(
        'nats-server',
        () => startNatsServer(supervisor, places, secrets),
        ({ text }) => text,
      );
  const [database, nats, smtpUrl, tracesUrl, emulatorsUrl, chain] = await Promise.all([
    DATABASE_URL
      ? next('Database of DATABASE_URL', () => requireDatabase(DATABASE_URL, secrets))
      : next('PostgreSQL', () => startPostgres(supervisor, places, secrets)),
    startingNats,
    startingMail,
    OTEL_EXPORTER_OTLP_ENDPOINT ? null : next('Collector of traces', () => startTraces(supervisor, places)),
    emulators ? next('Emulated platforms', () => startPlatforms(supervisor, places, apiUrl)) : null,
    startChain
      ? next(
          'Chain',
          () => keepChain(startChain, supervisor, places),
          ({ addresses: { chainId, factory } }) => `${chainId}, factory ${factory}`,
        )
      : null,
  ]);
  const addresses = {
    databaseUrl: database.migrator,
    databaseUrls: database.services,
    natsUrl: nats.migrator,
    natsUrls: nats.services,
    smtpUrl,
    filesDir: join(local, 'files'),
    masterKeys: MASTER_KEYS || secrets.masterKeys,
    methodHashKey: METHOD_HASH_KEY || secrets.methodHashKey,
    frontEnds: frontEndAddresses(process.env),
    admin: {
      email: BOOTSTRAP_ADMIN_EMAIL || secrets.adminEmail,
      password: BOOTSTRAP_ADMIN_PASSWORD || secrets.bootstrapPassword,
    },
  };
  const startOf = (service: ServiceRow) => ({
    service,
    root,
    places,
    addresses,
    tracesUrl,
    emulatorsUrl,
    chainVariables: chainVariables(local, chain, process.env),
    supervisor,
  });
  const migratedFile = join(local, 'migrated');
  const wasMigrated = existsSync(migratedFile) && readFileSync(migratedFile, 'utf8') === compiled;
  const migrations = new Map<string, Promise<void>>();
  const migrate = async (service: ServiceRow) => {
    for (const name of service.reads ?? []) await migrations.get(name);
    if (wasMigrated && (await isMigrated(startOf(service)))) return;
    await next(`Migration of ${service.name}`, () => migrateService(startOf(service)));
  };
  for (const service of SERVICES) if (service.schema !== null) migrations.set(service.name, migrate(service));
  await Promise.all([next('Streams', () => prepareStreams(nats)), ...migrations.values()]);
  writeFileSync(migratedFile, compiled);
  const services = await Promise.all(
    SERVICES.map(async (service) => {
      const { name } = service;
      const { process } = await next(name, () => supervisor.keep(() => startService(startOf(service))));
      return { name, pid: process.pid, healthUrl: healthUrl(places, name) };
    }),
  );
  const admin = { ...addresses.admin, ...(!BOOTSTRAP_ADMIN_PASSWORD && { password: secrets.adminPassword }) };
  if (!BOOTSTRAP_ADMIN_PASSWORD) {
    await next('Password of the administrator', () => settleAdmin(apiUrl, admin, secrets.bootstrapPassword));
  }
  if (chain) {
    await next('Keys of the escrow', () => storeEscrowKeys(apiUrl, admin, chain), String);
  }
  const status = await next('Status page', () =>
    startStatusPage(ports('status'), { apiUrl, admin, services, chain: chain?.addresses ?? null }),
  );
  supervisor.onStop('status page', () => status.stop());
  return {
    pid: process.pid,
    natsPid: nats.pid,
    apiUrl,
    docsUrl: `http://127.0.0.1:${ports('api')}/docs`,
    statusUrl: `http://127.0.0.1:${ports('status')}`,
    tracesUrl,
    emulatorsUrl,
    chain: chain?.addresses ?? null,
    mailUrl: SMTP_URL ? null : `http://127.0.0.1:${ports('mail')}`,
    ...addresses,
    admin,
    services,
  };
}

const healthUrl = ({ ports }: StackLayout, name: string) => `http://127.0.0.1:${ports(name)}`;

/** Removes everything except the data of a concurrent test run. */
function emptyLocalData(local: string): void {
  const testing = runningOwner(join(local, TEST_DIRECTORY, RUN_FILE)) !== undefined;
  for (const name of readdirSync(local)) {
    if (name === RUN_FILE || (name === TEST_DIRECTORY && testing)) continue;
    rmSync(join(local, name), { recursive: true, force: true });
  }
}
