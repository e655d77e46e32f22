import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readlinkSync, statfsSync, symlinkSync, unlinkSync } from 'node:fs';
import { freemem, homedir } from 'node:os';
import { basename, join } from 'node:path';
import { SentenceError } from './sentence-error.js';

export const isRoot = process.getuid?.() === 0;

const ROOT_DIRECTORY = '/var/lib/questp';

/** Downloads and builds that all checkouts of a user share; can be deleted at any time. */
export function cacheDirectory(): string {
  const directory = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'questp');
  mkdirSync(directory, { recursive: true });
  return directory;
}

/** Where PostgreSQL's programs lie: for root outside its home, which the user that runs them could not enter. */
export function programsDirectory(): string {
  return isRoot ? openDirectory(ROOT_DIRECTORY) : cacheDirectory();
}

/**
 * The one place of a checkout's local data, reached as <checkout>/.local. For root, .local is a link to a folder below
 * /var/lib: PostgreSQL refuses to run as root, and its user cannot enter a home that is 0700.
 */
export function localDirectory(root: string): string {
  const local = join(root, '.local');
  const link = lstatSync(local, { throwIfNoEntry: false });
  if (!isRoot) {
    if (link?.isSymbolicLink()) unlinkSync(local);
    mkdirSync(local, { recursive: true });
    return local;
  }
  if (link?.isDirectory()) {
    throw new SentenceError(`${local} belongs to an ordinary user: start as that user, or remove it first.`);
  }
  openDirectory(ROOT_DIRECTORY);
  const target = openDirectory(join(ROOT_DIRECTORY, nameOf(root)));
  if (link && readlinkSync(local) === target) return target;
  // A copied checkout brings the link of its origin along.
  if (link) unlinkSync(local);
  symlinkSync(target, local);
  return target;
}

/** Of a checkout, different from those of others with the same last folder. */
const nameOf = (root: string): string =>
  `${basename(root)}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;

/** File system of Linux in memory (tmpfs(5)). */
const MEMORY = '/dev/shm';
const GIB = 2 ** 30;
/** Several times what the tests store at once. */
const MIN_FREE_IN_MEMORY = 4 * GIB;
const MIN_FREE_MEMORY = 8 * GIB;

/**
 * A folder in memory for data of a checkout that may be lost; undefined where the machine has no room for it. Removed by
 * who uses it.
 */
export function memoryDirectory(root: string): string | undefined {
  if (process.platform !== 'linux' || freemem() < MIN_FREE_MEMORY) return undefined;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < MIN_FREE_IN_MEMORY) return undefined;
    return openDirectory(join(MEMORY, `questp-${nameOf(root)}`));
  } catch {
    // No such file system, or one that is closed to this user.
    return undefined;
  }
}

/** A folder that every user may enter, whatever the umask. */
function openDirectory(path: string): string {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
  return path;
}
