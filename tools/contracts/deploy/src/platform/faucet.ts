import { parseArgs } from 'node:util';
import { readStack, SentenceError } from '@questp/local-stack';
import { workspaceRoot } from '@questp/testing';
import { DENOMS, sendCoins } from './send-coins.js';

const AMOUNT = '1000000000';

const HELP = `npx nx run deploy:faucet -- <address>...

Sends 1,000 of ${DENOMS.join(' and ')} (6 decimals) to each address on the chain of npm run up -- --chain.`;

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { help: { type: 'boolean' } } });
  if (values.help || positionals.length === 0) return console.log(HELP);
  const stray = positionals.find((address) => !/^wasm1[02-9ac-hj-np-z]{38}([02-9ac-hj-np-z]{20})?$/.test(address));
  if (stray !== undefined) throw new SentenceError(`An address of the chain starts with wasm1, unlike ${stray}.`);
  const chain = readStack(workspaceRoot)?.chain;
  if (!chain) throw new SentenceError('No chain runs: start the platform with npm run up -- --chain.');
  const coins = DENOMS.map((denom) => ({ denom, amount: AMOUNT }));
  await sendCoins(chain.rpcUrl, positionals, coins).catch((cause: Error) => {
    throw new SentenceError(`The chain refused to send coins: ${cause.message}`, { cause });
  });
  console.log(`Sent 1,000 of ${DENOMS.join(' and ')} to ${positionals.join(', ')}.`);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SentenceError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
