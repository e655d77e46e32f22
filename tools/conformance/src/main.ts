import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SentenceError } from '@questp/local-stack';
import type { Effort, Part } from './part.js';
import { PARTS } from './parts.js';
import { withTarget, type Target } from './target.js';

const HELP = `npm run conformance [-- --only <part>] [--examples <n>] [--seed <n>]

Checks a platform of its own and docs/reference/openapi.json with third-party tools: linters on the document and its
examples, generated clients that are compiled and used, and Schemathesis, which asks the platform at random whether it
answers as the document says. Exit code 1 if anything was found, which is printed with its request. What is pinned is
fetched from npm, PyPI, Maven Central and the Go proxy at the first use and kept in ~/.cache/questp; what this machine
cannot run is named ("not run: ..."), which is a failure with CI=true.

  --only <part>    one of ${PARTS.map(({ name }) => name).join(', ')}; may be repeated (all)
  --examples <n>   random requests to each operation by each principal of Schemathesis (20)
  --seed <n>       of these requests; a new one each time by default
  --help           this text

  TEST_DATABASE_URL, TEST_NATS_SERVER   another PostgreSQL 18 (as superuser) and nats-server`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: PARTS.map(({ name }) => name) },
      examples: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(randomInt(2 ** 32)) },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const unknown = values.only.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined) {
    console.error(`There is no part ${unknown}; there are ${PARTS.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  const effort = { seed: Number(values.seed), examples: Number(values.examples) };
  if (!(Number.isSafeInteger(effort.seed) && Number.isSafeInteger(effort.examples) && effort.examples >= 1)) {
    console.error('--seed and --examples need whole numbers.');
    return 1;
  }
  console.log(`seed ${effort.seed}`);
  const wanted = PARTS.filter(({ name }) => values.only.includes(name));
  return await withTarget(async (target) => await runAll(wanted, target, effort));
}

async function runAll(parts: readonly Part[], target: Target, effort: Effort): Promise<number> {
  let found = 0;
  let missing = 0;
  for (const { title, prepare, run } of parts) {
    try {
      await prepare();
    } catch (error) {
      if (!(error instanceof SentenceError)) throw error;
      console.log(`not run: ${title}: ${error.message}`);
      missing += 1;
      continue;
    }
    const started = performance.now();
    const { summary, findings } = await run(target, effort);
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    console.log(`${findings.length === 0 ? 'ok' : 'FOUND'}  ${title}: ${summary} (${seconds} s)`);
    for (const finding of findings) console.log(`  ${finding.replaceAll('\n', '\n  ')}`);
    found += findings.length;
  }
  console.log(found === 0 ? 'nothing found' : `${found} found`);
  return found > 0 || (missing > 0 && process.env['CI'] === 'true') ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SentenceError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
