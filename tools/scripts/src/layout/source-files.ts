import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that hold installed, built or generated files. */
const NOT_WRITTEN = new Set(['node_modules', 'dist', 'out-tsc', 'generated', 'test-results']);

/** Hand-written TypeScript, AssemblyScript and JavaScript files below the root, sorted. */
export function sourceFiles(root: string): string[] {
  return ['apps', 'contracts', 'libs', 'tools'].flatMap((folder) => codeIn(root, folder)).sort();
}

function codeIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isWritten(entry.name, path) ? codeIn(root, path) : [];
    return /(?<!\.d)\.ts$|\.[cm]?js$/.test(entry.name) ? [path] : [];
  });
}

const isWritten = (name: string, path: string) =>
  !NOT_WRITTEN.has(name) && !name.startsWith('.') && (name !== 'bundle' || path.includes('/src/'));

export type Part = 'product' | 'tools' | 'tests';

const TESTS = /\.(spec|fixture|part)\.m?ts$|\.fixture\.mjs$|\/testing\/|\/jest\.[^/]*$|\/test-modules\/|^tools\/e2e\//;

/** Tests are all that only runs in them: specs, their fixtures and parts, the harness, and the end-to-end tests. */
export function partOf(file: string): Part {
  if (TESTS.test(file)) return 'tests';
  return file.startsWith('tools/') ? 'tools' : 'product';
}
