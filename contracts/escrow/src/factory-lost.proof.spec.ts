import fc from 'fast-check';
import { type NativeContract, OutOfGas } from '@questp/contract-host';
import { type Campaign, coins, events, newCampaign, type Points, SECOND, World } from './testing/world.fixture.js';

const [a, b] = new World().earners(2) as [string, string];
const points: Points = [
  [a, 1n],
  [b, 1n],
];

/** A factory migrated to code whose shared record no deployed escrow understands. */
const OTHER_FACTORY: NativeContract = {
  migrate: ({ storage }) => {
    storage.set('shared', 'another layout');
    return {};
  },
};

/** A factory migrated to code that keeps its records and burns the gas of every call and query. */
const BURNING_FACTORY: NativeContract = {
  migrate: () => ({}),
  execute: () => {
    throw new OutOfGas();
  },
  query: () => {
    throw new OutOfGas();
  },
};

const loseFactory = (campaign: Campaign): void => migrateFactory(campaign, OTHER_FACTORY);
const burnGas = (campaign: Campaign): void => migrateFactory(campaign, BURNING_FACTORY);

function migrateFactory({ chain, world }: Campaign, contract: NativeContract): void {
  const { codeId } = chain.registerNativeContract('ab'.repeat(32), contract);
  const result = chain.migrate(world.admin, world.factory, codeId, {});
  if (!result.ok) throw new Error(result.error);
}

describe('an escrow whose factory cannot be read', () => {
  it('has no roles, and refuses messages that need one', () => {
    const campaign = newCampaign();
    const { operator, guardian, pauser, stranger } = campaign.world;
    loseFactory(campaign);
    expect(campaign.chain.query(campaign.escrow, { config: {} })).toMatchObject({ roles: null });
    campaign.end();
    expect(campaign.outcome(operator, campaign.commitMessage(points))).toBe('factory_unreadable');
    expect(campaign.outcome(guardian, { cancel: {} })).toBe('factory_unreadable');
    expect(campaign.outcome(pauser, { pause: { until: '1' } })).toBe('factory_unreadable');
    expect(campaign.outcome(stranger, { dispute: { reason: 'x' } })).toBe('unauthorized');
  });

  it('still pays every earner', () => {
    const campaign = newCampaign().distributing(points);
    campaign.chain.bank.block(b);
    loseFactory(campaign);
    campaign.run(a, { claim: {} });
    campaign.complete();
    campaign.chain.bank.unblock(b);
    campaign.run(campaign.world.stranger, { retry_failed: { addresses: [b] } });
    expect([campaign.balance(a), campaign.balance(b)]).toEqual([475_000n, 475_000n]);
    expect(campaign.status()).toMatchObject({ fee_paid: '50000', balance: '0' });
  });

  it('still returns the funds of a cancelled or expired campaign to the owner', () => {
    const early = newCampaign();
    loseFactory(early);
    expect(early.outcome(early.world.stranger, { top_up: {} }, coins(5n))).toBe('ok');
    expect(early.outcome(early.world.owner, { cancel: {} })).toBe('ok');
    expect(early.balance()).toBe(0n);
    const expired = newCampaign();
    loseFactory(expired);
    expired.until(expired.status().deadlines.commit_deadline);
    expect(expired.outcome(expired.world.stranger, { reclaim_expired: {} })).toBe('ok');
    expect(expired.balance()).toBe(0n);
  });

  it('does not pay an owed fee to the owner', () => {
    const campaign = newCampaign({ ticket: { max_share_bps: 5000 } }).distributing(points.slice(0, 1));
    campaign.chain.bank.block(campaign.world.treasury);
    campaign.complete().claimsOver();
    loseFactory(campaign);
    expect(campaign.status()).toMatchObject({ fee_paid: '0', balance: '25000' });
    expect(campaign.outcome(campaign.world.stranger, { sweep_leftover: {} })).toBe('nothing_to_send');
  });

  it('continues its clock with the last pause it read', () => {
    const campaign = newCampaign();
    campaign.world.pauseAll(60n);
    campaign.chain.advance(100n * SECOND);
    campaign.run(campaign.world.stranger, { unpause: {} });
    campaign.pause(60n);
    campaign.chain.advance(100n * SECOND);
    loseFactory(campaign);
    expect(campaign.status()).toMatchObject({ frozen_secs: 120, paused: false });
    campaign.run(campaign.world.stranger, { unpause: {} });
    campaign.chain.advance(100n * SECOND);
    expect(campaign.status().frozen_secs).toBe(120);
  });

  it('still changes the owner and cancels when the new code of the factory burns all gas', () => {
    const campaign = newCampaign();
    const { owner, guardian, stranger } = campaign.world;
    campaign.pause(60n, guardian);
    campaign.chain.advance(100n * SECOND);
    campaign.world.pauseAll(60n);
    campaign.chain.advance(100n * SECOND);
    burnGas(campaign);
    expect(campaign.status()).toMatchObject({ phase: 'upcoming', paused: false });
    campaign.run(owner, { transfer_ownership: { new_owner: stranger } });
    const result = campaign.run(stranger, { accept_ownership: {} });
    expect(events(result, campaign.escrow)).toMatchObject([{ action: 'accept_ownership' }, { action: 'sync_failed' }]);
    expect(campaign.outcome(stranger, { cancel: {} })).toBe('ok');
    expect(campaign.balance()).toBe(0n);
  });

  it('emits sync_failed for a handover that did not reach the registry', () => {
    const campaign = newCampaign();
    const { owner, stranger } = campaign.world;
    campaign.run(owner, { transfer_ownership: { new_owner: stranger } });
    loseFactory(campaign);
    const result = campaign.run(stranger, { accept_ownership: {} });
    expect(events(result, campaign.escrow)).toMatchObject([{ action: 'accept_ownership' }, { action: 'sync_failed' }]);
    expect(campaign.chain.query(campaign.escrow, { ownership: {} })).toMatchObject({ owner: stranger });
  });
});

const SHARED = Buffer.from('shared');
const pauseOf = (now: bigint, seconds: number): object => ({
  pause: { until: String(now + BigInt(seconds) * SECOND) },
});
const USTRAY = { native: { denom: 'ustray' } };

/** The latest pause in the record of a factory (ns), with the totals by kind before it. */
interface RecordedPause {
  start: bigint;
  end: bigint;
  totals: readonly [bigint, bigint, bigint];
}

/** Rewrites the end of the shared record (docs/guides/contracts.md, Storage): start, end, kind, three totals. */
function forgeRecord({ chain, world }: Campaign, { start, end, totals }: RecordedPause): void {
  const record = Buffer.from(chain.rawQuery(world.factory, SHARED) ?? []);
  const at = record.length - 41;
  [start, end].forEach((time, index) => record.writeBigUInt64LE(time, at + 8 * index));
  totals.forEach((total, index) => record.writeBigUInt64LE(total, at + 17 + 8 * index));
  chain.rawWrite(world.factory, SHARED, record);
}

describe('an escrow whose factory records impossible pauses', () => {
  const DAY = 86_400n * SECOND;
  const MAX_U64 = 2n ** 64n - 1n;
  const lies: [lie: string, forged: (now: bigint) => RecordedPause][] = [
    ['totals beyond 64 bits', (now) => ({ start: now, end: now, totals: [MAX_U64, MAX_U64, MAX_U64] })],
    ['more than there was time', (now) => ({ start: now, end: now, totals: [now, 1n, 0n] })],
    ['a pause that ends before it begins', (now) => ({ start: now, end: now - 1n, totals: [0n, 0n, 0n] })],
    ['a pause to come', (now) => ({ start: now + DAY, end: now + 2n * DAY, totals: [0n, 0n, 0n] })],
    ['a pause without end', (now) => ({ start: now, end: MAX_U64, totals: [0n, 0n, 0n] })],
  ];

  it.each(lies)('ignores the record of %s', (_lie, forged) => {
    const campaign = newCampaign().distributing(points);
    campaign.chain.advance(SECOND);
    const before = campaign.status();
    forgeRecord(campaign, forged(campaign.chain.time));
    expect(campaign.chain.query(campaign.escrow, { config: {} })).toMatchObject({ roles: null });
    expect(campaign.status()).toEqual(before);
    campaign.complete();
    expect([campaign.balance(a), campaign.balance(b)]).toEqual([475_000n, 475_000n]);
  });

  /** All pauses so far, together as long as the whole life of the factory. */
  const allAlong = (now: bigint): RecordedPause => ({ start: now, end: now, totals: [now, 0n, 0n] });

  it('never runs its clock backwards', () => {
    const campaign = newCampaign();
    const touch = (): void => void campaign.run(campaign.world.stranger, { refund_stray_assets: { assets: [USTRAY] } });
    campaign.until(campaign.status().deadlines.starts_at);
    touch();
    const frozen = campaign.status().frozen_secs;
    campaign.chain.advance(100n * SECOND);
    forgeRecord(campaign, allAlong(campaign.chain.time));
    expect(campaign.status()).toMatchObject({ phase: 'active', frozen_secs: frozen + 100 });
    expect(campaign.outcome(campaign.world.owner, { cancel: {} })).toBe('wrong_phase');
    touch();
    expect(campaign.status()).toMatchObject({ phase: 'active', frozen_secs: frozen + 100 });
  });

  it('does not move a distributing campaign back to its challenge window', () => {
    const campaign = newCampaign().distributing(points);
    campaign.distribute(1);
    campaign.chain.advance(1000n * SECOND);
    forgeRecord(campaign, allAlong(campaign.chain.time));
    expect(campaign.phase).toBe('distributing');
    expect(campaign.outcome(campaign.world.guardian, { reject_allocations: { reason: 'x' } })).toBe('wrong_phase');
    campaign.complete();
    expect([campaign.balance(a), campaign.balance(b)]).toEqual([475_000n, 475_000n]);
  });

  it('loses no more time than passed between two messages, once the record is true again', () => {
    const campaign = newCampaign();
    campaign.run(campaign.world.stranger, { unpause: {} });
    campaign.chain.advance(100n * SECOND);
    const truth = campaign.chain.rawQuery(campaign.world.factory, SHARED)!;
    forgeRecord(campaign, allAlong(campaign.chain.time));
    campaign.run(campaign.world.stranger, { unpause: {} });
    campaign.chain.rawWrite(campaign.world.factory, SHARED, truth);
    campaign.chain.advance(100n * SECOND);
    expect(campaign.status().frozen_secs).toBe(100);
  });

  it('does not run backwards over an instance pause that has ended', () => {
    const campaign = newCampaign();
    campaign.chain.advance(50n * SECOND);
    campaign.pause(60n);
    campaign.chain.advance(30n * SECOND);
    campaign.run(campaign.world.stranger, { refund_stray_assets: { assets: [USTRAY] } });
    const before = campaign.chain.time - BigInt(campaign.status().frozen_secs) * SECOND;
    campaign.chain.advance(100n * SECOND);
    const now = campaign.chain.time;
    // A pause that began after the instance pause, and totals that cover all of the time before.
    forgeRecord(campaign, { start: now - 10n * SECOND, end: now, totals: [now - 10n * SECOND, 0n, 0n] });
    const clock = now - BigInt(campaign.status().frozen_secs) * SECOND;
    expect(clock).toBeGreaterThanOrEqual(before);
  });

  it('does not run faster than time over an instance pause that has ended', () => {
    const campaign = newCampaign();
    campaign.pause(60n);
    campaign.chain.advance(55n * SECOND);
    campaign.run(campaign.world.stranger, { refund_stray_assets: { assets: [USTRAY] } });
    expect(campaign.status().frozen_secs).toBe(55);
    campaign.chain.advance(6n * SECOND);
    const start = campaign.chain.time - 3n * SECOND;
    forgeRecord(campaign, { start, end: start + 3n * SECOND, totals: [start, 0n, 0n] });
    expect(campaign.status().frozen_secs).toBeGreaterThanOrEqual(55);
  });

  /** One step: seconds pass, then a call, a forged record of the factory, or a pause. */
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 60 }),
    act: fc.constantFrom('touch', 'touch', 'touch', 'pause', 'unpause', 'lie', 'lie', 'lie'),
    ago: fc.integer({ min: 0, max: 40 }),
    length: fc.integer({ min: 1, max: 100 }),
    isAll: fc.boolean(),
  });

  it('runs its clock at most as fast as time and never backwards, with any record', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const campaign = newCampaign();
        const { chain, world } = campaign;
        const clock = (): bigint => chain.time - BigInt(campaign.status().frozen_secs) * SECOND;
        let [time, reached] = [chain.time, clock()];
        for (const { wait, act, ago, length, isAll } of steps) {
          chain.advance(BigInt(wait) * SECOND);
          const start = chain.time - BigInt(ago) * SECOND;
          const end = start + BigInt(length) * SECOND;
          if (act === 'lie') forgeRecord(campaign, { start, end, totals: [isAll ? start : 0n, 0n, 0n] });
          if (act === 'pause') campaign.outcome(world.guardian, pauseOf(chain.time, length));
          if (act === 'unpause') campaign.outcome(world.guardian, { unpause: {} });
          if (act === 'touch') {
            campaign.run(world.stranger, { refund_stray_assets: { assets: [USTRAY] } });
            expect(clock()).toBeGreaterThanOrEqual(reached);
            expect(clock() - reached).toBeLessThanOrEqual(chain.time - time);
            [time, reached] = [chain.time, clock()];
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('lets the owner cancel even if the record stops its clock', () => {
    const campaign = newCampaign();
    campaign.pause(60n);
    campaign.chain.advance(10n * SECOND);
    const now = campaign.chain.time;
    forgeRecord(campaign, { start: now, end: now, totals: [now, 0n, 0n] });
    expect(campaign.status()).toMatchObject({ phase: 'upcoming', frozen_secs: 10, paused: true });
    campaign.chain.advance(100n * SECOND);
    expect(campaign.status()).toMatchObject({ phase: 'upcoming', paused: false });
    expect(campaign.outcome(campaign.world.owner, { cancel: {} })).toBe('ok');
    expect(campaign.balance()).toBe(0n);
  });
});
