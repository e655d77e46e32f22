import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Projects of the workspace, by their folders. */
const projects = ['apps', 'libs', 'contracts', 'tools', 'tools/contracts']
  .filter((group) => existsSync(group))
  .flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`))
  .filter((folder) => existsSync(`${folder}/package.json`));

/**
 * The folders in `src/` of a project, those in `assembly/` of a contract. `generated` is imported by all, and `testing`
 * imports from all.
 * @param {string} project
 */
const foldersOf = (project) =>
  ['src', 'assembly']
    .map((name) => `${project}/${name}`)
    .filter((source) => existsSync(source))
    .flatMap((source) =>
      readdirSync(source, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !['generated', 'testing'].includes(entry.name))
        .map(({ name }) => `${source}/${name}`),
    );

/**
 * The folders in the order of the project's README: in its table "from the ground up", a row names one or several.
 * @param {string} project
 */
function orderOf(project) {
  const folders = foldersOf(project);
  if (folders.length < 2) return folders;
  const rows = readFileSync(`${project}/README.md`, 'utf8').split('\n');
  const start = rows.findIndex((row) => /^\|[^|]*from the ground up/.test(row));
  const end = rows.findIndex((row, index) => index > start && !row.startsWith('|'));
  const names = rows
    .slice(start + 1, end)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const listed = names.flatMap(
    (name) => folders.find((folder) => folder.endsWith(`/${name.replace(/^(src|assembly)\/|\/$/g, '')}`)) ?? [],
  );
  const missing = folders.filter((folder) => !listed.includes(folder));
  if (start < 0 || missing.length > 0) {
    throw new Error(`${project}/README.md: its table "from the ground up" does not list ${missing.join(', ')}`);
  }
  return [...new Set(listed)];
}

/** A folder imports only from those that are listed before it. In a service, what lies beside them is above them. */
const upward = projects.flatMap((project) =>
  orderOf(project).flatMap((folder, index, order) => {
    const above = order.slice(index + 1).map((name) => `^${name}/`);
    const refused = project.startsWith('apps/') ? [...above, `^${project}/src/[^/]+$`] : above;
    if (refused.length === 0) return [];
    const name = `${folder} imports only what is below it`;
    return { name, severity: 'error', from: { path: `^${folder}/` }, to: { path: refused } };
  }),
);

export default {
  forbidden: [
    { name: 'no circle of files', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no circle of folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    ...upward,
    {
      name: 'src/testing is for tests',
      severity: 'error',
      from: { path: '^((?:apps|libs|contracts|tools(?:/contracts)?)/[^/]+)/src/(?!testing/)' },
      to: { path: '^$1/src/testing/' },
    },
    {
      name: 'each wing.ts is in the list of its service',
      severity: 'error',
      module: { path: '^apps/[^/]+/src/.*wing\\.ts$', numberOfDependentsLessThan: 1 },
      from: {},
    },
  ],
  options: {
    exclude: { path: ['\\.spec\\.ts$', '/dist/', '/generated/', 'node_modules'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
