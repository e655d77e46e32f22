import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceNamed, SERVICES } from '@questp/manifest';
import { Client } from 'pg';
import { addressAs, closeDatabase, ensureRole, DATABASE_NAME, roleOf } from './database-roles.js';
import { inheritedEnvironment, mainOf, workspaceRoot } from './services.js';
import { testEnvironment } from './test-environment.js';

export interface TestDatabase {
  /** URL for the superuser. */
  url: string;
  /** URL for the role of a service, with its usual rights; its tables have to exist. */
  urlOf: (service: string) => string;
  /** Drops the database, closing its connections. */
  drop(): Promise<void>;
}

const run = promisify(execFile);

/** Concurrent suites share the roles. */
const ROLE_CONNECTIONS = 500;

/**
 * A new database on the test server. With `migrate`, it has the tables of these services: a copy of a template that the
 * command "migrate" of the services filled once for this state of the migrations.
 */
export async function createTestDatabase(options: { migrate?: string[] } = {}): Promise<TestDatabase> {
  const server = testEnvironment('TEST_DATABASE_URL');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const services = withThoseTheyRead(options.migrate ?? []);
  await onServer(server, async (client) => {
    const template = services.length > 0 ? await ensureTemplate(client, server, services) : 'template1';
    // Copying files takes less than writing their pages to the log.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  });
  const url = databaseUrl(server, name);
  return {
    url,
    urlOf: (service) => asRole(url, roleOf(service)),
    drop: () =>
      onServer(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

/** In the order of the manifest: a service comes after those whose views it reads. */
function withThoseTheyRead(names: string[]): string[] {
  const withReads = (name: string): string[] => [name, ...(serviceNamed(name).reads ?? []).flatMap(withReads)];
  const wanted = new Set(names.flatMap(withReads));
  return SERVICES.flatMap(({ name }) => (wanted.has(name) ? [name] : []));
}

async function ensureTemplate(client: Client, server: string, services: string[]): Promise<string> {
  const template = `template_${await migrationsHash(services)}`;
  // Suites of several processes may need it at the same time; one fills it, the others wait.
  await inTurn(client, template, () => fillTemplate(client, server, services, template));
  return template;
}

async function fillTemplate(client: Client, server: string, services: string[], template: string): Promise<void> {
  const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (known.rowCount !== 0) return;
  const draft = `${template}_draft`;
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await inTurn(client, 'roles', async () => {
    await ensureRoles(client, server, services);
    await client.query(`CREATE DATABASE ${draft} OWNER ${DATABASE_NAME}`);
    await onServer(databaseUrl(server, draft), closeDatabase);
  });
  for (const service of services) await migrate(service, databaseUrl(server, draft));
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
}

/** One at a time across all processes. */
async function inTurn(client: Client, name: string, work: () => Promise<void>): Promise<void> {
  await client.query(`SELECT pg_advisory_lock(hashtextextended($1, 0))`, [name]);
  await work();
  await client.query(`SELECT pg_advisory_unlock(hashtextextended($1, 0))`, [name]);
}

async function migrate(service: string, url: string): Promise<void> {
  const script = mainOf(service);
  if (!existsSync(script)) throw new Error(`${service} is not built: npm run build`);
  const addresses = { DATABASE_URL: asRole(url, roleOf(service)), MIGRATE_DATABASE_URL: asRole(url, DATABASE_NAME) };
  await run(process.execPath, [script, 'migrate'], { env: { ...inheritedEnvironment(), ...addresses } });
}

/** Roles belong to the server: all suites share those that are created here, with the superuser's password. */
async function ensureRoles(client: Client, server: string, services: string[]): Promise<void> {
  await ensureRole(client, DATABASE_NAME, passwordOf(server));
  for (const service of services) await ensureRole(client, roleOf(service), passwordOf(server), ROLE_CONNECTIONS);
}

const passwordOf = (server: string): string => decodeURIComponent(new URL(server).password);

const asRole = (url: string, role: string): string => addressAs(url, role, passwordOf(url));

async function migrationsHash(services: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['libs/postgres/src/grants.ts', 'docker/close-database.sql'])
    hash.update(await readFile(join(workspaceRoot, file)));
  for (const path of ['libs/postgres/migrations', ...services.map((service) => `prisma/migrations/${service}`)]) {
    const directory = join(workspaceRoot, path);
    for (const file of (await readdir(directory)).sort()) {
      hash.update(`${path}/${file}\0`).update(await readFile(join(directory, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
