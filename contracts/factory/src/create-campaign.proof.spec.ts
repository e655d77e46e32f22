import { predictEscrowAddress } from '@questp/escrow-client';
import { attributes, coins, DENOM, LIMITS, outcome, TestFactory } from './testing/test-factory.fixture.js';

describe('creating a campaign', () => {
  const factory = new TestFactory();
  const { chain, alice } = factory;
  const fresh = chain.snapshot();
  beforeEach(() => chain.restore(fresh));

  const escrow = predictEscrowAddress({
    factory: factory.address,
    checksum: factory.escrowCode.checksum,
    campaignId: 'spring-sale',
    fundingAttempt: 1,
  });

  it('creates the escrow with the funds at the address of Instantiate2', () => {
    const before = chain.bank.balance(alice, DENOM);
    expect(outcome(factory.create({}, { funds: coins(1_500_000n) }))).toBe('ok');
    expect(chain.bank.balance(escrow, DENOM)).toBe(1_500_000n);
    expect(chain.bank.balance(alice, DENOM)).toBe(before - 1_500_000n);
    expect(chain.bank.balance(factory.address, DENOM)).toBe(0n);
  });

  it('sets the factory as creator, the label of the specification and no admin', () => {
    factory.create();
    expect(chain.contractInfo(escrow)).toEqual({
      codeId: factory.escrowCode.codeId,
      creator: factory.address,
      admin: undefined,
      label: 'questp campaign-escrow spring-sale:1',
    });
  });

  it('gives escrows the configured admin', () => {
    expect(outcome(factory.execute(factory.owner, { update_config: { escrow_admin: { set: factory.bob } } }))).toBe(
      'ok',
    );
    expect(outcome(factory.create())).toBe('stale_escrow_code');
    expect(outcome(factory.create({ escrow_admin: factory.bob }))).toBe('ok');
    expect(chain.contractInfo(escrow)).toMatchObject({ admin: factory.bob });
  });

  it('passes the parameters of the ticket and the limits of the factory to the escrow', () => {
    const ticket = factory.ticket();
    factory.create();
    const config = chain.query<Record<string, unknown>>(escrow, { config: {} });
    expect(config).toMatchObject({
      campaign_id: 'spring-sale',
      funding_attempt: 1,
      owner: alice,
      factory: factory.address,
      asset: { native: { denom: DENOM } },
      limits: LIMITS,
      parameters: {
        starts_at: ticket.starts_at,
        ends_at: ticket.ends_at,
        fee_bps: ticket.fee_bps,
        min_payout: ticket.min_payout,
        max_share_bps: ticket.max_share_bps,
        challenge_secs: ticket.challenge_secs,
        commit_window_secs: ticket.commit_window_secs,
        claim_window_secs: ticket.claim_window_secs,
      },
    });
    expect(chain.query(escrow, { status: {} })).toMatchObject({ funded_total: '1000000', phase: 'upcoming' });
  });

  it('records the campaign and emits an event', () => {
    const created_at = String(chain.time);
    const result = factory.create();
    const entry = { campaign_id: 'spring-sale', funding_attempt: 1, escrow, owner: alice };
    const code_id = factory.escrowCode.codeId;
    expect(factory.query({ campaign: { campaign_id: 'spring-sale' } })).toEqual({
      ...entry,
      asset: { native: { denom: DENOM } },
      created_at,
      code_id,
    });
    expect(attributes(result, factory.address)).toEqual({
      action: 'create_campaign',
      ...entry,
      funding_attempt: '1',
      asset_kind: 'native',
      asset: DENOM,
      amount: '1000000',
      code_id: String(code_id),
    });
  });

  it('accepts the longest campaign id', () => {
    const campaign_id = 'a-9'.padEnd(64, 'z');
    expect(outcome(factory.create({ campaign_id }))).toBe('ok');
    const { escrow: longest } = factory.query<{ escrow: string }>({ campaign: { campaign_id } });
    expect(chain.contractInfo(longest)?.label).toBe(`questp campaign-escrow ${campaign_id}:1`);
  });

  it('accepts a campaign whose start has passed', () => {
    const starts_at = String(chain.time - 1n);
    expect(outcome(factory.create({ starts_at }))).toBe('ok');
    expect(chain.query(escrow, { status: {} })).toMatchObject({ phase: 'active' });
  });

  it('does not count earlier funds at the escrow address', () => {
    chain.bank.mint(escrow, DENOM, 5n);
    expect(outcome(factory.create())).toBe('ok');
    expect(chain.query(escrow, { status: {} })).toMatchObject({ funded_total: '1000000', balance: '1000005' });
  });
});
