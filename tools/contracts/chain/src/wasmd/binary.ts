import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory, SentenceError } from '@questp/local-stack';
import { alone } from './build-lock.js';
import { buildWasmd, missingForBuild, REFERENCE_FILES } from './build.js';
import { PINS } from './pins.js';

const run = promisify(execFile);

export interface Wasmd {
  /** Path of the program. */
  program: string;
  /** Paths of CosmWasm's own contracts, see REFERENCE_FILES. */
  contracts: Record<keyof typeof REFERENCE_FILES, string>;
}

/** Another pin is another folder. */
const folder = () =>
  join(
    cacheDirectory(),
    `wasmd-${createHash('sha256')
      .update(readFileSync(join(PINS, 'go.mod')))
      .digest('hex')
      .slice(0, 12)}`,
  );

function cached(): Wasmd | undefined {
  const contracts = Object.fromEntries(
    Object.keys(REFERENCE_FILES).map((name) => [name, join(folder(), name)]),
  ) as Wasmd['contracts'];
  // The folder gets its name when everything is in it.
  return existsSync(folder()) ? { program: join(folder(), 'wasmd'), contracts } : undefined;
}

/**
 * wasmd from the cache, else built into it. Throws a sentence that says what this machine lacks, or why the build
 * failed.
 */
export async function locateWasmd(report: (text: string) => void): Promise<Wasmd> {
  const found = cached();
  if (found) return found;
  const missing = missingForBuild();
  if (missing) throw new SentenceError(`wasmd is not built yet, which needs ${missing}`);
  await alone(
    `${folder()}.lock`,
    async () => {
      if (!cached()) await build(report);
    },
    () => report('waiting for wasmd, which another process of this machine builds; it takes some minutes'),
  );
  return locateWasmd(report);
}

async function build(report: (text: string) => void): Promise<void> {
  const draft = await mkdtemp(`${folder()}.`);
  try {
    await buildWasmd(draft, report);
    await run(join(draft, 'wasmd'), ['version'], { timeout: 20_000 });
    await chmod(draft, 0o755);
    await rename(draft, folder());
  } catch (error) {
    throw new SentenceError(`wasmd cannot be built here: ${reason(error)}`, { cause: error });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** One of CosmWasm's own contracts, as the pinned modules carry it. Throws as `locateWasmd`. */
export async function referenceContract(name: keyof typeof REFERENCE_FILES): Promise<Uint8Array> {
  const { contracts } = await locateWasmd((text) => console.log(text));
  return await readFile(contracts[name]);
}

/**
 * Why no chain can be started here, for `describeUnless`; undefined when one can. Builds wasmd when that is what it
 * takes, so it can last a minute or two.
 */
export async function chainMissing(): Promise<string | undefined> {
  try {
    await locateWasmd((text) => console.log(text));
    return undefined;
  } catch (error) {
    if (error instanceof SentenceError) return error.message;
    throw error;
  }
}

/** The last line a failed tool printed, which is where go and the linker say what went wrong. */
function reason(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr || message).trim().split('\n').at(-1)?.slice(0, 200) ?? message;
}
