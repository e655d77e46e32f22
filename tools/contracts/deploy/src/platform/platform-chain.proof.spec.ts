import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainMissing, testAccount } from '@questp/chain';
import { type LocalChain } from '@questp/local-stack';
import { describeUnless, freePort, launch, waitFor, type ManagedProcess } from '@questp/testing';

const BUILT = join(import.meta.dirname, '../../dist/platform');

// CosmJS does not load in Jest below Node 24.9.
const START = `
import { startPlatformChain } from ${JSON.stringify(join(BUILT, 'platform-chain.js'))};
const { process: node, ...chain } = await startPlatformChain({
  ...JSON.parse(process.argv[1]), onLaunch: () => undefined, report: (line) => console.error(line),
});
console.log(JSON.stringify({ pid: node.pid, ...chain }));
process.on('SIGTERM', () => node.stop().then(() => process.exit()));
await node.exited();
`;
const PAY = `
import { sendCoins } from ${JSON.stringify(join(BUILT, 'send-coins.js'))};
const [rpc, ...addresses] = process.argv.slice(1);
await sendCoins(rpc, addresses, [{ denom: 'uquest', amount: '7' }, { denom: 'ustake', amount: '5' }]);
`;

type Started = Omit<LocalChain, 'process'> & { pid: number };

describeUnless(await chainMissing(), 'the chain of the local platform', () => {
  let directory: string;
  let ports: { rpcPort: number; restPort: number };
  let running: ManagedProcess | undefined;

  const run = (script: string, ...args: string[]) => {
    const options = ['--input-type=module', '--eval', script, ...args];
    return launch({
      name: 'script',
      command: process.execPath,
      args: options,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  };
  async function start(): Promise<Started> {
    const options = { directory: join(directory, 'chain'), logFile: join(directory, 'wasmd.log'), ...ports };
    running = await run(START, JSON.stringify(options));
    const started = running;
    const line = await waitFor(
      () => {
        if (started.hasExited()) throw new Error(started.logs());
        return started
          .logs()
          .split('\n')
          .find((text) => text.startsWith('{'));
      },
      { what: 'the chain', timeoutMs: 120_000 },
    );
    return JSON.parse(line) as Started;
  }
  const height = async ({ addresses: { rpcUrl } }: Started) => {
    const { result } = (await (await fetch(`${rpcUrl}/status`)).json()) as {
      result: { sync_info: { latest_block_height: string } };
    };
    return Number(result.sync_info.latest_block_height);
  };
  const balances = async ({ addresses: { restUrl } }: Started, address: string) => {
    const answer = await fetch(`${restUrl}/cosmos/bank/v1beta1/balances/${address}`);
    return ((await answer.json()) as { balances: { denom: string; amount: string }[] }).balances;
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'platform-chain-'));
    ports = { rpcPort: await freePort(), restPort: await freePort() };
  });
  afterAll(async () => {
    await running?.stop();
    await rm(directory, { recursive: true });
  });

  it('has the contracts, and continues with them, its keys and its coins after its node and its parent were killed', async () => {
    const first = await start();
    const { escrowKeys, factory } = first.addresses;
    expect(await balances(first, escrowKeys['escrow_operator'] ?? '')).toEqual([
      { denom: 'ustake', amount: '1000000000' },
    ]);
    expect(first.entry['escrow']).toMatchObject({ factory, contractVersion: '0.1.0' });
    const reached = await height(first);
    process.kill(first.pid, 'SIGKILL');
    await running?.exited();
    const second = await start();
    expect({ ...second, pid: first.pid }).toEqual(first);
    expect(await height(second)).toBeGreaterThanOrEqual(reached);
    await running?.stop();
    expect(await readFile(join(directory, 'chain/escrow-keys.json'), 'utf8')).toBe(
      JSON.stringify(first.mnemonics, null, 2),
    );
  }, 240_000);

  it('has a faucet that pays several addresses', async () => {
    const chain = await start();
    const people = ['carol', 'dave'].map((name) => testAccount(name).address);
    const paid = await run(PAY, chain.addresses.rpcUrl, ...people);
    expect([(await paid.exited()).code, paid.logs()]).toEqual([0, '']);
    for (const address of people) {
      expect(await balances(chain, address)).toEqual([
        { denom: 'uquest', amount: '7' },
        { denom: 'ustake', amount: '5' },
      ]);
    }
  }, 240_000);
});
