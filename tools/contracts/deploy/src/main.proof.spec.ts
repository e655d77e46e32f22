import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chainMissing, startChain, testAccount, type TestChain } from '@questp/chain';
import { describeUnless } from '@questp/testing';
import { type Deployed } from './deploy.js';
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

  it('stores the release and creates the factory, and the second time uses the stored codes', async () => {
    const planned = await deploy('--dry-run');
    const first = await deploy();
    const second = await deploy();
    expect(planned.stdout).toMatch(/escrow: would store \d+ bytes, sha256 [0-9a-f]{64}: about \d+ gas/);
    expect(first.stderr).toContain('factory: stored as code 2');
    expect(second.stderr).toContain('factory: code 2 of the chain is this Wasm, it is used');
    const [made, again] = [first, second].map(({ stdout }) => JSON.parse(stdout) as Deployed);
    expect(again).toEqual({ ...made, factory: again?.factory });
    expect(again?.factory).toMatch(/^wasm1[a-z0-9]{58}$/);
    expect(again?.factory).not.toBe(made?.factory);
  }, 180_000);

  it("takes the ticket signer's key of a file, and nothing the factory would refuse", async () => {
    const write = async (name: string, content: string): Promise<string> => {
      await writeFile(join(directory, name), content);
      return join(directory, name);
    };
    const mnemonic = `${'abandon '.repeat(11)}about\n`;
    // The first Cosmos account of the mnemonic of zeros (BIP 39): cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4.
    const signer = 'Ak9OKtmcNNYLm6YoPJQxqEGK+GcyEpYfl6d7Y3f80Fti';
    const keyFile = await write('ticket.key', mnemonic);
    const example = join(import.meta.dirname, '../factory.example.json');
    const planned = await deploy('--dry-run', '--config', example, '--ticket-key-file', keyFile);
    expect(planned.stdout).toContain(`"ticket_signer": "${signer}"`);
    await expect(deploy('--ticket-key-file', keyFile)).rejects.toThrow(
      /names another ticket_signer than the given key's/,
    );

    const limits = { ...LOCAL_CONFIG.limits, max_pause_secs: 7 * 86_400 + 1 };
    const config = await write('wide.json', JSON.stringify({ ...LOCAL_CONFIG, limits }));
    for (const more of [['--dry-run'], ['--force-store']]) {
      await expect(deploy('--config', config, ...more)).rejects.toMatchObject({
        stdout: '',
        stderr: expect.stringMatching(
          /^chain .*\nThe factory would refuse its configuration: invalid_config: .* \(max_pause_secs\).*\n$/,
        ) as string,
      });
    }
  }, 180_000);

  it('reports in one sentence why it cannot pay', async () => {
    const failed = deploy('--gas-price', '1000ustake', '--force-store');
    await expect(failed).rejects.toThrow(/Storing failed: .*insufficient funds/);
  }, 180_000);
});
