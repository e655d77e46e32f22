import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');

/**
 * What every build needs: no runtime (it would bring a start function, which the VM cannot run), and none of the
 * features its gatekeeper refuses.
 */
const TARGET = [
  ...['--runtime', 'stub'],
  ...['--disable', 'bulk-memory', '--disable', 'nontrapping-f2i'],
  ...['--use', 'abort=~lib/@questp/std/assembly/abort/asAbort'],
];

const OPTIMISED = ['-Osize', '--converge'];
const WITH_NAMES = ['--debug', '--sourceMap'];

/** Everything besides the sources that decides the bytes of a build. */
export const OPTIMISED_FLAGS: readonly string[] = [...TARGET, ...OPTIMISED];

/** AssemblyScript that does not compile, or a module that may not be released. */
export class ContractBuildError extends Error {}

export interface CompileOptions {
  /** Folder of the contract; its entry is assembly/index.ts. `@questp/*` is found in the node_modules above it. */
  directory: string;
  /** Absolute path of the .wasm to write. */
  outFile: string;
  /** Unoptimised, with function names and a source map beside it. */
  debug?: boolean;
}

/**
 * Compiles a contract. The bytes depend on the sources, the flags and the compiler's version alone: asc writes paths
 * relative to the contract's folder only.
 *
 * @throws ContractBuildError with the compiler's messages, also when they are warnings only.
 */
export async function compileContract({ directory, outFile, debug = false }: CompileOptions): Promise<void> {
  await mkdir(dirname(outFile), { recursive: true });
  const flags = debug ? [...TARGET, ...WITH_NAMES] : OPTIMISED_FLAGS;
  const args = [compiler, 'assembly/index.ts', '--outFile', outFile, ...flags, '--noColors'];
  await new Promise<void>((done, fail) => {
    execFile(process.execPath, args, { cwd: directory }, (error, _stdout, stderr) => {
      if (!error && !stderr.includes('WARNING')) return done();
      fail(new ContractBuildError(`${directory} does not compile:\n${stderr || error?.message}`));
    });
  });
}
