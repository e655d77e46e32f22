import { events, newCampaign, type Points, SECOND, World } from './testing/world.fixture.js';

const [a, b] = new World().earners(2) as [string, string];
const points: Points = [
  [a, 1n],
  [b, 3n],
];
const dispute = { dispute: { reason: 'the third place is a bot' } };
const reject = { reject_allocations: { reason: 'bots' } };
const resolve = (decision: string): object => ({ resolve_dispute: { decision } });
const DISPUTE_TIMEOUT = 259_200n * SECOND;
const RECOMMIT = 259_200n * SECOND;

describe('dispute', () => {
  it('a dispute holds payouts back and records the reason', () => {
    const campaign = newCampaign().challenge(points);
    const { time } = campaign.chain;
    const result = campaign.run(campaign.world.owner, dispute);
    expect(campaign.status()).toMatchObject({
      phase: 'disputed',
      dispute: {
        raised_at: String(time),
        reason: 'the third place is a bot',
        expires_at: String(time + DISPUTE_TIMEOUT),
        resolved_at: null,
      },
      deadlines: { claim_deadline: String(time + DISPUTE_TIMEOUT + 2_592_000n * SECOND) },
    });
    expect(events(result, campaign.escrow)).toEqual([
      { action: 'dispute', version: '1', expires_at: String(time + DISPUTE_TIMEOUT) },
    ]);
    campaign.until(campaign.status().finalized?.challenge_ends_at);
    expect(campaign.outcome(campaign.world.stranger, { distribute: {} })).toBe('wrong_phase');
  });

  it('a dispute is possible until the window ends, and once per version', () => {
    const campaign = newCampaign().challenge(points);
    const { owner } = campaign.world;
    campaign.chain.setTime(BigInt(campaign.status().finalized!.challenge_ends_at) - 1n);
    expect(campaign.outcome(owner, dispute)).toBe('ok');
    expect(campaign.outcome(owner, dispute)).toBe('wrong_phase');
    const late = newCampaign().distributing(points);
    expect(late.outcome(late.world.owner, dispute)).toBe('wrong_phase');
  });

  it('a dispute never shortens the window', () => {
    const terms = { limits: { dispute_timeout_secs: 60 }, ticket: { challenge_secs: 7200 } };
    const campaign = newCampaign(terms).challenge(points);
    const { challenge_ends_at } = campaign.status().finalized!;
    campaign.run(campaign.world.owner, dispute);
    expect(campaign.status().dispute?.expires_at).toBe(challenge_ends_at);
  });

  it('a dispute that is not resolved in time keeps the allocation', () => {
    const campaign = newCampaign().challenge(points);
    campaign.run(campaign.world.owner, dispute);
    campaign.until(campaign.status().dispute?.expires_at);
    expect(campaign.status()).toMatchObject({ phase: 'distributing', dispute: { resolved_at: null } });
    expect(campaign.outcome(campaign.world.guardian, resolve('reject_allocation'))).toBe('wrong_phase');
    campaign.complete();
    expect(campaign.balance(b)).toBe(712_500n);
  });

  it.each([
    ['no reason', ''],
    ['a reason of 281 characters', 'é'.repeat(281)],
  ])('a dispute is refused: %s', (_, reason) => {
    const campaign = newCampaign().challenge(points);
    expect(campaign.outcome(campaign.world.owner, { dispute: { reason } })).toBe('invalid_reason');
    expect(campaign.outcome(campaign.world.guardian, { reject_allocations: { reason } })).toBe('invalid_reason');
  });

  it('a dispute may have a reason of 280 characters in any script', () => {
    const campaign = newCampaign().challenge(points);
    const reason = '\u{1F600}"\n'.repeat(93) + 'x';
    campaign.run(campaign.world.owner, { dispute: { reason } });
    expect(campaign.status().dispute?.reason).toBe(reason);
  });
});

describe('resolve_dispute', () => {
  it('resolving a dispute with keep starts payouts and the claim window at once', () => {
    const campaign = newCampaign().challenge(points);
    campaign.run(campaign.world.owner, dispute);
    campaign.chain.advance(10n * SECOND);
    campaign.run(campaign.world.guardian, resolve('keep_allocation'));
    const { time } = campaign.chain;
    expect(campaign.status()).toMatchObject({
      phase: 'distributing',
      dispute: { resolved_at: String(time) },
      finalized: { claim_deadline: String(time + 2_592_000n * SECOND) },
    });
    campaign.complete();
    expect(campaign.balance(a)).toBe(237_500n);
  });

  it('resolving a dispute with reject discards the allocation', () => {
    const campaign = newCampaign().challenge(points);
    campaign.run(campaign.world.owner, dispute);
    campaign.run(campaign.world.guardian, resolve('reject_allocation'));
    expect(campaign.status()).toMatchObject({ phase: 'ended', version: 2, dispute: null, finalized: null });
  });

  it('resolve_dispute is refused without a dispute', () => {
    const campaign = newCampaign().challenge(points);
    expect(campaign.outcome(campaign.world.guardian, resolve('keep_allocation'))).toBe('wrong_phase');
    expect(campaign.outcome(campaign.world.guardian, resolve('maybe'))).toBe('invalid_message');
  });
});

describe('reject_allocations', () => {
  it('reject_allocations discards the allocation in the challenge window, without a dispute', () => {
    const campaign = newCampaign().challenge(points);
    const result = campaign.run(campaign.world.guardian, reject);
    expect(campaign.status()).toMatchObject({
      phase: 'ended',
      version: 2,
      entry_count: 0,
      total_points: '0',
      last_committed: null,
      finalized: null,
      dispute: null,
      deadlines: { claim_deadline: null },
    });
    expect(events(result, campaign.escrow)).toMatchObject([
      { action: 'reject_allocations', reason: 'bots', rejected_version: '1', version: '2' },
    ]);
    expect(campaign.entry(a, 1)).toMatchObject({ status: 'discarded', amount: null, points: '1' });
    expect(campaign.page({ version: 1 }).allocations).toHaveLength(2);
  });

  it('reject_allocations is refused once payouts may start', () => {
    const campaign = newCampaign().distributing(points);
    expect(campaign.outcome(campaign.world.guardian, reject)).toBe('wrong_phase');
  });

  it('reject_allocations is refused after a payout or a claim, even if the clock went back', () => {
    const snapshot = Buffer.from('snapshot');
    for (const paid of ['distribute', 'claim']) {
      const campaign = newCampaign().challenge(points);
      const inChallenge = campaign.chain.rawQuery(campaign.escrow, snapshot)!;
      campaign.until(campaign.status().finalized?.challenge_ends_at);
      if (paid === 'distribute') campaign.distribute(1);
      else campaign.run(a, { claim: {} });
      // The end of the challenge window, at 9, is moved behind now.
      const later = Buffer.from(inChallenge);
      later.writeBigUInt64LE(2n ** 62n, 9);
      later.writeBigUInt64LE(2n ** 62n, 17);
      campaign.chain.rawWrite(campaign.escrow, snapshot, later);
      expect(campaign.phase).toBe('challenge');
      expect(campaign.outcome(campaign.world.guardian, reject)).toBe('wrong_phase');
      campaign.run(campaign.world.owner, dispute);
      expect(campaign.outcome(campaign.world.guardian, resolve('reject_allocation'))).toBe('wrong_phase');
    }
  });

  it('after reject_allocations the operator can commit, and the owner dispute, again', () => {
    const campaign = newCampaign().challenge(points);
    const { owner, guardian, operator } = campaign.world;
    campaign.run(owner, dispute);
    campaign.run(guardian, reject);
    campaign.commit([[b, 1n]]);
    campaign.run(operator, campaign.finalizeMessage([[b, 1n]]));
    expect(campaign.status()).toMatchObject({ phase: 'challenge', version: 2, dispute: null });
    campaign.run(owner, dispute);
    campaign.run(guardian, resolve('keep_allocation'));
    campaign.complete();
    expect([campaign.balance(a), campaign.balance(b)]).toEqual([0n, 950_000n]);
  });

  it('two rejections extend the time to commit, a third does not', () => {
    const campaign = newCampaign().end();
    const { operator, guardian } = campaign.world;
    const rejected = (): bigint => {
      campaign.chain.setTime(BigInt(campaign.status().deadlines.commit_deadline) - SECOND);
      campaign.commit(points);
      campaign.run(operator, campaign.finalizeMessage(points));
      campaign.run(guardian, reject);
      return BigInt(campaign.status().deadlines.commit_deadline) - campaign.chain.time;
    };
    expect([rejected(), rejected(), rejected()]).toEqual([RECOMMIT, RECOMMIT, SECOND]);
    expect(campaign.phase).toBe('ended');
    campaign.chain.advance(SECOND);
    expect(campaign.phase).toBe('expired');
  });

  it('a rejection never shortens the time to commit', () => {
    const campaign = newCampaign().challenge(points);
    const { commit_deadline } = campaign.status().deadlines;
    campaign.run(campaign.world.guardian, reject);
    expect(campaign.status().deadlines.commit_deadline).toBe(commit_deadline);
  });
});
