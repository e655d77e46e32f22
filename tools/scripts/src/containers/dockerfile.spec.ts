import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_ENVIRONMENT, NODE_FLAGS, SERVICES } from '@questp/manifest';
import { read, root } from '../testing/compose.fixture.js';

const dockerfile = read('docker/Dockerfile');
const stage = (name: string) => dockerfile.split(` AS ${name}\n`)[1]?.split('\nFROM ')[0] ?? '';

describe('docker/Dockerfile', () => {
  it('starts a program with the flags and the environment of the manifest', () => {
    expect(stage('service')).toContain(
      `ENTRYPOINT ${JSON.stringify(['node', ...NODE_FLAGS, 'main.js']).replaceAll(',', ', ')}`,
    );
    const given = /^ENV (.*)/m.exec(stage('service'))?.[1]?.split(' ') ?? [];
    expect(given).toEqual(
      expect.arrayContaining(Object.entries(NODE_ENVIRONMENT).map(([name, value]) => `${name}=${value}`)),
    );
  });

  it('builds on one exact version of Node 24, which an argument replaces', () => {
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=docker\.io\/library\/node:24\.\d+\.\d+-bookworm-slim$/m);
    expect(dockerfile.match(/^FROM .*/gm)).toEqual([
      'FROM ${NODE_IMAGE} AS packages',
      'FROM ${NODE_IMAGE} AS built',
      'FROM ${BUILT} AS files',
      'FROM ${NODE_IMAGE} AS service',
      'FROM service AS prepare',
      'FROM service AS trial',
      'FROM service AS deploy',
    ]);
  });

  it('runs as a user with a number, stops by SIGTERM and checks its health', () => {
    expect(stage('service')).toMatch(/^USER 10001:10001$/m);
    expect(stage('service')).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(stage('service')).toMatch(/^HEALTHCHECK .*CMD \["node", "\/app\/health\.mjs", "live"\]$/m);
  });

  it('has the labels of the OCI, of which arguments give what the Dockerfile does not know', () => {
    const labels = [...stage('service').matchAll(/org\.opencontainers\.image\.([\w.]+)="([^"]*)"/g)];
    expect(Object.fromEntries(labels.map(([, name, value]) => [name, value]))).toEqual({
      title: 'questp ${IMAGE}',
      description: 'The service ${IMAGE} of the quest platform',
      licenses: 'LicenseRef-UNLICENSED',
      source: '${SOURCE}',
      version: '${VERSION}',
      revision: '${REVISION}',
      created: '${CREATED}',
      'base.name': '${NODE_IMAGE}',
    });
    const arguments_ = [...stage('service').matchAll(/^ARG (\w+)/gm)].map(([, name]) => `\${${name}}`);
    expect(labels.flatMap(([, , value]) => value?.match(/\$\{\w+\}/g) ?? [])).toEqual(
      expect.arrayContaining(arguments_),
    );
  });

  it('names the checksums of the contracts that are in the image deploy', () => {
    const labels = [...stage('deploy').matchAll(/io\.questp\.contract\.(\w+)\.sha256="(\w+)"/g)];
    const named = labels.map(([, name, checksum]) => `${checksum}  ${name}.wasm\n`).join('');
    expect(named).toBe(read('contracts/artifacts/checksums.txt'));
    for (const [, name, checksum] of labels) {
      const wasm = readFileSync(join(root, `contracts/artifacts/${name}.wasm`));
      expect(createHash('sha256').update(wasm).digest('hex')).toBe(checksum);
    }
  });

  it('has the target of every image, and an image of every service', () => {
    const list = execFileSync(process.execPath, [join(root, 'tools/scripts/images.mjs'), '--list'], {
      encoding: 'utf8',
    });
    const targets = list.trimEnd().split('\n');
    expect(targets).toEqual(expect.arrayContaining(SERVICES.map(({ name }) => `${name} service`)));
    expect(targets.filter((line) => stage(line.split(' ')[1] ?? '') === '')).toEqual([]);
  });

  it('is built under the names that the compose file asks for, in every command that says how', () => {
    const asked = /\$\{REGISTRY:-([^}]+)\}/.exec(read('docker/compose.yaml'))?.[1] ?? '';
    expect(read('tools/scripts/images.mjs')).toContain(`registry: { type: 'string', default: '${asked}' }`);
    for (const file of ['docker/Dockerfile', 'docs/guides/containers.md']) {
      const names = [...read(file).matchAll(/docker build [^`\n]* -t "?([^\s"]+)/g)].map(([, name]) => name);
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !name?.startsWith(`${asked}/`))).toEqual([]);
    }
  });

  it('gets every file of the repository', () => {
    const left = ['ls-files', '--cached', '--ignored', '--exclude-from=.dockerignore'];
    expect(execFileSync('git', left, { cwd: root, encoding: 'utf8' })).toBe('');
  });
});
