import { attributes, outcome, SECOND, TestFactory } from './testing/test-factory.fixture.js';

describe('ownership of the factory', () => {
  const factory = new TestFactory();
  const { chain, owner, alice, bob } = factory;
  const fresh = chain.snapshot();
  beforeEach(() => chain.restore(fresh));

  const offer = (new_owner: string, expiry?: bigint, sender = owner): string =>
    outcome(factory.execute(sender, { transfer_ownership: { new_owner, expiry: expiry?.toString() } }));
  const accept = (sender: string): string => outcome(factory.execute(sender, { accept_ownership: {} }));
  const withdraw = (sender: string): string => outcome(factory.execute(sender, { cancel_ownership_transfer: {} }));
  const ownership = (): object => factory.query({ ownership: {} });

  it('is transferred in two steps', () => {
    expect(offer(alice)).toBe('ok');
    expect(ownership()).toEqual({ owner, pending_owner: alice, pending_expiry: null });
    expect(outcome(factory.execute(alice, { update_config: { max_fee_bps: 1 } }))).toBe('unauthorized');
    expect(accept(bob)).toBe('unauthorized');
    expect(accept(alice)).toBe('ok');
    expect(ownership()).toEqual({ owner: alice, pending_owner: null, pending_expiry: null });
    expect(outcome(factory.execute(owner, { update_config: { max_fee_bps: 1 } }))).toBe('unauthorized');
    expect(outcome(factory.execute(alice, { update_config: { max_fee_bps: 1 } }))).toBe('ok');
    expect(factory.query({ config: {} })).toMatchObject({ owner: alice });
  });

  it('is offered and withdrawn by the owner only, to a proper address', () => {
    expect(offer(alice, undefined, alice)).toBe('unauthorized');
    expect(offer('nobody')).toBe('invalid_address');
    expect(withdraw(owner)).toBe('no_pending_owner');
    expect(accept(alice)).toBe('no_pending_owner');
    offer(alice);
    expect(withdraw(alice)).toBe('unauthorized');
    expect(withdraw(owner)).toBe('ok');
    expect(accept(alice)).toBe('no_pending_owner');
  });

  it('cannot be accepted from the expiry on', () => {
    for (const expiry of [0n, chain.time]) expect(offer(alice, expiry)).toBe('invalid_expiry');
    const expiry = chain.time + SECOND;
    expect(offer(alice, expiry)).toBe('ok');
    expect(ownership()).toEqual({ owner, pending_owner: alice, pending_expiry: String(expiry) });
    const offered = chain.snapshot();
    chain.setTime(expiry);
    expect(accept(alice)).toBe('ownership_expired');
    chain.restore(offered);
    chain.setTime(expiry - 1n);
    expect(accept(alice)).toBe('ok');
  });

  it('goes to the account of the last offer', () => {
    offer(alice, chain.time + SECOND);
    offer(bob);
    expect(accept(alice)).toBe('unauthorized');
    chain.advance(2n * SECOND);
    expect(accept(bob)).toBe('ok');
  });

  it('emits an event for each step', () => {
    const expiry = String(chain.time + SECOND);
    const said = (sender: string, msg: object): object => attributes(factory.execute(sender, msg), factory.address);
    const transfer_ownership = { new_owner: alice, expiry };
    const offered = { action: 'transfer_ownership', owner, pending_owner: alice };
    expect(said(owner, { transfer_ownership })).toEqual({ ...offered, pending_expiry: expiry });
    expect(said(owner, { transfer_ownership: { new_owner: alice } })).toEqual(offered);
    const withdrawn = { action: 'cancel_ownership_transfer', owner, pending_owner: alice };
    expect(said(owner, { cancel_ownership_transfer: {} })).toEqual(withdrawn);
    offer(alice);
    const accepted = { action: 'accept_ownership', owner: alice, previous_owner: owner };
    expect(said(alice, { accept_ownership: {} })).toEqual(accepted);
  });
});
