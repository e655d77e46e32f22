import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chainMissing, startChain, testAccount, type TestChain } from '@questp/chain';
import { describeUnless } from '@questp/testing';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../..');

/** The commands of a section of a page, in their order. */
function commandsOf(page: string, heading: string): string {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```bash\n(.*?)^```/gms)].map(([, commands]) => commands).join('\n');
}

describeUnless(await chainMissing(), "a campaign's life in commands, as docs/guides/contracts.md tells it", () => {
  let chain: TestChain;

  beforeAll(async () => {
    chain = await startChain({
      accounts: ['factory-owner', 'operator', 'alice', 'bob'].map((name) => ({
        address: testAccount(name).address,
        coins: [{ denom: 'ustake', amount: '1000000000000' }],
      })),
    });
  }, 180_000);

  afterAll(() => chain.stop());

  it('ends with every earner paid', async () => {
    const commands = commandsOf(
      await readFile(join(ROOT, 'docs/guides/contracts.md'), 'utf8'),
      "A campaign's life in commands",
    );
    expect(commands.match(/^contract /gm)?.length).toBeGreaterThan(5);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: '', LOCAL_CHAIN_RPC: chain.rpc },
    });
    expect(JSON.parse(stdout.slice(stdout.lastIndexOf('\n{')))).toMatchObject({
      phase: 'completed',
      funded_total: '1500000',
      paid_total: '1425000',
      fee_paid: '75000',
      refunded_total: '0',
      balance: '0',
    });
  }, 600_000);
});
