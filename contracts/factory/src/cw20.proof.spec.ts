import { signTicket } from '@questp/escrow-client';
import { type Ticket } from '@questp/message-schema';
import { attributes, coins, outcome, SIGNER, TestFactory } from './testing/test-factory.fixture.js';
import { createToken, TOKEN_CHECKSUM } from './testing/token.fixture.js';

describe('a CW20 pool', () => {
  const factory = new TestFactory({ cw20_code_checksums: [TOKEN_CHECKSUM] });
  const { chain, alice, bob } = factory;
  const token = createToken(chain, { [alice]: 5_000_000n, [bob]: 5_000_000n });
  const fresh = chain.snapshot();
  beforeEach(() => chain.restore(fresh));

  const ticket = (changes: Partial<Ticket> = {}): Ticket =>
    factory.ticket({ asset: { cw20: { address: token } }, ...changes });
  const hook = (changes: Partial<Ticket> = {}): string =>
    encode({ create_campaign: signTicket(ticket(changes), SIGNER) });
  const encode = (msg: object): string => Buffer.from(JSON.stringify(msg)).toString('base64');
  const send = (msg: string, { amount = 1_000_000n, sender = alice, contract = token } = {}) =>
    chain.execute(sender, contract, { send: { contract: factory.address, amount: String(amount), msg } });
  const balance = (holder: string): bigint =>
    BigInt(chain.query<{ balance: string }>(token, { balance: { address: holder } }).balance);

  it('is created with the tokens that the owner sent', () => {
    const result = send(hook(), { amount: 1_200_000n });
    const { escrow, asset } = factory.query<{ escrow: string; asset: object }>({
      campaign: { campaign_id: 'spring-sale' },
    });
    expect(asset).toEqual({ cw20: { address: token } });
    expect([balance(escrow), balance(factory.address), balance(alice)]).toEqual([1_200_000n, 0n, 3_800_000n]);
    expect(chain.query(escrow, { status: {} })).toMatchObject({ funded_total: '1200000', balance: '1200000' });
    expect(attributes(result, factory.address)).toMatchObject({
      action: 'create_campaign',
      escrow,
      owner: alice,
      asset_kind: 'cw20',
      asset: token,
      amount: '1200000',
    });
    expect(attributes(result, factory.address)).not.toHaveProperty('token_admin');
  });

  it('shows the admin of its token', () => {
    const changeable = createToken(chain, { [alice]: 5_000_000n }, undefined, bob);
    const result = send(hook({ asset: { cw20: { address: changeable } } }), { contract: changeable });
    expect(attributes(result, factory.address)).toMatchObject({ asset: changeable, token_admin: bob });
  });

  it('requires a token with an approved code', () => {
    const update = (cw20_code_checksums: string[]) =>
      outcome(factory.execute(factory.owner, { update_config: { cw20_code_checksums } }));
    for (const approved of [[], ['00'.repeat(32)]]) {
      expect(update(approved)).toBe('ok');
      expect(outcome(send(hook()))).toBe('invalid_funding');
    }
    expect(update(['00'.repeat(32), TOKEN_CHECKSUM])).toBe('ok');
    expect(outcome(send(hook()))).toBe('ok');
  });

  it('can be funded by a call of the token only', () => {
    const claim = (sender: string, changes: Partial<Ticket>) =>
      outcome(factory.execute(sender, { receive: { sender: alice, amount: '1000000', msg: hook(changes) } }));
    expect(claim(bob, {})).toBe('invalid_funding');
    expect(claim(bob, { asset: { cw20: { address: bob } } })).toBe('invalid_funding');
    const other = createToken(chain, { [alice]: 5_000_000n });
    expect(outcome(send(hook(), { contract: other }))).toBe('invalid_funding');
    expect(outcome(send(hook({ asset: { native: { denom: 'ustake' } } })))).toBe('invalid_funding');
  });

  it('requires the minimum and a positive amount', () => {
    expect(outcome(send(hook(), { amount: 999_999n }))).toBe('invalid_funding');
    const nothing = { receive: { sender: alice, amount: '0', msg: hook({ min_funding: '0' }) } };
    expect(outcome(chain.execute(alice, token, { pretend: { contract: factory.address, msg: nothing } }))).toBe(
      'invalid_funding',
    );
  });

  it('belongs to the sender of the tokens', () => {
    expect(outcome(send(hook(), { sender: bob }))).toBe('not_ticket_owner');
    expect(outcome(send(hook({ owner: bob }), { sender: bob }))).toBe('ok');
  });

  it('accepts no coins in addition to the tokens', () => {
    const receive = { sender: alice, amount: '1000000', msg: hook() };
    expect(outcome(factory.execute(alice, { receive }, coins(1n)))).toBe('invalid_funding');
  });

  it.each([
    '{}',
    '{"create_campaign":{}}',
    '{"top_up":{}}',
    'x',
    '{"create_campaign":{"ticket":"","signature":"","x":1}}',
  ])('is not created by an invalid hook: %s', (text) => {
    expect(outcome(send(Buffer.from(text).toString('base64')))).toBe('invalid_message');
  });

  it('is checked in the same order as every creation', () => {
    const until = String(chain.time + 1_000_000_000n);
    expect(outcome(send(hook({ v: 1 }), { amount: 1n }))).toBe('unsupported_ticket_version');
    expect(outcome(factory.execute(factory.owner, { pause: { until } }))).toBe('ok');
    expect(outcome(send(hook({ v: 1 })))).toBe('paused');
  });

  it('changes nothing when the token refuses the transfer', () => {
    const stuck = createToken(chain, { [alice]: 5_000_000n }, 'refuses');
    const before = chain.query(stuck, { balance: { address: alice } });
    const result = send(hook({ asset: { cw20: { address: stuck } } }), { contract: stuck });
    expect(result.ok).toBe(false);
    expect(chain.query(stuck, { balance: { address: alice } })).toEqual(before);
    expect(() => factory.query({ campaign: { campaign_id: 'spring-sale' } })).toThrow('campaign_not_found');
  });
});
