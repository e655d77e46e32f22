import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Holds package.json and package-lock.json, which pin the generator and all it needs. */
const PINS = resolve(import.meta.dirname, '../../ts-codegen');

/** The members used of the generator. */
interface TsCodegen {
  TSBuilder: new (options: {
    contracts: { name: string; dir: string }[];
    outPath: string;
    options: Record<'bundle' | 'types' | 'client', { enabled: boolean }>;
  }) => { build: () => Promise<void> };
}

/**
 * @cosmwasm/ts-codegen, which is not among the packages of the repository: nothing else needs its 229 packages. From the
 * user's cache, else installed into it.
 */
export async function loadTsCodegen(): Promise<TsCodegen> {
  const lock = readFileSync(join(PINS, 'package-lock.json'));
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'questp');
  const folder = join(cache, `ts-codegen-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  if (!existsSync(folder)) await installInto(cache, folder);
  return createRequire(join(folder, 'package.json'))('@cosmwasm/ts-codegen') as TsCodegen;
}

/** Installs into a draft that is renamed, so that the folder is either complete or absent. */
async function installInto(cache: string, folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  try {
    await cp(PINS, draft, { recursive: true });
    await run('npm', ['ci', '--prefix', draft, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: draft,
    });
    await rename(draft, folder);
  } catch (error) {
    // Another process has installed it meanwhile.
    if (existsSync(folder)) return;
    throw new Error(`@cosmwasm/ts-codegen cannot be installed: ${(error as Error).message}`, { cause: error });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
