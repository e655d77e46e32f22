import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chainMissing, startChain, testAccount, type TestChain } from '@questp/chain';
import { describeUnless } from '@questp/testing';
import { LOCAL_CONFIG } from './local-chain.js';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, '../dist/main.js');

const deployer = testAccount('deployer');
const key = Buffer.from(deployer.privateKey).toString('hex');

describeUnless(await chainMissing(), 'deploy:deploy against a real chain', () => {
  let chain: TestChain;
  let directory: string;
  let args: string[];

  const deploy = (...more: string[]) =>
    run(process.execPath, [MAIN, ...args, ...more], { env: { ...process.env, DEPLOY_PRIVATE_KEY: key } });

  beforeAll(async () => {
    chain = await startChain({
      accounts: [{ address: deployer.address, coins: [{ denom: 'ustake', amount: '10000000' }] }],
    });
    directory = await mkdtemp(join(tmpdir(), 'deploy-'));
    const config = join(directory, 'factory.json');
    await writeFile(config, JSON.stringify(LOCAL_CONFIG));
    args = ['--node', chain.rpc, '--config', config, '--gas-price', '0.001ustake'];
  }, 180_000);

  afterAll(async () => {
    await chain.stop();
    await rm(directory, { recursive: true });
  });

  it('stores the release, makes the factory, and the second time uses the codes', async () => {
    const planned = await deploy('--dry-run');
    const first = await deploy();
    const second = await deploy();
    expect(planned.stdout).toMatch(/escrow: would store \d+ bytes, sha256 [0-9a-f]{64}: about \d+ gas/);
    expect(first.stdout).toContain('factory: stored as code 2');
    expect(second.stdout).toContain('factory: code 2 of the chain is this Wasm, it is used');
    expect(second.stdout).toMatch(/"factory": "wasm1[a-z0-9]{58}"/);
  }, 180_000);

  it('says in one sentence why it cannot pay', async () => {
    const failed = deploy('--gas-price', '1000ustake', '--force-store');
    await expect(failed).rejects.toThrow(/Storing failed: .*insufficient funds/);
  }, 180_000);
});
