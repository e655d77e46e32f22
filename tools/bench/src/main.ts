import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { SentenceError } from '@questp/local-stack';
import { Client } from 'pg';
import { authenticatedGetCase } from './cases/authenticated-get.js';
import type { Case, Row } from './cases/case.js';
import { checkInCase } from './cases/check-in.js';
import { leaderboardCase } from './cases/leaderboard.js';
import { signatureCase } from './cases/signature.js';
import { walletVerifyCase } from './cases/wallet-verify.js';
import { RAISED_LIMITS, startBenchPlatform } from './platform.js';
import { writePage } from './page.js';
import { cpuTable, failureLines, inMarkdown, inTerminal, memoryTable, resultTable } from './report.js';

const CASES: Record<string, Case> = {
  'check-in': checkInCase,
  get: authenticatedGetCase,
  signature: signatureCase,
  'wallet-verify': walletVerifyCase,
  leaderboard: leaderboardCase,
};

const HELP = `npm run bench [-- --case <case>] [--seconds <n>] [--rounds <n>] [--write]

Starts a platform of its own (a started one is not touched) and prints its figures against a baseline in the same run;
the ratios tell something, the absolute figures belong to the machine.

  --case <case>   one of ${Object.keys(CASES).join(', ')}; may be repeated (all)
  --seconds <n>   length of a round (5)
  --rounds <n>    rounds of each side, in turn (3)
  --write         writes the result to docs/performance.md
  --help          this text

  TEST_DATABASE_URL, TEST_NATS_SERVER   another PostgreSQL 18 (as superuser, on this machine) and nats-server`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      case: { type: 'string', multiple: true, default: Object.keys(CASES) },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const unknown = values.case.find((name) => !Object.hasOwn(CASES, name));
  if (unknown !== undefined) {
    console.error(`There is no case ${unknown}; there are ${Object.keys(CASES).join(', ')}.`);
    return 1;
  }
  const effort = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  if (!(effort.seconds >= 1 && Number.isInteger(effort.rounds) && effort.rounds >= 1)) {
    console.error('--seconds and --rounds need numbers from 1.');
    return 1;
  }
  const { conditions, rows, peaks } = await runCases(values.case, effort);
  const tables = [resultTable(rows), cpuTable(rows), memoryTable(peaks)];
  for (const table of tables) console.log(`\n${inTerminal(table)}`);
  const failures = failureLines(rows);
  for (const line of failures) console.log(line);
  if (values.write) await writePage([conditions.join('\n'), ...tables.map(inMarkdown), ...failures]);
  return 0;
}

interface Run {
  /** What the figures were measured on, a sentence each. */
  conditions: string[];
  rows: Row[];
  /** MB by service. */
  peaks: Record<string, number>;
}

async function runCases(names: string[], effort: { seconds: number; rounds: number }): Promise<Run> {
  const conditions: string[] = [];
  const note = (sentence: string) => {
    conditions.push(sentence);
    console.log(sentence);
  };
  note(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}.`);
  note(`Rate limits are raised for this run: ${Object.keys(RAISED_LIMITS).join(', ')}.`);
  const platform = await startBenchPlatform();
  const client = new Client({ connectionString: platform.databaseUrl });
  try {
    await client.connect();
    const { rows: settings } = await client.query<{ fsync: string; version: string }>(
      `SELECT current_setting('fsync') AS fsync, current_setting('server_version') AS version`,
    );
    const { version, fsync } = settings[0] ?? {};
    note(`PostgreSQL ${version}, fsync ${fsync}; ${effort.rounds} rounds of ${effort.seconds} s.`);
    const rows: Row[] = [];
    for (const name of names) {
      console.log(name);
      rows.push(...((await CASES[name]?.({ platform, client, effort })) ?? []));
    }
    return { conditions, rows, peaks: platform.peaks() };
  } finally {
    await client.end();
    await platform.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SentenceError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
