import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { addressAs, closeDatabase, ensureRole, launch, untilReady, type ManagedProcess } from '@questp/testing';
import { Client } from 'pg';
import { commandLine, processIdentity } from '../processes/process-identity.js';
import { stopRecorded } from '../processes/run-record.js';
import type { PostgresPrograms } from './programs.js';

const run = promisify(execFile);

export interface ClusterOptions {
  programs: PostgresPrograms;
  /** Created at the first start. Every parent must be open to the user of the programs. */
  directory: string;
  port: number;
  /** Of the superuser `postgres`; decided at the first start. */
  password: string;
  settings?: Record<string, string>;
  logFile: string;
  onLaunch?: (started: ManagedProcess) => void;
}

export interface Cluster {
  process: ManagedProcess;
  /** Connects as the superuser. */
  superuserUrl: string;
}

/** Starts PostgreSQL on 127.0.0.1 (no socket files) and waits until it takes connections. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { programs, directory, port, password, logFile, onLaunch } = options;
  if (!existsSync(directory)) await initialise(programs, directory, password);
  await stopOrphan(directory);
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...options.settings,
  };
  const server = await launch({
    name: 'postgresql',
    command: programs.postgres,
    args: ['-D', directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: '/',
    ...programs.user,
    // SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for its clients.
    stopSignal: 'SIGINT',
    logFile,
  });
  onLaunch?.(server);
  const superuserUrl = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  try {
    await untilReady(server, () => takesConnections(superuserUrl), 60_000);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { process: server, superuserUrl };
}

/**
 * Makes the data folder; the name is given last, so that a killed start leaves no half folder. The builtin C.UTF-8
 * sorts and folds case the same on every machine.
 */
async function initialise(programs: PostgresPrograms, directory: string, password: string): Promise<void> {
  const { uid, gid } = programs.user;
  const own = async (path: string) => {
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  };
  const draft = `${directory}.draft`;
  const passwordFile = `${directory}.password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await Promise.all([own(draft), own(passwordFile)]);
  try {
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await run(programs.initdb, [`--pgdata=${draft}`, '--no-sync', ...access, ...locale], { cwd: '/', uid, gid });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, directory);
}

/**
 * PostgreSQL refuses to start when its postmaster.pid names a living process, even when that pid now belongs to
 * another program. A postmaster of this folder that lost its parent is stopped; for any other process the file is old.
 */
async function stopOrphan(directory: string): Promise<void> {
  const file = join(directory, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
  const identity = processIdentity(pid);
  if (identity !== undefined && commandLine(pid).includes(directory)) {
    await stopRecorded({ name: 'postgresql', pid, identity, stopSignal: 'SIGINT' });
  }
  await rm(file, { force: true });
}

async function takesConnections(url: string): Promise<boolean> {
  return await withClient(url, () => Promise.resolve(true)).catch(() => false);
}

/**
 * Creates the role and the database of this name, unless they exist, closes the database to other roles, and gives its
 * address.
 */
export async function ensureDatabase(superuserUrl: string, name: string, password: string): Promise<string> {
  await withClient(superuserUrl, async (client) => {
    const role = client.escapeIdentifier(name);
    await ensureRole(client, name, password);
    const known = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (known.rowCount === 0) await client.query(`CREATE DATABASE ${role} OWNER ${role}`);
  });
  const url = new URL(superuserUrl);
  url.pathname = `/${name}`;
  await withClient(url.href, closeDatabase);
  return addressAs(url.href, name, password);
}

/** Runs `work` on one connection. Throws when the database cannot be reached within 5 s. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
