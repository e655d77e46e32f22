import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { PINS } from './pins.js';
import { missingTools, prepareToolchain } from './toolchain.js';

const run = promisify(execFile);

const WASMD = 'github.com/CosmWasm/wasmd';
const WASMVM = 'github.com/CosmWasm/wasmvm/v3';

/** Contracts of the CosmWasm project, as the pinned Go modules carry them. */
export const REFERENCE_FILES = {
  'cw20_base.wasm': [WASMD, 'benchmarks/testdata/cw20_base.wasm'],
  'hackatom.wasm': [WASMVM, 'testdata/hackatom.wasm'],
} as const;

/** What this machine lacks to build wasmd, in words; undefined when nothing. */
export const missingForBuild = (): string | undefined =>
  libraryName() ? missingTools() : `a libwasmvm for ${platform()} on ${arch()}`;

/** The part of wasmd that is not Go: wasmvm's module carries it compiled for glibc on Linux and for macOS. */
function libraryName(): string | undefined {
  if (platform() === 'darwin') return 'libwasmvm.dylib';
  const architecture = { x64: 'x86_64', arm64: 'aarch64' }[arch()];
  return platform() === 'linux' && architecture ? `libwasmvm.${architecture}.so` : undefined;
}

/**
 * Builds the pinned wasmd into `directory` (a minute or two, Go fetches the modules it has not got), and puts libwasmvm
 * and the reference contracts beside it, so that nothing there needs Go's module cache any more.
 */
export async function buildWasmd(directory: string, report: (text: string) => void): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'questp-wasmd-'));
  try {
    const { go, env } = await prepareToolchain(work, report);
    const goRun = (args: string[]) => run(go, args, { cwd: PINS, env, timeout: 3_600_000 });
    report('building wasmd, once; it takes some minutes');
    // The linker keeps the library's place in the module cache too; ours, beside the program, is what stays.
    const rpath = platform() === 'darwin' ? '@executable_path' : '$ORIGIN';
    const link = `-s -w -extldflags "-Wl,-rpath,${rpath}"`;
    const build = ['build', '-mod=readonly', '-trimpath', '-tags', 'netgo', '-ldflags', link];
    await goRun([...build, '-o', join(directory, 'wasmd'), `${WASMD}/cmd/wasmd`]);
    const folderOf = async (module: string) =>
      (await goRun(['list', '-mod=readonly', '-m', '-f', '{{.Dir}}', module])).stdout.trim();
    const library = join(await folderOf(WASMVM), 'internal/api', String(libraryName()));
    await copyFile(library, join(directory, basename(library)));
    await nameWithoutPath(join(directory, 'wasmd'), library);
    for (const [name, [module, path]] of Object.entries(REFERENCE_FILES)) {
      await copyFile(join(await folderOf(module), path), join(directory, name));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Has a program ask for a library by its name. zig's linker writes the whole path of a library without a soname, which
 * libwasmvm is, and that path is gone with the module cache.
 */
async function nameWithoutPath(program: string, library: string): Promise<void> {
  const bytes = await readFile(program);
  const at = bytes.indexOf(`\0${library}\0`) + 1;
  if (at === 0) return;
  bytes.fill(0, at, at + library.length);
  bytes.write(basename(library), at);
  await writeFile(program, bytes);
}
