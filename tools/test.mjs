import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkAll } from './check.mjs';
import { build, install, nx, root, step } from './workspace.mjs';

const HELP = `npm test [-- <project>...]

Installs, generates and compiles what is needed, starts a PostgreSQL for the tests alone, runs npm run check and every
suite of every project, and prints "N passed, N failed" as the last line. A started platform is not touched.

  <project>   runs the suites of these projects only (identity, testing, e2e, ...), without the checks
  --help      this text

With CI=true the slow proofs of the contracts run as well (nx targets mutation and proof-long of contract-proof).
What a machine cannot run is named ("not run: ..."); with CI=true that is a failure.`;

/** @typedef {{ name: string, report: string, hasSpecs: boolean }} Project */

/**
 * The projects with suites; Jest writes its counts to `report`.
 * @returns {Project[]}
 */
function projects() {
  return ['libs', 'contracts', 'apps', 'tools'].flatMap((group) =>
    readdirSync(join(root, group))
      .filter((name) => existsSync(join(root, group, name, 'jest.config.js')))
      .map((name) => ({
        name,
        report: join(root, group, name, 'test-results/jest.json'),
        hasSpecs: readdirSync(join(root, group, name, 'src'), { recursive: true }).some((file) =>
          String(file).endsWith('.spec.ts'),
        ),
      })),
  );
}

/**
 * @param {Project[]} selected
 * @param {import('./local-stack/dist/index.js').TestServers} servers
 */
async function runSuites(selected, servers) {
  const { countTests } = await import('./local-stack/dist/index.js');
  for (const { report } of selected) {
    rmSync(report, { force: true });
    mkdirSync(join(report, '..'), { recursive: true });
  }
  const names = selected.map(({ name }) => `@questp/${name}`).join(',');
  const which = ['run-many', '-t', 'test', `--projects=${names}`, '--parallel=1', '--output-style=stream'];
  // A cached result says nothing about a database and processes that are not among nx' inputs.
  const jest = ['--ci', '--passWithNoTests', '--json', '--outputFile=test-results/jest.json'];
  const ok = await nx([...which, '--skip-nx-cache', '--', ...jest], {
    env: servers.env,
    onStart: (pid) => servers.record('test suites', pid),
  });
  const silent = selected.filter(({ report, hasSpecs }) => hasSpecs && !existsSync(report));
  for (const { name } of silent) console.log(`failed: ${name}: its suites ended without a result`);
  const totals = countTests(
    selected.filter(({ report }) => existsSync(report)).map(({ report }) => JSON.parse(readFileSync(report, 'utf8'))),
  );
  const failed = totals.failed + silent.length;
  return { ...totals, failed: ok ? failed : Math.max(failed, 1) };
}

/**
 * Builds wasmd, once per machine, where a suite runs a chain: here it can be seen, inside the suite it would look like a
 * slow test. Where it cannot be built those suites are not run and say why.
 * @param {Project[]} selected
 */
async function prepareChain(selected) {
  const suitesOnAChain = ['chain', 'contract-host', 'contract-proof', 'deploy'];
  if (!selected.some(({ name }) => suitesOnAChain.includes(name))) return;
  const { chainMissing } = await import('./chain/dist/index.js');
  await step('wasmd for the suites on a chain', async () => {
    const missing = await chainMissing();
    if (missing) console.log(`  ${missing}`);
    return missing === undefined;
  });
}

/**
 * Proofs that take minutes. CI runs them after the suites; a person runs them by their own commands.
 * @type {[title: string, command: string[]][]}
 */
const SLOW_PROOFS = [
  ['Every deliberate fault in the contracts is noticed', ['run', 'contract-proof:mutation']],
  [
    '300,000 more random calls agree with the model',
    ['run', 'contract-proof:proof-long', '--steps=300000', '--seed=1'],
  ],
];

async function runSlowProofs() {
  let passed = 0;
  for (const [title, command] of SLOW_PROOFS) if (await step(title, () => nx(command, { quiet: true }))) passed++;
  return { passed, failed: SLOW_PROOFS.length - passed };
}

const NOT_STARTED = { passed: 0, failed: 1, notRun: [] };

/**
 * @param {string[]} wanted
 * @returns {Promise<{ passed: number, failed: number, notRun: string[] }>}
 */
async function testAll(wanted) {
  const all = projects();
  const unknown = wanted.filter((name) => !all.some((project) => project.name === name));
  if (unknown.length > 0) {
    console.error(`There is no project ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}.`);
    return NOT_STARTED;
  }
  const running = join(root, 'tools/local-stack/dist/run/already-running.js');
  const sentence = existsSync(running) ? (await import(running)).alreadyTesting(root) : undefined;
  if (sentence) {
    console.error(sentence);
    return NOT_STARTED;
  }
  console.log('Preparing the tests');
  if (!(await install()) || !(await build())) return NOT_STARTED;
  const { startTestServers, SentenceError } = await import('./local-stack/dist/index.js');
  const selected = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  await prepareChain(selected);
  const servers = await startTestServers(root).catch((/** @type {unknown} */ error) => {
    console.error(error instanceof SentenceError ? error.message : error);
  });
  if (!servers) return NOT_STARTED;
  try {
    if (wanted.length === 0) console.log('Checking');
    const checks = wanted.length === 0 ? await checkAll() : { passed: 0, failed: 0 };
    console.log('Testing');
    const suites = await runSuites(selected, servers);
    const isCi = process.env['CI'] === 'true';
    const slow = isCi && wanted.length === 0 ? await runSlowProofs() : { passed: 0, failed: 0 };
    return {
      notRun: suites.notRun,
      passed: checks.passed + suites.passed + slow.passed,
      failed: checks.failed + suites.failed + slow.failed,
    };
  } finally {
    await servers.stop();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  console.log(HELP);
} else {
  const { passed, failed, notRun } = await testAll(positionals);
  for (const one of notRun) console.log(`not run: ${one}`);
  const counted = process.env['CI'] === 'true' ? failed + notRun.length : failed;
  console.log(`${passed} passed, ${counted} failed`);
  process.exit(counted === 0 ? 0 : 1);
}
