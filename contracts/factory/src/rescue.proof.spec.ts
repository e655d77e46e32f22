import { attributes, coins, outcome, TestFactory } from './testing/test-factory.fixture.js';
import { createToken, type TokenFault } from './testing/token.fixture.js';

describe('rescuing what was sent to the factory by mistake', () => {
  const factory = new TestFactory();
  const { chain, owner, alice, bob, address } = factory;
  const fresh = chain.snapshot();
  beforeEach(() => chain.restore(fresh));

  const native = (denom: string): object => ({ native: { denom } });
  const token = (fault?: TokenFault): object => ({ cw20: { address: createToken(chain, { [address]: 70n }, fault) } });
  const rescue = (assets: object[], sender = owner, recipient = bob) =>
    factory.execute(sender, { rescue_funds: { assets, recipient } });
  /** The outcome of each asset in its event. */
  const outcomes = (result: ReturnType<typeof rescue>): string[] => {
    if (!result.ok) throw new Error(result.error);
    const events = result.events.filter(({ type }) => type === 'wasm-rescue');
    return events.map(({ attributes: list }) => list.find(({ key }) => key === 'outcome')?.value ?? '');
  };
  const balanceOf = (asset: object, holder: string): bigint => {
    const { cw20 } = asset as { cw20: { address: string } };
    return BigInt(chain.query<{ balance: string }>(cw20.address, { balance: { address: holder } }).balance);
  };

  it('sends the whole balance of coins and tokens', () => {
    chain.bank.mint(address, 'uother', 5n);
    const stray = token();
    const result = rescue([native('uother'), stray, native('ustake')]);
    expect(outcomes(result)).toEqual(['sent', 'sent', 'empty']);
    expect(attributes(result, address)).toEqual({ action: 'rescue_funds', recipient: bob });
    expect(attributes(result, address, 'wasm-rescue')).toEqual({
      position: '0',
      asset_kind: 'native',
      asset: 'uother',
      outcome: 'sent',
      amount: '5',
    });
    expect(chain.bank.balance(bob, 'uother')).toBe(5n);
    expect([balanceOf(stray, address), balanceOf(stray, bob)]).toEqual([0n, 70n]);
  });

  it.each<[title: string, fault: TokenFault, expected: string]>([
    ['cannot be read', 'unreadable', 'unreadable'],
    ['answers nonsense', 'nonsense', 'unreadable'],
    ['refuses to move', 'refuses', 'sent'],
    ['burns all gas it is given', 'burns', 'sent'],
  ])('continues when a token %s', (_title, fault, expected) => {
    chain.bank.mint(address, 'uother', 5n);
    const good = token();
    const result = rescue([token(fault), native('uother'), good]);
    expect(outcomes(result)).toEqual([expected, 'sent', 'sent']);
    expect(chain.bank.balance(bob, 'uother')).toBe(5n);
    expect(balanceOf(good, bob)).toBe(70n);
    const failures = result.ok && result.events.filter((event) => JSON.stringify(event).includes('rescue_failed'));
    expect(failures).toHaveLength(expected === 'sent' ? 1 : 0);
  });

  it('shortens the refusal of a token, as attributes cost gas by length', () => {
    const result = rescue([token('refuses at length')]);
    if (!result.ok) throw new Error(result.error);
    const texts = result.events.flatMap((event) => event.attributes.filter(({ key }) => key === 'error'));
    expect(texts.map(({ value }) => Buffer.byteLength(value))).toEqual([128]);
    expect(texts[0]?.value).toMatch(/^é+$/);
  });

  it('sends a token with an expensive transfer when it is the only asset', () => {
    const dear = token('is dear');
    expect(outcome(rescue([dear, native('uother')]))).toBe('ok');
    expect(balanceOf(dear, bob)).toBe(0n);
    expect(outcome(rescue([dear]))).toBe('ok');
    expect(balanceOf(dear, bob)).toBe(70n);
  });

  it('reports the asset that a recipient cannot receive, and keeps it', () => {
    chain.bank.mint(address, 'uother', 5n);
    chain.bank.block(bob);
    const result = rescue([native('uother')]);
    expect(outcomes(result)).toEqual(['sent']);
    if (!result.ok) throw new Error(result.error);
    const failure = result.events.find((event) => event.attributes.some(({ value }) => value === 'rescue_failed'));
    expect(failure?.attributes).toContainEqual({ key: 'position', value: '0' });
    expect(chain.bank.balance(address, 'uother')).toBe(5n);
  });

  it('is permitted to the owner only, for 1 to 10 different assets and a valid recipient', () => {
    const many = Array.from({ length: 11 }, (_, i) => native(`coin${i}`));
    expect(outcome(rescue([native('uother')], alice))).toBe('unauthorized');
    expect(outcome(rescue([]))).toBe('too_many_assets');
    expect(outcome(rescue(many))).toBe('too_many_assets');
    expect(outcome(rescue(many.slice(1)))).toBe('ok');
    expect(outcome(rescue([native('uother'), native('ustake'), native('uother')]))).toBe('duplicate_asset');
    expect(outcome(rescue([native('uother')], owner, 'nobody'))).toBe('invalid_address');
  });

  it('accepts a denomination and a token of the same name as different assets', () => {
    expect(outcome(rescue([native(alice), { cw20: { address: alice } }]))).toBe('ok');
  });

  it('refuses attached coins', () => {
    const rescue_funds = { assets: [native('uother')], recipient: bob };
    expect(outcome(factory.execute(owner, { rescue_funds }, coins(1n)))).toBe('funds_not_accepted');
  });
});
