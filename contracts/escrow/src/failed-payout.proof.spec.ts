import { type Campaign, DENOM, events, newCampaign, type Points, SECOND, World } from './testing/world.fixture.js';

const earners = (count: number): string[] => new World().earners(count);
const equal = (count: number): Points => earners(count).map((address) => [address, 1n] as const);
const [a, b, c] = earners(3) as [string, string, string];

describe('a payout the bank refuses', () => {
  const failing = (): Campaign => {
    const campaign = newCampaign({ ticket: { fee_bps: 1000 } }).distributing(equal(3));
    campaign.chain.bank.block(b);
    return campaign;
  };

  it('stays reserved and does not block the other payouts', () => {
    const campaign = failing();
    const result = campaign.distribute();
    expect([a, b, c].map((address) => campaign.balance(address))).toEqual([300_000n, 0n, 300_000n]);
    expect(campaign.status()).toMatchObject({
      paid_count: 2,
      paid_total: '600000',
      failed_count: 1,
      failed_outstanding: '300000',
    });
    expect(campaign.entry(b)).toMatchObject({ status: 'failed', amount: '300000' });
    expect(events(result, campaign.escrow)[1]).toMatchObject({ action: 'payout_failed', address: b, amount: '300000' });
    campaign.distribute();
    expect(campaign.status()).toMatchObject({
      phase: 'completed',
      fee_paid: '100000',
      refunded_total: '0',
      balance: '300000',
    });
  });

  it('can be claimed before and after completion', () => {
    for (const completes of [false, true]) {
      const campaign = failing();
      campaign.distribute();
      if (completes) campaign.complete();
      expect(campaign.execute(b, { claim: {} })).toMatchObject({ ok: false, codespace: 'sdk' });
      expect(campaign.entry(b).status).toBe('failed');
      campaign.chain.bank.unblock(b);
      const result = campaign.run(b, { claim: {} });
      expect(events(result, campaign.escrow)).toEqual([{ action: 'claim', address: b, amount: '300000' }]);
      expect(campaign.balance(b)).toBe(300_000n);
      expect(campaign.status()).toMatchObject({
        failed_count: 0,
        failed_outstanding: '0',
        paid_count: 3,
        paid_total: '900000',
      });
      expect(campaign.outcome(b, { claim: {} })).toBe('already_paid');
    }
  });

  it('can be retried by any account, and again after each failure', () => {
    const campaign = failing();
    campaign.distribute();
    const retry = { retry_failed: { addresses: [a, b, b, 'x', campaign.world.stranger] } };
    const again = campaign.run(campaign.world.stranger, retry);
    expect(events(again, campaign.escrow)).toMatchObject([
      { action: 'retry_failed', retried_count: '1', retried: '300000', not_failed_count: '4' },
      { action: 'payout_failed', address: b },
    ]);
    expect(campaign.status()).toMatchObject({ failed_count: 1, failed_outstanding: '300000', paid_total: '600000' });
    campaign.complete();
    campaign.chain.bank.unblock(b);
    campaign.run(campaign.world.stranger, retry);
    expect(campaign.status()).toMatchObject({
      failed_count: 0,
      failed_outstanding: '0',
      paid_total: '900000',
      balance: '0',
    });
    expect(campaign.balance(b)).toBe(300_000n);
    campaign.run(campaign.world.stranger, retry);
    expect(campaign.balance(b)).toBe(300_000n);
  });

  it('lapses at the claim deadline and goes to the owner', () => {
    const campaign = failing();
    campaign.complete();
    const { stranger, owner } = campaign.world;
    const before = campaign.balance(owner);
    campaign.claimsOver();
    campaign.chain.bank.unblock(b);
    expect(campaign.outcome(b, { claim: {} })).toBe('claim_deadline_passed');
    expect(campaign.outcome(stranger, { retry_failed: { addresses: [b] } })).toBe('claim_deadline_passed');
    expect(campaign.entry(b)).toMatchObject({ status: 'expired', amount: '300000' });
    expect(campaign.status()).toMatchObject({ failed_count: 1, failed_outstanding: '300000' });
    campaign.run(stranger, { sweep_leftover: {} });
    expect(campaign.balance(owner)).toBe(before + 300_000n);
    expect(campaign.status()).toMatchObject({
      balance: '0',
      refunded_total: '300000',
      failed_count: 0,
      failed_outstanding: '0',
      paid_count: 2,
    });
    expect(campaign.entry(b)).toMatchObject({ status: 'expired', amount: '300000' });
  });

  it('that was first tried after the claim deadline can be retried for the shortest claim window after completion', () => {
    const campaign = failing().claimsOver();
    const { stranger, owner } = campaign.world;
    const retry = { retry_failed: { addresses: [b] } };
    campaign.distribute();
    expect(campaign.entry(b).status).toBe('failed');
    expect(campaign.outcome(stranger, retry)).toBe('ok');
    expect(campaign.outcome(stranger, { sweep_leftover: {} })).toBe('wrong_phase');
    campaign.complete();
    const until = campaign.chain.time + BigInt(campaign.world.limits.min_claim_window_secs) * SECOND;
    expect(campaign.status()).toMatchObject({
      deadlines: { claim_deadline: String(until) },
      finalized: { claim_deadline: String(until) },
    });
    campaign.pause(600n);
    campaign.chain.setTime(until + 600n * SECOND - 1n);
    expect(campaign.outcome(stranger, { sweep_leftover: {} })).toBe('claim_deadline_not_reached');
    expect(campaign.outcome(stranger, retry)).toBe('ok');
    expect(campaign.entry(b).status).toBe('failed');
    const before = campaign.balance(owner);
    campaign.chain.advance(1n);
    campaign.chain.bank.unblock(b);
    expect(campaign.outcome(stranger, retry)).toBe('claim_deadline_passed');
    expect(campaign.outcome(b, { claim: {} })).toBe('claim_deadline_passed');
    expect(campaign.entry(b).status).toBe('expired');
    campaign.run(stranger, { sweep_leftover: {} });
    expect(campaign.balance(owner)).toBe(before + 300_000n);
  });

  it('cannot be made to lapse at once by an owner who disables transfers after the claim deadline', () => {
    const campaign = newCampaign().distributing(equal(2)).claimsOver();
    const { stranger, owner } = campaign.world;
    campaign.chain.bank.disable(DENOM);
    campaign.complete();
    campaign.chain.bank.enable(DENOM);
    expect(campaign.outcome(owner, { sweep_leftover: {} })).toBe('claim_deadline_not_reached');
    campaign.run(stranger, { retry_failed: { addresses: [...earners(2)] } });
    expect(campaign.status()).toMatchObject({ paid_count: 2, failed_count: 0 });
  });

  it('includes every payout while transfers are disabled, and all of them can be retried', () => {
    const campaign = newCampaign().distributing(equal(70));
    campaign.chain.bank.disable(DENOM);
    campaign.distribute();
    expect(campaign.status()).toMatchObject({
      paid_count: 0,
      paid_total: '0',
      failed_count: 70,
      failed_outstanding: '949970',
    });
    campaign.chain.bank.enable(DENOM);
    campaign.run(campaign.world.stranger, { retry_failed: { addresses: earners(70) } });
    expect(campaign.status()).toMatchObject({ paid_count: 70, failed_count: 0 });
    expect(earners(70).map((address) => campaign.balance(address))).toEqual(Array(70).fill(13_571n));
  });

  it.each([0, 101])('is refused in a list of %d', (count) => {
    const campaign = failing();
    expect(campaign.outcome(campaign.world.stranger, { retry_failed: { addresses: Array(count).fill(b) } })).toBe(
      'batch_size',
    );
  });
});
