import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, nx, root, run, step } from './workspace.mjs';

const HELP = `npm run check

Checks the format, lint rules, types and that committed generated files are up to date. Part of npm test.`;

/** @param {string} name */
const bin = (name) => join(root, 'node_modules/.bin', name);

/** @param {string} target */
const everyProject = (target) =>
  nx(['run-many', '-t', target, '--output-style=stream', '--nx-bail=false'], { quiet: true });

/** Files outside the projects, which nx does not know. */
const looseFiles = () => [
  ...['eslint.config.js', 'eslint.ways-out.js', 'jest.preset.js'],
  ...readdirSync(join(root, 'tools'))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => `tools/${file}`),
];

/** @type {[title: string, work: () => Promise<boolean>][]} */
const CHECKS = [
  ['Format', () => run(bin('prettier'), ['--check', '--log-level=warn', '.'], { quiet: true })],
  ['Lint', () => everyProject('lint')],
  ['Lint of the files outside the projects', () => run(bin('eslint'), looseFiles(), { quiet: true })],
  ['Types', () => everyProject('typecheck')],
  ['Types of the scripts', () => run(bin('tsc'), ['-p', 'tools/tsconfig.json'], { quiet: true })],
  ['Generated files are up to date', () => everyProject('drift')],
];

/**
 * Runs every check, also after one failed.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function checkAll() {
  let passed = 0;
  for (const [title, work] of CHECKS) if (await step(title, work)) passed++;
  return { passed, failed: CHECKS.length - passed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--help')) console.log(HELP);
  else process.exit((await install()) && (await checkAll()).failed === 0 ? 0 : 1);
}
