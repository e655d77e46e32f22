import { SentenceError } from '@questp/local-stack';
import { isPortTaken } from '@questp/testing';
import { testAccount } from './accounts.js';
import { HELP, readOptions, type StartOptions } from './cli/options.js';
import { startChain } from './node/start-chain.js';

/** One for every role of the contracts, and two that have none. */
const NAMES = [
  'factory-owner',
  'operator',
  'ticket-signer',
  'pauser',
  'guardian',
  'treasury',
  'upgrade-admin',
  'alice',
  'bob',
];

const COINS = ['ustake', 'uquest', 'ustray'].map((denom) => ({ denom, amount: '1000000000000' }));

async function start({ rpcPort, restPort, accounts: extra, ...options }: StartOptions): Promise<number> {
  for (const [flag, port] of [
    ['--rpc-port', rpcPort],
    ['--rest-port', restPort],
  ] as const) {
    if (await isPortTaken(port)) throw new SentenceError(`Port ${port} is taken: choose another one with ${flag}.`);
  }
  const named = NAMES.map(testAccount);
  const addresses = [...named.map(({ address }) => address), ...extra];
  const chain = await startChain({
    ...options,
    rpcPort,
    restPort,
    accounts: addresses.map((address) => ({ address, coins: COINS })),
    report: console.log,
  });
  console.log(`chain id   ${chain.chainId}
RPC        ${chain.rpc}
REST       ${chain.rest}
coins      1,000,000 of ${COINS.map(({ denom }) => denom).join(', ')} (6 decimals) for each account; fees may be zero
refused    ${chain.blockedAddress} (the bank pays it nothing)

accounts (address, private key):`);
  for (const { name, address, privateKey } of named) {
    console.log(`  ${name.padEnd(14)} ${address}  ${Buffer.from(privateKey).toString('hex')}`);
  }
  console.log('\nRuns until Ctrl-C.');
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      asked = true;
      chain.process.signal('SIGTERM');
    });
  }
  const { code, signal } = await chain.process.exited();
  await chain.stop();
  if (asked) return 0;
  console.error(`wasmd ended (${signal ?? `exit code ${code}`}); its last lines:\n${chain.process.logs()}`);
  return 1;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) process.exitCode = await start(options);
  else console.log(HELP);
} catch (error) {
  if (!(error instanceof SentenceError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
