import { attributes, coins, DAY, outcome, SECOND, TestFactory } from './testing/test-factory.fixture.js';

const HOUR = 3600n * SECOND;

interface Totals {
  pauser: string;
  guardian: string;
  owner: string;
}

describe('the global pause', () => {
  const factory = new TestFactory();
  const { chain, guardian, owner, pauser, alice } = factory;
  const fresh = chain.snapshot();
  const start = chain.time;
  beforeEach(() => chain.restore(fresh));

  /** Pauses for `duration` from now; returns the outcome. */
  const pause = (sender: string, duration: bigint): string =>
    outcome(factory.execute(sender, { pause: { until: String(chain.time + duration) } }));
  const unpause = (sender: string): string => outcome(factory.execute(sender, { unpause: {} }));
  const state = (): object => factory.query({ pause_state: {} });
  const totals = (at: bigint): [bigint, bigint, bigint] => {
    const answer = factory.query<Totals>({ pause_totals: { at: String(at) } });
    return [BigInt(answer.pauser), BigInt(answer.guardian), BigInt(answer.owner)];
  };
  const NOT_PAUSED = { paused: false, paused_until: null, kind: null };

  it('has the kind of the role that paused', () => {
    expect(state()).toEqual(NOT_PAUSED);
    for (const [sender, kind] of [
      [pauser, 'pauser'],
      [guardian, 'guardian'],
      [owner, 'owner'],
    ] as const) {
      chain.restore(fresh);
      expect(pause(sender, HOUR)).toBe('ok');
      expect(state()).toEqual({ paused: true, paused_until: String(start + HOUR), kind });
    }
  });

  it('is over at its end, without a transaction', () => {
    pause(guardian, HOUR);
    chain.setTime(start + HOUR - 1n);
    expect(outcome(factory.create())).toBe('paused');
    chain.setTime(start + HOUR);
    expect(state()).toEqual(NOT_PAUSED);
    expect(outcome(factory.create())).toBe('ok');
  });

  it('is refused for senders without a role', () => {
    for (const sender of [alice, factory.operator, factory.treasury]) expect(pause(sender, HOUR)).toBe('unauthorized');
  });

  it('ends between now and max_pause_secs from now', () => {
    expect([0n, -1n, DAY + 1n].map((duration) => pause(owner, duration))).toEqual(Array(3).fill('invalid_pause'));
    expect(pause(owner, DAY)).toBe('ok');
  });

  it('cannot be shortened, but prolonged or taken over', () => {
    pause(pauser, 2n * HOUR);
    expect(pause(owner, 2n * HOUR - 1n)).toBe('invalid_pause');
    expect(pause(guardian, 2n * HOUR)).toBe('ok');
    expect(state()).toEqual({ paused: true, paused_until: String(start + 2n * HOUR), kind: 'guardian' });
    chain.advance(HOUR);
    expect(pause(owner, 5n * HOUR)).toBe('ok');
    expect(state()).toEqual({ paused: true, paused_until: String(start + 6n * HOUR), kind: 'owner' });
  });

  it('is lifted by guardian or owner; without a pause any account can call it without effect', () => {
    pause(pauser, HOUR);
    for (const sender of [pauser, alice]) expect(unpause(sender)).toBe('unauthorized');
    for (const sender of [guardian, owner]) {
      chain.restore(fresh);
      pause(pauser, HOUR);
      const result = factory.execute(sender, { unpause: {} });
      const about = { action: 'unpause', effect: 'unpaused', kind: 'pauser', until: String(start) };
      expect(attributes(result, factory.address)).toEqual(about);
      expect(state()).toEqual(NOT_PAUSED);
    }
    const result = factory.execute(alice, { unpause: {} });
    expect(attributes(result, factory.address)).toEqual({ action: 'unpause', effect: 'none' });
  });

  it('emits who paused and until when', () => {
    const result = factory.execute(pauser, { pause: { until: String(start + HOUR) } });
    const about = { action: 'pause', kind: 'pauser', start: String(start), until: String(start + HOUR) };
    expect(attributes(result, factory.address)).toEqual(about);
  });

  it('is in the configuration, with the total of earlier pauses', () => {
    expect(factory.query({ config: {} })).toMatchObject({ paused_until: null, global_pause: null });
    pause(pauser, HOUR);
    chain.advance(2n * HOUR);
    pause(guardian, HOUR);
    const global_pause = {
      start: String(start + 2n * HOUR),
      until: String(start + 3n * HOUR),
      kind: 'guardian',
      totals_before: { pauser: String(HOUR), guardian: '0', owner: '0' },
    };
    expect(factory.query({ config: {} })).toMatchObject({ paused_until: global_pause.until, global_pause });
    chain.advance(HOUR);
    expect(factory.query({ config: {} })).toMatchObject({ paused_until: null, global_pause });
  });

  it('blocks only creations: the owner can still change the configuration', () => {
    pause(guardian, HOUR);
    expect(outcome(factory.create())).toBe('paused');
    expect(outcome(factory.execute(owner, { update_config: { max_fee_bps: 1 } }))).toBe('ok');
    const rescue_funds = { assets: [{ native: { denom: 'uother' } }], recipient: alice };
    expect(outcome(factory.execute(owner, { rescue_funds }))).toBe('ok');
    expect(outcome(factory.execute(owner, { transfer_ownership: { new_owner: alice } }))).toBe('ok');
  });

  describe('totals', () => {
    it('count every nanosecond once by kind, for any past or future time', () => {
      pause(pauser, 4n * HOUR);
      chain.advance(HOUR);
      pause(guardian, 5n * HOUR);
      chain.advance(HOUR);
      unpause(guardian);
      chain.advance(HOUR);
      pause(owner, HOUR);
      const expected: [at: bigint, totals: [bigint, bigint, bigint]][] = [
        [0n, [0n, 0n, 0n]],
        [start - 1n, [0n, 0n, 0n]],
        [start, [0n, 0n, 0n]],
        [start + HOUR / 2n, [HOUR / 2n, 0n, 0n]],
        [start + HOUR, [HOUR, 0n, 0n]],
        [start + HOUR + 1n, [HOUR, 1n, 0n]],
        [start + 2n * HOUR, [HOUR, HOUR, 0n]],
        [start + 3n * HOUR, [HOUR, HOUR, 0n]],
        [start + 3n * HOUR + 7n, [HOUR, HOUR, 7n]],
        [start + 4n * HOUR, [HOUR, HOUR, HOUR]],
        [2n ** 64n - 1n, [HOUR, HOUR, HOUR]],
      ];
      for (const [at, sums] of expected) expect([at, totals(at)]).toEqual([at, sums]);
    });

    it('survive pauses that begin in the same block', () => {
      pause(pauser, HOUR);
      pause(guardian, HOUR);
      unpause(guardian);
      pause(owner, HOUR);
      chain.advance(2n * HOUR);
      pause(guardian, HOUR);
      expect(totals(start + HOUR)).toEqual([0n, 0n, HOUR]);
      expect(totals(start + 3n * HOUR)).toEqual([0n, HOUR, HOUR]);
    });
  });

  describe('of the pauser', () => {
    it('is possible once in 24 hours, even if it was lifted early', () => {
      pause(pauser, HOUR);
      unpause(guardian);
      chain.setTime(start + DAY - 1n);
      expect(pause(pauser, HOUR)).toBe('pause_rate_limited');
      chain.setTime(start + DAY);
      expect(pause(pauser, HOUR)).toBe('ok');
    });

    it('uses a budget of seven times the longest pause', () => {
      for (let day = 0n; day < 7n; day++) {
        chain.setTime(start + day * DAY);
        expect(pause(pauser, day === 3n ? DAY - 1n : DAY)).toBe('ok');
      }
      chain.setTime(start + 8n * DAY);
      expect(pause(pauser, 2n)).toBe('pause_budget_exhausted');
      expect(pause(pauser, 1n)).toBe('ok');
      expect(pause(guardian, DAY)).toBe('ok');
    });

    it.each([
      ['lifted', () => unpause(guardian)],
      ['taken over', () => pause(owner, DAY)],
    ])('restores its unused time when it is %s', (_title, end) => {
      for (let day = 0n; day < 7n; day++) {
        chain.setTime(start + day * DAY);
        pause(pauser, DAY);
      }
      chain.advance(DAY - HOUR);
      end();
      chain.setTime(start + 10n * DAY);
      expect(pause(pauser, HOUR + 1n)).toBe('pause_budget_exhausted');
      expect(pause(pauser, HOUR)).toBe('ok');
    });

    it('does not limit guardian and owner, who do not use its budget', () => {
      for (let i = 0; i < 20; i++) {
        expect(pause(i % 2 ? guardian : owner, DAY)).toBe('ok');
        chain.advance(DAY);
      }
      expect(pause(pauser, DAY)).toBe('ok');
    });

    it('starts with a full budget for a new pauser', () => {
      pause(pauser, DAY);
      expect(outcome(factory.execute(owner, { update_config: { pauser: alice } }))).toBe('ok');
      expect(pause(alice, DAY)).toBe('ok');
      expect(pause(pauser, DAY)).toBe('unauthorized');
      for (let day = 1n; day < 7n; day++) {
        chain.setTime(start + day * DAY);
        expect(pause(alice, DAY)).toBe('ok');
      }
      chain.setTime(start + 8n * DAY);
      expect(pause(alice, 1n)).toBe('pause_budget_exhausted');
    });

    it('counts as the less limited role of an account with several roles', () => {
      factory.execute(owner, { update_config: { pauser: guardian } });
      expect(pause(guardian, HOUR)).toBe('ok');
      expect(state()).toMatchObject({ kind: 'guardian' });
    });
  });

  it('refuses attached coins', () => {
    const msg = { pause: { until: String(start + HOUR) } };
    expect(outcome(factory.execute(owner, msg, coins(1n)))).toBe('funds_not_accepted');
  });
});
