import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildContracts, checkBuilds, checkSources } from './check.mjs';
import { isUnfinished } from './unfinished.mjs';
import { compileProjects } from './compile.mjs';
import { bin, generate, install, nx, projectName, projectsWith, root, run, step } from './workspace.mjs';

const HELP = `npm test [-- [<project>...] [--force] [--proofs]]

Installs, generates and compiles what is needed, starts one PostgreSQL and one NATS broker for the tests alone, runs npm
run check and every suite of every project side by side, and prints "N passed, N failed" as the last line. A started
platform is not touched.

  <project>   runs the suites of these projects only (identity, testing, e2e, ...), without the checks
  --force     runs also what did not change since it last passed (FORCE=true does the same)
  --proofs    runs also the proofs that are recorded as passed for the contracts as they are (PROOFS=true)
  --help      this text

A proof (*.proof.spec.ts) takes long and depends on little. It runs when the contracts' Wasm or anything the proof is
made of differs from what contracts/artifacts/proofs.json says it passed for, and is recorded there. What a machine
cannot run is named ("not run: ..."); with CI=true that is a failure, except for the platform in containers, which not
every machine can start ("not run here, which is no failure: ...").`;

/** In ms since 1970, as Jest's reports. */
const STARTED = Date.now();

/** Tests that are listed at the end. */
const SLOWEST = 50;

/** Milliseconds for which processors of this machine worked, and which they had. */
const processors = () => {
  const times = cpus().map(({ times: { idle, ...busy } }) => ({ idle, busy: sum(Object.values(busy)) }));
  return { busy: sum(times.map(({ busy }) => busy)), had: sum(times.map(({ idle, busy }) => idle + busy)) };
};
const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, number) => total + number, 0);
const BEFORE = processors();

/** Says whether the suites waited for processors or for something else. */
function processorTime() {
  const now = processors();
  const share = (now.busy - BEFORE.busy) / (now.had - BEFORE.had);
  const minutes = (Date.now() - STARTED) / 60_000;
  return `${minutes.toFixed(1)} minutes, for which the ${cpus().length} processors were busy to ${Math.round(share * 100)} %`;
}

const IS_CI = process.env['CI'] === 'true';

const isService = (/** @type {Project} */ { folder }) => folder.startsWith('apps/');

/** Services whose suites take about as long as those of the others. */
const HALF_OF_SERVICES = ['escrow-ops', 'exports', 'integrations'];

/**
 * Projects whose suites run in turn, while those of the other rows run: many wait for timeouts and processes. The rows
 * take about as long as each other; in one row Nx would end with the longest alone.
 * @type {((project: Project) => boolean)[]}
 */
const ROWS = [
  ({ name }) => name === 'e2e',
  ({ name }) => HALF_OF_SERVICES.includes(name),
  (project) => isService(project) && !HALF_OF_SERVICES.includes(project.name),
  (project) => project.name !== 'e2e' && !isService(project),
];

/**
 * Projects of which many files load much, most of them a whole service: all specs share one context, in which it is loaded
 * and compiled once (libs/testing/src/one-context).
 */
const IN_ONE_CONTEXT = [
  ...['emulators', 'escrow-ops', 'exports', 'gateway', 'identity', 'integrations', 'local-stack', 'messages'],
  ...['notifier', 'quests-verify', 'service'],
];

/** @typedef {{ name: string, folder: string, report: string, hasSpecs: boolean }} Project */
/** @typedef {import('@questp/local-stack').TestServers} TestServers */
/** @typedef {import('./dist/results/test-results.js').JestReport} JestReport */
/** @typedef {import('./dist/proofs/proof-record.js').Proof} Proof */

/**
 * The projects with suites; Jest writes its counts to `report`.
 * @returns {Project[]}
 */
const projects = () =>
  projectsWith('jest.config.js').map((folder) => ({
    name: projectName(folder),
    folder,
    report: join(root, folder, 'test-results/jest.json'),
    hasSpecs: readdirSync(join(root, folder, 'src'), { recursive: true }).some((file) =>
      /(?<!\.proof)\.spec\.ts$/.test(String(file)),
    ),
  }));

/**
 * Creates the folder for Jest's report.
 * @param {string} report
 */
function emptyReport(report) {
  rmSync(report, { force: true });
  mkdirSync(join(report, '..'), { recursive: true });
  return report;
}

/**
 * @param {string} file
 * @returns {JestReport}
 */
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

const JEST = ['--ci', '--json'];

/**
 * @param {Project[]} selected
 * @param {TestServers} servers
 * @param {boolean} force
 * @returns {Promise<{ reports: JestReport[], cached: string[], broken: string[] }>} `broken`: what else went wrong.
 */
async function runSuites(selected, servers, force) {
  for (const { report } of selected) emptyReport(report);
  const how = ['--excludeTaskDependencies', '--output-style=stream', ...(force ? ['--skip-nx-cache'] : [])];
  const jest = [...JEST, '--outputFile=test-results/jest.json'];
  const options = { env: servers.env, onStart: (/** @type {number} */ pid) => servers.record('test suites', pid) };
  /** @param {Project[]} some @param {string[]} more */
  const runInTurn = async (some, more = []) => {
    const which = [`--projects=${some.map(({ name }) => `@questp/${name}`).join(',')}`, '--parallel=1'];
    return (
      some.length === 0 || (await nx(['run-many', '-t', 'test', ...which, ...how, '--', ...jest, ...more], options))
    );
  };
  /** @param {Project[]} row */
  const runRow = async (row) => {
    const sharesOne = (/** @type {Project} */ { name }) => IN_ONE_CONTEXT.includes(name);
    const first = await runInTurn(row.filter(sharesOne), ['--testMatch=**/one-context/every-spec.ts']);
    return (await runInTurn(row.filter((project) => !sharesOne(project)))) && first;
  };
  const ok = (await Promise.all(ROWS.map((isOf) => runRow(selected.filter(isOf))))).every(Boolean);
  const ended = selected.filter(({ report }) => existsSync(report));
  const silent = selected.filter(({ report }) => !existsSync(report));
  const { bySuite } = await import('./dist/results/test-results.js');
  const reports = ended.map(({ report, folder }) => bySuite(read(report), join(root, folder)));
  const broken = silent.map(({ name }) => `${name}: its suites ended without a result`);
  const anyFailed = reports.some(({ testResults }) => testResults.some(({ status }) => status === 'failed'));
  if (!ok && broken.length === 0 && !anyFailed) broken.push('nx did not finish');
  return {
    reports,
    // Nx restores the report of the run that passed for the same inputs.
    cached: ended.filter((_, index) => Number(reports[index]?.startTime) < STARTED).map(({ name }) => name),
    broken,
  };
}

/**
 * Runs the proofs whose record does not fit, and records what passed. Those on a node watch deadlines of its blocks, so
 * they wait until the suites have ended and go before the others.
 * @param {Project[]} selected
 * @param {TestServers} servers
 * @param {boolean} all Whether also those run whose record fits.
 * @param {Promise<unknown>} suites
 * @returns {Promise<{ reports: JestReport[], recorded: Proof[], broken: string[] }>}
 */
async function runProofs(selected, servers, all, suites) {
  const { proofsIn, provenBy, recordProofs } = await import('./dist/proofs/proof-record.js');
  const proofs = selected.flatMap(({ folder }) => proofsIn(root, folder));
  const wanted = proofs.filter(({ recorded }) => all || recorded === undefined);
  const recorded = proofs.filter((proof) => !wanted.includes(proof));
  /** @type {JestReport[]} */
  const reports = [];
  /** @type {string[]} */
  const broken = [];
  const node = wanted.some(({ needsNode }) => needsNode) ? prepareNode() : Promise.resolve();
  const bucket = wanted.some(({ needsBucket }) => needsBucket) ? await prepareBucket() : {};
  /**
   * @param {boolean} onNode
   * @param {Project[]} row
   */
  const runInTurn = async (onNode, row) => {
    if (onNode) await Promise.all([node, suites]);
    for (const { name, folder } of row) {
      const specs = wanted.filter((proof) => proof.needsNode === onNode && proof.spec.startsWith(`${folder}/src/`));
      if (specs.length === 0) continue;
      const report = emptyReport(join(root, folder, `test-results/proofs${onNode ? '-on-a-node' : ''}.json`));
      const which = ['--testMatch=**/*.proof.spec.ts', '--runTestsByPath', ...specs.map(({ spec }) => spec)];
      await run(bin('jest'), ['--config', `${folder}/jest.config.js`, ...JEST, `--outputFile=${report}`, ...which], {
        env: {
          ...servers.env,
          ...bucket,
          NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
        },
        behind: !onNode,
        onStart: (pid) => servers.record(`proofs of ${name}`, pid),
      });
      if (existsSync(report)) reports.push(read(report));
      else broken.push(`${name}: its proofs ended without a result`);
    }
  };
  const isLongest = (/** @type {Project} */ { name }) => name === 'contract-proof';
  // The longest one uses a single processor, and would end alone.
  await Promise.all([
    runInTurn(true, selected),
    runInTurn(false, selected.filter(isLongest)),
    runInTurn(
      false,
      selected.filter((project) => !isLongest(project)),
    ),
  ]);
  const seen = new Set(reports.flatMap(({ testResults }) => testResults.map((file) => file.name)));
  for (const { spec } of wanted) if (!seen.has(join(root, spec))) broken.push(`${spec}: it did not run`);
  if (!IS_CI && recordProofs(root, provenBy(root, reports, wanted))) {
    console.log('contracts/artifacts/proofs.json names the proofs that passed: commit it');
  }
  return { reports, recorded, broken };
}

/** Builds wasmd, once per machine. Where it cannot be built, the proofs on a node are not run and say why. */
const prepareNode = () =>
  step('wasmd for the proofs on a chain', () =>
    run(process.execPath, ['tools/contracts/chain/dist/prepare.js'], { quiet: true, behind: true }),
  );

/** Builds versitygw, once per machine. Returns the variables by which the proofs on a bucket find it, or why not. */
async function prepareBucket() {
  const { locateVersitygw, SentenceError } = await import('@questp/local-stack');
  /** @type {Record<string, string>} */
  const env = {};
  await step('versitygw for the proofs on a bucket', async () => {
    try {
      env.TEST_S3_SERVER = await locateVersitygw();
    } catch (error) {
      if (!(error instanceof SentenceError)) throw error;
      env.TEST_S3_MISSING = error.message;
    }
    return env.TEST_S3_MISSING === undefined;
  });
  return env;
}

/** @typedef {{ passed: number, failed: number, notRun: string[], notRunHere: string[] }} Outcome */

/** @type {Awaited<ReturnType<typeof checkSources>>} */
const NO_CHECKS = { passed: 0, failed: [] };

/** @type {Outcome} */
const NOT_STARTED = { passed: 0, failed: 1, notRun: [], notRunHere: [] };

/**
 * @param {string[]} wanted
 * @param {boolean} force
 * @param {boolean} allProofs
 * @returns {Promise<Outcome>}
 */
async function testAll(wanted, force, allProofs) {
  const all = projects();
  const unknown = wanted.filter((name) => !all.some((project) => project.name === name));
  if (unknown.length > 0) {
    console.error(`There is no project ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}.`);
    return NOT_STARTED;
  }
  const running = join(root, 'tools/local-stack/dist/run/already-running.js');
  const isWhole = existsSync(running) && !isUnfinished(root, 'compile');
  const sentence = isWhole ? (await import(running)).alreadyTesting(root) : undefined;
  if (sentence) {
    console.error(sentence);
    return NOT_STARTED;
  }
  console.log('Preparing the tests');
  if (!(await install()) || !(await generate())) return NOT_STARTED;
  const whole = wanted.length === 0;
  // Beside the compiler, which works on one core.
  const sources = whole ? checkSources() : Promise.resolve(NO_CHECKS);
  if (!(await compileProjects()) || !(await buildContracts())) {
    await sources;
    return NOT_STARTED;
  }
  const { startTestServers, SentenceError } = await import('@questp/local-stack');
  const servers = await startTestServers(root, { inMemory: true }).catch((/** @type {unknown} */ error) => {
    console.error(error instanceof SentenceError ? error.message : error);
  });
  if (!servers) return NOT_STARTED;
  try {
    const selected = all.filter(({ name }) => whole || wanted.includes(name));
    console.log('Testing');
    const suitesRun = runSuites(
      selected.filter(({ hasSpecs }) => hasSpecs),
      servers,
      force,
    );
    const [suites, proofs, first, second] = await Promise.all([
      suitesRun,
      runProofs(selected, servers, allProofs, suitesRun),
      sources,
      // One check at a time, so that the suites have room.
      whole ? sources.then(() => checkBuilds(force)) : NO_CHECKS,
    ]);
    return await sumUp(suites, proofs, [first, second]);
  } finally {
    await servers.stop();
  }
}

/**
 * A line per project.
 * @param {Proof[]} recorded
 */
function recordedLines(recorded) {
  const folders = [...new Set(recorded.map(({ spec }) => spec.split('/src/')[0]))];
  return folders.map((folder) => {
    const own = recorded.filter(({ spec }) => spec.startsWith(`${folder}/src/`));
    const passed = own.reduce((sum, proof) => sum + (proof.recorded ?? 0), 0);
    return `proofs recorded for ${folder}: ${own.length} files, ${passed} passed`;
  });
}

/**
 * Counts everything and prints what a person wants to know after it.
 * @param {Awaited<ReturnType<typeof runSuites>>} suites
 * @param {Awaited<ReturnType<typeof runProofs>>} proofs
 * @param {(typeof NO_CHECKS)[]} checks
 * @returns {Promise<Outcome>}
 */
async function sumUp(suites, proofs, checks) {
  const { countTests, failures } = await import('./dist/results/test-results.js');
  const { slowestTests, timeTable } = await import('./dist/results/time-table.js');
  for (const line of recordedLines(proofs.recorded)) console.log(line);
  if (suites.cached.length > 0) {
    console.log(`unchanged since they passed, counted and not run again (--force): ${suites.cached.join(', ')}`);
  }
  const ran = [...suites.reports.filter(({ startTime }) => startTime >= STARTED), ...proofs.reports];
  console.log('The time of each project and of its long files; start-up is what is outside of tests:');
  for (const line of timeTable(ran, root)) console.log(line);
  console.log(`The ${SLOWEST} slowest tests:`);
  for (const line of slowestTests(ran, root, SLOWEST)) console.log(line);
  console.log(processorTime());
  const broken = [...checks.flatMap(({ failed }) => failed), ...suites.broken, ...proofs.broken];
  const reports = [...suites.reports, ...proofs.reports];
  for (const one of [...broken, ...failures(reports, root)]) console.log(`failed: ${one}`);
  const counts = countTests(reports);
  return {
    passed: counts.passed + checks.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.failed + broken.length,
    notRun: counts.notRun,
    notRunHere: counts.notRunHere,
  };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { force: { type: 'boolean' }, proofs: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  console.log(HELP);
} else {
  const wants = (/** @type {'force' | 'proofs'} */ option) =>
    values[option] === true || process.env[option.toUpperCase()] === 'true';
  const { passed, failed, notRun, notRunHere } = await testAll(positionals, wants('force'), wants('proofs'));
  for (const one of notRunHere) console.log(`not run here, which is no failure: ${one}`);
  for (const one of notRun) console.log(`not run: ${one}`);
  const counted = IS_CI ? failed + notRun.length : failed;
  console.log(`${passed} passed, ${counted} failed`);
  process.exit(counted === 0 ? 0 : 1);
}
