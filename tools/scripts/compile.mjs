import { PROGRAMS } from './programs.mjs';
import { begin } from './unfinished.mjs';
import { projectName, projectsWith, root, run, step, TSC } from './workspace.mjs';

/**
 * Compiles projects and what they need, as far as they changed: one process for all of them reads each declaration once.
 * It finds no type errors: `npm run check` does, for all files at once. Bundles the programs among them.
 * @param {string[]} [names] All, unless given.
 */
export const compileProjects = (names) => {
  const isWanted = (/** @type {string} */ name) => !names || names.includes(name);
  const folders = projectsWith('tsconfig.json').filter((folder) => isWanted(projectName(folder)));
  const configurations = folders.map((folder) => `${folder}/tsconfig.json`);
  return step('Compiled', () =>
    begin(root, 'compile', async (anew) => {
      const how = ['--build', '--noCheck', ...(anew ? ['--force'] : [])];
      if (!(await run(TSC, [...how, ...configurations], { quiet: true }))) return false;
      const { bundlePrograms } = await import('./bundle.mjs');
      return await bundlePrograms(PROGRAMS.filter(({ folder }) => folders.includes(folder)));
    }),
  );
};
