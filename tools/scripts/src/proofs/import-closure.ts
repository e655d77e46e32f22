import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

export interface Closure {
  /** Source files of this checkout, below its root, the entry among them; sorted. */
  readonly files: readonly string[];
  /** Packages from outside that these files import or start: `<importing file's folder>` to names. */
  readonly packages: readonly { from: string; name: string }[];
}

/** The program of a package that a module starts: `createRequire(import.meta.url).resolve('compiler/bin/compile.js')`. */
const RESOLVED = /\.resolve\('([^'./][^']*)'\)/g;
/** Jest's comment that names a test environment, relative to the project. */
const ENVIRONMENT = /@jest-environment\s+\.\/(\S+)/;

/**
 * What a file is made of: every file of this checkout that it imports, directly or through others, packages of the
 * workspace as sources. Throws when an import leads nowhere.
 *
 * @param without - packages of the workspace that are left out with all they import; with a slash at the end, all entry points
 */
export function importClosure(root: string, entries: readonly string[], without: readonly string[] = []): Closure {
  const files = new Set<string>();
  const packages = new Map<string, { from: string; name: string }>();
  const projects = projectFolders(root);
  const open = [...entries];
  const isWithout = (specifier: string) =>
    without.some((name) => (name.endsWith('/') ? specifier.startsWith(name) : specifier === name));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(join(root, file), 'utf8');
    const environment = ENVIRONMENT.exec(text)?.[1];
    if (environment) open.push(join(projectOf(root, file), environment));
    const imported = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
    const started = [...text.matchAll(RESOLVED)].map(([, specifier = '']) => specifier);
    for (const specifier of [...imported, ...started]) {
      if (specifier.startsWith('.')) open.push(sourceAt(root, join(dirname(file), specifier), file));
      else if (specifier.startsWith('@questp/')) {
        if (!isWithout(specifier)) open.push(sourceOf(root, projects, specifier));
      } else if (!specifier.startsWith('node:')) {
        const from = dirname(file);
        const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
        packages.set(`${from} ${name}`, { from, name });
      }
    }
  }
  return { files: [...files].sort(), packages: [...packages.values()] };
}

/** Imports name the compiled file; the source counts. */
function sourceAt(root: string, path: string, importer: string): string {
  const found = [path.replace(/\.js$/, '.ts'), path].find((candidate) => existsSync(join(root, candidate)));
  if (!found) throw new Error(`${importer} imports ${path}, which is not there`);
  return found;
}

/** The folders of the packages of the workspace, by name. */
function projectFolders(root: string): Map<string, string> {
  const folders = ['libs', 'contracts', 'tools', 'tools/contracts', 'apps'].flatMap((group) =>
    existsSync(join(root, group)) ? readdirSync(join(root, group)).map((name) => `${group}/${name}`) : [],
  );
  const projects = folders.filter((folder) => existsSync(join(root, folder, 'package.json')));
  return new Map(
    projects.map((folder) => {
      const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string };
      return [name, folder];
    }),
  );
}

/** The source that a package of the workspace exports under this name; see "exports" in its package.json. */
function sourceOf(root: string, projects: ReadonlyMap<string, string>, specifier: string): string {
  const [, name = '', ...rest] = specifier.split('/');
  const folder = projects.get(`@questp/${name}`);
  if (!folder) throw new Error(`There is no package ${specifier}`);
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    exports?: Record<string, { '@questp/source': string }>;
  };
  const source = exports?.[rest.length > 0 ? `./${rest.join('/')}` : '.']?.['@questp/source'];
  if (!source) throw new Error(`${folder} exports no ${specifier}`);
  return join(folder, source);
}

/** The folder of the project that a file belongs to. */
export function projectOf(root: string, file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(root, folder, 'jest.config.js'))) folder = dirname(folder);
  return relative(root, join(root, folder));
}
