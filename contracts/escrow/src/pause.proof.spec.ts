import fc from 'fast-check';
import { type Campaign, DAY, events, HOUR, newCampaign, type Points, SECOND, World } from './testing/world.fixture.js';

const pauseFor = (campaign: Campaign, seconds: bigint): object => ({
  pause: { until: String(campaign.chain.time + seconds * SECOND) },
});
const deadlines = (campaign: Campaign): bigint[] => {
  const { starts_at, ends_at, commit_deadline } = campaign.status().deadlines;
  return [starts_at, ends_at, commit_deadline].map(BigInt);
};
const points: Points = new World().earners(2).map((address) => [address, 1n] as const);

describe('an instance pause', () => {
  it('moves every future deadline by its length', () => {
    const campaign = newCampaign();
    const before = deadlines(campaign);
    const result = campaign.run(campaign.world.guardian, pauseFor(campaign, 600n));
    const until = String(campaign.chain.time + 600n * SECOND);
    expect(events(result, campaign.escrow)).toEqual([{ action: 'pause', kind: 'guardian', until }]);
    const moved = before.map((deadline) => deadline + 600n * SECOND);
    for (const elapsed of [0n, 599n, 1n, 5_000n]) {
      campaign.chain.advance(elapsed * SECOND);
      expect(deadlines(campaign)).toEqual(moved);
    }
    expect(campaign.status()).toMatchObject({ paused: false, paused_until: null, frozen_secs: 600 });
  });

  it('shows its end in the status', () => {
    const campaign = newCampaign();
    campaign.pause(600n);
    expect(campaign.status()).toMatchObject({
      paused: true,
      paused_until: String(campaign.chain.time + 600n * SECOND),
      frozen_secs: 0,
    });
    campaign.chain.advance(600n * SECOND - 1n);
    expect(campaign.status().paused).toBe(true);
    campaign.chain.advance(1n);
    expect(campaign.status().paused).toBe(false);
  });

  it('does not move deadlines that have passed', () => {
    const campaign = newCampaign();
    campaign.until(campaign.status().deadlines.starts_at);
    const [start] = deadlines(campaign);
    campaign.pause(600n);
    expect(deadlines(campaign)[0]).toBe(start);
    expect(campaign.phase).toBe('active');
  });

  it('keeps the phase', () => {
    const campaign = newCampaign().challenge(points);
    campaign.pause(86_400n);
    campaign.chain.advance(DAY - 1n);
    expect(campaign.phase).toBe('challenge');
    campaign.chain.advance(HOUR);
    expect(campaign.phase).toBe('challenge');
    campaign.chain.advance(1n);
    expect(campaign.phase).toBe('distributing');
  });

  it('that is lifted moves deadlines only by the time it lasted', () => {
    const campaign = newCampaign();
    const before = deadlines(campaign);
    campaign.pause(600n);
    campaign.chain.advance(60n * SECOND);
    const result = campaign.run(campaign.world.pauser, { unpause: {} });
    expect(events(result, campaign.escrow)).toEqual([{ action: 'unpause', effect: 'unpaused' }]);
    expect(deadlines(campaign)).toEqual(before.map((deadline) => deadline + 60n * SECOND));
    expect(campaign.status().paused).toBe(false);
  });

  it('that is over can be lifted by any account without effect', () => {
    const campaign = newCampaign();
    const result = campaign.run(campaign.world.stranger, { unpause: {} });
    expect(events(result, campaign.escrow)).toEqual([{ action: 'unpause', effect: 'none' }]);
    campaign.pause(60n);
    expect(campaign.outcome(campaign.world.stranger, { unpause: {} })).toBe('unauthorized');
    campaign.chain.advance(60n * SECOND);
    expect(campaign.outcome(campaign.world.stranger, { unpause: {} })).toBe('ok');
  });

  it('must end in the future within the longest pause, and never shortens a running one', () => {
    const campaign = newCampaign();
    const { guardian } = campaign.world;
    expect(campaign.outcome(guardian, pauseFor(campaign, 0n))).toBe('invalid_pause');
    expect(campaign.outcome(guardian, pauseFor(campaign, 86_401n))).toBe('invalid_pause');
    expect(campaign.outcome(guardian, pauseFor(campaign, 600n))).toBe('ok');
    expect(campaign.outcome(guardian, pauseFor(campaign, 599n))).toBe('invalid_pause');
    expect(campaign.outcome(guardian, pauseFor(campaign, 600n))).toBe('ok');
    expect(campaign.outcome(guardian, pauseFor(campaign, 601n))).toBe('ok');
    expect(campaign.outcome(guardian, { pause: { until: String(2n ** 64n - 1n) } })).toBe('invalid_pause');
  });
});

describe('the pauser', () => {
  it('can pause once in 24 hours', () => {
    const campaign = newCampaign();
    const { pauser } = campaign.world;
    expect(campaign.outcome(pauser, pauseFor(campaign, 60n))).toBe('ok');
    campaign.chain.advance(DAY - 1n);
    expect(campaign.outcome(pauser, pauseFor(campaign, 60n))).toBe('pause_rate_limited');
    campaign.chain.advance(1n);
    expect(campaign.outcome(pauser, pauseFor(campaign, 60n))).toBe('ok');
  });

  it('has a budget of seven times the longest pause', () => {
    const campaign = newCampaign({ limits: { max_pause_secs: 100 } });
    const { pauser, guardian } = campaign.world;
    for (let used = 1; used <= 7; used++) {
      expect(campaign.outcome(pauser, pauseFor(campaign, 100n))).toBe('ok');
      expect(campaign.status().pauser_pause_left_secs).toBe(700 - used * 100);
      campaign.chain.advance(DAY);
    }
    expect(campaign.outcome(pauser, pauseFor(campaign, 1n))).toBe('pause_budget_exhausted');
    expect(campaign.outcome(guardian, pauseFor(campaign, 100n))).toBe('ok');
  });

  it('gets the unused time of a lifted or replaced pause back', () => {
    const campaign = newCampaign();
    const { pauser, guardian } = campaign.world;
    campaign.run(pauser, pauseFor(campaign, 600n));
    campaign.chain.advance(60n * SECOND);
    campaign.run(guardian, pauseFor(campaign, 600n));
    expect(campaign.status().pauser_pause_left_secs).toBe(7 * 86_400 - 60);
    campaign.run(guardian, { unpause: {} });
    expect(campaign.status().pauser_pause_left_secs).toBe(7 * 86_400 - 60);
    campaign.chain.advance(DAY);
    campaign.run(pauser, pauseFor(campaign, 600n));
    campaign.run(pauser, { unpause: {} });
    expect(campaign.status().pauser_pause_left_secs).toBe(7 * 86_400 - 60);
  });
});

describe('a global pause', () => {
  it('moves deadlines and blocks messages like an instance pause', () => {
    const campaign = newCampaign();
    const before = deadlines(campaign);
    campaign.world.pauseAll(600n);
    expect(deadlines(campaign)).toEqual(before.map((deadline) => deadline + 600n * SECOND));
    expect(campaign.status().paused).toBe(true);
    expect(campaign.outcome(campaign.world.stranger, { distribute: {} })).toBe('paused');
    campaign.chain.advance(10n * SECOND);
    campaign.world.unpauseAll();
    expect(deadlines(campaign)).toEqual(before.map((deadline) => deadline + 10n * SECOND));
    expect(campaign.status()).toMatchObject({ paused: false, frozen_secs: 10 });
  });

  it('before the creation of the campaign does not count', () => {
    const world = new World();
    world.pauseAll(600n);
    world.chain.advance(HOUR);
    expect(world.campaign().status().frozen_secs).toBe(0);
  });

  it('and an instance pause that overlap count once', () => {
    const campaign = newCampaign();
    const before = deadlines(campaign);
    campaign.pause(100n);
    campaign.chain.advance(50n * SECOND);
    campaign.world.pauseAll(100n);
    expect(deadlines(campaign)).toEqual(before.map((deadline) => deadline + 150n * SECOND));
    campaign.chain.advance(75n * SECOND);
    expect(campaign.status()).toMatchObject({ paused: true, frozen_secs: 125 });
    campaign.chain.advance(1_000n * SECOND);
    expect(campaign.status()).toMatchObject({ paused: false, frozen_secs: 150 });
    expect(deadlines(campaign)).toEqual(before.map((deadline) => deadline + 150n * SECOND));
  });

  it('that begins after an unread instance pause ended is counted separately, by asking the factory', () => {
    const campaign = newCampaign();
    const { world, chain } = campaign;
    world.pauseAll(40n);
    chain.advance(20n * SECOND);
    campaign.pause(100n);
    chain.advance(500n * SECOND);
    world.pauseAll(30n);
    chain.advance(500n * SECOND);
    world.pauseAll(30n);
    chain.advance(500n * SECOND);
    // 40 global, of which 20 overlap the instance's 100, and twice 30.
    expect(campaign.status().frozen_secs).toBe(40 + 80 + 60);
    campaign.run(world.stranger, { unpause: {} });
    expect(campaign.status().frozen_secs).toBe(40 + 80 + 60);
  });
});

/** One step: after `wait` seconds a pause, the end of one, another call, or nothing. */
interface Step {
  readonly act: 'pause' | 'pauseAll' | 'unpause' | 'unpauseAll' | 'touch' | 'wait';
  readonly wait: number;
  readonly length: number;
}

describe('the escrow clock', () => {
  it('stops for exactly the union of all pauses, with any calls in between', () => {
    const step = fc.record<Step>({
      act: fc.constantFrom('pause', 'pauseAll', 'unpause', 'unpauseAll', 'touch', 'wait'),
      wait: fc.integer({ min: 1, max: 50 }),
      length: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const campaign = newCampaign();
        const frozen = new Set<bigint>();
        const ends = { pause: 0n, pauseAll: 0n };
        const now = (): bigint => campaign.chain.time / SECOND;
        for (const { act, wait, length } of steps) {
          for (let second = 0; second < wait; second++) {
            if (now() < ends.pause || now() < ends.pauseAll) frozen.add(now());
            campaign.chain.advance(SECOND);
          }
          if (act === 'touch')
            campaign.run(campaign.world.stranger, {
              refund_stray_assets: { assets: [{ native: { denom: 'ustray' } }] },
            });
          if (act === 'unpause') {
            campaign.run(campaign.world.guardian, { unpause: {} });
            ends.pause = 0n;
          }
          if (act === 'unpauseAll') {
            campaign.world.unpauseAll();
            ends.pauseAll = 0n;
          }
          if (act === 'pause' || act === 'pauseAll') {
            const until = now() + BigInt(length);
            if (until < ends[act]) continue;
            if (act === 'pause') campaign.pause(BigInt(length));
            else campaign.world.pauseAll(BigInt(length));
            ends[act] = until;
          }
          expect(campaign.status().frozen_secs).toBe(frozen.size);
        }
      }),
      { numRuns: 60 },
    );
  });
});
