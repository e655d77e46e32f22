import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  accountsConfiguration,
  API_OF_SERVICES,
  connectBriefly,
  eventConsumer,
  MIGRATOR,
  permissionsConfiguration,
  prepareBroker,
} from '@questp/broker';
import { redirectUrisOf, startEmulators } from '@questp/emulators';
import { SERVICES } from '@questp/manifest';
import { addressAs, DATABASE_NAME, ensureRole, launchNatsServer, roleOf } from '@questp/testing';
import { startMailSink } from '../mail/mail-sink.js';
import { readMailTemplates } from '../mail/mail-templates.js';
import { locateNatsServer } from '../nats/binary.js';
import { ensureDatabase, startCluster, withClient } from '../postgres/cluster.js';
import { preparePostgresPrograms } from '../postgres/programs.js';
import type { Secrets } from '../secrets.js';
import { SentenceError } from '../sentence-error.js';
import { startTraceCollector } from '../traces/collector.js';
import { chainDirectory } from './chain-variables.js';
import type { LocalChain, StartLocalChain } from '../processes/local-chain.js';
import type { Supervisor } from './supervisor.js';

/** The port of a part of the platform, by its name in tools/scripts/ports.mjs. */
export type Ports = (name: string) => number;

export interface StackLayout {
  /** The local data. */
  local: string;
  logs: string;
  ports: Ports;
}

/** Addresses of a server, for each service with its own credentials. */
export interface Addresses {
  /** For the migrator, who creates tables and streams. */
  migrator: string;
  /** By service. */
  services: Record<string, string>;
}

/** Gives the addresses of the database. */
export async function startPostgres(supervisor: Supervisor, places: StackLayout, secrets: Secrets): Promise<Addresses> {
  const programs = await preparePostgresPrograms();
  const { superuserUrl } = await supervisor.keep(() =>
    startCluster({
      programs,
      directory: join(places.local, 'postgres'),
      port: places.ports('postgres'),
      password: secrets.postgresPassword,
      logFile: join(places.logs, 'postgresql.log'),
      onLaunch: (started) => supervisor.own(started),
    }),
  );
  const migrator = await ensureDatabase(superuserUrl, DATABASE_NAME, secrets.databasePassword);
  return { migrator, services: await ensureRoles(superuserUrl, migrator, secrets) };
}

/** Connections for the migrator, for superusers and for people. */
const FOR_OTHERS = 25;

/**
 * Creates the services' roles, each with an equal share of the server's connections; returns their addresses of this
 * database.
 */
async function ensureRoles(
  makerUrl: string,
  databaseUrl: string,
  { databasePasswords }: Secrets,
): Promise<Record<string, string>> {
  const database = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  return await withClient(makerUrl, async (client) => {
    const addresses: Record<string, string> = {};
    const services = SERVICES.filter(({ schema }) => schema !== null);
    const { rows } = await client.query<{ most: number }>(`SELECT current_setting('max_connections')::int AS most`);
    const connections = ((rows[0]?.most ?? 0) - FOR_OTHERS) / services.length;
    for (const { name } of services) {
      const password = databasePasswords[name];
      if (password === undefined) continue;
      const role = roleOf(name, database);
      await ensureRole(client, role, password, connections);
      addresses[name] = addressAs(databaseUrl, role, password);
    }
    return addresses;
  });
}

export async function startNatsServer(
  supervisor: Supervisor,
  places: StackLayout,
  { natsPasswords }: Secrets,
): Promise<Addresses & { text: string; pid: number }> {
  const { path, version, source } = await locateNatsServer((text) => console.log(`        ${text}`));
  const configFile = join(places.local, 'nats-server.conf');
  const accounts = accountsConfiguration({ passwordOf: (user) => JSON.stringify(natsPasswords[user]) });
  // nats-server reserves the bound of each stream; by default it has three quarters of the free disk.
  const store = 'jetstream: { max_file_store: 16GB }\n';
  writeFileSync(configFile, `${store}${permissionsConfiguration()}accounts: {\n${accounts}}\n`, { mode: 0o600 });
  const started = await supervisor.keep(async () => ({
    process: await launchNatsServer({
      binary: path,
      port: places.ports('nats'),
      storeDirectory: join(places.local, 'nats'),
      configFile,
      logFile: join(places.logs, 'nats-server.log'),
      onLaunch: (launched) => supervisor.own(launched),
    }),
  }));
  const url = `nats://127.0.0.1:${places.ports('nats')}`;
  const addressOf = (user: string) => addressAs(url, user, natsPasswords[user] ?? '');
  return {
    migrator: addressOf(MIGRATOR),
    services: Object.fromEntries(SERVICES.map(({ name }) => [name, addressOf(name)])),
    text: `${version}, ${source}`,
    pid: started.process.pid,
  };
}

/** Creates the streams of the platform and the consumers of its services. */
export async function prepareStreams({ migrator }: Pick<Addresses, 'migrator'>): Promise<void> {
  const connection = await connectBriefly(migrator, MIGRATOR);
  try {
    for (const { name } of SERVICES) await prepareBroker(connection, name);
  } finally {
    await connection.close();
  }
}

/** Gives the address of the SMTP server. */
export async function startMail(supervisor: Supervisor, { ports }: StackLayout, root: string): Promise<string> {
  const sink = await startMailSink({
    ports: { smtp: ports('smtp'), http: ports('mail') },
    templates: () => readMailTemplates(root),
  });
  supervisor.onStop('mail sink', () => sink.stop());
  return `smtp://127.0.0.1:${ports('smtp')}`;
}

/** Gives the address of the collector. */
export async function startTraces(supervisor: Supervisor, { ports }: StackLayout): Promise<string> {
  const collector = await startTraceCollector(ports('traces'));
  supervisor.onStop('collector of traces', () => collector.stop());
  return collector.url;
}

/** Returns the address of the emulated platforms, which redirect browsers to this API. */
export async function startPlatforms(supervisor: Supervisor, { ports }: StackLayout, apiUrl: string): Promise<string> {
  const redirectUris = redirectUrisOf(apiUrl);
  const emulators = await startEmulators({ port: ports('emulators'), redirectUris }).catch((error: unknown) => {
    throw new SentenceError(`${messageOf(error)}: npm run up -- --no-emulators starts without.`, { cause: error });
  });
  supervisor.onStop('emulated platforms', () => emulators.stop());
  return emulators.url;
}

/** Starts the chain. */
export async function keepChain(
  startChain: StartLocalChain,
  supervisor: Supervisor,
  { ports, local, logs }: StackLayout,
): Promise<LocalChain> {
  return await supervisor.keep(() =>
    startChain({
      directory: chainDirectory(local),
      logFile: join(logs, 'wasmd.log'),
      rpcPort: ports('chain-rpc'),
      restPort: ports('chain-rest'),
      onLaunch: (started) => supervisor.own(started),
      report: (line) => console.log(`        ${line}`),
    }),
  );
}

/**
 * The database of DATABASE_URL, whose role makes the roles of the services. Throws a sentence when it cannot be used for
 * that.
 */
export async function requireDatabase(url: string, secrets: Secrets): Promise<Addresses> {
  try {
    return { migrator: url, services: await ensureRoles(url, url, secrets) };
  } catch (error) {
    throw new SentenceError(`The database of DATABASE_URL cannot be used: ${messageOf(error)}.`, { cause: error });
  }
}

/** The broker of NATS_URL, which every service uses with the same user. */
export async function requireBroker(url: string): Promise<Addresses & { pid: null }> {
  await prepareStreams({ migrator: url }).catch((error: unknown) => {
    throw new SentenceError(`The broker of NATS_URL cannot be used: ${messageOf(error)}.`, { cause: error });
  });
  const connection = await connectBriefly(url, MIGRATOR);
  try {
    await eventConsumer(connection, 'identity');
  } catch (error) {
    const mapping = `mappings: { "${API_OF_SERVICES}.>": "$JS.API.>" }`;
    throw new SentenceError(`The broker of NATS_URL needs ${mapping} in its configuration.`, { cause: error });
  } finally {
    await connection.close();
  }
  return { migrator: url, services: Object.fromEntries(SERVICES.map(({ name }) => [name, url])), pid: null };
}

/** Throws a sentence when nothing listens at the address (of a list, the first). */
export async function requireReachable(variable: string, url: string, defaultPort: number): Promise<string> {
  const [first = ''] = url.split(',');
  const { hostname, port } = new URL(first.includes('://') ? first : `tcp://${first}`);
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || defaultPort), timeout: 5000 });
    const end = (problem?: string) => {
      socket.destroy();
      if (problem === undefined) resolve();
      else reject(new SentenceError(`Nothing can be reached at the address in ${variable}: ${problem}.`));
    };
    socket.on('connect', () => end());
    socket.on('timeout', () => end('no answer within 5 s'));
    socket.on('error', (error) => end(messageOf(error)));
  });
  return url;
}

/** A refused connection to a name with two addresses is an AggregateError of two errors. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
