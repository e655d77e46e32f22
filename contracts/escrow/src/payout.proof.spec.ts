import fc from 'fast-check';
import { coins, DENOM, events, newCampaign, type Points, SECOND, World } from './testing/world.fixture.js';

const earners = (count: number): string[] => new World().earners(count);
const equal = (count: number): Points => earners(count).map((address) => [address, 1n] as const);
const [a, b, c] = earners(3) as [string, string, string];

describe('distribute', () => {
  it('pays every entry its share, rounded down', () => {
    const campaign = newCampaign({ ticket: { fee_bps: 0 } }).distributing(equal(3));
    const result = campaign.distribute();
    expect([a, b, c].map((address) => campaign.balance(address))).toEqual([333_333n, 333_333n, 333_333n]);
    expect(campaign.status()).toMatchObject({ phase: 'distributing', paid_count: 3, paid_total: '999999', cursor: 3 });
    expect(events(result, campaign.escrow)).toEqual([
      { action: 'distribute', paid_count: '3', paid: '999999', skipped_count: '0', cursor: '3' },
    ]);
    expect(campaign.entry(b)).toMatchObject({ status: 'paid', amount: '333333' });
  });

  it('pays exactly the weights of a planned pool', () => {
    const weights = [123_456n, 500_000n, 326_544n] as const;
    const campaign = newCampaign().distributing([
      [a, weights[0]],
      [b, weights[1]],
      [c, weights[2]],
    ]);
    campaign.complete();
    expect([a, b, c].map((address) => campaign.balance(address))).toEqual(weights);
    expect(campaign.status()).toMatchObject({
      paid_total: '950000',
      fee_paid: '50000',
      refunded_total: '0',
      balance: '0',
    });
  });

  it('pays the same amounts for any batch sizes', () => {
    const campaign = newCampaign().distributing(equal(70));
    const result = campaign.distribute(64);
    expect(events(result, campaign.escrow)).toMatchObject([{ paid_count: '64', cursor: '64' }]);
    campaign.distribute(1);
    campaign.distribute(200);
    expect(earners(70).map((address) => campaign.balance(address))).toEqual(Array(70).fill(13_571n));
  });

  it('pays entries that were committed in several messages', () => {
    const campaign = newCampaign().end();
    const points = equal(140);
    for (const [from, to] of [
      [0, 3],
      [3, 68],
      [68, 140],
    ] as const) {
      campaign.commit(points.slice(from, to));
    }
    campaign.run(campaign.world.operator, campaign.finalizeMessage(points));
    campaign.until(campaign.status().finalized?.challenge_ends_at);
    campaign.run(points[67]![0], { claim: {} });
    campaign.distribute(2);
    campaign.distribute(66);
    campaign.complete();
    expect(points.map(([address]) => campaign.balance(address))).toEqual(Array(140).fill(6_785n));
    expect(campaign.status()).toMatchObject({ paid_count: 140, cursor: 140, balance: '0' });
  });

  it('pays no earner more than the cap', () => {
    const campaign = newCampaign({ ticket: { max_share_bps: 1000 } }).distributing([
      [a, 1n],
      [b, 99n],
    ]);
    campaign.distribute();
    expect([campaign.balance(a), campaign.balance(b)]).toEqual([9_500n, 95_000n]);
  });

  it('skips shares below the smallest payout, and never sends an amount of zero', () => {
    const terms = { ticket: { min_payout: '10' }, funding: 1_000n };
    const campaign = newCampaign(terms).distributing([
      [a, 10n ** 9n],
      [b, 10n ** 7n],
      [c, 1n],
    ]);
    campaign.distribute();
    expect(campaign.status()).toMatchObject({ paid_count: 1, paid_total: '940', skipped_count: 2, skipped_total: '9' });
    expect(campaign.entry(b)).toMatchObject({ status: 'skipped', amount: '9' });
    expect(campaign.entry(c)).toMatchObject({ status: 'skipped', amount: '0' });
    const free = newCampaign({ ticket: { min_payout: '0' }, funding: 1_000n }).distributing([
      [a, 10n ** 9n],
      [b, 1n],
    ]);
    free.distribute();
    expect(free.status()).toMatchObject({ paid_count: 1, skipped_count: 1 });
  });

  it('pays a share that equals the smallest payout', () => {
    const campaign = newCampaign({ funding: 1_000n }).distributing([
      [a, 940n],
      [b, 10n],
    ]);
    campaign.distribute();
    expect(campaign.balance(b)).toBe(10n);
  });

  it('handles amounts and points up to 128 bits exactly', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 2n ** 100n),
        fc.bigInt(1n, 2n ** 127n),
        fc.bigInt(1n, 2n ** 127n - 1n),
        fc.integer({ min: 1, max: 10_000 }),
        (funding, left, right, max_share_bps) => {
          const world = new World({ funding, ticket: { max_share_bps, min_payout: '1' } });
          world.chain.bank.mint(world.owner, DENOM, 2n ** 100n);
          const campaign = world.campaign().distributing([
            [a, left],
            [b, right],
          ]);
          campaign.complete();
          const distributable = funding - (funding * 500n) / 10_000n;
          const cap = (distributable * BigInt(max_share_bps)) / 10_000n;
          const planned = [left, right].map((points) => {
            const share = (points * distributable) / (left + right);
            return share < cap ? share : cap;
          });
          expect([a, b].map((address) => campaign.balance(address))).toEqual(planned);
          const fee = (((funding * 500n) / 10_000n) * (planned[0]! + planned[1]!)) / distributable;
          expect(campaign.status()).toMatchObject({ balance: '0', fee_paid: String(fee) });
        },
      ),
      { numRuns: 25 },
    );
  });

  it('refuses a limit of 0 or above the batch limit', () => {
    const campaign = newCampaign({ limits: { max_distribute_batch: 20 } }).distributing(equal(30));
    const { stranger } = campaign.world;
    expect(campaign.outcome(stranger, { distribute: { limit: 0 } })).toBe('invalid_limit');
    expect(campaign.outcome(stranger, { distribute: { limit: 21 } })).toBe('invalid_limit');
    campaign.distribute();
    expect(campaign.status().cursor).toBe(20);
  });

  it('uses at most 200 gas of the contract for each of 1,000 payouts', () => {
    const campaign = newCampaign().distributing(equal(1000));
    const [call] = campaign.distribute().gas.calls;
    expect((call!.storage + call!.host + call!.wasm) / 1000).toBeLessThan(200);
    expect(campaign.status().paid_count).toBe(1000);
  });
});

describe('claim', () => {
  it('pays a pending entry once, and distribute skips it', () => {
    const campaign = newCampaign().distributing(equal(70));
    const all = earners(70);
    const claimed = [all[0]!, all[63]!, all[64]!, all[69]!];
    for (const address of claimed) campaign.run(address, { claim: {} });
    expect(campaign.status()).toMatchObject({ paid_count: 4, paid_total: '54284', cursor: 0 });
    expect(campaign.outcome(all[63]!, { claim: {} })).toBe('already_paid');
    expect(campaign.entry(all[63]!).status).toBe('paid');
    expect(campaign.entry(all[62]!).status).toBe('pending');
    campaign.complete();
    expect(all.map((address) => campaign.balance(address))).toEqual(Array(70).fill(13_571n));
    expect(campaign.status()).toMatchObject({ paid_count: 70, cursor: 70, balance: '0' });
  });

  it('is refused for unknown, skipped and paid addresses', () => {
    const campaign = newCampaign({ funding: 1_000n }).distributing([
      [a, 10n ** 9n],
      [b, 1n],
    ]);
    expect(campaign.outcome(campaign.world.stranger, { claim: {} })).toBe('allocation_not_found');
    expect(campaign.outcome(b, { claim: {} })).toBe('below_min_payout');
    campaign.complete();
    expect(campaign.outcome(a, { claim: {} })).toBe('already_paid');
    expect(campaign.outcome(b, { claim: {} })).toBe('below_min_payout');
  });

  it('is possible after the claim deadline until completion, and distribute still pays pending entries', () => {
    const campaign = newCampaign().distributing(equal(2));
    campaign.claimsOver();
    expect(campaign.outcome(a, { claim: {} })).toBe('ok');
    campaign.complete();
    expect(campaign.balance(b)).toBe(475_000n);
    expect(campaign.status().balance).toBe('0');
  });
});

describe('money sent along', () => {
  it.each([
    ['distribute', { distribute: {} }],
    ['claim', { claim: {} }],
    ['cancel', { cancel: {} }],
    ['unpause', { unpause: {} }],
  ])('with %s is refused and stays with the sender', (_, msg) => {
    const campaign = newCampaign();
    const before = campaign.balance(campaign.world.owner);
    expect(campaign.outcome(campaign.world.owner, msg, coins(1n))).toBe('funds_not_accepted');
    expect(campaign.balance(campaign.world.owner)).toBe(before);
  });

  it('after completion is sent on by the sweep', () => {
    const campaign = newCampaign().distributing(equal(1)).complete().claimsOver();
    campaign.chain.bank.mint(campaign.escrow, DENOM, 5n);
    campaign.chain.advance(SECOND);
    campaign.run(campaign.world.stranger, { sweep_leftover: {} });
    expect(campaign.status()).toMatchObject({ balance: '0', refunded_total: '5' });
  });
});
