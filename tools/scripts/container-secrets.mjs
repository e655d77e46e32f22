import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, services } from './workspace.mjs';

const HELP = `node tools/scripts/container-secrets.mjs [--trial] [--folder <folder>]

Makes the files that docker/compose.yaml reads besides those of the repository: secrets/ with random passwords and keys, and
env/<service>.env for further variables of a service. A file that exists is left as it is, so that it can be run again
after an upgrade; only postgres_roles and nats_passwords are made anew from the URLs. Keep a copy of secrets/ in a safe
place: without its master keys, stored credentials cannot be read.

  --trial             for a trial on this machine: an .env with the profile \`trial\` and an env/integrations.env with the
                      emulated platforms
  --folder <folder>   where to make them (docker)`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    trial: { type: 'boolean' },
    folder: { type: 'string', default: join(root, 'docker') },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const secrets = join(values.folder, 'secrets');

/** Writes a file as a whole or not at all; `place` moves it to its name. */
function writeWhole(
  /** @type {string} */ file,
  /** @type {string} */ text,
  /** @type {number} */ mode,
  /** @type {(from: string, to: string) => void} */ place,
) {
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, text, { mode, flush: true });
    place(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Names the file, of which a concurrent run made another version, as the one to use. */
function linkUnlessMade(/** @type {string} */ from, /** @type {string} */ to) {
  if (existsSync(to)) return;
  try {
    linkSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** The text of a file, which is made when there is none. */
function keep(/** @type {string} */ file, /** @type {() => string} */ text, mode = 0o644) {
  if (!existsSync(file)) writeWhole(file, text(), mode, linkUnlessMade);
  chmodSync(file, mode);
  const kept = readFileSync(file, 'utf8').trimEnd();
  if (kept === '') throw new Error(`${file} is empty. Remove it, and run this again.`);
  return kept;
}
const secret = (/** @type {string} */ name, /** @type {() => string} */ text) =>
  keep(join(secrets, name), () => `${text()}\n`);
/** A secret that is made of others. */
const derived = (/** @type {string} */ name, /** @type {string[]} */ lines) =>
  writeWhole(join(secrets, name), `${lines.join('\n')}\n`, 0o644, renameSync);

/** Begins with a letter, as passwords in the configuration of nats-server have to. */
const password = () => `p${randomBytes(24).toString('hex')}`;
/** In a URL, or in the first one of a list: all have the same. */
function passwordIn(/** @type {string} */ name, /** @type {() => string} */ url) {
  const [text = ''] = secret(name, url).split(',');
  const found = URL.canParse(text) ? decodeURIComponent(new URL(text).password) : '';
  if (found === '') throw new Error(`${join(secrets, name)} must be a URL with a password.`);
  return found;
}
const database = (/** @type {string} */ role) => () => `postgresql://${role}:${password()}@postgres:5432/questp`;
const broker = (/** @type {string} */ user) => () => `nats://${user}:${password()}@nats:4222`;
const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`;

function makeSecrets() {
  // Containers read the files as other users, so the mode of the folder is what protects them.
  mkdirSync(secrets, { recursive: true, mode: 0o700 });
  chmodSync(secrets, 0o700);
  secret('postgres_password', password);
  secret('bootstrap_admin_password', password);
  for (const name of ['integrations', 'identity'])
    secret(`${name}_master_keys`, () => `key1:${randomBytes(32).toString('base64')}`);
  secret('method_hash_key', () => randomBytes(32).toString('base64'));
  secret('smtp_url', () => 'smtp://mail:1025');

  const owner = passwordIn('migrate_database_url', database('questp'));
  const roles = services.flatMap(({ name, schema }) => {
    const role = `questp_${schema}`;
    return schema === null ? [] : [{ role, password: passwordIn(`${name}_database_url`, database(role)) }];
  });
  derived('postgres_roles', [
    `CREATE ROLE questp LOGIN PASSWORD ${quoted(owner)};`,
    'CREATE DATABASE questp OWNER questp;',
    ...roles.map((one) => `CREATE ROLE ${one.role} LOGIN PASSWORD ${quoted(one.password)} CONNECTION LIMIT 50;`),
    '\\connect questp',
    '\\include /docker-entrypoint-initdb.d/close-database.inc',
  ]);

  const users = ['migrator', ...services.map(({ name }) => name)].map((user) => {
    const name = `${user === 'migrator' ? 'migrate' : user}_nats_url`;
    const found = passwordIn(name, broker(user));
    if (!/^[a-z][a-z0-9]*$/i.test(found))
      throw new Error(`${join(secrets, name)} must have a password of letters and digits that begins with a letter.`);
    return `${user.toUpperCase().replaceAll('-', '_')}_NATS_PASSWORD=${found}`;
  });
  derived('nats_passwords', users);
}

/** For a browser on this machine, names below \`localhost\` are this machine; for a container they are containers. */
const TRIAL = `# A trial on this machine.
COMPOSE_PROFILES=trial
PUBLIC_URL=http://api.localhost:3000
`;

function keepOfTrial(/** @type {string} */ file, /** @type {string} */ text, /** @type {string} */ part) {
  if (!keep(file, () => text, 0o600).includes(part))
    throw new Error(`${file} is not that of a trial. Remove it, and run this again.`);
}

function makeVariables() {
  const env = join(values.folder, 'env');
  mkdirSync(env, { recursive: true });
  if (values.trial) {
    keepOfTrial(join(values.folder, '.env'), TRIAL, 'COMPOSE_PROFILES=trial');
    const platforms = readFileSync(join(root, 'docker/trial.env'), 'utf8');
    keepOfTrial(join(env, 'integrations.env'), platforms, 'OAUTH_IDP_ISSUER=http://trial.localhost:');
  }
  for (const { name } of services) {
    const hint = `# Variables of ${name} (docs/reference/configuration.md), one <NAME>=<value> a line.\n`;
    keep(join(env, `${name}.env`), () => hint, 0o600);
  }
}

try {
  makeSecrets();
  makeVariables();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
