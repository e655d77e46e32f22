import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

const read = <Json>(...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8')) as Json;

const projects = ['apps', 'contracts', 'libs', 'tools', 'tools/contracts']
  .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`))
  .filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json')))
  .map((folder) => ({ folder, ...read<{ name: string; dependencies?: object }>(folder, 'package.json') }));

// The compiler builds a project after those it refers to, and again when one of them changed.
it.each(projects)('the tsconfig.json of $folder refers to every project that it depends on', (project) => {
  const needed = projects.filter(({ name }) => Object.keys(project.dependencies ?? {}).includes(name));
  const { references = [] } = read<{ references?: { path: string }[] }>(project.folder, 'tsconfig.json');
  const referred = references.map(({ path }) => relative(ROOT, resolve(ROOT, project.folder, path)));
  expect(referred).toEqual(expect.arrayContaining(needed.map(({ folder }) => folder)));
});
