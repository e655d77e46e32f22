import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root } from './workspace.mjs';

const HELP = `npm run measure

Prints how much product code there is, without specs, fixtures and generated files, and how many of its imports break a
rule of dependency-cruiser.config.js (npm run check names them).`;

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

function main() {
  const { modules, summary } = cruise();
  const own = modules.filter(({ source }) => /^(apps|contracts|libs|tools)\/.*\.ts$/.test(source));
  /** @type {Map<string, Module[]>} */
  const parts = new Map();
  for (const module of own) {
    const part = module.source.split('/')[0] ?? '';
    parts.set(part, [...(parts.get(part) ?? []), module]);
  }
  for (const [part, files] of [...parts.set('all', own)]) {
    const texts = files.map(({ source }) => readFileSync(join(root, source), 'utf8'));
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
    const nest = texts.filter((text) => text.includes('@Module(')).length;
    const imports = files.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
    console.log(`${part}: ${files.length} files, ${lines} lines, ${imports} imports, ${nest} files with Nest modules`);
  }
  /** @type {Map<string, number>} */
  const broken = new Map();
  for (const { rule } of summary.violations) broken.set(rule.name, (broken.get(rule.name) ?? 0) + 1);
  for (const [name, count] of broken) console.log(`broken: ${name}: ${count}`);
  if (broken.size === 0) console.log('no import breaks a rule');
}

if (process.argv.includes('--help')) console.log(HELP);
else main();
