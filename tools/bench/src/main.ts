import { parseArgs } from 'node:util';
import { SentenceError } from '@questp/local-stack';
import { authenticatedGetCase } from './cases/authenticated-get.js';
import { campaignsCase } from './cases/campaigns.js';
import type { Case, Section } from './cases/case.js';
import { checksCase } from './cases/checks.js';
import { checkInCase, durableCheckInCase } from './cases/check-in.js';
import { escrowCase } from './cases/escrow.js';
import { exportsCase } from './cases/exports.js';
import { filesCase } from './cases/files.js';
import { latencyCase } from './cases/latency.js';
import { leaderboardCase } from './cases/leaderboard.js';
import { liveCase, socketsCase } from './cases/live.js';
import { planCase } from './cases/plan.js';
import { replicasCase } from './cases/replicas.js';
import { rowsCase } from './cases/rows.js';
import { signInCase } from './cases/sign-in.js';
import { signatureCase } from './cases/signature.js';
import { webhookCase } from './cases/webhook.js';
import { writePage } from './report/page.js';
import { inMarkdown, inTerminal } from './report/report.js';

const CASES: Record<string, Case> = {
  'check-in': checkInCase,
  'check-in-durable': durableCheckInCase,
  get: authenticatedGetCase,
  signature: signatureCase,
  plan: planCase,
  escrow: escrowCase,
  'sign-in': signInCase,
  leaderboard: leaderboardCase,
  latency: latencyCase,
  rows: rowsCase,
  replicas: replicasCase,
  campaigns: campaignsCase,
  exports: exportsCase,
  live: liveCase,
  sockets: socketsCase,
  files: filesCase,
  checks: checksCase,
  webhook: webhookCase,
};

const HELP = `npm run bench [-- --case <case>] [--seconds <n>] [--rounds <n>] [--rows <n>] [--write]

Starts platforms of its own (a started one is not touched) and prints their figures, most against a baseline in the same
run. The ratios are comparable; the absolute figures belong to the machine.

  --case <case>   one of ${Object.keys(CASES).join(', ')}; may be repeated (all)
  --seconds <n>   length of a round (5)
  --rounds <n>    rounds of each side, in turn (3)
  --rows <n>      sizes of the ledger in the case rows, multiples of 1,000; may be repeated (10,000 to 10,000,000)
  --write         writes what was measured to docs/performance.md
  --help          this text

  TEST_DATABASE_URL, TEST_NATS_SERVER   another PostgreSQL 18 (as superuser, on this machine) and nats-server`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      case: { type: 'string', multiple: true, default: Object.keys(CASES) },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      rows: { type: 'string', multiple: true, default: ['10000', '100000', '1000000', '10000000'] },
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
  const rows = values.rows.map(Number).sort((a, b) => a - b);
  if (!rows.every((one) => one >= 1_000 && one % 1_000 === 0)) {
    console.error('--rows needs multiples of 1000.');
    return 1;
  }
  for (const name of values.case) {
    console.log(`\n${name}`);
    const section = await CASES[name]?.({ effort, rows });
    if (section === undefined) continue;
    for (const text of [...section.notes, ...section.tables.map(inTerminal)]) console.log(`\n${text}`);
    // After each case, so that an interrupted run keeps its results.
    if (values.write) await writePage({ [name]: inPage(section) }, Object.keys(CASES));
  }
  return 0;
}

const inPage = ({ notes, tables }: Section): string => [notes.join('\n'), ...tables.map(inMarkdown)].join('\n\n');

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SentenceError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
