import { pathToFileURL } from 'node:url';
import { compileProjects } from './compile.mjs';
import { bin, generate, install, nx, projectsWith, root, run, step, TSC } from './workspace.mjs';

const HELP = `npm run check [-- --force]

Checks format, types, lint, the order of imports (dependency-cruiser.config.js), that files are where they belong, that
the previous version can serve beside every migration, and that generated files and recorded proofs are up to date. Part of npm test. With --force, generated files are checked even if their inputs did not change.`;

/** @typedef {[title: string, work: () => Promise<boolean>]} Check */

/** At low priority, because the suites measure time. */
const HOW = { quiet: true, behind: true };

const PARTS = ['apps', 'contracts', 'libs', 'tools'];

/** @type {Check[]} */
const SOURCES = [
  ['Format', () => run(bin('oxfmt'), ['--check'], HOW)],
  ['Types', () => run(TSC, ['-p', 'tsconfig.json'], HOW)],
  ['Types of the scripts', () => run(TSC, ['-p', 'tools/scripts/tsconfig.scripts.json'], HOW)],
  ['Lint', () => run(bin('oxlint'), ['-c', 'oxlint.config.js'], HOW)],
  ['Imports', () => run(bin('depcruise'), ['--config', 'dependency-cruiser.config.js', ...PARTS], HOW)],
];

/**
 * @param {boolean} force
 * @returns {Check}
 */
const drift = (force) => [
  'Generated files are up to date',
  () => nx(['run-many', '-t', 'drift', '--excludeTaskDependencies', '--output-style=stream', ...freshly(force)], HOW),
];

const freshly = (/** @type {boolean} */ force) => (force ? ['--skip-nx-cache'] : []);

/** @type {Check} */
const PROOFS = ['Proofs are recorded for the contracts as they are', proofsAreRecorded];

async function proofsAreRecorded() {
  const { proofsIn } = await import('./dist/proofs/proof-record.js');
  const missing = projectsWith('jest.config.js')
    .flatMap((folder) => proofsIn(root, folder))
    .filter(({ recorded }) => recorded === undefined);
  for (const { spec } of missing) console.log(`  ${spec}: run npm test, which runs it and records it`);
  return missing.length === 0;
}

/** The contracts' Wasm, once everything is compiled. */
export const buildContracts = () =>
  step('Contracts built', () =>
    nx(['run-many', '-t', 'build', '--projects=tag:type:contract-code', '--excludeTaskDependencies'], { quiet: true }),
  );

/** @type {Check} */
const MIGRATIONS = ['Migrations let the previous version serve', migrationsAreSafe];

/** @type {Check} */
const LAYOUT = ['Files are where they belong', filesAreInPlace];

async function filesAreInPlace() {
  const { layoutFaults } = await import('./dist/layout/layout-faults.js');
  const lines = layoutFaults(root);
  for (const line of lines) console.log(`  ${line}`);
  return lines.length === 0;
}

async function migrationsAreSafe() {
  const { unsafeMigrations } = await import('./dist/migrations/unsafe-migrations.js');
  const lines = await unsafeMigrations(root);
  for (const line of lines) console.log(`  ${line}`);
  return lines.length === 0;
}

/**
 * Runs checks one after the other, also after one failed.
 * @param {Check[]} checks
 * @returns {Promise<{ passed: number, failed: string[] }>} `failed`: their titles.
 */
async function runChecks(checks) {
  /** @type {string[]} */
  const failed = [];
  for (const [title, work] of checks) if (!(await step(title, work))) failed.push(title);
  return { passed: checks.length - failed.length, failed };
}

/** Checks that need the generated files, and nothing compiled. */
export const checkSources = () => runChecks(SOURCES);

/** Checks that need everything compiled and the contracts built. */
export const checkBuilds = (force = false) => runChecks([drift(force), MIGRATIONS, LAYOUT]);

async function main() {
  const force = process.argv.includes('--force');
  if (!(await install()) || !(await generate())) return 1;
  // The compiler works on one core.
  const sources = checkSources();
  const ready = (await compileProjects()) && (await buildContracts());
  const builds = ready ? await runChecks([drift(force), MIGRATIONS, LAYOUT, PROOFS]) : undefined;
  return (await sources).failed.length === 0 && builds?.failed.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else process.exit(await main());
}
