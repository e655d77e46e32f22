import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, nx, root } from './workspace.mjs';

const HELP = `npm run measure

Prints how much code people wrote, product, tools and tests apart (tests are specs, fixtures, testing/ and tools/e2e), and
how many imports break a rule of dependency-cruiser.config.js (npm run check names them).`;

/**
 * @typedef {{ source: string, dependencies: { resolved: string }[] }} Module
 * @typedef {{ modules: Module[], summary: { violations: { rule: { name: string } }[] } }} Result
 */

/** @returns {Result} */
function cruise() {
  const parts = ['apps', 'contracts', 'libs', 'tools'];
  const options = ['--config', 'dependency-cruiser.config.js', '--output-type', 'json'];
  const output = execFileSync(bin('depcruise'), [...parts, ...options], { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  return JSON.parse(output.toString());
}

/**
 * @param {string} title
 * @param {string[]} files
 */
function printSize(title, files) {
  const lines = files.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0);
  console.log(`${title.padEnd(24)} ${String(files.length).padStart(6)} files ${String(lines).padStart(8)} lines`);
}

async function main() {
  if (!(await nx(['build', 'scripts'], { quiet: true }))) return 1;
  const { partOf, sourceFiles } = await import('./dist/layout/source-files.js');
  const files = sourceFiles(root);
  for (const part of /** @type {const} */ (['product', 'tools', 'tests'])) {
    const own = files.filter((file) => partOf(file) === part);
    printSize(part, own);
    const folders = new Set(own.map((file) => file.split('/')[0] ?? ''));
    for (const folder of folders.size > 1 ? folders : []) {
      printSize(
        `  in ${folder}`,
        own.filter((file) => file.startsWith(`${folder}/`)),
      );
    }
  }
  printSize('all', files);
  const { modules, summary } = cruise();
  const imports = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
  console.log(`${imports} imports, without those of specs`);
  /** @type {Map<string, number>} */
  const broken = new Map();
  for (const { rule } of summary.violations) broken.set(rule.name, (broken.get(rule.name) ?? 0) + 1);
  for (const [name, count] of broken) console.log(`broken: ${name}: ${count}`);
  if (broken.size === 0) console.log('no import breaks a rule');
  return 0;
}

if (process.argv.includes('--help')) console.log(HELP);
else process.exit(await main());
