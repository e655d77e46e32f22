import { existsSync } from 'node:fs';
import { describeUnless, waitFor } from '@questp/testing';
import { PREFIX, testAccount } from '../accounts.js';
import { chainMissing } from '../wasmd/binary.js';
import { startChain, type TestChain } from './start-chain.js';

describeUnless(await chainMissing(), 'a test chain', () => {
  const alice = testAccount('alice');
  let chain: TestChain;

  beforeAll(async () => {
    chain = await startChain({
      accounts: [
        {
          address: alice.address,
          coins: [
            { denom: 'uquest', amount: '7' },
            { denom: 'uapple', amount: '5' },
          ],
        },
      ],
      blockTimeMs: 100,
    });
  }, 90_000);
  afterAll(() => chain.stop());

  const get = async <T>(path: string) => (await (await fetch(`${chain.rest}${path}`)).json()) as T;
  const height = async () => {
    const { block } = await get<{ block: { header: { height: string } } }>(
      '/cosmos/base/tendermint/v1beta1/blocks/latest',
    );
    return Number(block.header.height);
  };

  it('gives the accounts their coins in the first block', async () => {
    const { balances } = await get<{ balances: object[] }>(`/cosmos/bank/v1beta1/balances/${alice.address}`);
    expect(balances).toEqual([
      { denom: 'uapple', amount: '5' },
      { denom: 'uquest', amount: '7' },
    ]);
  });

  it('permits pages of other origins to read its REST API', async () => {
    const path = '/cosmos/base/tendermint/v1beta1/blocks/latest';
    const { headers } = await fetch(`${chain.rest}${path}`, { headers: { origin: 'http://127.0.0.1:3000' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('makes blocks in the requested interval, with its chain id', async () => {
    const started = Date.now();
    const first = await height();
    await waitFor(async () => (await height()) >= first + 10, { intervalMs: 20 });
    expect((Date.now() - started) / 10).toBeLessThan(400);
    const { result } = (await (await fetch(`${chain.rpc}/status`)).json()) as { result: { node_info: object } };
    expect(result.node_info).toMatchObject({ network: chain.chainId });
  });

  it('knows the address of a module account', async () => {
    const account = await get<object>(`/cosmos/auth/v1beta1/module_accounts/distribution`);
    expect(JSON.stringify(account)).toContain(chain.blockedAddress);
    expect(chain.blockedAddress.startsWith(`${PREFIX}1`)).toBe(true);
  });

  it('disables and enables transfers of a denomination', async () => {
    const enabled = () => get<{ send_enabled: object[] }>('/cosmos/bank/v1beta1/send_enabled?denoms=uapple');
    await chain.setSendEnabled('uapple', false);
    expect(await enabled()).toMatchObject({ send_enabled: [{ denom: 'uapple', enabled: false }] });
    await chain.setSendEnabled('uapple', true);
    expect(await enabled()).toMatchObject({ send_enabled: [] });
  }, 30_000);

  it('leaves no files and processes when it is stopped', async () => {
    const other = await startChain({ accounts: [] });
    expect(existsSync(other.home)).toBe(true);
    await other.stop();
    expect(existsSync(other.home)).toBe(false);
    await expect(fetch(other.rest)).rejects.toThrow();
  }, 90_000);
});
