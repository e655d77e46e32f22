import { DENOM, events, newCampaign, type Points, World } from './testing/world.fixture.js';

const equal = (count: number): Points => new World().earners(count).map((address) => [address, 1n] as const);

describe('completion', () => {
  it('is the call that finds no entry left: it sends the fee on the paid amounts, and the rest to the owner', () => {
    const campaign = newCampaign({ ticket: { max_share_bps: 2500 } }).distributing(equal(2));
    const { owner, treasury } = campaign.world;
    const before = campaign.balance(owner);
    campaign.chain.bank.mint(campaign.escrow, DENOM, 13n);
    campaign.distribute();
    expect(campaign.phase).toBe('distributing');
    const result = campaign.distribute();
    // Two capped payouts are half of the distributable amount, and so the fee is half of its maximum.
    expect(campaign.status()).toMatchObject({
      phase: 'completed',
      paid_total: '475000',
      fee_paid: '25000',
      refunded_total: '500013',
      balance: '0',
      completed_at: String(campaign.chain.time),
      cancelled_at: null,
    });
    expect(campaign.balance(treasury)).toBe(25_000n);
    expect(campaign.balance(owner)).toBe(before + 500_013n);
    expect(events(result, campaign.escrow)).toEqual([
      { action: 'distribute', completed: 'true', fee: '25000', refunded: '500013' },
    ]);
    expect(campaign.outcome(owner, { distribute: {} })).toBe('wrong_phase');
  });

  it('pays the treasury of the snapshot, also after a change of the role', () => {
    const campaign = newCampaign().challenge(equal(1));
    const { world } = campaign;
    world.run(world.admin, world.factory, { update_config: { treasury: world.stranger } });
    campaign.until(campaign.status().finalized?.challenge_ends_at);
    campaign.complete();
    expect(campaign.balance(world.treasury)).toBe(50_000n);
  });

  it('succeeds when the treasury cannot receive; the fee stays owed and goes to the treasury at the time of the sweep', () => {
    const campaign = newCampaign({ ticket: { max_share_bps: 5000 } }).distributing(equal(1));
    const { world } = campaign;
    campaign.chain.bank.block(world.treasury);
    campaign.distribute();
    const result = campaign.distribute();
    expect(events(result, campaign.escrow)).toMatchObject([
      { action: 'distribute', completed: 'true' },
      { action: 'fee_failed', amount: '25000' },
    ]);
    expect(campaign.status()).toMatchObject({
      phase: 'completed',
      fee_paid: '0',
      refunded_total: '500000',
      balance: '25000',
    });
    campaign.claimsOver();
    campaign.run(world.stranger, { sweep_leftover: {} });
    expect(campaign.status()).toMatchObject({ fee_paid: '0', refunded_total: '500000', balance: '25000' });
    world.run(world.admin, world.factory, { update_config: { treasury: world.stranger } });
    campaign.run(world.guardian, { sweep_leftover: {} });
    expect(campaign.status()).toMatchObject({ fee_paid: '25000', balance: '0' });
    expect(campaign.outcome(world.stranger, { sweep_leftover: {} })).toBe('nothing_to_send');
  });

  it('succeeds when the owner cannot receive', () => {
    const campaign = newCampaign({ ticket: { max_share_bps: 5000 } }).distributing(equal(1));
    const { world } = campaign;
    campaign.chain.bank.block(world.owner);
    campaign.complete();
    expect(campaign.status()).toMatchObject({ fee_paid: '25000', refunded_total: '0', balance: '500000' });
    campaign.chain.bank.unblock(world.owner);
    expect(campaign.outcome(world.stranger, { sweep_leftover: {} })).toBe('claim_deadline_not_reached');
    campaign.claimsOver();
    campaign.run(world.stranger, { sweep_leftover: {} });
    expect(campaign.status()).toMatchObject({ refunded_total: '500000', balance: '0' });
  });
});
