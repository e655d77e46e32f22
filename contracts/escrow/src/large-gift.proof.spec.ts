import { type Campaign, coins, DENOM, DAY, newCampaign, type Points, World } from './testing/world.fixture.js';

const MAX_U128 = 2n ** 128n - 1n;
/** More than an amount of the contract can hold. */
const GIFT = 2n ** 128n + 5n;
const earners = new World().earners(2) as [string, string];
const points: Points = earners.map((earner) => [earner, 1n] as const);

function give(campaign: Campaign, amount = GIFT): Campaign {
  campaign.chain.bank.mint(campaign.escrow, DENOM, amount);
  return campaign;
}

/** Repeats a message that any account may send, in one block each, until the escrow is empty. */
function sweepOut(campaign: Campaign, message: object): void {
  for (let calls = 0; campaign.balance() > 0n; calls++) {
    expect(calls).toBeLessThan(5);
    campaign.run(campaign.world.stranger, message);
  }
}

const received = (campaign: Campaign, before: bigint): bigint => campaign.balance(campaign.world.owner) - before;

describe('a gift of more than 2^128 units of the pool', () => {
  it('is shown as the largest 128-bit balance and does not count as funding', () => {
    const campaign = give(newCampaign());
    expect(campaign.status()).toMatchObject({ funded_total: '1000000', balance: String(MAX_U128) });
    campaign.run(campaign.world.stranger, { top_up: {} }, coins(5n));
    expect(campaign.status()).toMatchObject({ funded_total: '1000005', balance: String(MAX_U128) });
  });

  it.each(['upcoming', 'active', 'ended', 'committing', 'expired'])('blocks no way out of the phase %s', (phase) => {
    const campaign = newCampaign();
    const { owner, guardian } = campaign.world;
    const { deadlines } = campaign.status();
    if (phase === 'active') campaign.until(deadlines.starts_at);
    if (phase === 'ended' || phase === 'committing') campaign.end();
    if (phase === 'committing') campaign.commit(points);
    if (phase === 'expired') campaign.until(deadlines.commit_deadline);
    const before = campaign.balance(owner);
    expect(give(campaign).phase).toBe(phase);
    campaign.run(phase === 'upcoming' ? owner : guardian, { cancel: {} });
    expect(received(campaign, before)).toBe(MAX_U128);
    sweepOut(campaign, { sweep_leftover: {} });
    expect(received(campaign, before)).toBe(GIFT + 1_000_000n);
    expect(campaign.status()).toMatchObject({ phase: 'cancelled', refunded_total: String(MAX_U128), balance: '0' });
  });

  it('is reclaimed with an expired campaign in several calls', () => {
    const campaign = newCampaign();
    const before = campaign.balance(campaign.world.owner);
    campaign.until(campaign.status().deadlines.commit_deadline);
    give(campaign, 3n * GIFT);
    sweepOut(campaign, { reclaim_expired: {} });
    expect(received(campaign, before)).toBe(3n * GIFT + 1_000_000n);
    expect(campaign.outcome(campaign.world.stranger, { reclaim_expired: {} })).toBe('nothing_to_send');
  });

  it.each(['finalize', 'a dispute', 'the payouts', 'completion'])('before %s changes no share and no fee', (moment) => {
    const campaign = newCampaign();
    const { owner, guardian, treasury, stranger } = campaign.world;
    const before = campaign.balance(owner);
    campaign.end().commit(points);
    if (moment === 'finalize') give(campaign);
    campaign.run(campaign.world.operator, campaign.finalizeMessage(points));
    expect(campaign.status().finalized).toMatchObject({ gross_balance: '1000000', distributable: '950000' });
    if (moment === 'a dispute') {
      give(campaign).run(owner, { dispute: { reason: 'no' } });
      campaign.run(guardian, { resolve_dispute: { decision: 'keep_allocation' } });
    }
    if (campaign.phase === 'challenge') campaign.until(campaign.status().finalized?.challenge_ends_at);
    if (moment === 'the payouts') give(campaign);
    campaign.chain.bank.block(earners[1]);
    campaign.run(earners[0], { claim: {} });
    campaign.distribute();
    if (moment === 'completion') give(campaign);
    campaign.complete();
    expect(campaign.balance(earners[0])).toBe(475_000n);
    expect(campaign.balance(treasury)).toBe(50_000n);
    campaign.chain.bank.unblock(earners[1]);
    campaign.run(stranger, { retry_failed: { addresses: [earners[1]] } });
    expect(campaign.balance(earners[1])).toBe(475_000n);
    campaign.chain.advance(40n * DAY);
    sweepOut(campaign, { sweep_leftover: {} });
    expect(received(campaign, before)).toBe(GIFT);
    expect(campaign.phase).toBe('completed');
  });

  it('is kept for an owner who cannot receive, like any leftover', () => {
    const campaign = give(newCampaign());
    const { owner, stranger } = campaign.world;
    campaign.chain.bank.block(owner);
    campaign.run(owner, { cancel: {} });
    expect(campaign.status()).toMatchObject({ phase: 'cancelled', refunded_total: '0', balance: String(MAX_U128) });
    campaign.run(stranger, { sweep_leftover: {} });
    campaign.chain.bank.unblock(owner);
    sweepOut(campaign, { sweep_leftover: {} });
    expect(campaign.status()).toMatchObject({ refunded_total: String(MAX_U128), balance: '0' });
  });

  it('of a stray denomination is sent to the owner in several calls', () => {
    const campaign = newCampaign();
    campaign.chain.bank.mint(campaign.escrow, 'ustray', GIFT);
    const refund = { refund_stray_assets: { assets: [{ native: { denom: 'ustray' } }] } };
    for (const left of [GIFT - MAX_U128, 0n]) {
      campaign.run(campaign.world.stranger, refund);
      expect(campaign.chain.bank.balance(campaign.escrow, 'ustray')).toBe(left);
    }
  });
});
