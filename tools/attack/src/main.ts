import { parseArgs } from 'node:util';
import { readStack } from '@questp/local-stack';
import { workspaceRoot } from '@questp/testing';
import { attack } from './attack.js';
import { ATTACKS } from './attacks.js';
import { report } from './report.js';
import { targetAt, targetOf } from './target.js';

const HELP = `npm run attack [-- --url <address>]

Attacks the running platform of this checkout (npm run up) and prints what was tried and what held; exit code 1 if
something gave way. It freezes the broker for some seconds. What it leaves: accounts, projects that are archived, and,
where something gave way, projects named Attack or Moon and events that are parked (replay-events lists them).

  --url <address>   another platform, of which only the address is known: what needs its broker, its database or an
                    operator is not tried
  --help            this text`;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const stack = values.url ? undefined : readStack(workspaceRoot);
  const target = values.url ? targetAt(values.url) : stack && targetOf(stack);
  if (target === undefined) {
    console.error('No platform is running: start one with npm run up.');
    return 1;
  }
  const outcomes = await attack(target, ATTACKS);
  console.log(report(outcomes));
  return outcomes.every(({ gaveWay }) => gaveWay.length === 0) ? 0 : 1;
}

process.exitCode = await main();
