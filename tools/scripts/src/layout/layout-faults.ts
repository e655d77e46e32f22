import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { besideFolders, type Imports } from './beside-folders.js';
import { partOf, sourceFiles } from './source-files.js';

const RELEASED =
  'The order of functions in the released Wasm follows the names of files, and its bytes stay as they are.';

/** Folders and files that a rule leaves out, and why. */
export const EXCEPTIONS: Readonly<Record<'fixtures' | 'beside', Readonly<Record<string, string>>>> = {
  fixtures: {
    'tools/e2e/': 'All of it is tests, in folders by subject.',
  },
  beside: {
    'contracts/escrow/assembly/context.ts': RELEASED,
    'contracts/escrow/assembly/phase.ts': RELEASED,
  },
};

/** A line for each file that does not stand where CONTRIBUTING.md (Where things go) says. */
export function layoutFaults(root: string, exceptions = EXCEPTIONS): string[] {
  const files = sourceFiles(root);
  return [
    ...files
      .filter((file) => /\.fixture\.m?[tj]s$/.test(file) && !file.includes('/src/testing/'))
      .filter((file) => !Object.keys(exceptions.fixtures).some((folder) => file.startsWith(folder)))
      .map((file) => `${file} is not in src/testing of its project, as fixtures are`),
    ...besideFolders(importsOf(root, files))
      .filter(({ file }) => exceptions.beside[file] === undefined)
      .map(
        ({ file, user, used }) => `${file} is used by ${user} and uses ${used}: beside folders a file does one of both`,
      ),
  ];
}

/** Of files that are part of the product or of tools. Tests are above all folders. */
function importsOf(root: string, files: readonly string[]): Imports {
  const sources = new Set(files.filter((file) => file.endsWith('.ts') && partOf(file) !== 'tests'));
  const sourceOf = (path: string) =>
    [path.replace(/\.js$/, '.ts'), `${path}.ts`].find((file) => sources.has(file)) ?? [];
  return new Map(
    [...sources].map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'));
      return [file, importedFiles.flatMap(({ fileName }) => sourceOf(join(dirname(file), fileName)))];
    }),
  );
}
