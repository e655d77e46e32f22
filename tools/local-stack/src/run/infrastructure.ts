import { connect } from 'node:net';
import { join } from 'node:path';
import { launchNatsServer } from '@questp/testing';
import { startMailSink } from '../mail/mail-sink.js';
import { locateNatsServer } from '../nats/binary.js';
import type { Ports } from '../ports.js';
import { ensureDatabase, startCluster, withClient } from '../postgres/cluster.js';
import { preparePostgresPrograms } from '../postgres/programs.js';
import type { Secrets } from '../secrets.js';
import { SentenceError } from '../sentence-error.js';
import type { Supervisor } from './supervisor.js';

export interface Places {
  /** The local data. */
  local: string;
  logs: string;
  ports: Ports;
}

/** Gives the address of the database. */
export async function startPostgres(supervisor: Supervisor, places: Places, secrets: Secrets): Promise<string> {
  const { superuserUrl } = await startCluster({
    programs: await preparePostgresPrograms(),
    directory: join(places.local, 'postgres'),
    port: places.ports('postgres'),
    password: secrets.postgresPassword,
    logFile: join(places.logs, 'postgresql.log'),
    onLaunch: (started) => supervisor.own(started),
  });
  return await ensureDatabase(superuserUrl, 'questp', secrets.databasePassword);
}

export async function startNatsServer(supervisor: Supervisor, places: Places): Promise<{ url: string; text: string }> {
  const { path, version, source } = await locateNatsServer((text) => console.log(`        ${text}`));
  await launchNatsServer({
    binary: path,
    port: places.ports('nats'),
    storeDirectory: join(places.local, 'nats'),
    logFile: join(places.logs, 'nats-server.log'),
    onLaunch: (started) => supervisor.own(started),
  });
  return { url: `nats://127.0.0.1:${places.ports('nats')}`, text: `${version}, ${source}` };
}

/** Gives the address of the SMTP server. */
export async function startMail(supervisor: Supervisor, { ports }: Places): Promise<string> {
  const sink = await startMailSink({ smtp: ports('smtp'), http: ports('mail') });
  supervisor.onStop('mail sink', () => sink.stop());
  return `smtp://127.0.0.1:${ports('smtp')}`;
}

/** Throws a sentence when the database of DATABASE_URL cannot be used. */
export async function requireDatabase(url: string): Promise<string> {
  try {
    await withClient(url, (client) => client.query('SELECT 1'));
    return url;
  } catch (error) {
    throw new SentenceError(`The database of DATABASE_URL cannot be used: ${messageOf(error)}.`, { cause: error });
  }
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

/** A refused connection to a name with two addresses comes as an error with two inside. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
