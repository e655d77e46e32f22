import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath, SentenceError } from '@questp/local-stack';
import { containersDirectory } from './engine.js';

const run = promisify(execFile);

/** Pins podman-compose; Debian's package knows neither profiles nor conditions. */
const REQUIREMENTS = resolve(import.meta.dirname, '../../podman-compose/requirements.txt');

/** Debian's Python, whose packages podman-compose uses. */
const PYTHON = '/usr/bin/python3';

/** Debian's packages, each with a file by which it is found. */
const PACKAGES: Readonly<Record<string, string>> = {
  'aardvark-dns': '/usr/lib/podman/aardvark-dns',
  buildah: '/usr/bin/buildah',
  debootstrap: '/usr/sbin/debootstrap',
  iptables: '/usr/sbin/iptables',
  netavark: '/usr/lib/podman/netavark',
  podman: '/usr/bin/podman',
  'python3-dotenv': '/usr/lib/python3/dist-packages/dotenv/__init__.py',
  'python3-pip': '/usr/lib/python3/dist-packages/pip/__init__.py',
  'python3-yaml': '/usr/lib/python3/dist-packages/yaml/__init__.py',
  runc: '/usr/sbin/runc',
};

/** Installs Debian's packages that are missing. Throws a sentence where that is not possible. */
export async function installPackages(): Promise<void> {
  if (process.getuid?.() !== 0) throw new SentenceError('containers are started by root alone');
  const missing = Object.entries(PACKAGES).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  if (!findOnPath('apt-get')) throw new SentenceError(`${missing.join(', ')} are missing, and there is no apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, timeout: 120_000 });
  await run('apt-get', ['install', '-qq', '--no-install-recommends', ...missing], { env, timeout: 600_000 });
}

/** How podman-compose is started, which is installed into the cache. */
export async function podmanCompose(): Promise<{ program: string; script: string }> {
  const [, version] = /^podman-compose==(\S+)/m.exec(await readFile(REQUIREMENTS, 'utf8')) ?? [];
  const folder = join(containersDirectory(), `podman-compose-${version}`);
  if (!existsSync(folder)) {
    const draft = await mkdtemp(`${folder}.`);
    const pinned = ['--no-deps', '--require-hashes', '--requirement', REQUIREMENTS, '--target', draft];
    await run(PYTHON, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...pinned], {
      timeout: 180_000,
    });
    await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  }
  return { program: PYTHON, script: join(folder, 'podman_compose.py') };
}
