/** @jest-environment ./jest.cosmjs-environment.js */
import { chainMissing } from '@questp/chain';
import { describeUnless } from '@questp/testing';
import { type ChainBackend } from './chain-backend.js';
import { cosmjs } from '../testing/cosmjs.fixture.js';
import { openChain, type OpenChain } from './open-chain.js';

const NO_CONTRACTS = { factoryCodeId: 0, escrowCodeId: 0, escrowChecksum: '' };

describeUnless(await chainMissing(), "a story's view of a real chain", () => {
  let open: OpenChain;
  let backend: ChainBackend;
  let alice: string;
  let bob: string;

  const coins = (amount: number, denom = backend.denom) => [{ denom, amount: `${amount}` }];
  const balance = (address: string, denom = backend.denom) => backend.balance({ native: { denom } }, address);

  beforeAll(async () => {
    open = await openChain(cosmjs, ['a', 'b']);
    backend = await open.backend('a', NO_CONTRACTS);
    alice = await backend.account('alice');
    bob = await backend.account('bob');
  }, 120_000);
  afterAll(() => open.chain.stop());

  it('creates an account once, with coins of both denominations', async () => {
    expect(await backend.account('alice')).toBe(alice);
    expect(await balance(alice)).toBe(1_000_000_000n);
    expect(await balance(alice, backend.strayDenom)).toBe(1_000_000_000n);
    expect(alice).not.toBe(bob);
  });

  it('separates the account names of scenarios', async () => {
    const other = await open.backend('b', NO_CONTRACTS);
    expect(await other.account('alice')).not.toBe(alice);
    expect(other.recipient('x')).not.toBe(backend.recipient('x'));
    expect(backend.recipient('x', 32)).toHaveLength('wasm1'.length + 58);
  });

  it('sends coins, and throws when the bank refuses', async () => {
    await backend.send(alice, backend.recipient('x'), coins(5));
    expect(await balance(backend.recipient('x'))).toBe(5n);
    await expect(backend.send(alice, await backend.blockedRecipient(), coins(1))).rejects.toThrow(
      'not allowed to receive',
    );
  });

  it('freezes only the denomination of the scenario', async () => {
    const denom = await backend.createFreezableDenom(alice, 10n);
    await backend.setTransfersEnabled(denom, false);
    await expect(backend.send(alice, bob, coins(1, denom))).rejects.toThrow('send transactions are disabled');
    await backend.send(alice, bob, coins(1));
    await backend.setTransfersEnabled(denom, true);
    await backend.send(alice, bob, coins(1, denom));
    expect(await balance(bob, denom)).toBe(1n);
  }, 30_000);

  it("gives a contract's events, refusals and answers", async () => {
    const { address, codeChecksum } = await backend.createToken({ [alice]: 10n });
    expect(codeChecksum).toMatch(/^[0-9a-f]{64}$/);
    const transfer = (amount: number) =>
      backend.execute(alice, address, { transfer: { recipient: bob, amount: `${amount}` } });
    const done = await transfer(4);
    expect(done.ok && done.events.find(({ type }) => type === 'wasm')?.attributes).toContainEqual(
      expect.objectContaining({ key: 'action', value: 'transfer' }),
    );
    const refused = await transfer(7);
    expect(refused).toMatchObject({ ok: false });
    expect(refused.ok ? '' : refused.error).toContain('Cannot Sub with 6 and 7');
    expect(await backend.balance({ cw20: { address } }, bob)).toBe(4n);
    expect(await backend.query(address, { minter: {} })).toBeNull();
    await expect(backend.query(address, { unknown: {} })).rejects.toThrow('unknown variant');
  });

  it('waits for a time of the chain', async () => {
    const time = (await backend.now()) + 1_500_000_000n;
    await backend.waitUntil(time);
    const now = await backend.now();
    expect(now >= time && now < time + 2_000_000_000n).toBe(true);
  });
});
