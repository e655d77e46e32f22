import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, services } from './workspace.mjs';

const HELP = `node tools/scripts/container-secrets.mjs [--folder <folder>]

Makes the files that docker/compose.yaml reads besides those of the repository: secrets/ with random passwords and keys, and
env/<service>.env for further variables of a service. A file that exists is left as it is, so that it can be run again
after an upgrade. Keep a copy of secrets/ in a safe place: without master_keys, stored credentials cannot be read.

  --folder <folder>   where to make them (docker)`;

const { values } = parseArgs({
  options: { help: { type: 'boolean' }, folder: { type: 'string', default: join(root, 'docker') } },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const secrets = join(values.folder, 'secrets');
// Containers read the files as other users; nobody else gets into the folder.
mkdirSync(secrets, { recursive: true, mode: 0o700 });
chmodSync(secrets, 0o700);
mkdirSync(join(values.folder, 'env'), { recursive: true });

/** The text of a file, which is made when there is none. */
function keep(/** @type {string} */ file, /** @type {() => string} */ text, mode = 0o644) {
  if (!existsSync(file)) writeFileSync(file, text(), { mode });
  return readFileSync(file, 'utf8').trimEnd();
}
const secret = (/** @type {string} */ name, /** @type {() => string} */ text) =>
  keep(join(secrets, name), () => `${text()}\n`);

/** Begins with a letter, as passwords in the configuration of nats-server have to. */
const password = () => `p${randomBytes(24).toString('hex')}`;
const passwordIn = (/** @type {string} */ url) => new URL(url).password;
const database = (/** @type {string} */ role) => () => `postgresql://${role}:${password()}@postgres:5432/questp`;
const broker = (/** @type {string} */ user) => () => `nats://${user}:${password()}@nats:4222`;

secret('postgres_password', password);
secret('bootstrap_admin_password', password);
secret('master_keys', () => `key1:${randomBytes(32).toString('base64')}`);
secret('method_hash_key', () => randomBytes(32).toString('base64'));
secret('smtp_url', () => 'smtp://mail:1025');

const roles = services.flatMap(({ name, schema }) => {
  const role = `questp_${schema}`;
  return schema === null ? [] : [{ role, password: passwordIn(secret(`${name}_database_url`, database(role))) }];
});
const owner = passwordIn(secret('migrate_database_url', database('questp')));
secret('postgres_roles', () =>
  [
    `CREATE ROLE questp LOGIN PASSWORD '${owner}';`,
    'CREATE DATABASE questp OWNER questp;',
    ...roles.map((one) => `CREATE ROLE ${one.role} LOGIN PASSWORD '${one.password}' CONNECTION LIMIT 50;`),
    '\\connect questp',
    '\\include /docker-entrypoint-initdb.d/close-database.inc',
  ].join('\n'),
);

const users = ['migrator', ...services.map(({ name }) => name)].map((user) => {
  const url = secret(`${user === 'migrator' ? 'migrate' : user}_nats_url`, broker(user));
  return `${user.toUpperCase().replaceAll('-', '_')}_NATS_PASSWORD=${passwordIn(url)}`;
});
secret('nats_passwords', () => users.join('\n'));

for (const { name } of services) {
  keep(
    join(values.folder, 'env', `${name}.env`),
    () => `# Variables of ${name} (docs/reference/configuration.md), one <NAME>=<value> a line.\n`,
    0o600,
  );
}
