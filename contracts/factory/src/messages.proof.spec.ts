import { coins, outcome, TestFactory } from './testing/test-factory.fixture.js';

describe('messages of the factory', () => {
  const factory = new TestFactory();
  const { chain, owner, alice } = factory;
  const until = String(chain.time + 1n);

  it.each([
    [{ update_config: { max_fee_bps: 1 } }],
    [{ pause: { until } }],
    [{ unpause: {} }],
    [{ rescue_funds: { assets: [{ native: { denom: 'uother' } }], recipient: alice } }],
    [{ transfer_ownership: { new_owner: alice } }],
    [{ accept_ownership: {} }],
    [{ cancel_ownership_transfer: {} }],
    [{ sync_campaign_owner: { campaign_id: 'none' } }],
  ])('refuse attached coins: %j', (msg) => {
    expect(outcome(factory.execute(alice, msg, coins(1n)))).toBe('funds_not_accepted');
  });

  it.each([
    '{}',
    'null',
    '{"unknown":{}}',
    '{"unpause":{},"accept_ownership":{}}',
    '{"unpause":{"now":true}}',
    '{"unpause":null}',
    '{"pause":{"until":1}}',
    '{"pause":{"until":"1","until":"1"}}',
    '{"pause":{}}',
    '{"pause":{"until":"18446744073709551616"}}',
    '{"update_config":{"max_fee_bps":-1}}',
    '{"update_config":{"owner":"x"}}',
    '{"create_campaign":{"ticket":"e30","signature":""}}',
  ])('are refused when they are not exactly one known message: %s', (text) => {
    expect(outcome(factory.execute(owner, text))).toBe('invalid_message');
  });

  it('are refused with the reason', () => {
    const result = factory.execute(owner, '{"pause":{"until":"1","end":"2"}}');
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining('unknown field') as string });
  });

  it.each([{ unknown: {} }, { config: { all: true } }, { campaign: {} }, { campaigns: { limit: -1 } }])(
    'a query that is not exactly one known query is refused: %j',
    (query) => {
      expect(() => factory.query(query)).toThrow('invalid_message');
    },
  );
});
